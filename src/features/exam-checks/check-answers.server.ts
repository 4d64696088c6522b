import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { candidate } from '#src/features/exams/exam.table.server.ts'
import { candidatesSeen, findExam, subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { formerName } from '#src/server/list/account-names.server.ts'
import { notify } from '#src/server/notices/notify.server.ts'
import type { CheckOutcome } from './check-outcomes.ts'

/** The page on which members see the answers. Notices lead there. */
const PAGE = '/user/account/results'

/** So many requests are listed: the open ones first. */
const MOST_CHECKS = 500

/** A request as the schools see it. */
export type OfficeCheck = {
  id: number
  version: number
  subjectId: number
  subject: string
  candidateId: number
  /** The number of the candidate; the name only for whoever sees names. */
  number: string
  name: string
  school: string
  class: string
  /** The mark of now in hundredths, which a correction may have changed; null without one. */
  mark: number | null
  publication: number
  text: string
  state: 'open' | 'answered'
  outcome: CheckOutcome | ''
  answer: string
  who: string | null
  time: string
  answerTime: string | null
}

type CheckRow = Omit<OfficeCheck, 'time' | 'answerTime'> & { orgId: number; time: Date; answerTime: Date | null }

/** The requests of an exam in the data scope, the open ones first; of subject teachers those of their subjects. */
export async function officeChecks(db: Db, actor: Actor, examId: number): Promise<OfficeCheck[]> {
  await findExam(db, actor, examId)
  const { rows } = await db.execute<CheckRow>(sql`
    select k.id::float8 as id, k.version, k.subject_id::float8 as "subjectId", s.name as subject, k.candidate_id::float8 as "candidateId",
      ${candidate.number} as number, ${candidate.name} as name, ${candidate.orgId}::float8 as "orgId", coalesce(o.name, '') as school,
      case when c.id = o.id then '' else c.name end as class, p.mark, k.number as publication, k.text, k.state, k.outcome, k.answer,
      coalesce(a.username, ${formerName(sql`k.answer_by`)}) as who, k.create_time as time, k.answer_time as "answerTime"
    from mark_check k join ${candidate} on ${candidate.examId} = k.exam_id and ${candidate.id} = k.candidate_id
      join subject s on s.id = k.subject_id join organization c on c.id = ${candidate.orgId}
      left join organization o on o.id = ${candidate.schoolId}
      left join paper p on p.exam_id = k.exam_id and p.candidate_id = k.candidate_id and p.subject_id = k.subject_id
      left join account a on a.id = k.answer_by
    where k.exam_id = ${examId} and ${candidatesSeen(actor) ?? sql`true`}
    order by k.state = 'open' desc, k.id desc limit ${MOST_CHECKS}`)
  const taught = await subjectsTaught(
    db,
    actor,
    rows.map(({ orgId }) => orgId),
  )
  const named = can(actor, 'exam/candidate/pupil')
  return rows.flatMap(({ orgId, time, answerTime, ...row }) => {
    if (taught.get(orgId)?.has(row.subjectId) === false) return []
    return [
      {
        ...row,
        name: named ? row.name : `${[...row.name][0] ?? ''}***`,
        time: new Date(time).toISOString(),
        answerTime: answerTime && new Date(answerTime).toISOString(),
      },
    ]
  })
}

type Answer = { id: number; check: number; outcome: CheckOutcome; text: string }

type HeldCheck = {
  state: string
  subjectId: number
  subject: string
  exam: string
  orgId: number
  asker: number | null
}

/**
 * Answers a request in the data scope. The member who has asked is told, while the link to the pupil is there.
 * @throws AppError 404, 409 when it is answered already
 */
export async function answerCheck(
  tx: Db,
  secret: string,
  actor: Actor,
  { id, check, outcome, text }: Answer,
): Promise<void> {
  await findExam(tx, actor, id)
  const { rows } = await tx.execute<HeldCheck>(sql`
    select k.state, k.subject_id::float8 as "subjectId", s.name as subject, e.name as exam, ${candidate.orgId}::float8 as "orgId",
      (select g.account_id::float8 from guardian g where g.account_id = k.account_id and g.student_id = k.student_id) as asker
    from mark_check k join ${candidate} on ${candidate.examId} = k.exam_id and ${candidate.id} = k.candidate_id
      join subject s on s.id = k.subject_id join exam e on e.id = k.exam_id
    where k.exam_id = ${id} and k.id = ${check} and ${candidatesSeen(actor) ?? sql`true`} for update of k`)
  const [found] = rows
  const taught = found && (await subjectsTaught(tx, actor, [found.orgId])).get(found.orgId)
  if (!found || taught?.has(found.subjectId) === false) throw new AppError(404, m.error_rowMissing())
  if (found.state !== 'open') throw new AppError(409, m.check_answered(), { reason: 'done' })
  await tx.execute(sql`
    update mark_check set state = 'answered', outcome = ${outcome}, answer = ${text}, answer_by = ${actor.id}, answer_time = now()
    where exam_id = ${id} and id = ${check}`)
  if (found.asker === null) return
  const data = { exam: found.exam, subject: found.subject, outcome }
  await notify(tx, secret, { accountId: found.asker, kind: 'markCheck', data, link: PAGE })
}
