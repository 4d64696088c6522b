import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { JsonObject } from '#src/lib/json.ts'
import { id } from '#src/lib/number-rules.ts'
import type { Description } from '#src/resource/description.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import { labelText } from '#src/resource/label.ts'
import { type Offer, offersOf } from '#src/resource/offers.ts'
import { nodesOf } from '#src/resource/registry.ts'
import { deletedQuery, historyQuery, restoreSchema } from '../history/history-query.server.ts'
import { bulkDelSchema, bulkEditSchema, writableBulkFields } from '../write/bulk-query.server.ts'
import type { Operation } from './operation.server.ts'

export const changeSetId = v.nullable(id)
const labels = v.record(v.string(), v.record(v.string(), v.string()))
const instant = v.pipe(v.string(), v.isoTimestamp())

/** A row that a bulk operation refuses, and why. */
export const refusedRow = v.strictObject({
  id: v.number(),
  title: v.string(),
  msg: v.string(),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
})

const bulk = v.strictObject({
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
  examples: v.optional(v.array(v.strictObject({ id, title: v.string(), before: v.record(v.string(), v.unknown()) }))),
  labels: v.optional(v.record(v.string(), v.record(v.string(), v.string()))),
})

/** `hidden`: the sides without references to rows outside of the caller's scope. */
const fieldChange = v.strictObject({
  field: v.string(),
  label: v.string(),
  before: v.unknown(),
  after: v.unknown(),
  hidden: v.array(v.picklist(['before', 'after'])),
})

const entry = v.strictObject({
  /** The id of the change, for `restore`. */
  id,
  changeSetId: id,
  kind: v.string(),
  operation: v.picklist(['insert', 'update', 'delete']),
  time: instant,
  actor: v.strictObject({ id: v.nullable(id), name: v.string() }),
  fields: v.array(fieldChange),
  /** The change set that this one undoes, and the one that undid it. */
  undoes: v.nullable(id),
  undoneBy: v.nullable(id),
  /** Number of rows that the change set changed. An undo covers all of them. */
  count: v.number(),
  /** Whether the change set can be taken back at all. */
  undoable: v.boolean(),
})

const deleted = v.strictObject({
  id,
  title: v.string(),
  /** The deletion, for `restore` and for `undo`. */
  changeId: id,
  changeSetId: id,
  kind: v.string(),
  time: instant,
  actor: v.strictObject({ id: v.nullable(id), name: v.string() }),
  /** Number of rows of this resource that the same action deleted. */
  count: v.number(),
  fields: v.array(v.strictObject({ field: v.string(), label: v.string(), value: v.unknown() })),
})

/** The OpenAPI operations of a resource's bulk endpoints, and of its rows' history. */
export function bulkHistoryOperations(description: Description, facts: Record<string, JsonObject>): Operation[] {
  const { key, menu } = description
  const base = `/adminApi/${key}`
  const title = () => ({ title: labelText(description.title) })
  const fields = writableBulkFields(description)
  const common = { tag: 'resource', security: 'admin' } as const
  const writes = { ...common, method: 'post', idempotent: true, errors: [404, 409, 422] } as const
  const json = (schema: v.GenericSchema) => ({ type: 'application/json', schema }) as const
  const offers = offersOf(description)
  const operations: [Offer, Operation][] = [
    [
      'edit',
      {
        ...writes,
        path: `${base}/bulkEdit`,
        node: `${menu}/edit`,
        body: { ...json(bulkEditSchema(formSchema({ ...description, fields }, true))), facts },
        answer: bulk,
        summary: () => m.call_bulkEdit(title()),
      },
    ],
    [
      'del',
      {
        ...writes,
        path: `${base}/bulkDel`,
        node: `${menu}/del`,
        body: json(bulkDelSchema),
        answer: bulk,
        summary: () => m.call_bulkDel(title()),
      },
    ],
    [
      'history',
      {
        ...common,
        method: 'get',
        node: `${menu}/index`,
        errors: [404, 429],
        path: `${base}/history`,
        query: historyQuery.entries,
        answer: v.strictObject({ list: v.array(entry), labels, more: v.boolean() }),
        summary: () => m.call_history(title()),
      },
    ],
    [
      'deleted',
      {
        ...common,
        method: 'get',
        node: `${menu}/add`,
        path: `${base}/deleted`,
        query: deletedQuery.entries,
        answer: v.strictObject({ list: v.array(deleted), labels, more: v.boolean() }),
        summary: () => m.call_deleted(title()),
      },
    ],
    [
      'restore',
      {
        ...writes,
        path: `${base}/restore`,
        node: writeNodes(description),
        body: json(restoreSchema),
        answer: v.strictObject({ id, version: v.number(), changeSetId }),
        summary: () => m.call_restore(title()),
      },
    ],
  ]
  return operations.flatMap(([offer, operation]) => (offers[offer] ? [operation] : []))
}

/** The nodes of adding and editing, as far as the resource has them. One of them is enough. */
export function writeNodes(description: Description): string {
  const { add, edit } = nodesOf(description)
  return [add, edit].filter((node) => node !== undefined).join(' | ')
}
