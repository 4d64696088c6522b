import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgColumnBuilderBase, type PgTable, pgTable } from 'drizzle-orm/pg-core'
import { keyInTable } from './column-name.server.ts'
import type { Computed, ResourceColumns } from './resource.server.ts'

/**
 * A field that the database computes from each row. It is read, filtered and exported like a column, and never written.
 * A list sorts by it when an index on the same expression exists.
 * @param type the type of the values, for example `text()`; `.notNull()` when there is always one
 * @param value the expression over the row's columns; it must not have parameters
 */
export function computed(type: PgColumnBuilderBase, value: (columns: ResourceColumns) => SQL): Computed<never> {
  const column = columnOf(type)
  return { type: column, notNull: column.notNull, value }
}

type Through = {
  /** The unique column that the relation points to; by default the id. */
  on?: PgColumn
  /** The related table has so few rows that a list may sort by the field without an index. */
  few?: true
  /** Each row has such a row, and an index on the column and on `on` serves an order by the field. */
  sorted?: true
  /** What the field is instead, made from that column. */
  as?: { type: PgColumnBuilderBase; value(column: SQL): SQL }
}

/**
 * A field of the row that a relation points to, for example the user name of a log's account. Without that row, it is
 * null.
 * @param by the field with the relation
 */
export function through<TBy extends string>(
  by: TBy,
  target: PgColumn,
  { on, few, sorted, as }: Through = {},
): Computed<TBy> {
  // Seam: Drizzle's type of a column's table says less than the table is.
  const table = target.table as PgTable
  const name = `${getTableName(table)} of ${by}`
  const joined = getTableColumns(alias(table, name))
  const [value, met] = [joined[keyInTable(target)], joined[on ? keyInTable(on) : 'id']]
  if (!value || !met) throw new Error(`${name}: no such column`)
  const text = ({ [by]: from }: ResourceColumns) => {
    if (!from) throw new Error(`${name}: no column ${by}`)
    return sql`left join ${table} ${sql.identifier(name)} on ${met} = ${from}`
  }
  const type = as ? columnOf(as.type) : target
  const read = as ? as.value(sql`${value}`) : sql`${value}`
  const notNull = as ? type.notNull : sorted === true
  const order = sorted && { sortedBy: { table: getTableName(table), key: met } }
  return { by, type, notNull, value: () => read, join: { name, text }, sortedWithoutIndex: few, ...order }
}

/** A column that has the type of a column builder. Its name and its table mean nothing. */
function columnOf(type: PgColumnBuilderBase): PgColumn {
  const { value } = getTableColumns(pgTable('computed', { value: type }))
  // Seam: the columns of a table made here are PostgreSQL's.
  return value as PgColumn
}
