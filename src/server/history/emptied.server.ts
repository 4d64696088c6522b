import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { idNameOf } from '../crud/id-column.server.ts'
import { pointsToIds } from '../crud/references.server.ts'
import { ownedTables } from './owned.server.ts'
import { updateRows } from './undo-apply.server.ts'

/** A column that the database empties when the row that it points to is deleted (`on delete set null`). */
type Emptied = { table: string; column: string; target: string }

/**
 * Gives references back that were emptied when a change set deleted a row of this table, or a row that belongs to one.
 * A reference stays as it is when the row that it pointed to is not back, or when it was changed since. What an undo
 * has written or taken back is no such change.
 */
export async function restoreReferences(tx: Db, changeSetId: number, table: string): Promise<void> {
  const owned = await ownedTables(tx, [table])
  const targets = [...new Set([table, ...owned.map((one) => one.table)])]
  for (const { table, column, target } of await emptiedBy(tx, targets)) {
    const [own, name] = [tableAt(table), sql.identifier(column)]
    const id = sql.identifier(await idNameOf(tx, table))
    const there = sql.identifier(await idNameOf(tx, target))
    const { rows } = await tx.execute<{ id: number; value: number }>(sql`
      select c.row_id as id, (c.before ->> ${column})::bigint as value
      from change c join ${own} t on t.${id} = c.row_id and t.${name} is null
      where c.change_set_id = ${changeSetId} and c.table_name = ${table} and c.operation = 'update'
        and c.before ->> ${column} is not null and c.after -> ${column} = 'null'
        and exists (select from change d where d.change_set_id = c.change_set_id and d.table_name = ${target}
          and d.operation = 'delete' and d.row_id = (c.before ->> ${column})::bigint)
        and exists (select from ${tableAt(target)} there where there.${there} = (c.before ->> ${column})::bigint)
        and not exists (select from change later join change_set s on s.id = later.change_set_id
          where later.table_name = c.table_name and later.row_id = c.row_id and later.id > c.id and later.after ? ${column}
            and s.undoes_id is null and not exists (select from change_set u where u.undoes_id = s.id))`)
    const given = rows.map(({ id, value }) => ({ id: Number(id), values: { [column]: Number(value) } }))
    if (given.length > 0) await updateRows(tx, table, given)
  }
}

/**
 * The rows that a change set changed only by emptying their references to rows that it deleted, as `table:id`. The
 * references come back with those rows.
 */
export async function onlyEmptied(tx: Db, changeSetId: number, targets: readonly string[]): Promise<Set<string>> {
  const columns = targets.length > 0 ? await emptiedBy(tx, targets) : []
  const found = new Set<string>()
  for (const [table, own] of Map.groupBy(columns, (one) => one.table)) {
    const names = own.map(({ column }) => column)
    const { rows } = await tx.execute<{ id: number }>(sql`
      select row_id as id from change where change_set_id = ${changeSetId} and table_name = ${table}
      group by row_id having bool_and(operation = 'update' and jsonb_strip_nulls(after) = '{}'
        and array(select jsonb_object_keys(after)) <@ ${sql.param(names)}::text[])`)
    for (const { id } of rows) found.add(`${table}:${id}`)
  }
  return found
}

/** The emptied references of recorded tables to the given tables. */
async function emptiedBy(tx: Db, targets: readonly string[]): Promise<Emptied[]> {
  const { rows } = await tx.execute<Emptied>(sql`
    select name_of_table(p.oid) as table, a.attname as column, name_of_table(o.oid) as target
    from pg_constraint c join pg_class p on p.oid = c.conrelid join pg_class o on o.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype = 'n' and cardinality(c.conkey) = 1 and ${pointsToIds}
      and c.confrelid in (select table_named(name)::oid from unnest(${sql.param(targets)}::text[]) name)
      and exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid where t.tgrelid = p.oid and f.proname = 'record_change')
      and table_named(name_of_table(p.oid)) = p.oid
    order by 1, 2`)
  return rows
}
