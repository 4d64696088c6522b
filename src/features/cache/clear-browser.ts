import type { QueryClient } from '@tanstack/react-query'
import { clearLocalStores } from '#src/lib/clear-local-stores.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/**
 * Clears what the browser stores for speed or as a user's setting: responses, layout, open tabs. The signed-in user,
 * the remembered account, the working time of today and unsaved input stay.
 */
export async function clearBrowserCaches(client: QueryClient): Promise<void> {
  clearLocalStores([storageKeys.adminInfo, storageKeys.userInfo, storageKeys.accountCookie, storageKeys.workingTime])
  // `caches` exists only over https and on localhost.
  if ('caches' in window) for (const name of await window.caches.keys()) await window.caches.delete(name)
  client.removeQueries({ type: 'inactive' })
  await client.invalidateQueries()
}
