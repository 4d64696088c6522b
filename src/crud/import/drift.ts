import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'

const driftSchema = v.object({
  reason: v.literal('drifted'),
  count: v.number(),
  rows: v.array(
    v.object({
      row: v.number(),
      title: v.string(),
      drift: v.picklist(['changed', 'appeared', 'gone', 'other']),
      by: v.string(),
      time: v.string(),
    }),
  ),
})

/** The rows that have changed since the check, as the server names them. */
export type Drift = v.InferOutput<typeof driftSchema>

/** The changed rows of a refused import; undefined when it was refused for another reason. */
export function driftOf(error: unknown): Drift | undefined {
  if (!(error instanceof BackendError) || error.code !== 409) return undefined
  const result = v.safeParse(driftSchema, error.data)
  return result.success ? result.output : undefined
}
