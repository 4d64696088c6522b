import { randomId } from '#src/lib/random-id.ts'
import type { undoImportCall } from '#src/server/import/import-calls.server.ts'
import type { jobEndpoints } from '#src/server/jobs/job.api.server.ts'
import { crudPost } from '../calls/crud-rpc.ts'
import { kitPosting, posting } from '../calls/endpoint-calls.ts'
import { openJobs } from './open-jobs.ts'
import { runningJobs } from './running-jobs.ts'

const undoing = kitPosting<typeof undoImportCall>('importUndo')

/** Has the page watch the job that a call has started. @returns the id of the job */
export async function beginJob(sent: Promise<{ data: { job: number } }>): Promise<number> {
  const { job } = (await sent).data
  openJobs.add(job)
  runningJobs.write(runningJobs.read() + 1)
  return job
}

const cancelling = posting<typeof jobEndpoints.cancel>('/adminApi/job/cancel')
const dismissing = posting<typeof jobEndpoints.dismiss>('/adminApi/job/dismiss')

export const cancelJob = (id: number) => cancelling({ id }, randomId())

/** Dismisses one finished job, or all of them when there is no `id`. */
export const sendDismissJobs = (id?: number) => dismissing(id === undefined ? {} : { ids: [id] }, randomId())

/** Takes back what a job did, by a call of its resource. @param partial skips rows that were changed since */
export const beginJobUndo = (job: { resource: string; action: string; id: number }, partial: boolean) =>
  beginJob(
    crudPost<{ job: number }>({
      data: { key: job.resource, action: job.action, body: { id: job.id, partial }, idempotencyKey: randomId() },
    }),
  )

/** Undoes an import. @param partial skips rows that were changed since */
export const beginImportUndo = ({ resource, importId }: { resource: string; importId: number }, partial: boolean) =>
  beginJob(undoing(resource, { id: importId, partial }, randomId()))
