import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import { placeAreas } from './classify-areas.server.ts'
import { compareRows, reportMissing } from './classify-compare.server.ts'
import { type Classifying, mappedFields, mappedOwned } from './classify-context.server.ts'
import { hideFields } from './classify-hidden.server.ts'
import { matchRows } from './classify-match.server.ts'
import { compareOwned, refuseTakenOwned } from './classify-owned.server.ts'
import { checkRules } from './classify-rules.server.ts'
import { placeRows, refuseBelow } from './classify-tree.server.ts'
import { refuseTaken } from './classify-unique.server.ts'
import { warnRows } from './classify-warnings.server.ts'
import type { RowCounts } from './fold.server.ts'
import { tryWriters } from './try-writers.server.ts'

/** The lines of a file by what happens to them. `rows`: the rows that they become, where lines are no rows. */
export type Counts = Record<'new' | 'changed' | 'unchanged' | 'skipped' | 'refused', number> & {
  rows?: RowCounts | undefined
}

/**
 * Decides what happens to each stored row, with statements for whole sets in the database. A check and an import use
 * the same statements. A check writes nothing to the table; an import runs them inside its transaction.
 * @param lock locks the rows that will be changed against other users
 */
export async function classifyRows(given: Omit<Classifying, 'mapped' | 'ownedFields'>, lock: boolean): Promise<Counts> {
  const classifying: Classifying = {
    ...given,
    mapped: mappedFields(given.resource, given.plan),
    ownedFields: mappedOwned(given.resource, given.plan),
  }
  const { db, importId, resource, signal } = classifying
  await db.execute(sql`delete from import_verdict where import_id = ${importId}`)
  await matchRows(classifying)
  await db.execute(sql`analyze import_verdict`)
  if (lock) await lockRows(classifying)
  await hideFields(classifying)
  signal.throwIfAborted()
  if (resource.description.tree) {
    await placeRows(classifying)
    await placeAreas(classifying)
  }
  await compareRows(classifying)
  await compareOwned(classifying)
  await reportMissing(classifying)
  signal.throwIfAborted()
  await refuseTaken(classifying)
  await refuseTakenOwned(classifying)
  await checkRules(classifying)
  if (resource.description.tree) await refuseBelow(classifying)
  signal.throwIfAborted()
  await tryWriters(classifying)
  await warnRows(classifying)
  return countRows(db, importId)
}

/** Locks the rows in the order of their ids, so that two imports never wait for each other. */
async function lockRows({ db, importId, resource }: Classifying): Promise<void> {
  const { table } = resource
  await db.execute(sql`
    select count(*) from (
      select 1 from ${table} where ${rowIdOf(resource)} in (select target_id from import_verdict where import_id = ${importId} and action = 'changed')
      order by ${rowIdOf(resource)} for update
    ) as held`)
}

/** The number of classified rows by action. */
export async function countRows(db: Db, importId: number): Promise<Counts> {
  const { rows } = await db.execute<{ action: Exclude<keyof Counts, 'rows'>; count: number }>(
    sql`select action, count(*)::int as count from import_verdict where import_id = ${importId} group by action`,
  )
  const counts: Counts = { new: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 }
  for (const { action, count } of rows) counts[action] = count
  return counts
}
