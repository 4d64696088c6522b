import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { job } from '#src/db/job.table.server.ts'

/**
 * Stores the result of a job with its work, so that a later attempt knows that the work is done. Call it last: until
 * the transaction ends, the job's heartbeats wait.
 */
export async function keepResult(tx: Db, jobId: number, result: object): Promise<void> {
  await tx.update(job).set({ result }).where(eq(job.id, jobId))
}

/** The result that an earlier attempt of the job has stored with its work. */
export async function earlierResult(db: Db, jobId: number): Promise<unknown> {
  const [row] = await db.select({ result: job.result }).from(job).where(eq(job.id, jobId))
  return row?.result ?? undefined
}
