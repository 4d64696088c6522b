import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { Row, UndoneRow } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { examPart } from './exam.table.server.ts'
import { type ExamRecord, findExam } from './exam-access.server.ts'
import { revisionContent } from './exam-content.server.ts'

/** The states in which a roster changes. */
export const rosterStates: readonly string[] = ['draft', 'collecting']

/**
 * Checks a candidate: the exam is not locked and the part of the school not submitted, the combination is one of
 * the scheme.
 */
export async function candidateRules(
  db: Db,
  values: Record<string, unknown>,
  row: Row | undefined,
  actor: Actor,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const examId = Number(row?.examId)
  const found = await findExam(db, actor, examId)
  if (!rosterStates.includes(found.state)) throw new AppError(409, m.candidate_locked(), { reason: 'state' })
  const [part] = await db
    .select({ state: examPart.state })
    .from(examPart)
    .where(and(eq(examPart.examId, examId), eq(examPart.schoolId, Number(row?.schoolId))))
  if (part?.state === 'submitted') throw new AppError(409, m.candidate_submitted(), { reason: 'state' })
  const combo = String(values.combo ?? '')
  if (combo !== row?.combo) Object.assign(errors, await comboErrors(db, found, combo))
  return errors
}

/** An undo asks the same: nothing of a roster comes back once the exam is locked, or the part is submitted. */
export async function refuseCandidateUndo(
  db: Db,
  _actor: Actor,
  rows: readonly UndoneRow[],
): Promise<ReadonlyMap<number, string>> {
  const ids = sql.param(rows.map(({ id }) => id))
  const { rows: found } = await db.execute<{ id: number; state: string; submitted: boolean }>(sql`
    select c.id::float8 as id, e.state, coalesce(p.state = 'submitted', false) as submitted
    from candidate c join exam e on e.id = c.exam_id
      left join exam_part p on p.exam_id = c.exam_id and p.school_id = c.school_id
    where c.id = any (${ids}::bigint[])`)
  return new Map(
    found.flatMap(({ id, state, submitted }): [number, string][] => {
      if (!rosterStates.includes(state)) return [[id, m.candidate_locked()]]
      return submitted ? [[id, m.candidate_submitted()]] : []
    }),
  )
}

/** Whether a combination is one of the exam's scheme. Nothing is always right: it may come later. */
export async function comboErrors(db: Db, exam: ExamRecord, combo: string): Promise<FieldErrors> {
  if (combo === '') return {}
  const { combinations, choice } = await revisionContent(db, exam)
  const names = choice === 'none' ? [] : combinations.map(({ name }) => name)
  if (names.includes(combo)) return {}
  return {
    combo: [names.length === 0 ? m.candidate_noChoice() : m.candidate_unknownCombo({ names: names.join(', ') })],
  }
}
