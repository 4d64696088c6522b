import { randomId } from '#src/lib/random-id.ts'
import type { jobEndpoints } from '#src/server/jobs/job.api.server.ts'
import { crudPost } from '../calls/crud-rpc.ts'
import { posting } from '../calls/endpoint-calls.ts'
import { openJobs } from './open-jobs.ts'
import { runningJobs } from './running-jobs.ts'

type Body = Parameters<typeof crudPost>[0]['data']['body']

/** Starts an operation that continues as a job. The page then watches the job. @returns the id of the job */
export async function beginJob(key: string, action: string, body: Body): Promise<number> {
  const { data } = await crudPost<{ job: number }>({ data: { key, action, body, idempotencyKey: randomId() } })
  const { job } = data
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
  beginJob(resource, 'importUndo', { id: importId, partial })
