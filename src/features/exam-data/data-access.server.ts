import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { candidate, examPart } from '#src/features/exams/exam.table.server.ts'
import {
  candidatesSeen,
  type ExamRecord,
  examsSeen,
  findExam,
  partsSeen,
} from '#src/features/exams/exam-access.server.ts'
import { revisionContent } from '#src/features/exams/exam-content.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type Sits, sitsOf } from './exam-sits.ts'

/** Full mark in hundredths. */
export type DataSubject = { id: number; name: string; fullMark: number }

/** An exam with all that its marks are checked against. */
export type DataExam = { exam: ExamRecord & { held: boolean }; subjects: DataSubject[]; sits: Sits }

/** An exam that the actor sees, with its subjects in their order and who sits them. @throws AppError 404 */
export async function dataExam(db: Db, actor: Actor, id: number): Promise<DataExam> {
  const exam = await findExam(db, actor, id)
  const { rows: subjects } = await db.execute<DataSubject>(sql`
    select s.id::float8 as id, s.name, e.full_mark as "fullMark" from exam_subject e join subject s on s.id = e.subject_id
    where e.exam_id = ${id} order by e.position`)
  return { exam, subjects, sits: sitsOf(await revisionContent(db, exam)) }
}

/** The condition for the candidates `candidate` that the actor sees. */
export const seenCandidates = (actor: Actor): SQL => candidatesSeen(actor) ?? sql`true`

/** The condition for the parts `exam_part` that the actor sees as a whole. */
export const seenParts = (actor: Actor): SQL => partsSeen(actor) ?? sql`true`

/** Whether a part is past its own deadline, or that of its exam, and not submitted. */
export const isLate = (deadline: string | null): SQL =>
  sql`(${examPart.state} <> 'submitted' and coalesce(${examPart.deadline}, ${deadline}::timestamptz) < now())`

/** @throws AppError 403 when the actor sees only classes of a school, 404 when it takes no part */
export async function checkPart(db: Db, actor: Actor, examId: number, schoolId: number): Promise<void> {
  const { rows } = await db.execute<{ whole: boolean }>(sql`
    select ${seenParts(actor)} as whole from ${examPart} where ${examPart.examId} = ${examId} and ${examPart.schoolId} = ${schoolId}
      and (${seenParts(actor)} or exists (select from ${candidate} where ${candidate.examId} = ${examId}
        and ${candidate.schoolId} = ${schoolId} and ${seenCandidates(actor)}))`)
  if (!rows[0]) throw new AppError(404, m.error_rowMissing())
  if (!rows[0].whole) throw new AppError(403, m.examData_notWhole())
}

export type ChosenExam = { id: number; name: string; state: string; since: string }

/** The exams that have or had marks to enter, the newest first, and which of them a page opens. */
export async function dataExams(db: Db, actor: Actor): Promise<{ list: ChosenExam[]; chosen: number | null }> {
  const { rows: list } = await db.execute<ChosenExam>(sql`
    select exam.id::float8 as id, exam.name, exam.state, exam.since::text as since from exam
    where exam.state <> 'draft' and ${examsSeen(actor) ?? sql`true`} order by exam.since desc, exam.id desc limit 200`)
  return { list, chosen: (list.find(({ state }) => state === 'collecting') ?? list[0])?.id ?? null }
}
