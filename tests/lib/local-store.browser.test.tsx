import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

const schema = v.object({ width: v.number() })
const width = (version: number) =>
  localStore({ key: storageKeys.storeConfig, version, schema, fallback: { width: 260 } })

afterEach(() => localStorage.clear())

test('a value returns, and stays the same object until it changes', () => {
  const first = width(1)
  first.write({ width: 300 })
  expect(width(1).read()).toEqual({ width: 300 })
  expect(first.read()).toBe(first.read())
})

test('a value of another release, and a broken one, count as none', () => {
  width(1).write({ width: 300 })
  expect(width(2).read()).toEqual({ width: 260 })
  localStorage.setItem(storageKeys.storeConfig, '{"version":1,"value":{"width":"wide"}}')
  expect(width(1).read()).toEqual({ width: 260 })
  localStorage.setItem(storageKeys.storeConfig, 'not JSON')
  expect(width(1).read()).toEqual({ width: 260 })
})

test('listeners hear of writes, of clearing, and of other windows', () => {
  const value = width(1)
  const changed = vi.fn()
  const stop = value.subscribe(changed)
  value.write({ width: 280 })
  value.clear()
  expect(changed).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.storeConfig }))
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.tabConfig }))
  expect(changed).toHaveBeenCalledTimes(3)
  stop()
  value.write({ width: 290 })
  expect(changed).toHaveBeenCalledTimes(3)
})

test('a storage that is full keeps the choice for the visit', () => {
  const value = width(1)
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  value.write({ width: 310 })
  expect(value.read()).toEqual({ width: 310 })
  refuse.mockRestore()
})
