import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { FileUndo } from '#src/server/crud/import-writer.server.ts'
import type { Writing } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { candidatesOfExam, judgedExam } from './checked-lines.server.ts'

/**
 * Writes the judged marks with one insert and one update.
 * @throws Error when somebody was faster: the job begins again
 */
export async function writeScores({ tx }: Writing, importId: number, examId: number): Promise<number> {
  const wanted = (action: string) => sql`
    from file_row r join import_verdict v on v.import_id = ${importId} and v.row_no = r.line and v.action in ('new', 'changed')
    where r.action = ${action}`
  const { rowCount: added } = await tx.execute(sql`
    insert into paper (exam_id, candidate_id, subject_id, mark, flag, change_set_id)
    select ${examId}, r.candidate, r.subject, r.mark, r.flag, made.id
    from (select current_change_set() as id ${exists(wanted('new'))}) made, lateral (select r.* ${wanted('new')}) r
    order by r.candidate, r.subject`)
  const { rows } = await tx.execute<{ wanted: number }>(sql`select count(*)::int as wanted ${wanted('changed')}`)
  const { rowCount: changed } = await tx.execute(sql`
    update paper p set mark = r.mark, flag = r.flag, version = p.version + 1 from (select r.* ${wanted('changed')}) r
    where p.exam_id = ${examId} and p.candidate_id = r.candidate and p.subject_id = r.subject and p.version = r.version`)
  if ((changed ?? 0) < (rows[0]?.wanted ?? 0)) throw new Error('marks were changed while they were imported')
  return (added ?? 0) + (changed ?? 0)
}

/** A change set is made only for something that is recorded in it. */
const exists = (wanted: SQL) => sql`where exists (select ${wanted})`

type Undoing = { examId: number; changeSetId: number }

/**
 * Deletes the marks that an import has inserted, and gives back the earlier ones that it has changed. Those that are
 * no longer as the import left them, and those outside of the data scope, stay. A change that was taken back does not
 * count.
 * @throws AppError 409 when the exam collects no more, or a school has submitted its part
 */
export async function undoScores(tx: Db, actor: Actor, { examId, changeSetId }: Undoing): Promise<FileUndo> {
  await judgedExam({ db: tx, actor, lock: true }, examId, {
    states: ['collecting'],
    refusal: () => m.examImport_notCollecting(),
  })
  await tx.execute(sql`drop table if exists pg_temp.undo_paper`)
  await tx.execute(sql`
    create temporary table undo_paper on commit drop as
    select w.*, c.school_id, c.id is not null and w.fits as free from (
      select p.candidate_id, p.subject_id, null::jsonb as before, p.version,
        p.version = 1 or (p.mark, p.flag) is not distinct from (first.mark, first.flag) as fits
      from paper p left join lateral (
        select (k.before ->> 'mark')::int as mark, (k.before ->> 'flag')::smallint as flag from change k
        where p.version > 1 and k.table_name = 'paper' and k.row_id = p.candidate_id and k.change_set_id > ${changeSetId}
          and (k.after ->> 'exam_id')::bigint = ${examId} and (k.after ->> 'subject_id')::bigint = p.subject_id
        order by k.id limit 1
      ) first on true
      where p.exam_id = ${examId} and p.change_set_id = ${changeSetId}
      union all
      select k.row_id, (k.after ->> 'subject_id')::bigint, k.before, p.version,
        (p.mark, p.flag) is not distinct from ((k.after ->> 'mark')::int, (k.after ->> 'flag')::smallint)
      from change k left join paper p on p.exam_id = ${examId} and p.candidate_id = k.row_id and p.subject_id = (k.after ->> 'subject_id')::bigint
      where k.change_set_id = ${changeSetId} and k.table_name = 'paper' and k.operation = 'update'
        and (k.after ->> 'exam_id')::bigint = ${examId}
    ) w left join ${candidatesOfExam(actor, examId)} c on c.id = w.candidate_id`)
  await tx.execute(sql`analyze undo_paper`)
  await assertOpen(tx, examId)
  const { rowCount: removed } = await tx.execute(sql`
    delete from paper p using undo_paper u where p.exam_id = ${examId} and p.candidate_id = u.candidate_id
      and p.subject_id = u.subject_id and u.free and u.before is null and p.version = u.version`)
  const { rowCount: changed } = await tx.execute(sql`
    update paper p set mark = (u.before ->> 'mark')::int, flag = (u.before ->> 'flag')::smallint, version = p.version + 1
    from undo_paper u where p.exam_id = ${examId} and p.candidate_id = u.candidate_id and p.subject_id = u.subject_id
      and u.free and u.before is not null and p.version = u.version`)
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from undo_paper`)
  const done = { removed: removed ?? 0, changed: changed ?? 0 }
  return { ...done, left: (rows[0]?.count ?? 0) - done.removed - done.changed }
}

/** Keeps the parts as they are until the commit. @throws AppError 409 when a school has submitted its part */
async function assertOpen(tx: Db, examId: number): Promise<void> {
  const { rows } = await tx.execute<{ state: string; name: string }>(sql`
    select p.state, o.name::text as name from exam_part p join organization o on o.id = p.school_id
    where p.exam_id = ${examId} and p.school_id in (select school_id from undo_paper where free) order by o.name for share of p`)
  const [submitted] = rows.filter(({ state }) => state === 'submitted')
  if (submitted) throw new AppError(409, m.examImport_undoSubmitted({ school: submitted.name }), { reason: 'state' })
}
