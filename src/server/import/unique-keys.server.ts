import { getTableName, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Resource } from '../crud/resource.server.ts'

/** Columns whose values are unique together. `nulls`: two nulls count as equal. */
export type UniqueIndex = { columns: string[]; nulls: boolean }

/** The table's unique indexes over plain columns, without the primary key. */
export async function uniqueIndexes(db: Db, { table }: Pick<Resource, 'table'>): Promise<UniqueIndex[]> {
  const { rows } = await db.execute<UniqueIndex>(sql`
    select array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by k.place) as columns,
      i.indnullsnotdistinct as nulls
    from pg_index i where i.indrelid = ${getTableName(table)}::regclass and i.indisunique and not i.indisprimary
      and i.indpred is null and i.indexprs is null
    order by i.indexrelid`)
  return rows
}

/** The same by field names. A key is left out when not all of its fields can be columns of a file. */
export async function uniqueKeys(db: Db, resource: Resource, possible: readonly string[]): Promise<string[][]> {
  const names = resource.fieldNames
  const indexes = await uniqueIndexes(db, resource)
  const keys = indexes.map(({ columns }) => columns.map((column) => names.get(column) ?? column))
  return keys.filter((key) => key.every((name) => possible.includes(name)))
}
