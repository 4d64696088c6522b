import { randomId } from '#src/lib/random-id.ts'
import { crudPost } from '../calls/crud-rpc.ts'
import { openJobs } from './open-jobs.ts'
import { runningJobs } from './running-jobs.ts'

type Body = Parameters<typeof crudPost>[0]['data']['body']

const post = (key: string, action: string, body: Body) =>
  crudPost({ data: { key, action, body, idempotencyKey: randomId() } })

/** Starts an operation that continues as a job. The page then watches the job. @returns the id of the job */
export async function beginJob(key: string, action: string, body: Body): Promise<number> {
  const { data } = await post(key, action, body)
  // Seam: the API contract of calls that start a job.
  const { job } = data as { job: number }
  openJobs.add(job)
  runningJobs.write(runningJobs.read() + 1)
  return job
}

export const cancelJob = (id: number) => post('job', 'cancel', { id })

/** Dismisses one finished job, or all of them when there is no `id`. */
export const sendDismissJobs = (id?: number) => post('job', 'dismiss', id === undefined ? {} : { ids: [id] })

/** Undoes an import. @param partial skips rows that were changed since */
export const beginImportUndo = ({ resource, importId }: { resource: string; importId: number }, partial: boolean) =>
  beginJob(resource, 'importUndo', { id: importId, partial })
