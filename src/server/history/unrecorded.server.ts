import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { stampedName } from '../crud/base-columns.server.ts'
import { idNameOf, rowIdOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { RowJson } from '../list/row-json.server.ts'
import type { NetChange } from './inverse-change.server.ts'

// Rows whose insertion was only counted. They name their change set in `change_set_id`, also after they were deleted
// and came back. Deletions are recorded with the whole row.

/** The tables into which change sets have inserted rows without recording each, with the number of these rows. */
export async function countedInserts(
  db: Db,
  changeSetIds: readonly number[],
): Promise<{ set: number; table: string; count: number }[]> {
  if (changeSetIds.length === 0) return []
  const { rows } = await db.execute<{ set: number; table: string; count: number }>(sql`
    select change_set_id as set, table_name as "table", rows as count from change_count
    where change_set_id = any (${sql.param([...changeSetIds])}::bigint[])`)
  return rows.map(({ set, table, count }) => ({ set: Number(set), table, count: Number(count) }))
}

/** The rows that a change set has inserted into a table: those that are there, and those that were deleted since. */
export async function insertedRows(db: Db, changeSetId: number, table: string): Promise<NetChange[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${tableAt(table)} where change_set_id = ${changeSetId}
    union
    select row_id from change where table_name = ${table} and operation = 'delete'
      and jsonb_typeof(before -> 'change_set_id') = 'number' and before ->> 'change_set_id' = ${String(changeSetId)}
    order by 1 desc`)
  return rows.map(({ id }) => ({ table, id: Number(id), lastChange: 0, operation: 'insert', depth: 0 }))
}

/** The rows as they were inserted: the present ones, with the oldest values that their changes have recorded. */
export async function insertedValues(db: Db, table: string, ids: readonly number[]): Promise<Map<number, RowJson>> {
  const id = sql.identifier(await idNameOf(db, table))
  const { rows: now } = await db.execute<{ id: number; row: RowJson }>(sql`
    select ${id} as id, to_jsonb(t) as row from ${tableAt(table)} t where ${id} = any (${sql.param([...ids])}::bigint[])`)
  const values = new Map(now.map(({ id, row }) => [Number(id), row]))
  const { rows: changes } = await db.execute<{ id: number; before: RowJson | null }>(sql`
    select row_id as id, before from change where table_name = ${table} and row_id = any (${sql.param([...ids])}::bigint[])
      and operation <> 'insert' order by change.id desc`)
  for (const { id, before } of changes) values.set(Number(id), { ...values.get(Number(id)), ...before })
  return values
}

/** The rows that were changed since their insertion, by changes that the history no longer has. */
export async function changedUnknown(db: Db, table: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const id = sql`t.${sql.identifier(await idNameOf(db, table))}`
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${id} as id from ${tableAt(table)} t where ${id} = any (${sql.param([...ids])}::bigint[]) and t.version > 1
      and not exists (select from change c where c.table_name = ${table} and c.row_id = ${id})`)
  return rows.map(({ id }) => Number(id))
}

/**
 * How a row began whose insertion was only counted. Without its change set, which the history no longer has,
 * `changeSetId` is null and the name of the actor is empty.
 */
export type Beginning = {
  changeSetId: number | null
  kind: string
  time: string
  actor: { id: number | null; name: string }
  /** The number of rows that were inserted together. */
  count: number
}

/** @returns null for a row that never was in the table */
export async function beginningOf(db: Db, resource: Resource, id: number): Promise<Beginning | null> {
  const { tableName, table } = resource
  const { rows } = await db.execute<{
    set: number | null
    kind: string | null
    time: string
    by: number | null
    name: string | null
    count: number | null
  }>(sql`
    with known as (
      select to_jsonb(t) as row from ${table} t where ${rowIdOf(resource)} = ${id}
      union all
      (select before from change where table_name = ${tableName} and row_id = ${id} and operation = 'delete' order by id desc limit 1)
      limit 1
    )
    select s.id as set, s.kind, coalesce(s.create_time::text, row ->> ${stampedName(resource, 'createTime')}::text) as time,
      coalesce(s.actor_id, (row ->> ${stampedName(resource, 'createBy')}::text)::bigint) as by, s.actor_name as name, n.rows as count
    from known left join change_set s on s.id = (row ->> 'change_set_id')::bigint
      left join change_count n on n.change_set_id = s.id and n.table_name = ${tableName}`)
  const [row] = rows
  if (!row) return null
  const { set, kind, time, by, name, count } = row
  return {
    changeSetId: set === null ? null : Number(set),
    kind: kind ?? '',
    time: instantFromDatabase(time),
    actor: { id: by === null ? null : Number(by), name: name ?? '' },
    count: Number(count ?? 1),
  }
}
