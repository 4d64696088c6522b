import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Resource } from '../crud/resource.server.ts'

/** Columns whose values are unique together. `nulls`: two nulls count as equal. */
export type UniqueIndex = { columns: string[]; nulls: boolean }

type Indexed = Pick<Resource, 'table' | 'only'> & Partial<Pick<Resource, 'columnNames'>>

/**
 * The table's unique indexes over plain columns, without the primary key. Columns with one value in all rows of the
 * resource tell nothing apart.
 */
export async function uniqueIndexes(db: Db, { table, only = {}, columnNames }: Indexed): Promise<UniqueIndex[]> {
  const fixed = new Set(Object.keys(only).map((name) => columnNames?.get(name)))
  const { rows } = await db.execute<UniqueIndex>(sql`
    select array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by k.place) as columns,
      i.indnullsnotdistinct as nulls
    from pg_index i where i.indrelid = ${getTableName(table)}::regclass and i.indisunique and not i.indisprimary
      and i.indpred is null and i.indexprs is null
    order by i.indexrelid`)
  return rows.map((index) => ({ ...index, columns: index.columns.filter((column) => !fixed.has(column)) }))
}

/** Whether a row of the table is one of the resource. @param alias of the table in the statement */
export function isOfResource({ only = {}, columnName }: Pick<Resource, 'only' | 'columnName'>, alias: SQL): SQL {
  const parts = Object.entries(only).map(
    ([name, value]) => sql`${alias}.${sql.identifier(columnName(name))} = ${value}`,
  )
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`
}

/** The same by field names. A key is left out when not all of its fields can be columns of a file. */
export async function uniqueKeys(db: Db, resource: Resource, possible: readonly string[]): Promise<string[][]> {
  const names = resource.fieldNames
  const indexes = await uniqueIndexes(db, resource)
  const keys = indexes.map(({ columns }) => columns.map((column) => names.get(column) ?? column))
  return keys.filter((key) => key.every((name) => possible.includes(name)))
}
