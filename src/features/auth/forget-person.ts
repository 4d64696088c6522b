import type { Side } from '#src/lib/side.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/**
 * Nobody is signed in on this side any more; the browser's other windows hear of it. What `knownPerson` does, for pages
 * that never read it and are not to load what checks it.
 */
export function forgetPerson(side: Side): void {
  try {
    localStorage.removeItem(side === 'admin' ? storageKeys.adminInfo : storageKeys.userInfo)
  } catch {
    // A forbidden storage knows nobody.
  }
}
