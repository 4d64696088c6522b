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
  /** The resource of the rows, the menu path of its list, the id of the import, and the change set it takes back. */
  about: v.nullable(
    v.object({
      resource: v.string(),
      menu: v.optional(v.string()),
      importId: v.optional(v.number()),
      undoes: v.optional(v.number()),
    }),
  ),
  attempt: v.number(),
  createTime: v.string(),
  startTime: v.nullable(v.string()),
  endTime: v.nullable(v.string()),
})

export type JobView = v.InferOutput<typeof jobViewSchema>

/** A job in the language of the request. If this release no longer has the kind, the name of the kind is shown. */
export function jobView(row: JobRow, kinds: ReadonlyMap<string, JobKind>): JobView {
  const { id, kind, state, done, total, stopping, attempt, createTime, startTime, endTime } = row
  const known = kinds.get(kind)
  // Data stored by an earlier release may have another shape.
  const textOf = <T>(say: () => T, without: T): T => {
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
    title: textOf(() => known?.title(row.input) ?? kind, kind),
    step: state === 'running' ? (known?.stepText(row.step) ?? '') : '',
    message: isDone ? textOf(() => known.summary(row.result), row.message) : row.message,
    // Seam: jobs return objects, which are stored unchanged.
    result: row.result as JobView['result'],
    about: textOf(() => known?.about(row.input) ?? null, null),
    links: isDone ? textOf(() => known.links(row.input, row.result), []) : [],
  }
}
