import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

/** The first key of the advisory lock of a generation that runs. The second one is the id of its entry. */
export const GENERATION_LOCK = 4_172_021

/**
 * The entries of a log among these whose work runs now, in whatever process.
 * @param lock the first key of the advisory lock that the work holds; the second one is the id of the entry
 */
export async function runningEntries(db: Db, lock: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(sql`
    select objid::bigint as id from pg_locks
    where locktype = 'advisory' and classid = ${lock} and objid = any (${sql.param([...ids])}::oid[])
      and database = (select oid from pg_database where datname = current_database())`)
  return new Set(rows.map(({ id }) => Number(id)))
}
