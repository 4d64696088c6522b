import { eq, sql } from 'drizzle-orm'
import { besideOf, type Database, type Db } from '#src/db/client.server.ts'
import { isStalePlan } from '#src/db/prepared-client.server.ts'
import { failureReason } from '#src/features/generator/generate.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { moduleLog } from './module.table.server.ts'
import type { ModuleLogKind } from './module-log.schema.ts'

/** The first key of the advisory lock of what is done with a module. The second one is the id of its entry. */
export const MODULE_LOCK = 4_172_022

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
  { db, tx, actor }: { db: Database; tx: Db; actor: Actor },
  { uid, title, kind, version = '', from }: Done,
  work: () => Promise<T>,
): Promise<T> {
  const beside = besideOf(db)
  const [made] = await beside
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
  const own = eq(moduleLog.id, made.id)
  await tx.execute(sql`select pg_advisory_xact_lock(${MODULE_LOCK}, ${made.id}::int)`)
  try {
    const done = await work()
    await tx.update(moduleLog).set({ state: 'success' }).where(own)
    return done
  } catch (error) {
    // The transaction runs once more, with an entry of its own.
    if (isStalePlan(error)) await beside.delete(moduleLog).where(own)
    else
      await beside
        .update(moduleLog)
        .set({ state: 'error', message: failureReason(error) })
        .where(own)
    throw error
  }
}

/** What is done with modules is done one after another. */
export async function oneAtATime(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('modules'))`)
}
