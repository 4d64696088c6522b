import { randomId } from '#src/lib/random-id.ts'
import type { undoImportCall } from '#src/server/import/import-calls.server.ts'
import type { jobEndpoints } from '#src/server/jobs/job.api.server.ts'
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

/** Undoes an import. @param partial skips rows that were changed since */
export const beginImportUndo = ({ resource, importId }: { resource: string; importId: number }, partial: boolean) =>
  beginJob(undoing(resource, { id: importId, partial }, randomId()))
