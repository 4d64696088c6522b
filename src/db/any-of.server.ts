import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * `column = any (list)`: one parameter however long the list is, so that the statement's text stays the same and is
 * prepared once. For lists whose length varies; `inArray` writes a parameter for each value.
 */
export function anyOf(column: PgColumn, values: readonly (number | string)[]): SQL {
  const type = column.dataType === 'number' ? sql`bigint[]` : sql`text[]`
  return sql`${column} = any (${sql.param([...values])}::${type})`
}
