import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

// Corrections are never taken back, so a run that has counted those it has read tells how many it lacks.

/** How many corrections of an exam are accepted. */
export async function acceptedCorrections(db: Db, examId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from correction where exam_id = ${examId} and state = 'accepted'`,
  )
  return rows[0]?.count ?? 0
}

/** How many accepted corrections the last run that is done lacks. */
export async function uncomputedCorrections(db: Db, examId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select corrections as count from exam_run where exam_id = ${examId} and state = 'done' order by number desc limit 1`)
  return (await acceptedCorrections(db, examId)) - (rows[0]?.count ?? 0)
}
