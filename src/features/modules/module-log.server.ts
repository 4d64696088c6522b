import { sql } from 'drizzle-orm'
import { besideOf, type Database, type Db } from '#src/db/client.server.ts'
import { workWithEntry } from '#src/features/generator/entry-log.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { moduleLog } from './module.table.server.ts'
import type { ModuleLogKind } from './module-log.schema.ts'

/** The first key of the advisory lock of what is done with a module. The second one is the id of its entry. */
export const MODULE_LOCK = 4_172_022

/** Who does something, and where. */
export type Logging = { db: Database; tx: Db; actor: Actor }

export type Done = {
  uid: string
  title: { 'zh-cn': string; en: string }
  kind: ModuleLogKind
  version?: string
  from?: string | null
}

/**
 * Does something with a module, with its entry in the log. The entry is written beside the transaction before it
 * begins, so that one that breaks off is seen, and gets its result inside of it.
 */
export async function logged<T>(
  { db, tx, actor }: Logging,
  { uid, title, kind, version = '', from }: Done,
  work: () => Promise<T>,
): Promise<T> {
  const [made] = await besideOf(db)
    .insert(moduleLog)
    .values({
      uid,
      title: title['zh-cn'],
      titleEn: title.en,
      kind,
      toVersion: version,
      fromVersion: from ?? '',
      state: 'start',
      createBy: actor.id,
    })
    .returning({ id: moduleLog.id })
  if (!made) throw new Error('insert returned no row')
  return workWithEntry({ db, tx }, { table: moduleLog, id: made.id, lock: MODULE_LOCK }, work)
}

/** What is done with modules is done one after another. */
export async function oneAtATime(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('modules'))`)
}
