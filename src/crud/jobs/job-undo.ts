import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { writtenRows } from '../import/show-rows.ts'
import { beginImportUndo, beginJobUndo } from './job-calls.ts'
import { isOver } from './job-feed.ts'

/** The state of the latest attempt to take a job back. */
export type UndoState = 'none' | 'running' | 'failed' | 'done'

/** How to take back what a job has written. `rows`: how many rows that are. */
export type JobUndo = { rows: number; begin(partial: boolean): Promise<number> }

/** Undefined for a job that has written nothing that can be taken back. */
export function undoOfJob(job: JobView): JobUndo | undefined {
  const { id, kind, state, about, result } = job
  if (state !== 'done' || !about || typeof result?.changeSetId !== 'number') return undefined
  const { resource, importId, undo } = about
  if (undo) {
    return {
      rows: Number(result.added ?? 0),
      begin: (partial) => beginJobUndo({ resource, action: undo, id }, partial),
    }
  }
  if (kind !== 'import' || !importId) return undefined
  return { rows: writtenRows(result), begin: (partial) => beginImportUndo({ resource, importId }, partial) }
}

/** Whether a job was taken back. The newest attempt decides. */
export function undoStateOf(job: JobView, jobs: readonly JobView[]): UndoState {
  if (!undoOfJob(job)) return 'none'
  const newest = jobs.find((one) => takesBack(one, job))
  if (!newest || newest.state === 'cancelled') return 'none'
  if (!isOver(newest)) return 'running'
  return newest.state === 'done' ? 'done' : 'failed'
}

function takesBack(one: JobView, { about, result }: JobView): boolean {
  if (one.about?.undoes !== undefined) return one.about.undoes === result?.changeSetId
  return one.kind === 'import-undo' && one.about?.importId === about?.importId
}
