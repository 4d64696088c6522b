import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { pointsToIds } from '../crud/references.server.ts'
import type { RowJson } from '../list/row-json.server.ts'
import { insertRows } from './undo-apply.server.ts'

/** A table whose rows are deleted together with the row that a column of theirs points to, as revisions of a scheme. */
type Owned = { table: string; column: string; owner: string }

/** The recorded tables whose rows belong to rows of the given tables, and so on downwards. */
export async function ownedTables(tx: Db, owners: readonly string[]): Promise<Owned[]> {
  const { rows } = await tx.execute<Owned>(sql`
    with recursive owned (owner, part, attnum) as (
      select c.confrelid, c.conrelid, c.conkey[1] from pg_constraint c
      where c.contype = 'f' and c.confdeltype = 'c' and cardinality(c.conkey) = 1 and ${pointsToIds} and c.conrelid <> c.confrelid
        and c.confrelid in (select table_named(name)::oid from unnest(${sql.param(owners)}::text[]) name)
      union
      select c.confrelid, c.conrelid, c.conkey[1] from pg_constraint c join owned on owned.part = c.confrelid
      where c.contype = 'f' and c.confdeltype = 'c' and cardinality(c.conkey) = 1 and ${pointsToIds} and c.conrelid <> c.confrelid
    )
    select name_of_table(p.oid) as table, a.attname as column, name_of_table(o.oid) as owner
    from owned join pg_class p on p.oid = owned.part join pg_class o on o.oid = owned.owner
      join pg_attribute a on a.attrelid = owned.part and a.attnum = owned.attnum
    where exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid where t.tgrelid = owned.part and f.proname = 'record_change')
      and table_named(name_of_table(owned.part)) = owned.part`)
  return rows
}

/**
 * The rows that a change set deleted or added together with their owners, as `table:id`. They come back, or go, with
 * these.
 */
export async function withOwners(tx: Db, changeSetId: number, tables: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  if (tables.length < 2) return found
  for (const { table, column, owner } of await ownedTables(tx, tables)) {
    if (!tables.includes(table) || !tables.includes(owner)) continue
    const { rows } = await tx.execute<{ id: number }>(sql`
      select c.row_id as id from change c join change o on o.change_set_id = c.change_set_id and o.operation = c.operation
        and o.table_name = ${owner} and o.row_id = (coalesce(c.before, c.after) ->> ${column})::bigint
      where c.change_set_id = ${changeSetId} and c.table_name = ${table} and c.operation in ('insert', 'delete')`)
    for (const { id } of rows) found.add(`${table}:${id}`)
  }
  return found
}

/** Brings back the rows that belong to restored rows and were deleted with them. */
export async function restoreOwned(
  tx: Db,
  changeSetId: number,
  owner: string,
  ids: readonly number[],
  tables?: readonly Owned[],
): Promise<void> {
  const all = tables ?? (await ownedTables(tx, [owner]))
  for (const { table, column } of all.filter((one) => one.owner === owner)) {
    const { rows } = await tx.execute<{ id: number; row: RowJson }>(sql`
      select row_id as id, before as row from change
      where change_set_id = ${changeSetId} and table_name = ${table} and operation = 'delete'
        and (before ->> ${column})::bigint = any (${sql.param(ids)}::bigint[]) order by id`)
    if (rows.length === 0) continue
    const owned = rows.map(({ id, row }) => ({ id: Number(id), values: row }))
    await insertRows(tx, table, owned)
    const own = owned.map(({ id }) => id)
    await restoreOwned(tx, changeSetId, table, own, all)
  }
}
