import * as v from 'valibot'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import type { Side } from '#src/lib/side.ts'
import { type StorageKey, storageKeys } from '#src/lib/storage-keys.ts'

const schema = v.object({ userId: v.number(), username: v.string(), nickname: v.string() })

/** The signed-in user of one side, shared between the browser's windows. It contains no credentials. */
export type KnownPerson = v.InferOutput<typeof schema>

const known = (key: StorageKey): LocalStore<KnownPerson | null> =>
  localStore<KnownPerson | null>({ key, version: 1, schema: v.nullable(schema), fallback: null })

/**
 * The user who is signed in now in this browser, per side. All windows share one session. When one window signs in as
 * another user, or signs out, the other windows must not keep showing the old user's data.
 */
export const knownPerson: Record<Side, LocalStore<KnownPerson | null>> = {
  admin: known(storageKeys.adminInfo),
  user: known(storageKeys.userInfo),
}
