import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { idNameOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { fileColumns } from './file-columns.server.ts'

/** A table whose addresses of files are tracked: under which name, and by which column its rows are known. */
type Tracked = { table: string; known: string; id: string; columns: string[] }

/** Tables with addresses that are no resources. */
const others: readonly Tracked[] = [{ table: 'config', known: 'config', id: 'id', columns: ['value'] }]

/**
 * Makes the triggers that keep where files are used, one for each table with fields for files, and reads what is there
 * already. A trigger that is as it should be stays.
 */
export async function attachFileTriggers(tx: Db, resources: readonly Resource[]): Promise<void> {
  const wanted = new Map(others.map((one) => [one.table, one]))
  for (const resource of resources) {
    for (const { table, column, id } of fileColumns(resource)) {
      const one = wanted.get(table) ?? { table, known: resource.tableName, id, columns: [] }
      wanted.set(table, one)
      if (!one.columns.includes(column)) one.columns.push(column)
    }
  }
  for (const one of wanted.values()) await attach(tx, one)
}

/**
 * The same for one table. Without columns, its trigger goes, and its uses are forgotten.
 * @returns false when the database does not let us make the trigger
 */
export async function attachFileTrigger(tx: Db, table: string, columns: string[]): Promise<boolean> {
  if (columns.length > 0) return attach(tx, { table, known: table, id: await idNameOf(tx, table), columns })
  await detachFileTrigger(tx, table)
  return true
}

/** Forgets the uses in a table that is described no more. */
export async function detachFileTrigger(tx: Db, table: string): Promise<void> {
  await tx.execute(sql`drop trigger if exists y_files on ${tableAt(table)}`)
  await tx.execute(sql`delete from file_use where table_name = ${table}`)
}

async function attach(tx: Db, { table, known, id, columns }: Tracked): Promise<boolean> {
  const args = [known, id, ...columns.toSorted()]
  const { rows } =
    await tx.execute(sql`select 1 from pg_trigger where tgname = 'y_files' and tgrelid = table_named(${table})
    and encode(tgargs, 'escape') = (select string_agg(encode(convert_to(one, 'UTF8'), 'escape') || '\\000', '' order by place)
      from unnest(${sql.param(args)}::text[]) with ordinality given (one, place))`)
  if (rows.length > 0) return true
  const { rows: allowed } = await tx.execute(sql`select 1 where has_table_privilege(table_named(${table}), 'TRIGGER')`)
  if (allowed.length === 0) return false
  const [on, key] = [tableAt(table), sql.identifier(id)]
  // For every update: with a list of columns, nobody could drop one of them from a table of their own.
  // Arguments are written as literals, because the statement accepts no parameters for them.
  const given = sql.raw(args.map((one) => `'${one.replaceAll("'", "''")}'`).join(', '))
  await tx.execute(sql`create or replace trigger y_files after insert or update or delete on ${on}
    for each row execute function track_files(${given})`)
  const left = sql.param(columns)
  await tx.execute(sql`delete from file_use where table_name = ${known} and field <> all (${left}::text[])`)
  for (const column of columns) {
    const value = sql.identifier(column)
    await tx.execute(sql`select set_file_uses(${known}, ${key}, ${column}, to_jsonb(${value}) #>> '{}') from ${on}
      where (to_jsonb(${value}) #>> '{}') like '%/storage/%'`)
  }
  return true
}
