import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { nameOfTable } from '#src/db/statement.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import type { Resource } from '../crud/resource.server.ts'

/**
 * Columns whose values are unique together. `nulls`: two nulls count as equal. `folded`: those of the columns in which
 * capital and small letters count as equal.
 */
export type UniqueIndex = { columns: string[]; nulls: boolean; folded: string[] }

type Found = { columns: (string | null)[]; nulls: boolean; folded: (string | null)[] }

/**
 * The table's unique indexes over plain columns and over `lower()` of columns, without
 * those that have the id. A column that
 * has the same value in all rows of the resource is left out.
 */
export async function uniqueIndexes(
  db: Db,
  { table, only = {}, columns }: Pick<Resource, 'table'> & Partial<Pick<Resource, 'only' | 'columns'>>,
): Promise<UniqueIndex[]> {
  const { rows } = await db.execute<Found>(sql`
    with keys as (
      select i.indexrelid, i.indnullsnotdistinct as nulls, k.place, a.attname::text as plain,
        substring(pg_get_indexdef(i.indexrelid, k.place::int, false) from '^lower\\(\\(*"?(\\w+)"?\\)*(?:::text)?\\)*$') as folded
      from pg_index i left join pg_attribute id on id.attrelid = i.indrelid and id.attname = id_column(i.indrelid) cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum and k.attnum > 0
      where i.indrelid = table_named(${nameOfTable(table)}) and i.indisunique and i.indpred is null
        and case when id.attnum is null then not i.indisprimary else not id.attnum = any (i.indkey::int2[]) end
    )
    select array_agg(coalesce(plain, folded) order by place) as columns, bool_or(nulls) as nulls,
      array_agg(folded) filter (where plain is null) as folded
    from keys group by indexrelid order by indexrelid`)
  const fixed = new Set(Object.keys(only).flatMap((field) => (columns?.[field] ? [columnName(columns[field])] : [])))
  return rows.flatMap((row) => {
    const known = row.columns.filter((column) => column !== null)
    // An index over another expression says nothing about columns.
    if (known.length < row.columns.length) return []
    const folded = (row.folded ?? []).filter((column) => column !== null)
    return [{ columns: known.filter((column) => !fixed.has(column)), nulls: row.nulls, folded }]
  })
}

/** The same by field names. A key is left out when not all of its fields can be columns of a file. */
export async function uniqueKeys(db: Db, resource: Resource, possible: readonly string[]): Promise<string[][]> {
  const names = resource.fieldNames
  const indexes = await uniqueIndexes(db, resource)
  const keys = indexes.map(({ columns }) => columns.map((column) => names.get(column) ?? column))
  return keys.filter((key) => key.every((name) => possible.includes(name)))
}
