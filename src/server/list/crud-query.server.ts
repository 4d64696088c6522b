import * as v from 'valibot'
import { id, integer } from '#src/lib/number-rules.ts'

/** The query of `edit`. The endpoint and its OpenAPI operation both use it. */
export const idQuery = v.object({ id })

/** The query of `select`. */
export const selectQuery = v.object({
  field: v.string(),
  quickSearch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  page: v.optional(integer(1, 1000), 1),
  limit: v.optional(integer(1, 200), 50),
  /** Trees only: the children of that row. Empty for the rows at the top. */
  parent: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{0,15}$/),
      v.transform((value) => (value === '' ? null : Number(value))),
    ),
  ),
  /** Trees only: returns all rows at once, each with its parent, instead of a page. */
  whole: v.optional(v.literal('1')),
  /** Returns the labels of these values instead of searching. */
  values: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\w{1,40}(,\w{1,40}){0,199}$/),
      v.transform((value) => value.split(',')),
    ),
  ),
  // Distinguishes identical requests of two selects, so that they do not cancel each other.
  uuid: v.optional(v.string()),
})

/** The ids of the rows that `del` deletes, all or none. */
const idList = v.pipe(v.array(id), v.minLength(1), v.maxLength(1000))
export const idsQuery = v.object({ 'ids[]': idList })
