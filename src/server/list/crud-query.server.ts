import * as v from 'valibot'
import { integer, rowId } from '#src/lib/number-rules.ts'

/** The query of `edit`. The endpoint and its OpenAPI operation both use it. */
export const idQuery = v.object({ id: rowId })

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
  /**
   * Trees only: returns rows with their parents instead of a page. `1`: all rows. `levels`: all rows of a small tree;
   * of a large one only whole levels: that at the top, those with the rows of `values` and of a quick search, or the
   * one below `parent`.
   */
  whole: v.optional(v.picklist(['1', 'levels'])),
  /** Returns the labels of these values instead of searching; with `levels`, their rows and those around them. */
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
const idList = v.pipe(v.array(rowId), v.minLength(1), v.maxLength(1000))
export const idsQuery = v.object({ 'ids[]': idList })
