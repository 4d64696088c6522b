import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import { maySee, type RowJson, wireValue } from '../list/row-json.server.ts'
import { findRow, labelsOf } from '../list/rows.server.ts'

export type ChangeOperation = 'insert' | 'update' | 'delete'
export type FieldChange = { field: string; label: string; before: unknown; after: unknown }
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
  /** The change set changed other rows as well. An undo covers all of them. */
  others: boolean
}

type ChangeRow = {
  id: number
  set_id: number
  kind: string
  operation: ChangeOperation
  time: string
  actor_id: number | null
  actor_name: string
  before: RowJson | null
  after: RowJson | null
  undoes_id: number | null
  undone_by: number | null
  others: boolean
}

type Asked = { id: number; before?: number; limit: number }

/**
 * The changes of a row, newest first, also of a deleted row.
 * @throws AppError 404 when the actor may not see the row
 */
export async function rowHistory(db: Db, resource: Resource, actor: Actor, asked: Asked) {
  await assertKnown(db, resource, actor, asked.id)
  const { rows } = await db.execute<ChangeRow>(sql`
    select c.id, c.change_set_id as set_id, s.kind, c.operation, c.create_time::text as time, s.actor_id, s.actor_name, c.before, c.after,
      s.undoes_id, (select min(u.id) from change_set u where u.undoes_id = s.id) as undone_by,
      exists (select from change o where o.change_set_id = s.id and (o.row_id <> c.row_id or o.table_name <> c.table_name)) as others
    from change c join change_set s on s.id = c.change_set_id
    where c.table_name = ${resource.tableName} and c.row_id = ${asked.id}
      and (${asked.before ?? null}::bigint is null or c.id < ${asked.before ?? null})
    order by c.id desc limit ${asked.limit + 1}`)
  const shown = rows.slice(0, asked.limit)
  const list = shown.map((row) => entryOf(resource, row))
  return { list, labels: await labelsOfEntries(db, resource, list), more: rows.length > asked.limit }
}

/** The actor must be able to see an existing row. For a deleted row, its last known state decides. */
async function assertKnown(db: Db, resource: Resource, actor: Actor, id: number): Promise<void> {
  if (await findRow(db, resource, actor, id)) return
  const last = await deletedRow(db, resource, id)
  if (!last || !(await maySee(db, resource, actor, last))) throw new AppError(404, m.error_rowMissing())
}

/** The last state of a deleted row. Undefined when the row exists or never existed. */
export async function deletedRow(db: Db, resource: Resource, id: number): Promise<RowJson | undefined> {
  const { rows } = await db.execute<{ operation: ChangeOperation; before: RowJson | null }>(sql`
    select operation, before from change where table_name = ${resource.tableName} and row_id = ${id}
    order by id desc limit 1`)
  return rows[0]?.operation === 'delete' ? (rows[0].before ?? undefined) : undefined
}

function entryOf(resource: Resource, row: ChangeRow): HistoryEntry {
  return {
    id: row.id,
    changeSetId: row.set_id,
    kind: row.kind,
    operation: row.operation,
    time: instantFromDatabase(row.time),
    actor: { id: row.actor_id, name: row.actor_name },
    fields: fieldChanges(resource, row.before, row.after),
    undoes: row.undoes_id,
    undoneBy: row.undone_by,
    others: row.others,
  }
}

/** The described fields in a change. A move among its siblings is reported without the sort key. */
function fieldChanges(resource: Resource, before: RowJson | null, after: RowJson | null): FieldChange[] {
  const names = resource.columnNames
  const has = (column: string) => Object.hasOwn(before ?? {}, column) || Object.hasOwn(after ?? {}, column)
  const changes = resource.description.fields.flatMap((field): FieldChange[] => {
    const column = names.get(field.name)
    if (field.type === 'password' || column === undefined || !has(column)) return []
    const value = (row: RowJson | null) => (row === null ? null : (wireValue(row[column]) ?? null))
    return [{ field: field.name, label: labelText(field.label), before: value(before), after: value(after) }]
  })
  const moved = resource.description.sortable && before !== null && after !== null && has('sort_key')
  return moved ? [...changes, { field: 'sortKey', label: m.history_order(), before: null, after: null }] : changes
}

/** The labels of the relation values in all entries together. */
async function labelsOfEntries(db: Db, resource: Resource, entries: readonly HistoryEntry[]) {
  const values = entries.flatMap((entry) =>
    entry.fields.flatMap(({ field, before, after }) => [
      { field, value: before },
      { field, value: after },
    ]),
  )
  // Seam: labelsOf reads only the relation fields of a row.
  const rows = values.map(({ field, value }) => ({ [field]: value }) as unknown as Row)
  return labelsOf(db, resource, rows)
}
