import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import type { Call } from '../support/base-info.ts'
import { startExams } from '../support/exams.ts'

type Answer = { code: number; msg: string; data: unknown }

/** Starts the API with functions to enter marks, to lock, and to wait for a computation. */
export async function startRuns() {
  const api = await startExams()
  const { call, db, chinese, maths } = api
  /** Enters marks in hundredths (null for absent) by the numbers of the pupils: Chinese, then mathematics. */
  const enter = (examId: number, marks: Record<string, readonly [number | null, number | null]>) =>
    write(db, systemAuthor, 'save', async (tx) => {
      for (const [number, own] of Object.entries(marks)) {
        for (const [at, mark] of own.entries()) {
          await tx.execute(sql`insert into paper (exam_id, candidate_id, subject_id, mark, flag)
            select exam_id, id, ${at === 0 ? chinese : maths}, ${mark}::int, ${mark === null ? 1 : 0} from candidate
            where exam_id = ${examId} and number = ${number}`)
        }
      }
    })
  /** Changes a mark of a locked exam, which is open for it. */
  const correct = (examId: number, number: string, subjectId: number, mark: number) =>
    write(db, systemAuthor, 'save', async (tx) => {
      const { rows } = await tx.execute<{ state: string }>(sql`select state from exam where id = ${examId}`)
      await tx.execute(sql`update exam set state = 'collecting' where id = ${examId}`)
      await tx.execute(sql`update paper p set mark = ${mark}, flag = 0 from candidate c where p.exam_id = ${examId}
        and c.exam_id = p.exam_id and c.id = p.candidate_id and c.number = ${number} and p.subject_id = ${subjectId}`)
      await tx.execute(sql`update exam set state = ${rows[0]?.state ?? ''} where id = ${examId}`)
    })
  const finished = async (answer: Answer): Promise<JobView> => {
    expect(answer).toMatchObject({ code: 200 })
    const job: unknown = await api.until(jobOf(answer))
    // Seam: the helper of imports answers a job.
    return job as JobView
  }
  const lock = async (id: number, caller: Call = call) =>
    finished(await caller('POST', '/adminApi/exam/lock', { id, confirm: true }))
  const again = async (id: number) => finished(await call('POST', '/adminApi/exam/run', { id }))
  const publish = (id: number, run: number, values: object = {}, caller: Call = call) =>
    caller('POST', '/adminApi/exam/publish', {
      id,
      run,
      audience: { schools: true, teachers: true, families: 'bands', ranks: false },
      ...values,
    })
  const runs = async (id: number) => {
    const answer = await call('GET', `/adminApi/exam/runs?id=${id}`)
    // Seam: as the call describes it.
    return answer.data as { runs: { resultHash: string; dataHash: string; number: number; state: string }[] }
  }
  return { ...api, enter, correct, finished, lock, again, publish, runs }
}

/** The job that an answer names. */
export function jobOf({ data }: { data: unknown }): number {
  if (typeof data === 'object' && data !== null && 'job' in data && typeof data.job === 'number') return data.job
  throw new Error('no job')
}
