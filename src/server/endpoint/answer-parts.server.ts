import * as v from 'valibot'
import { id, rowId } from '#src/lib/number-rules.ts'

// Parts of the answers of several calls.

/** The change set of a write, for `undo`; null when nothing changed. */
export const changeSetId = v.nullable(id)

/** The names of values, by field and value. */
export const labelsAnswer = v.record(v.string(), v.record(v.string(), v.string()))

/** A table whose rows use a row. */
export const rowUse = v.strictObject({
  id: rowId,
  name: v.string(),
  where: v.string(),
  resource: v.nullable(v.string()),
  /** Menu path of that resource. */
  menu: v.nullable(v.string()),
  count: v.number(),
  /** The first of these rows that the caller may see. */
  names: v.array(v.string()),
  rows: v.array(v.strictObject({ id: v.number(), name: v.string() })),
})

/** A row that a call leaves as it is, and why. */
export const refusedRow = v.strictObject({
  id: v.number(),
  title: v.string(),
  msg: v.string(),
  /** What uses the row, when a deletion leaves it for that reason. */
  uses: v.optional(v.array(rowUse)),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
})
