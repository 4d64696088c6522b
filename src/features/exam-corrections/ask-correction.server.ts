import { sql } from 'drizzle-orm'
import { dataExam } from '#src/features/exam-data/data-access.server.ts'
import { paperText } from '#src/features/exam-data/mark-cell.ts'
import { checkCells, storedCells } from '#src/features/exam-data/paper-write.server.ts'
import { computedStates } from '#src/features/exam-run/run-store.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Writing } from '#src/server/crud/resource.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import type { CorrectionForm } from './correction.schema.ts'
import { correction } from './correction.table.server.ts'

/**
 * Asks for another mark of a locked or published exam, by the rules of the desk.
 * @returns the id of the correction
 * @throws AppError 404, 409 when the exam is open or archived, or a correction of the mark waits, 422
 */
export async function askCorrection({ tx, actor }: Writing, form: CorrectionForm): Promise<number> {
  const { examId, candidateId, subjectId, wanted, reason } = form
  // Before anything is read: the state and the roster stay until the commit.
  await tx.execute(sql`select from exam where id = ${examId} for share`)
  const data = await dataExam(tx, actor, examId)
  if (!computedStates.includes(data.exam.state)) throw new AppError(409, m.correction_notClosed(), { reason: 'state' })
  const cell = { candidateId, subjectId, value: wanted, was: null }
  const [checked] = await checkCells(tx, actor, data, [cell])
  if (!checked) throw new Error('the cell was not checked')
  if ('message' in checked) {
    const field = checked.at === 'value' ? 'wanted' : checked.at
    throw invalid({ [field]: [checked.message] })
  }
  if (checked.value === null) throw invalid<CorrectionForm>({ wanted: [m.rule_required()] })
  const value = paperText(checked.value)
  const [now] = await storedCells(tx, examId, [cell])
  const was = now ? paperText(now) : ''
  if (was === value) throw invalid<CorrectionForm>({ wanted: [m.correction_same()] })
  const [made] = await tx
    .insert(correction)
    .values({ examId, candidateId, subjectId, was, wanted: value, reason })
    .onConflictDoNothing()
    .returning({ id: correction.id })
  if (!made) {
    const waits = m.correction_waits()
    throw new AppError(409, waits, { reason: 'duplicate', errors: { subjectId: [waits] } })
  }
  return made.id
}
