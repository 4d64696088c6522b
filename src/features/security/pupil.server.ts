import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

/** What stands in place of a name. It is a name by the rule of names, so a form with it can be saved. */
export const GONE = 'gone'

/** A pupil whose name and number go, with every name and number that the pupil ever had. */
export type Pupil = {
  id: number
  /** Whether the pupil is still there. A deleted one is in the history. */
  exists: boolean
  /** What stands in place of each number from then on. It differs from that of all others. */
  gone: string
  /** All names and permanent numbers. Numbers of exams may be those of others in other exams. */
  all: string[]
  /** The candidates that the pupil is or was, of all exams. */
  candidates: number[]
  /** The member that is the pupil, if there is one. */
  accountId: number | null
}

/**
 * Finds a pupil by the permanent number, or by one that the pupil had, also when the pupil is deleted. Who has the
 * number now is meant, rather than who had it before.
 * Nobody takes the roster of an exam, or changes the pupil, until the transaction ends: they would write the name anew.
 * @throws Error when there is none, or more than one who had it
 */
export async function findPupil(db: Db, number: string): Promise<Pupil> {
  // Those who take a roster lock the exam first, and alone; those who enter marks share it.
  await db.execute(sql`select from exam where state in ('draft', 'collecting') order by id for share`)
  const { rows: live } = await db.execute<{ id: number }>(
    sql`select id::float8 as id from student where number = ${number}`,
  )
  const { rows } =
    live.length > 0
      ? { rows: live }
      : await db.execute<{
          id: number
        }>(sql`select distinct row_id::float8 as id from change where table_name = 'student'
          and (before ->> 'number' = ${number} or after ->> 'number' = ${number})`)
  const [found] = rows
  if (!found) throw new Error(`There is no pupil with the number "${number}", and the history knows none.`)
  if (rows.length > 1)
    throw new Error(`"${number}" was the number of several pupils, and nobody has it now. Name one by another number.`)
  return pupilOf(db, found.id)
}

async function pupilOf(db: Db, id: number): Promise<Pupil> {
  await db.execute(sql`select from student where id = ${id} for update`)
  const gone = `${GONE}${id}`
  const { rows } = await db.execute<{
    exists: boolean
    all: string[]
    candidates: string[]
    accountId: number | null
  }>(sql`
    with candidates as materialized (
      select id, name from candidate where student_id = ${id}
      union select row_id, before ->> 'name' from change
      where table_name = 'candidate' and before ->> 'student_id' = ${String(id)}
    ), past as materialized (select side from change c cross join lateral (values (c.before), (c.after)) sides (side)
      where c.table_name = 'student' and c.row_id = ${id})
    select exists (select from student where id = ${id}) as exists,
      array(select distinct text from (select name as text from student where id = ${id} union select number from student where id = ${id}
        union select name from candidates union select side ->> 'name' from past union select side ->> 'number' from past
        union select side ->> 'name' from change c cross join lateral (values (c.before), (c.after)) sides (side)
          where c.table_name = 'candidate' and c.row_id in (select id from candidates)) texts
        where text not in ('', ${GONE}, ${gone})) as all,
      array(select distinct id from candidates)::text[] as candidates,
      (select account_id::float8 from guardian where student_id = ${id} and relation = 'self') as "accountId"`)
  const [row] = rows
  if (!row) throw new Error('a statement without a row')
  return { ...row, id, gone, candidates: row.candidates.map(Number) }
}
