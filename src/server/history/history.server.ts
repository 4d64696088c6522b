import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { exactOrNull, exactRow } from '#src/lib/exact-json.ts'
import { writtenJson } from '#src/lib/json-text.ts'
import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import { type RowJson, wireValue } from '../list/row-json.server.ts'
import { findRow } from '../list/rows.server.ts'
import { factsOfSets, type SetFacts } from './change-sets.server.ts'
import { visibleDeleted } from './deleted-scope.server.ts'
import { type OwnedState, ownedStates } from './owned-states.server.ts'
import { type FieldChange, seenValues } from './seen-values.server.ts'
import { beginningOf } from './unrecorded.server.ts'

export type ChangeOperation = 'insert' | 'update' | 'delete'
export type HistoryEntry = {
  id: number
  changeSetId: number
  kind: string
  operation: ChangeOperation
  time: string
  actor: { id: number | null; name: string }
  fields: FieldChange[]
  undoes: number | null
  undoneBy: number | null
  /** Number of rows that the change set changed. An undo covers all of them. */
  count: number
  /** Whether the change set can be taken back at all: never what the product itself brought along. */
  undoable: boolean
}

type ChangeRow = {
  id: number
  set_id: number
  kind: string
  operation: ChangeOperation
  time: string
  actor_id: number | null
  actor_name: string
  before: string | null
  after: string | null
  undoes_id: number | null
  undone_by: number | null
}

type Asked = { id: number; before?: number; limit: number }

/**
 * The changes of a row, newest first, also of a deleted row.
 * @throws AppError 404 when the actor may not see the row
 */
export async function rowHistory(db: Db, resource: Resource, actor: Actor, asked: Asked) {
  const row = await knownRow(db, resource, actor, asked.id)
  // A change set that was taken back, and whose undo was taken back too, is in force again.
  const { rows } = await db.execute<ChangeRow>(sql`
    select c.id, c.change_set_id as set_id, s.kind, c.operation, c.create_time::text as time, s.actor_id, s.actor_name, c.before::text, c.after::text,
      s.undoes_id, (select min(u.id) from change_set u where u.undoes_id = s.id and ${wrote(sql`u.id`)}
        and not exists (select from change_set again where again.undoes_id = u.id and ${wrote(sql`again.id`)})) as undone_by
    from change c join change_set s on s.id = c.change_set_id
    where c.table_name = ${resource.tableName} and c.row_id = ${asked.id}
      and (${asked.before ?? null}::bigint is null or c.id < ${asked.before ?? null})
    order by c.id desc limit ${asked.limit + 1}`)
  const shown = rows.slice(0, asked.limit)
  const sets = await factsOfSets(db, shown)
  const owned = await ownedOfPage(db, resource, asked.id, shown.at(-1)?.id)
  const entries = shown.map((one) => entryOf(resource, one, sets.get(one.set_id), owned.get(Number(one.id))))
  const { changes, labels } = await seenValues(db, resource, actor, row, entries)
  const more = rows.length > asked.limit
  if (!resource.unrecorded || more) return { list: changes, labels, more }
  const begin = rows.at(-1)?.operation === 'insert' ? null : await beginningOf(db, resource, asked.id)
  return { list: changes, labels, more, begin }
}

/**
 * The owned fields around the changes of a page, by the id of a change. Of several changes of the row in one change
 * set, the last has them.
 */
async function ownedOfPage(db: Db, resource: Resource, id: number, last: number | undefined) {
  const states = new Map<number, OwnedState>()
  if (!resource.owns || last === undefined) return states
  const { rows } = await db.execute<{ id: number; set: number }>(sql`
    select id, change_set_id as set from change where table_name = ${resource.tableName} and row_id = ${id} and id >= ${last} order by id desc`)
  const changes = rows.map((row) => ({ id: Number(row.id), set: Number(row.set) }))
  const bySet = await ownedStates(db, resource, id, changes)
  for (const { id, set } of changes) {
    const state = bySet.get(set)
    if (state) states.set(id, state)
    bySet.delete(set)
  }
  return states
}

/** Whether a change set wrote the row of the change `c`. */
function wrote(changeSetId: SQL): SQL {
  return sql`exists (select from change w where w.change_set_id = ${changeSetId} and w.table_name = c.table_name and w.row_id = c.row_id)`
}

/** The actor must be able to see an existing row. A deleted row is judged by the place that it would get now. */
async function knownRow(db: Db, resource: Resource, actor: Actor, id: number): Promise<Row | undefined> {
  const row = await findRow(db, resource, actor, id)
  if (row) return row
  const last = await deletedRow(db, resource, id)
  const seen = last && (await visibleDeleted(db, resource, actor, [{ id, row: last.row }]))
  if (!seen?.has(id)) throw new AppError(404, m.error_rowMissing())
  return undefined
}

/**
 * The last state of a deleted row, and the change set that deleted it. Undefined when the row exists or never existed.
 */
export async function deletedRow(db: Db, resource: Resource, id: number) {
  const { rows } = await db.execute<{ set: number; operation: ChangeOperation; before: string | null }>(sql`
    select change_set_id as set, operation, before::text from change where table_name = ${resource.tableName} and row_id = ${id}
    order by id desc limit 1`)
  const [last] = rows
  if (last?.operation !== 'delete' || !last.before) return undefined
  return { row: exactRow(last.before), changeSetId: Number(last.set) }
}

function entryOf(
  resource: Resource,
  row: ChangeRow,
  set: SetFacts | undefined,
  owned: OwnedState | undefined,
): HistoryEntry {
  return {
    id: row.id,
    changeSetId: row.set_id,
    kind: row.kind,
    operation: row.operation,
    time: instantFromDatabase(row.time),
    actor: { id: row.actor_id, name: row.actor_name },
    fields: fieldChanges(resource, exactOrNull(row.before), exactOrNull(row.after), owned),
    undoes: row.undoes_id,
    undoneBy: row.undone_by,
    count: set?.count ?? 1,
    undoable: set?.undoable ?? false,
  }
}

/** A value of the history as the API delivers it. */
export function changedValue(field: Field | undefined, value: unknown): unknown {
  return field && typeOf(field).json ? writtenJson(value) : (wireValue(value) ?? null)
}

/** The described fields in a change. A move among its siblings is reported without the sort key. */
export function fieldChanges(
  resource: Resource,
  before: RowJson | null,
  after: RowJson | null,
  owned?: OwnedState,
): FieldChange[] {
  const names = resource.columnNames
  const has = (column: string) => Object.hasOwn(before ?? {}, column) || Object.hasOwn(after ?? {}, column)
  const changes = resource.description.fields.flatMap((field): FieldChange[] => {
    const column = names.get(field.name)
    const label = labelText(field.label)
    if (owned && Object.hasOwn(owned.after, field.name) && !isSecret(field)) {
      const [old, now] = [owned.before[field.name], owned.after[field.name]]
      const sides = { before: before && old, after: after && now }
      const same = JSON.stringify(old) === JSON.stringify(now)
      return same && before && after ? [] : [{ field: field.name, label, ...sides, hidden: [] }]
    }
    if (isSecret(field) || column === undefined || !has(column)) return []
    const value = (row: RowJson | null) => (row === null ? null : changedValue(field, row[column]))
    return [{ field: field.name, label, before: value(before), after: value(after), hidden: [] }]
  })
  const moved = resource.description.sortable && before !== null && after !== null && has('sort_key')
  return moved
    ? [...changes, { field: 'sortKey', label: m.history_order(), before: null, after: null, hidden: [] }]
    : changes
}
