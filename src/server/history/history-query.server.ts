import * as v from 'valibot'
import { id, integer } from '#src/lib/number-rules.ts'

/** The query of a row's history: newest first, `before` a change that is already known. */
export const historyQuery = v.strictObject({
  id,
  before: v.optional(id),
  limit: v.optional(integer(1, 100), 20),
})

/** A row, and the change whose outcome it goes back to; with `fields` only those. */
export const restoreSchema = v.strictObject({
  id,
  changeId: id,
  fields: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(200))),
  version: v.optional(id),
})

/** A change set to take back; with `partial` what can be taken back of it. */
export const undoSchema = v.strictObject({ changeSetId: id, partial: v.optional(v.boolean(), false) })
