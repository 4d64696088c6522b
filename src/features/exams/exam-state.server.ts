import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { ExamState } from './exam.schema.ts'
import { exam } from './exam.table.server.ts'
import { holdExam } from './exam-access.server.ts'
import { type ExamEventKind, noteEvent } from './exam-events.server.ts'

// draft → collecting → locked → published → archived. Locking and publishing are with the runs (features/exam-run).

type Wanted = { id: number; version?: number | undefined; reason?: string }
type Saved = { id: number; version: number }

/** Writes the state of an exam that is locked by `holdExam`, and notes why. */
export async function setState(
  tx: Db,
  actor: Actor,
  { id, state, kind, reason }: { id: number; state: ExamState; kind: ExamEventKind; reason?: string | undefined },
): Promise<Saved> {
  const [saved] = await tx.update(exam).set({ state }).where(eq(exam.id, id)).returning({ version: exam.version })
  await noteEvent(tx, actor, { examId: id, kind, ...(reason ? { reason } : {}) })
  return { id, version: saved?.version ?? 0 }
}

/** Lets schools enter marks. @throws AppError 422 without candidates */
export async function openExam(tx: Db, actor: Actor, wanted: Wanted): Promise<Saved> {
  const { id } = await holdExam(tx, actor, { ...wanted, states: ['draft'] })
  const { rows } = await tx.execute(sql`select from candidate where exam_id = ${id} and status = 'in' limit 1`)
  if (rows.length === 0) throw new AppError(422, m.exam_noCandidates())
  return setState(tx, actor, { id, state: 'collecting', kind: 'opened' })
}

/** Makes an exam a draft again. @throws AppError 409 when it has marks */
export async function toDraft(tx: Db, actor: Actor, wanted: Wanted): Promise<Saved> {
  const { id } = await holdExam(tx, actor, { ...wanted, states: ['collecting'] })
  const { rows } = await tx.execute(sql`select from paper where exam_id = ${id} limit 1`)
  if (rows.length > 0) throw new AppError(409, m.exam_hasMarks(), { reason: 'state' })
  return setState(tx, actor, { id, state: 'draft', kind: 'backToDraft' })
}

/** Opens a locked exam for marks again. */
export async function reopenExam(tx: Db, actor: Actor, wanted: Wanted): Promise<Saved> {
  const { id } = await holdExam(tx, actor, { ...wanted, states: ['locked'] })
  return setState(tx, actor, { id, state: 'collecting', kind: 'unlocked', reason: wanted.reason })
}

/** Closes a published exam for good. It stays readable. */
export async function archiveExam(tx: Db, actor: Actor, wanted: Wanted): Promise<Saved> {
  const { id } = await holdExam(tx, actor, { ...wanted, states: ['published'] })
  return setState(tx, actor, { id, state: 'archived', kind: 'archived' })
}

/** Takes the last revision of the scheme into a draft. @throws AppError 422 when the exam has it */
export async function takeRevision(tx: Db, actor: Actor, wanted: Wanted): Promise<Saved> {
  const { id, schemeId, revision } = await holdExam(tx, actor, { ...wanted, states: ['draft'] })
  const { rows } = await tx.execute<{ number: number }>(
    sql`select max(number) as number from exam_scheme_revision where scheme_id = ${schemeId}`,
  )
  const number = rows[0]?.number ?? revision
  if (number === revision) throw new AppError(422, m.exam_revisionSame())
  const [saved] = await tx
    .update(exam)
    .set({ revision: number })
    .where(eq(exam.id, id))
    .returning({ version: exam.version })
  await noteEvent(tx, actor, { examId: id, kind: 'revision', reason: String(number) })
  return { id, version: saved?.version ?? 0 }
}
