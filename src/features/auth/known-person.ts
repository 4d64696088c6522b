import * as v from 'valibot'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import type { Side } from '#src/lib/side.ts'
import { type StorageKey, storageKeys } from '#src/lib/storage-keys.ts'

const schema = v.object({ userId: v.number(), username: v.string(), nickname: v.string() })

/** Who is signed in on a side, as the browser's windows tell each other. Nothing that opens anything. */
export type KnownPerson = v.InferOutput<typeof schema>

const known = (key: StorageKey): LocalStore<KnownPerson | null> =>
  localStore<KnownPerson | null>({ key, version: 1, schema: v.nullable(schema), fallback: null })

/**
 * The person of each side that this browser belongs to just now. A session is one for all windows: whoever signs in as
 * somebody else, or out, in one of them would leave the others showing what is no longer theirs.
 */
export const knownPerson: Record<Side, LocalStore<KnownPerson | null>> = {
  admin: known(storageKeys.adminInfo),
  user: known(storageKeys.userInfo),
}
