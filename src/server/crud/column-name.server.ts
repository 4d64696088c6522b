import { CasingCache } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'

const casing = new CasingCache('snake_case')

/** The database's name of a column. */
export function columnName(column: PgColumn): string {
  return casing.getColumnCasing(column)
}
