import type { Side } from '#src/lib/side.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/**
 * Forgets the signed-in user of this side. The browser notifies its other windows. Pages that never read `knownPerson`
 * use this function, so that they do not load its schema.
 */
export function forgetPerson(side: Side): void {
  try {
    localStorage.removeItem(side === 'admin' ? storageKeys.adminInfo : storageKeys.userInfo)
  } catch {
    // The browser forbids storage, so no user is stored.
  }
}
