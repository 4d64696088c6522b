import { getTableColumns } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'

const casing = new CasingCache('snake_case')

/** The database's name of a column. */
export function columnName(column: PgColumn): string {
  return casing.getColumnCasing(column)
}

/** The name of the column that a field without a table of its own has: `readTime` → `read_time`. */
export function columnNameOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)
}

/** The name of a column in its Drizzle table. */
export function keyInTable(column: PgColumn): string {
  const own = getTableColumns(column.table)
  return Object.keys(own).find((key) => own[key] === column) ?? ''
}
