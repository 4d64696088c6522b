import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { examPart } from '#src/features/exams/exam.table.server.ts'
import { heldExam } from '#src/features/exams/exam-access.server.ts'
import { noteEvent } from '#src/features/exams/exam-events.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { notify } from '#src/server/notices/notify.server.ts'
import { checkPart } from './data-access.server.ts'
import { type Findings, readFindings } from './findings.server.ts'

type Wanted = { id: number; schoolIds: readonly number[] }
type Done = { count: number; left: number }

const collecting = ['collecting'] as const
const ofSchools = ({ id, schoolIds }: Wanted) =>
  sql`${examPart.examId} = ${id} and ${examPart.schoolId} = any (${sql.param([...new Set(schoolIds)])}::bigint[])`

/** Tells the accounts of schools that enter marks to do so. Schools that have submitted are left out. */
export async function remindSchools(tx: Db, secret: string, actor: Actor, wanted: Wanted): Promise<Done> {
  const exam = await heldExam(tx, actor, { id: wanted.id, states: collecting })
  const { rows: parts } = await tx.execute<{ school: number; name: string }>(sql`
    update ${examPart} set remind_time = now() from organization o
    where ${ofSchools(wanted)} and ${examPart.state} <> 'submitted' and o.id = ${examPart.schoolId}
    returning ${examPart.schoolId}::float8 as school, o.name`)
  for (const { school, name } of parts) {
    for (const accountId of await accountsOf(tx, school)) {
      await notify(tx, secret, {
        accountId,
        kind: 'examReminder',
        data: { exam: exam.name, school: name },
        link: `/admin/exam/data?exam=${exam.id}&section=desk&school=${school}`,
      })
    }
    await noteEvent(tx, actor, { examId: exam.id, kind: 'reminded', schoolId: school })
  }
  return doneOf(wanted, parts.length)
}

/** The accounts of a school, or of one of its classes, that enter marks. */
async function accountsOf(tx: Db, school: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select a.id::float8 as id from account a join admin_profile ap on ap.account_id = a.id join organization o on o.id = ap.dept_id
      join organization top on top.id = ${school} and o.path >= top.path and o.path < rtrim(top.path, '/') || '0'
    where a.kind = 'admin' and a.status = 1 and exists (select from account_role ar join role r on r.id = ar.role_id and r.status = 1
        join role_rule rr on rr.role_id = r.id join rule ru on ru.id = rr.rule_id and ru.status = 1 and ru.area = 'admin'
      where ar.account_id = a.id and (ar.end_time is null or ar.end_time > now()) and ru.name = 'exam/data/enter')
    order by a.id`)
  return rows.map(({ id }) => id)
}

/** Gives schools a deadline of their own, or, with null, that of the exam again. */
export async function extendSchools(
  tx: Db,
  actor: Actor,
  { deadline, ...wanted }: Wanted & { deadline: string | null },
): Promise<Done> {
  const exam = await heldExam(tx, actor, { id: wanted.id, states: collecting })
  const { rows } = await tx.execute<{ school: number }>(sql`
    update ${examPart} set deadline = ${deadline}::timestamptz where ${ofSchools(wanted)} and ${examPart.state} <> 'submitted'
    returning ${examPart.schoolId}::float8 as school`)
  for (const { school } of rows)
    await noteEvent(tx, actor, { examId: exam.id, kind: 'deadline', schoolId: school, reason: deadline ?? '' })
  return doneOf(wanted, rows.length)
}

/** Opens submitted parts again. */
export async function returnSchools(
  tx: Db,
  actor: Actor,
  { reason, ...wanted }: Wanted & { reason: string },
): Promise<Done> {
  const exam = await heldExam(tx, actor, { id: wanted.id, states: collecting })
  const { rows } = await tx.execute<{ school: number }>(sql`
    update ${examPart} set state = 'returned', reason = ${reason} where ${ofSchools(wanted)} and ${examPart.state} = 'submitted'
    returning ${examPart.schoolId}::float8 as school`)
  for (const { school } of rows)
    await noteEvent(tx, actor, { examId: exam.id, kind: 'returned', schoolId: school, reason })
  return doneOf(wanted, rows.length)
}

/** @throws AppError 409 when nothing was to be done */
function doneOf({ schoolIds }: Wanted, count: number): Done {
  if (count === 0) throw new AppError(409, m.examData_nothing(), { reason: 'state' })
  return { count, left: new Set(schoolIds).size - count }
}

/**
 * Submits the part of a school: nobody writes its papers any more. Whoever writes them at this moment is waited for.
 * @param missing the number of missing papers that the user knows of
 * @throws AppError 409 when it is not open, 422 with what blocks, or with warnings when other papers are missing
 */
export async function submitPart(
  tx: Db,
  actor: Actor,
  { id, schoolId, missing }: { id: number; schoolId: number; missing: number },
): Promise<void> {
  await tx.execute(sql`select from exam where id = ${id} for share`)
  await checkPart(tx, actor, id, schoolId)
  const { rows: parts } = await tx.execute<{ open: boolean }>(sql`
    select p.state <> 'submitted' and e.state = 'collecting' as open from exam_part p join exam e on e.id = p.exam_id
    where p.exam_id = ${id} and p.school_id = ${schoolId} for update of p`)
  if (!parts[0]?.open) throw new AppError(409, m.exam_notOpen(), { reason: 'state' })
  const findings = await readFindings(tx, actor, { id, schoolId, whole: true })
  if (findings.blocking > 0) throw new AppError(422, m.examData_blocked(), { findings })
  if (findings.missing !== missing) throw new AppError(422, missingText(findings), { reason: 'warnings', findings })
  await tx.execute(sql`update exam_part set state = 'submitted', submit_time = now(), submit_by = ${actor.id}, reason = ''
    where exam_id = ${id} and school_id = ${schoolId}`)
  await noteEvent(tx, actor, { examId: id, kind: 'submitted', schoolId })
}

/** Which papers are missing, by subject. */
function missingText({ list }: Findings): string {
  const subjects = list.filter(({ kind }) => kind === 'missing').map(({ subject, count }) => `${subject} ${count}`)
  return subjects.length > 0 ? m.examData_missingNow({ subjects: subjects.join(', ') }) : m.examData_missingNone()
}
