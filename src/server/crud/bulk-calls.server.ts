import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowId } from '#src/lib/number-rules.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { changeSetId, labelsAnswer, refusedRow } from '../endpoint/answer-parts.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { knownAs } from '../endpoint/known-as.server.ts'
import { withOfferedUndo } from '../history/offered-undo.server.ts'
import { bulkDelete, bulkEdit } from '../write/bulk.server.ts'
import { bulkDelSchema, bulkEditSchema, writableBulkFields } from '../write/bulk-query.server.ts'
import { asItCame, kitCall } from './kit-call.server.ts'

const answer = v.strictObject({
  /** Number of rows that the ids or the query select. */
  matched: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  /** At most a hundred of the refused rows, and the number of all of them. */
  refused: v.array(refusedRow),
  refusedCount: v.number(),
  changeSetId,
  /** At most a hundred of the rows that change although a person should look at them, and the number of all of them. */
  warned: v.optional(v.array(refusedRow)),
  warnedCount: v.optional(v.number()),
  /**
   * Only in the preview of an edit: some of the rows that change with their current values, and the labels of
   * relations.
   */
  examples: v.optional(
    v.array(
      v.strictObject({ id: rowId, title: v.string(), before: knownAs<FormValues>(v.record(v.string(), v.unknown())) }),
    ),
  ),
  labels: v.optional(labelsAnswer),
  /**
   * Only in the preview or the refusal of a deletion: the first rows that go, each with the number of rows below it
   * that go as well. `more`: how many others go. When rows are refused, it is about those that could go without them.
   */
  going: v.optional(
    v.strictObject({ list: v.array(v.strictObject({ title: v.string(), below: v.number() })), more: v.number() }),
  ),
  /** When rows of a deletion are refused: the ids of the rows that could go without them. */
  others: v.optional(v.array(rowId)),
})

/** Sets the same values in many rows. */
export const bulkEditCall = kitCall('post', 'bulkEdit', 'edit', (kit, place) => {
  const fields = writableBulkFields(kit.description)
  return endpoint({
    ...place,
    ...kit.writes,
    errors: [409],
    write: 'bulk',
    node: kit.node('edit'),
    summary: () => m.call_bulkEdit(kit.title()),
    body: asItCame,
    rawBody: kit.form(bulkEditSchema(formSchema({ ...kit.description, fields }, true))),
    answer,
    run: async ({ c, tx, actor, body, changeSetId: own }) => {
      const registered = kit.resourceOf(c)
      return withOfferedUndo(tx, registered, await bulkEdit(tx, registered.resource, actor, body, own))
    },
    msg: ({ changed }, { body }) => (body.preview || changed === 0 ? '' : m.success_bulkEdited({ count: changed })),
  })
})

/** Deletes many rows. */
export const bulkDelCall = kitCall('post', 'bulkDel', 'del', (kit, place) =>
  endpoint({
    ...place,
    ...kit.writes,
    errors: [409],
    write: 'bulk',
    node: kit.node('del'),
    summary: () => m.call_bulkDel(kit.title()),
    body: bulkDelSchema,
    answer,
    run: async ({ c, tx, actor, body, changeSetId: own }) => {
      const registered = kit.resourceOf(c)
      return withOfferedUndo(tx, registered, await bulkDelete(tx, registered.resource, actor, body, own))
    },
    msg: ({ changed }, { body }) => (body.preview || changed === 0 ? '' : m.success_deleted({ count: changed })),
  }),
)
