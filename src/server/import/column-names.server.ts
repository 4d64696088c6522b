import { CasingCache } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'

const casing = new CasingCache('snake_case')

/** What the database calls a column. */
export function columnName(column: PgColumn): string {
  return casing.getColumnCasing(column)
}
