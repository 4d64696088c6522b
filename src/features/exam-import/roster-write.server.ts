import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rosterStates } from '#src/features/exams/candidate.rules.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { FileUndo } from '#src/server/crud/import-writer.server.ts'
import type { Writing } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { candidatesOfExam, judgedExam } from './checked-lines.server.ts'

/**
 * Writes numbers and combinations.
 * @throws Error when somebody was faster: the job begins again
 */
export async function writeRoster({ tx }: Writing, importId: number, examId: number): Promise<number> {
  const wanted = sql`(
    select r.candidate, r.version, r.number, r.next_number, r.next_combo from file_row r
      join import_verdict v on v.import_id = ${importId} and v.row_no = r.line and v.action = 'changed'
    where r.action = 'changed')`
  await tx.execute(sql`drop table if exists pg_temp.roster_change`)
  await tx.execute(sql`
    create temporary table roster_change on commit drop as
    select w.candidate, c.id is not null as free, w.next_number, w.next_combo
    from ${wanted} w left join candidate c on c.exam_id = ${examId} and c.id = w.candidate and c.version = w.version`)
  const { rows } = await tx.execute<{ lost: number }>(
    sql`select count(*) filter (where not free)::int as lost from roster_change`,
  )
  if ((rows[0]?.lost ?? 0) > 0) throw new Error('candidates were changed while they were imported')
  return writeChanges(tx, examId)
}

/** Writes the free rows of `roster_change`. Those that exchange numbers get others in between, which nobody has. */
async function writeChanges(tx: Db, examId: number): Promise<number> {
  const free = sql`roster_change r where c.exam_id = ${examId} and c.id = r.candidate and r.free`
  await tx.execute(sql`
    update candidate c set number = '~' || c.id from ${free} and c.number <> r.next_number and exists (
      select from roster_change o where o.free and o.candidate <> c.id and o.next_number = c.number)`)
  const { rowCount } = await tx.execute(
    sql`update candidate c set number = r.next_number, combo = r.next_combo from ${free}`,
  )
  return rowCount ?? 0
}

/**
 * Gives back the numbers and combinations that an import has changed, where they are as it has written them.
 * @throws AppError 409 when the roster is locked, or a school has submitted its part
 */
export async function undoRoster(
  tx: Db,
  actor: Actor,
  { examId, changeSetId }: { examId: number; changeSetId: number },
): Promise<FileUndo> {
  await judgedExam({ db: tx, actor, lock: true }, examId, { states: rosterStates, refusal: () => m.candidate_locked() })
  // In one change set, a number may have been another one in between.
  const ends = (field: string): SQL => sql`
    (array_agg(before ->> ${field} order by id) filter (where before ? ${field}))[1] as ${sql.raw(`${field}_before`)},
    (array_agg(after ->> ${field} order by id desc) filter (where after ? ${field}))[1] as ${sql.raw(`${field}_after`)}`
  await tx.execute(sql`drop table if exists pg_temp.roster_change`)
  await tx.execute(sql`
    create temporary table roster_change on commit drop as
    select k.row_id as candidate, coalesce(number_before, c.number) as next_number, coalesce(combo_before, c.combo) as next_combo, c.school_id,
      c.id is not null and coalesce(number_after, c.number) = c.number and coalesce(combo_after, c.combo) = c.combo as free
    from (
      select row_id, ${ends('number')}, ${ends('combo')} from change
      where change_set_id = ${changeSetId} and table_name = 'candidate' and operation = 'update' group by row_id
    ) k left join ${candidatesOfExam(actor, examId)} c on c.id = k.row_id`)
  await spareTaken(tx, examId)
  await assertReturned(tx, examId)
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from roster_change`)
  const changed = await writeChanges(tx, examId)
  return { removed: 0, changed, left: (rows[0]?.count ?? 0) - changed }
}

/** A number that somebody has now who keeps it does not go back. Who then keeps another number may stop a third one. */
async function spareTaken(tx: Db, examId: number): Promise<void> {
  for (;;) {
    const { rowCount } = await tx.execute(sql`
      update roster_change r set free = false where free and exists (
        select from candidate o where o.exam_id = ${examId} and o.number = r.next_number and o.id <> r.candidate
          and not exists (select from roster_change f where f.candidate = o.id and f.free))`)
    if (!rowCount) return
  }
}

/** Keeps the parts as they are until the commit. @throws AppError 409 when a school has submitted its part */
async function assertReturned(tx: Db, examId: number): Promise<void> {
  const { rows } = await tx.execute<{ state: string }>(sql`
    select state from exam_part where exam_id = ${examId} and school_id in (select school_id from roster_change where free)
    order by school_id for share`)
  if (rows.some(({ state }) => state === 'submitted'))
    throw new AppError(409, m.candidate_submitted(), { reason: 'state' })
}
