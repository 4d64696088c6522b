import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { ENGINE } from '#src/features/exam-engine/compute.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '#src/server/errors.server.ts'
import { examRun, runFrame } from './run.table.server.ts'
import { engineParams, runParams } from './run-params.server.ts'
import type { StoredRun } from './run-task.ts'

/** The states of an exam in which it is computed. */
export const computedStates: readonly string[] = ['locked', 'published']

/** What a run has become: its job may have ended without it. */
export type RunState = 'computing' | 'done' | 'failed'

/** The state of a run as an expression, joined with its job: a job that has ended computes no more. */
export const runState = sql<RunState>`case when r.state = 'computing' and (j.id is null or j.state in ('failed', 'cancelled'))
  then 'failed' else r.state end`

/**
 * Adds the next run of an exam, which is locked by `holdExam`, with its present parameters.
 * @param enqueue puts the job in the queue, in the same transaction
 * @throws AppError 409 while another run computes
 */
export async function addExamRun(
  tx: Db,
  exam: ExamRecord,
  by: number,
  enqueue: (run: number) => Promise<number>,
): Promise<{ run: number; job: number }> {
  const { rows } = await tx.execute<{ number: number; state: RunState }>(sql`
    select r.number, ${runState} as state from exam_run r left join job j on j.id = r.job_id
    where r.exam_id = ${exam.id} order by r.number desc limit 1`)
  const [last] = rows
  if (last?.state === 'computing') throw new AppError(409, m.examRun_busy(), { reason: 'busy' })
  const number = (last?.number ?? 0) + 1
  const params = await runParams(tx, exam)
  const jobId = await enqueue(number)
  await tx.insert(examRun).values({ examId: exam.id, number, jobId, params, engine: ENGINE, createBy: by })
  return { run: number, job: jobId }
}

/** A run that is done. @throws AppError 404 */
export async function doneRun(db: Db, examId: number, number: number) {
  const [found] = await db
    .select()
    .from(examRun)
    .where(and(eq(examRun.examId, examId), eq(examRun.number, number), eq(examRun.state, 'done')))
  if (!found) throw new AppError(404, m.examRun_missing())
  return found
}

/** The number of the last run, done or not; 0 for none. Marks may have changed since an earlier one. */
export async function lastRun(db: Db, examId: number): Promise<number> {
  const [found] = await db
    .select({ number: examRun.number })
    .from(examRun)
    .where(eq(examRun.examId, examId))
    .orderBy(desc(examRun.number))
    .limit(1)
  return found?.number ?? 0
}

/** The frame of a run with its parameters. @throws AppError 404 */
export async function storedRun(db: Db, examId: number, number: number): Promise<StoredRun> {
  const { params, engine } = await doneRun(db, examId, number)
  const columns = await db
    .select({ name: runFrame.column, bytes: runFrame.bytes })
    .from(runFrame)
    .where(and(eq(runFrame.examId, examId), eq(runFrame.run, number)))
    // The hash covers the columns as the engine orders them, so any order is right.
    .orderBy(runFrame.column)
  return { columns, params: engineParams(params), engine }
}

/** Deletes the results of runs that neither stand published nor are the last one. Their frames stay. */
export async function dropResults(tx: Db, examId: number): Promise<void> {
  await tx.execute(sql`
    delete from exam_result where exam_id = ${examId}
      and run <> (select max(number) from exam_run where exam_id = ${examId} and state = 'done')
      and run not in (select run from publication where exam_id = ${examId} and withdraw_time is null)`)
}
