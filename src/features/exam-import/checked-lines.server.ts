import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { candidate } from '#src/features/exams/exam.table.server.ts'
import { candidatesSeen, type ExamRecord, findExam } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { FileWriter, JudgedFile } from '#src/server/crud/import-writer.server.ts'
import { AppError } from '#src/server/errors.server.ts'

// Lines of the files of an exam name candidates, and say what the roster has of them. What is judged stands in three
// temporary tables of the transaction: `file_line`, `file_row` and `file_remark`.

/** A text for comparison: without case, width of brackets and spaces. */
const plain = (text: SQL) => sql`lower(regexp_replace(translate(${text}, '（）·•．', '()'), '[[:space:]　]', '', 'g'))`

/** Finds an exam, and keeps its state until the commit where an import follows. @throws AppError 404, 409 */
export async function judgedExam(
  { db, actor, lock }: Pick<JudgedFile, 'db' | 'actor' | 'lock'>,
  id: number,
  { states, refusal }: { states: readonly string[]; refusal(): string },
): Promise<ExamRecord> {
  if (lock) await db.execute(sql`select from exam where id = ${id} for share`)
  const exam = await findExam(db, actor, id)
  if (!states.includes(exam.state)) throw new AppError(409, refusal(), { reason: 'state' })
  return exam
}

/** The candidates of an exam that an actor sees, as a subquery. */
export function candidatesOfExam(actor: Actor, examId: number): SQL {
  return sql`(select ${candidate}.* from ${candidate}
    where ${candidate.examId} = ${examId} and ${candidatesSeen(actor) ?? sql`true`})`
}

/** What kinds of files differ in: how a line finds its candidate `c`, and the column that it is found by. */
type Finding = { field: 'number' | 'student'; join: SQL }

/** Makes `file_line`: each line with its candidate, if the actor sees one, and `file_remark` with what is wrong. */
export async function matchLines(
  { db, importId, actor, lock, columns }: JudgedFile,
  exam: ExamRecord,
  { field, join }: Finding,
): Promise<void> {
  await db.execute(sql`drop table if exists pg_temp.file_line, pg_temp.file_row, pg_temp.file_remark`)
  await db.execute(sql`
    create temporary table file_line on commit drop as
    select l.row_no as line, l.values as given, l.errors is not null as wrong, l.errors, c.id as candidate, c.number, c.version, c.name::text as name,
      c.combo, c.school_id, c.org_id, c.status, s.number as student
    from import_row l left join student s on ${field === 'student'} and s.number = l.values ->> 'student'
      left join ${candidatesOfExam(actor, exam.id)} c on ${join}
    where l.import_id = ${importId}`)
  await db.execute(sql`analyze file_line`)
  if (lock) await lockParts(db, exam.id)
  await db.execute(sql`
    create temporary table file_remark (line int not null, field text, problem text, doubt text, given jsonb) on commit drop`)
  const isLong = columns.has('subject')
  const twice = isLong ? sql`given ->> ${field}, given ->> 'subject'` : sql`given ->> ${field}`
  await remarkUnknown(db, field, sql`${candidatesOfExam(actor, exam.id)} c`)
  // Nobody knows which of the lines is right, so none of them is taken.
  await db.execute(sql`
    insert into file_remark (line, field, problem, given)
    select line, ${field}, ${isLong ? 'repeatedSubject' : 'repeated'}, jsonb_build_object('line', other) from (
      select line, case when line = min(line) over same then lead(line) over (same order by line) else min(line) over same end as other
      from file_line where given ? ${field} ${isLong ? sql`and given ? 'subject'` : sql``} window same as (partition by ${twice})
    ) counted where other is not null`)
  await checkPeople(db, exam.id, field)
}

/** Remarks on numbers of nobody. One that has only lost zeros, spaces or case is named: a program has changed it. */
async function remarkUnknown(db: Db, field: Finding['field'], candidates: SQL): Promise<void> {
  const isUnknown = sql`candidate is null and given ? ${field}`
  if (field === 'student') {
    await remark(db, field, 'unknown', sql`'number', given ->> ${field}`, isUnknown)
    return
  }
  const core = (text: SQL) => sql`ltrim(lower(regexp_replace(${text}, '[[:space:]　-]', '', 'g')), '0')`
  await db.execute(sql`
    with unknown as materialized (
      select line, given ->> ${field} as number, ${core(sql`given ->> ${field}`)} as core from file_line where ${isUnknown}
    ), near as (
      select ${core(sql`c.number`)} as core, min(c.number) as number from ${candidates}
      where exists (select from unknown) group by 1 having count(*) = 1
    )
    insert into file_remark (line, field, problem, given)
    select u.line, ${field}, case when n.core is null then 'unknown' else 'near' end,
      jsonb_build_object('number', u.number, 'near', n.number)
    from unknown u left join near n on n.core = u.core and n.core <> ''`)
}

/** Nothing may be submitted while its marks are imported. */
async function lockParts(db: Db, examId: number): Promise<void> {
  await db.execute(sql`
    select from exam_part where exam_id = ${examId} and school_id in (select school_id from file_line)
    order by school_id for share`)
}

/** Adds a problem to each line of a condition. */
export async function remark(db: Db, field: string, code: string, given: SQL, where: SQL, from = sql`file_line`) {
  await db.execute(sql`
    insert into file_remark (line, field, problem, given) select line, ${field}, ${code}, jsonb_build_object(${given})
    from ${from} where ${where}`)
}

/** Compares what a line says of a candidate with the roster, and looks whether the candidate can be written. */
async function checkPeople(db: Db, examId: number, field: string): Promise<void> {
  const same = (given: string, ...names: SQL[]) =>
    sql`${plain(sql`given ->> ${given}`)} in (${sql.join(
      names.map((name) => plain(name)),
      sql`, `,
    )})`
  const placed = sql`(
    select l.*, s.name::text as school, s.short_name as school_short, s.code as school_code, o.name::text as place,
      o.short_name as place_short, o.code as place_code, p.state as part
    from file_line l join organization s on s.id = l.school_id join organization o on o.id = l.org_id
      left join exam_part p on p.exam_id = ${examId} and p.school_id = l.school_id
    where l.candidate is not null) placed`
  const isThere = sql`exists (select from organization k, organization top where top.id = placed.school_id and k.type = 'class'
    and starts_with(k.path, top.path) and ${same('class', sql`k.name::text`, sql`k.short_name`, sql`k.code`)})`
  // Schools write 1班 or (1) for 2024级1班.
  const sameNumber = sql`coalesce(substring(${plain(sql`given ->> 'class'`)} from '^\\(?0*([0-9]{1,2})\\)?班?$')
    = ltrim(substring(place from '([0-9]+)[^0-9]*$'), '0'), false)`
  const otherClass = sql`given ? 'class' and not ${same('class', sql`place`, sql`place_short`, sql`place_code`)} and not ${sameNumber}`
  const check = (at: string, code: string, given: SQL, where: SQL) => remark(db, at, code, given, where, placed)
  await check(field, 'out', sql`'number', number`, sql`status = 'out'`)
  await check(field, 'submitted', sql`'school', school`, sql`part = 'submitted'`)
  await check('name', 'name', sql`'number', number`, sql`given ? 'name' and not ${same('name', sql`name`)}`)
  const schools = same('school', sql`school`, sql`school_short`, sql`school_code`)
  await check('school', 'school', sql`'school', school`, sql`given ? 'school' and not ${schools}`)
  await check('class', 'class', sql`'class', place`, sql`${otherClass} and ${isThere}`)
  await check(
    'class',
    'noClass',
    sql`'school', school, 'class', given ->> 'class'`,
    sql`${otherClass} and not ${isThere}`,
  )
}

/** A line says another combination than the roster. */
export async function checkCombos(db: Db): Promise<void> {
  const differs = sql`candidate is not null and given ? 'combo' and ${plain(sql`given ->> 'combo'`)} <> ${plain(sql`combo`)}`
  await remark(db, 'combo', 'combo', sql`'combo', combo`, sql`${differs} and combo <> ''`)
  await remark(db, 'combo', 'noCombo', sql`'combo', combo`, sql`${differs} and combo = ''`)
}

/** What the kit reads after a file was judged. */
export const judgedFile = {
  rows: sql`select line, candidate as target, action from file_row`,
  remarks: sql`select line, field, problem, doubt, given from file_remark`,
} as const

/** The messages about lines that all files of an exam share. */
export const personMessages: FileWriter['says'] = {
  unknown: ({ number = '' }) => m.examImport_unknown({ number }),
  near: ({ number = '', near = '' }) => m.examImport_near({ number, near }),
  repeated: ({ line = '' }) => m.examImport_repeated({ line }),
  repeatedSubject: ({ line = '' }) => m.examImport_repeatedSubject({ line }),
  out: () => m.examImport_out(),
  submitted: ({ school = '' }) => m.examImport_submitted({ school }),
  name: () => m.examImport_name(),
  school: ({ school = '' }) => m.examImport_school({ school }),
  class: ({ class: name = '' }) => m.examImport_class({ name }),
  noClass: ({ school = '', class: name = '' }) => m.examImport_noClass({ school, name }),
  combo: ({ combo = '' }) => m.examImport_combo({ combo }),
  noCombo: () => m.examImport_noCombo(),
}
