import { randomId } from '#src/lib/random-id.ts'
import { crudPost } from '../calls/crud-rpc.ts'
import { openJobs } from './open-jobs.ts'
import { runningJobs } from './running-jobs.ts'

type Body = Parameters<typeof crudPost>[0]['data']['body']

const post = (key: string, action: string, body: Body) =>
  crudPost({ data: { key, action, body, idempotencyKey: randomId() } })

/** A call whose work goes on as a job. Returns its number, and has the page watch it. */
export async function beginJob(key: string, action: string, body: Body): Promise<number> {
  const { data } = await post(key, action, body)
  // Seam: what the contract says of calls that begin a job.
  const { job } = data as { job: number }
  openJobs.add(job)
  runningJobs.write(runningJobs.read() + 1)
  return job
}

export const cancelJob = (id: number) => post('job', 'cancel', { id })

/** Puts finished jobs away: one, or all. */
export const sendDismissJobs = (id?: number) => post('job', 'dismiss', id === undefined ? {} : { ids: [id] })

/** Takes an import back. @param partial leave rows that were changed since */
export const beginImportUndo = ({ resource, importId }: { resource: string; importId: number }, partial: boolean) =>
  beginJob(resource, 'importUndo', { id: importId, partial })
