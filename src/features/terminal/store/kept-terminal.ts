import * as v from 'valibot'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

const task = v.object({
  uuid: v.string(),
  createTime: v.number(),
  status: v.picklist([0, 1, 2, 3, 4, 5]),
  command: v.string(),
  message: v.array(v.string()),
  omitted: v.number(),
  showMessage: v.boolean(),
  blockOnFailure: v.boolean(),
  extend: v.string(),
  locked: v.optional(v.boolean()),
})
const schema = v.object({ showDot: v.boolean(), taskList: v.array(task), automaticCleanupTask: v.number() })

export type KeptTask = v.InferOutput<typeof task>
export type KeptTerminal = v.InferOutput<typeof schema>

const nothing: KeptTerminal = { showDot: false, taskList: [], automaticCleanupTask: 1 }
const kept = new Map<number, LocalStore<KeptTerminal>>()

/** What the browser keeps of a user's terminal. The dot of the header reads it. All windows share it. */
export function keptTerminalOf(userId: number): LocalStore<KeptTerminal> {
  const known = kept.get(userId)
  if (known) return known
  const made = keptTerminal(`${storageKeys.terminal}:${userId}`)
  kept.set(userId, made)
  return made
}

export const keptTerminal = (key: `${typeof storageKeys.terminal}:${string}`): LocalStore<KeptTerminal> =>
  localStore({ key, version: 1, schema, fallback: nothing })
