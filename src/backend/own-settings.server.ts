import { heardEpoch } from '#src/server/cache/table-cache.server.ts'
import { readSettings } from '#src/server/config.server.ts'
import { runtime } from '#src/server/runtime.server.ts'

/**
 * The settings from which the back end in this process answers: the same object until one of them changes. Undefined
 * when another host is the back end.
 */
export async function ownSettings(): Promise<ReadonlyMap<string, unknown> | undefined> {
  const { env, db } = runtime()
  return env.BACKEND_URL ? undefined : readSettings(db)
}

/**
 * A text that changes with a table of the back end in this process. Undefined when another host is the back end, or
 * while this process does not hear of changes.
 */
export function ownEpoch(table: string): string | undefined {
  const { env, db } = runtime()
  return env.BACKEND_URL ? undefined : heardEpoch(db, table)
}
