import * as v from 'valibot'
import { id, integer } from '#src/lib/number-rules.ts'

export type DescribedQuery = v.StrictObjectSchema<v.ObjectEntries, undefined>

/** What the reading calls of imports are asked with; read by the calls and by their description alike. */
export const importQueries = {
  upload: v.strictObject({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255)) }),
  view: v.strictObject({ id, sheet: v.optional(integer(0, 1_000)), header: v.optional(integer(0, 1_048_576)) }),
  report: v.strictObject({ id }),
  rows: v.strictObject({
    id,
    action: v.picklist(['new', 'changed', 'unchanged', 'skipped', 'refused']),
    /** Rows behind this one. */
    after: v.optional(integer(0, 10_000_000), 0),
    limit: v.optional(integer(1, 200), 50),
  }),
}
