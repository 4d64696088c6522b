import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, rowId } from '#src/lib/number-rules.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { changeSetId, labelsAnswer } from '../endpoint/answer-parts.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { knownAs } from '../endpoint/known-as.server.ts'
import { instantText } from '../fields/field-types.server.ts'
import { deletedRows } from '../history/deleted.server.ts'
import { rowHistory } from '../history/history.server.ts'
import { deletedQuery, historyQuery, restoreSchema } from '../history/history-query.server.ts'
import { withOfferedUndo } from '../history/offered-undo.server.ts'
import { restoreRow } from '../history/restore.server.ts'
import { inTurn } from '../list/read-turns.server.ts'
import { kitCall } from './kit-call.server.ts'

const value = knownAs<FieldValue>(v.unknown())
const person = v.strictObject({ id: v.nullable(id), name: v.string() })

/** A change of one row. */
const entry = v.strictObject({
  /** The id of the change, for `restore`. */
  id,
  changeSetId: id,
  /** The kind of its change set, for example `bulk` or `import`. */
  kind: v.string(),
  operation: v.picklist(['insert', 'update', 'delete']),
  time: instantText,
  actor: person,
  /** `hidden`: the sides without references to rows outside of the caller's scope. */
  fields: v.array(
    v.strictObject({
      field: v.string(),
      label: v.string(),
      before: value,
      after: value,
      hidden: v.array(v.picklist(['before', 'after'])),
    }),
  ),
  /** The change set that this one undoes, and the one that undid it. */
  undoes: v.nullable(id),
  undoneBy: v.nullable(id),
  /** Number of rows that the change set changed. An undo covers all of them. */
  count: v.number(),
  /** Whether the change set can be taken back at all. */
  undoable: v.boolean(),
})

/**
 * On the last page of a row whose insertion was not recorded with its values: when, by whom and with how many rows it
 * was inserted. Null when the list has the insertion.
 */
const begin = v.nullable(
  v.strictObject({
    /** Null when the history no longer has it. Then the name of the actor is empty. */
    changeSetId: v.nullable(id),
    kind: v.string(),
    time: instantText,
    actor: person,
    count: v.number(),
  }),
)

/** A deleted row that can come back. */
const deleted = v.strictObject({
  id: rowId,
  title: v.string(),
  /** The deletion, for `restore` and for `undo`. */
  changeId: id,
  changeSetId: id,
  kind: v.string(),
  time: instantText,
  actor: person,
  /** Number of rows of this resource that the same action deleted. */
  count: v.number(),
  /** Alone by `restore`; only with all that its action changed, by `undo`; or not at all. */
  comesBack: v.picklist(['alone', 'withAction', 'never']),
  fields: v.array(v.strictObject({ field: v.string(), label: v.string(), value })),
})

/** The changes of a row, newest first. */
export const historyCall = kitCall('get', 'history', 'history', (kit, place) =>
  endpoint({
    ...place,
    node: kit.node('index'),
    summary: () => m.call_history(kit.title()),
    query: historyQuery,
    answer: v.strictObject({ list: v.array(entry), labels: labelsAnswer, more: v.boolean(), begin: v.optional(begin) }),
    errors: [404, 429],
    run: ({ c, actor, query }) => inTurn(c, (db) => rowHistory(db, kit.resourceOf(c).resource, actor, query)),
  }),
)

/** Deleted rows. A user who may restore them may list them. */
export const deletedCall = kitCall('get', 'deleted', 'deleted', (kit, place) =>
  endpoint({
    ...place,
    node: kit.node('add'),
    summary: () => m.call_deleted(kit.title()),
    query: deletedQuery,
    answer: v.strictObject({ list: v.array(deleted), labels: labelsAnswer, more: v.boolean() }),
    run: ({ c, db, actor, query }) => deletedRows(db, kit.resourceOf(c).resource, actor, query),
  }),
)

/** Restores a row, or some of its fields, to the values after a change. */
export const restoreCall = kitCall('post', 'restore', 'restore', (kit, place) =>
  endpoint({
    ...place,
    ...kit.writes,
    node: kit.writeNodes,
    summary: () => m.call_restore(kit.title()),
    body: restoreSchema,
    answer: v.strictObject({ id: rowId, version: v.number(), changeSetId }),
    run: async ({ c, tx, actor, body, changeSetId: own }) => {
      const registered = kit.resourceOf(c)
      const { changed, ...saved } = await restoreRow(tx, registered, actor, body, own)
      return withOfferedUndo(tx, registered, { ...saved, changeSetId: changed ? own : null })
    },
    msg: () => m.success_restored(),
  }),
)
