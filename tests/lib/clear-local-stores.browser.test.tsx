import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { clearLocalStores } from '#src/lib/clear-local-stores.ts'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('our keys go, but for those to keep; drafts and what is not ours stay', () => {
  localStorage.setItem(storageKeys.storeConfig, '1')
  localStorage.setItem(`${storageKeys.workingTime}:7`, '1')
  localStorage.setItem(storageKeys.adminInfo, '1')
  localStorage.setItem(`${storageKeys.storeConfig}Of`, 'somebody else')
  sessionStorage.setItem(storageKeys.tabConfig, '1')
  sessionStorage.setItem('ys-draft:organization:1', 'typed')
  clearLocalStores([storageKeys.adminInfo])
  expect(Object.keys(localStorage).sort()).toEqual([storageKeys.adminInfo, `${storageKeys.storeConfig}Of`].sort())
  // Other tests may have left drafts of their own.
  expect(Object.keys(sessionStorage)).toContain('ys-draft:organization:1')
  expect(Object.keys(sessionStorage)).not.toContain(storageKeys.tabConfig)
})

test('what is shown from the storage returns to its fallback at once', () => {
  const width = localStore({ key: storageKeys.storeConfig, version: 1, schema: v.number(), fallback: 260 })
  width.write(300)
  const changed = vi.fn()
  const stop = width.subscribe(changed)
  clearLocalStores()
  expect(changed).toHaveBeenCalledOnce()
  expect(width.read()).toBe(260)
  stop()
})
