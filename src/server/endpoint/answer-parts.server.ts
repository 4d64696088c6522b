import * as v from 'valibot'
import { id } from '#src/lib/number-rules.ts'

// Parts of the answers of several calls.

/** The change set of a write, for `undo`; null when nothing changed. */
export const changeSetId = v.nullable(id)

/** The names of values, by field and value. */
export const labelsAnswer = v.record(v.string(), v.record(v.string(), v.string()))

/** A row that a call leaves as it is, and why. */
export const refusedRow = v.strictObject({
  id: v.number(),
  title: v.string(),
  msg: v.string(),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
})
