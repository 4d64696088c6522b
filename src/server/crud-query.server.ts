import * as v from 'valibot'
import { id } from '#src/lib/rules.ts'

/** The query of `edit`, read by the call and by its description alike. */
export const idQuery = v.object({ id })

/** The query of `select`. */
export const selectQuery = v.object({
  field: v.string(),
  quickSearch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
})

/** The rows that `del` takes, all or none. */
export const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(1000))
export const idsQuery = { 'ids[]': ids }
