import type { QueryClient } from '@tanstack/react-query'
import { clearLocalStores } from '#src/lib/clear-local-stores.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/**
 * Empties what the browser keeps to be quicker, or as a person left it: answers, layout, open tabs. Who is signed in,
 * the remembered account and what is typed and not saved stay.
 */
export async function clearBrowserCaches(client: QueryClient): Promise<void> {
  clearLocalStores([storageKeys.adminInfo, storageKeys.userInfo, storageKeys.accountCookie])
  // Only over https, and on the same machine.
  if ('caches' in window) for (const name of await window.caches.keys()) await window.caches.delete(name)
  client.removeQueries({ type: 'inactive' })
  await client.invalidateQueries()
}
