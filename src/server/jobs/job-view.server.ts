import * as v from 'valibot'
import type { JobRow } from '#src/db/job.table.server.ts'
import type { JobKind } from './job-kind.server.ts'

/** A job as its owner sees it. */
export const jobViewSchema = v.object({
  id: v.number(),
  kind: v.string(),
  title: v.string(),
  state: v.picklist(['queued', 'running', 'done', 'failed', 'cancelled']),
  step: v.string(),
  done: v.number(),
  total: v.nullable(v.number()),
  message: v.string(),
  stopping: v.boolean(),
  result: v.nullable(v.record(v.string(), v.unknown())),
  links: v.array(v.object({ label: v.string(), href: v.string() })),
  /** Rows of which resource, whose list is at which menu path, from which import. */
  about: v.nullable(v.object({ resource: v.string(), menu: v.optional(v.string()), importId: v.optional(v.number()) })),
  attempt: v.number(),
  createTime: v.string(),
  startTime: v.nullable(v.string()),
  endTime: v.nullable(v.string()),
})

export type JobView = v.InferOutput<typeof jobViewSchema>

/** In the language of the request. A kind that this release does not have any more keeps its name. */
export function jobView(row: JobRow, kinds: ReadonlyMap<string, JobKind>): JobView {
  const { id, kind, state, done, total, stopping, attempt, createTime, startTime, endTime } = row
  const known = kinds.get(kind)
  // What an earlier release stored may have another shape.
  const told = <T>(say: () => T, without: T): T => {
    try {
      return say()
    } catch {
      return without
    }
  }
  const isDone = state === 'done' && known !== undefined
  return {
    id,
    kind,
    state,
    done,
    total,
    stopping,
    attempt,
    createTime,
    startTime,
    endTime,
    title: told(() => known?.title(row.input) ?? kind, kind),
    step: state === 'running' ? (known?.stepText(row.step) ?? '') : '',
    message: isDone ? told(() => known.summary(row.result), row.message) : row.message,
    // Seam: jobs answer with objects, and are stored as they are.
    result: row.result as JobView['result'],
    about: told(() => known?.about(row.input) ?? null, null),
    links: isDone ? told(() => known.links(row.input, row.result), []) : [],
  }
}
