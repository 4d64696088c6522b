import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import { type ExamRecord, holdExam } from '#src/features/exams/exam-access.server.ts'
import { noteEvent } from '#src/features/exams/exam-events.server.ts'
import { setState } from '#src/features/exams/exam-state.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { readAxes, storeAxes } from './axes-store.server.ts'
import { CHECK_DAYS, type PublicationAudience } from './run.facts.ts'
import { publication } from './run.table.server.ts'
import { computedStates, doneRun, dropResults, lastRun, storedRun } from './run-store.server.ts'
import { oneOfThread } from './run-thread.server.ts'

type Wanted = { id: number; version?: number | undefined }
type Saved = { id: number; version: number; number: number }

/** Who sees what by default: pupils of the senior level their marks, younger ones bands only; ranks nobody. */
export async function defaultAudience(db: Db, { levelId }: Pick<ExamRecord, 'levelId'>): Promise<PublicationAudience> {
  const [level] = await db.select({ code: educateLevel.code }).from(educateLevel).where(eq(educateLevel.id, levelId))
  const families = level?.code === 'senior' ? 'marks' : 'bands'
  return { schools: true, teachers: true, families, ranks: false, checkDays: CHECK_DAYS }
}

/** The last publication of an exam that stands; undefined for none. */
export async function standingPublication(db: Db, examId: number) {
  const [found] = await db
    .select()
    .from(publication)
    .where(and(eq(publication.examId, examId), isNull(publication.withdrawTime)))
    .orderBy(desc(publication.number))
    .limit(1)
  return found
}

/** The publication that stood when this one came out. It may have been withdrawn since. */
export async function publicationBefore(db: Db, examId: number, number: number) {
  const one = alias(publication, 'one')
  const [found] = await db
    .select({ number: publication.number, run: publication.run })
    .from(publication)
    .innerJoin(one, and(eq(one.examId, publication.examId), eq(one.number, number)))
    .where(
      and(
        eq(publication.examId, examId),
        lt(publication.number, number),
        or(isNull(publication.withdrawTime), gt(publication.withdrawTime, one.createTime)),
      ),
    )
    .orderBy(desc(publication.number))
    .limit(1)
  return found
}

/**
 * Publishes the last run under the next number.
 * @throws AppError 404 for an unknown run, 409 for one that is not the last
 */
export async function publishExam(
  tx: Db,
  actor: Actor,
  wanted: Wanted & { run: number; audience: PublicationAudience; note: string },
): Promise<Saved> {
  const { id } = await holdExam(tx, actor, { ...wanted, states: computedStates })
  const { run, audience, note } = wanted
  await doneRun(tx, id, run)
  if (run !== (await lastRun(tx, id))) throw new AppError(409, m.examRun_notLast(), { reason: 'state' })
  // Who has seen a publication that was withdrawn knows its figures.
  const [last] = await tx
    .select()
    .from(publication)
    .where(eq(publication.examId, id))
    .orderBy(desc(publication.number))
    .limit(1)
  const number = (last?.number ?? 0) + 1
  await tx.insert(publication).values({ examId: id, number, run, audience, note, createBy: actor.id })
  const axes = last && (await readAxes(tx, { examId: id, number: last.number }))
  const before = last && axes ? { ...(await storedRun(tx, id, last.run)), axes } : null
  const after = await storedRun(tx, id, run)
  await storeAxes(tx, { examId: id, number }, await oneOfThread<'axes'>({ kind: 'axes', before, after }))
  return published(tx, actor, id, number)
}

/** Takes the last publication back. The one before stands again, or the exam is only locked. */
export async function withdrawPublication(tx: Db, actor: Actor, wanted: Wanted & { reason: string }): Promise<Saved> {
  const { id } = await holdExam(tx, actor, { ...wanted, states: ['published'] })
  const standing = await standingPublication(tx, id)
  if (!standing) throw new AppError(409, m.exam_otherState(), { reason: 'state' })
  await tx
    .update(publication)
    .set({ withdrawTime: sql`now()`, withdrawReason: wanted.reason })
    .where(and(eq(publication.examId, id), eq(publication.number, standing.number)))
  const former = await standingPublication(tx, id)
  await dropResults(tx, id)
  await tx
    .update(exam)
    .set({ published: former?.number ?? 0 })
    .where(eq(exam.id, id))
  if (!former) {
    const saved = await setState(tx, actor, { id, state: 'locked', kind: 'withdrawn', reason: wanted.reason })
    return { ...saved, number: 0 }
  }
  await noteEvent(tx, actor, { examId: id, kind: 'withdrawn', reason: wanted.reason })
  return { id, version: await versionOf(tx, id), number: former.number }
}

async function published(tx: Db, actor: Actor, id: number, number: number): Promise<Saved> {
  await tx.update(exam).set({ published: number }).where(eq(exam.id, id))
  const saved = await setState(tx, actor, { id, state: 'published', kind: 'published' })
  return { ...saved, number }
}

async function versionOf(db: Db, id: number): Promise<number> {
  const [found] = await db.select({ version: exam.version }).from(exam).where(eq(exam.id, id))
  return found?.version ?? 0
}
