import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { OwnResult } from '#src/features/results/own-results.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { markCheck } from './check.table.server.ts'
import type { CheckOutcome } from './check-outcomes.ts'

/** A request as the family sees it. */
export type OwnCheck = {
  id: number
  subject: number
  name: string
  /** The publication in which the mark was seen. */
  version: number
  text: string
  state: 'open' | 'answered'
  outcome: CheckOutcome | ''
  answer: string
  time: string
  answerTime: string | null
}

type CheckRow = Omit<OwnCheck, 'time' | 'answerTime'> & { time: Date; answerTime: Date | null }

/** The requests about the papers of a pupil in an exam, the latest first. */
export async function ownChecks(db: Db, { id, studentId }: Pick<OwnResult, 'id' | 'studentId'>): Promise<OwnCheck[]> {
  const { rows } = await db.execute<CheckRow>(sql`
    select k.id::float8 as id, k.subject_id::float8 as subject, s.name, k.number as version, k.text, k.state, k.outcome, k.answer,
      k.create_time as time, k.answer_time as "answerTime"
    from mark_check k join subject s on s.id = k.subject_id
    where k.exam_id = ${id} and k.student_id = ${studentId} order by k.id desc`)
  return rows.map(({ time, answerTime, ...row }) => ({
    ...row,
    time: new Date(time).toISOString(),
    answerTime: answerTime && new Date(answerTime).toISOString(),
  }))
}

/** The requests that a member has made, as the member's archive has them. */
export async function checksOfAccount(db: Db, accountId: number) {
  const { rows } = await db.execute<
    Record<'exam' | 'student' | 'subject' | 'text' | 'answer', string> & { time: Date }
  >(sql`
    select e.name as exam, t.name as student, s.name as subject, k.text, k.answer, k.create_time as time
    from mark_check k join exam e on e.id = k.exam_id join student t on t.id = k.student_id join subject s on s.id = k.subject_id
    where k.account_id = ${accountId} order by k.id`)
  return rows.map(({ time, ...row }) => ({ ...row, time: new Date(time).toISOString() }))
}

type Wanted = { accountId: number; subject: number; text: string; papers: readonly { subject: number }[] }

/**
 * Asks for a check of a paper, in the publication that stands.
 * @throws AppError 409 when the days are over, or somebody of the family has asked already; 422 for a subject that the
 *   pupil has no paper in
 */
export async function askCheck(
  tx: Db,
  found: OwnResult,
  { accountId, subject, text, papers }: Wanted,
): Promise<{ id: number }> {
  if (!found.open) throw new AppError(409, m.check_closed(), { reason: 'state' })
  if (!papers.some((paper) => paper.subject === subject)) throw invalid({ subject: [m.check_noPaper()] })
  const [made] = await tx
    .insert(markCheck)
    .values({
      examId: found.id,
      number: found.version,
      candidateId: found.candidateId,
      studentId: found.studentId,
      subjectId: subject,
      accountId,
      text,
    })
    // Two of a family may ask at once.
    .onConflictDoNothing({
      target: [markCheck.examId, markCheck.number, markCheck.candidateId, markCheck.subjectId],
    })
    .returning({ id: markCheck.id })
  if (!made) throw new AppError(409, m.check_asked(), { reason: 'done' })
  return made
}
