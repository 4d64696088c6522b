import * as v from 'valibot'
import { id, integer, rowId } from '#src/lib/number-rules.ts'

/** The query of a row's history, newest first. `before` is the id of a change that the client already has. */
export const historyQuery = v.strictObject({
  id: rowId,
  before: v.optional(id),
  limit: v.optional(integer(1, 100), 20),
})

/** The query of deleted rows, the last first. `before` is the `changeId` of a row that the client already has. */
export const deletedQuery = v.strictObject({
  quickSearch: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  before: v.optional(id),
  limit: v.optional(integer(1, 100), 20),
})

/** The row to restore, and the change whose result it returns to. With `fields`, only these fields are restored. */
export const restoreSchema = v.strictObject({
  id: rowId,
  changeId: id,
  fields: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(200))),
  version: v.optional(id),
})
export type RestoreBody = v.InferOutput<typeof restoreSchema>

/** The change set to undo. With `partial`, rows that cannot be undone are skipped. */
export const undoSchema = v.strictObject({ changeSetId: id, partial: v.optional(v.boolean(), false) })
