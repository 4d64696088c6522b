import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { clearBrowserCaches } from '#src/features/cache/clear-browser.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

test('clearing the browser cache leaves the working time of today, and takes layouts and tabs', async () => {
  localStorage.setItem(`${storageKeys.workingTime}:7`, 'since eight')
  localStorage.setItem(storageKeys.storeConfig, '1')
  sessionStorage.setItem(storageKeys.tabConfig, '1')
  await clearBrowserCaches(new QueryClient())
  expect(localStorage.getItem(`${storageKeys.workingTime}:7`)).toBe('since eight')
  expect(localStorage.getItem(storageKeys.storeConfig)).toBeNull()
  expect(sessionStorage.getItem(storageKeys.tabConfig)).toBeNull()
})
