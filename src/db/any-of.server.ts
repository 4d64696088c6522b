import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgEnumColumn } from 'drizzle-orm/pg-core'

/**
 * `column = any (list)` with one parameter for the whole list. The statement's text is the same for every length, so
 * the statement is prepared only once. Use it for lists whose length varies: `inArray` writes one parameter for each
 * value.
 */
export function anyOf(column: PgColumn, values: readonly (number | string)[]): SQL {
  const type = column.dataType === 'number' ? sql`bigint[]` : sql`text[]`
  // A value that is none of the enum's would be an error.
  if (column instanceof PgEnumColumn) return sql`${column}::text = any (${sql.param([...values])}::text[])`
  return sql`${column} = any (${sql.param([...values])}::${type})`
}
