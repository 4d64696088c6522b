import { sql } from 'drizzle-orm'
import { bigint, jsonb, type PgColumn, type PgTable, text } from 'drizzle-orm/pg-core'
import { kindOf } from '../list/filter-value.server.ts'
import { computed, through } from './computed.server.ts'
import type { Computed, Owned, OwnedValues } from './resource.server.ts'

/**
 * A field with a list of ids or codes, one in each row of another table, for example the rules of a role.
 * @param owner the column of the other table that points to the resource's row
 * @param value the column with the id
 */
export function ownedIds<TField extends string>(field: TField, owner: PgColumn, value: PgColumn): Owned<TField> {
  const table = tableOf(owner)
  const type = kindOf(value) === 'number' ? bigint({ mode: 'number' }).array().notNull() : text().array().notNull()
  const list = computed(
    type,
    ({ id }) => sql`array(select ${value} from ${table} where ${owner} = ${id} order by ${value})`,
  )
  return {
    table,
    owner,
    fields: [field],
    computed: { [field]: list },
    kind: 'ids',
    columns: { value },
    key: ['value'],
    rowsOf: (given) => listOf(given).map((one) => ({ value: one })),
  }
}

type Rows = {
  /** The column with the place of a row in the list, counted from zero. */
  place: PgColumn
  /** The columns by the names of the field's cells. */
  cells: Readonly<Record<string, PgColumn>>
  /** The cells that identify a row in its list. Without them, a changed row is found by its place. */
  key?: readonly string[]
}

/** A field of type `rows` whose rows are in another table. Only the rows that differ are written. */
export function ownedRows<TField extends string>(
  field: TField,
  owner: PgColumn,
  { place, cells, key = [] }: Rows,
): Owned<TField> {
  const table = tableOf(owner)
  const parts = Object.entries(cells).map(
    ([cell, column]) => sql`${sql.raw(`'${cell.replaceAll("'", "''")}'`)}, ${column}`,
  )
  const row = sql`jsonb_build_object(${sql.join(parts, sql`, `)})`
  const list = computed(
    jsonb().notNull(),
    ({ id }) => sql`coalesce((select jsonb_agg(${row} order by ${place}) from ${table} where ${owner} = ${id}), '[]')`,
  )
  return {
    table,
    owner,
    fields: [field],
    computed: { [field]: list },
    kind: 'rows',
    columns: { ...cells, [PLACE]: place },
    key,
    rowsOf: (given) => listOf(given).map((one, at) => ({ ...cellsOf(one, cells), [PLACE]: at })),
  }
}

export const PLACE = '#place'

/**
 * A table with one row for each row of the resource, for example the profile of an account. Its columns are fields of
 * the resource. The row is added with its owner.
 * @param owner the unique column that points to the resource's row
 * @param columns the columns by the names of the fields
 * @param options `optional`: a row that is added without these values has no companion, as an account that is imported
 * without a password
 */
export function companion<TField extends string>(
  owner: PgColumn,
  columns: Readonly<Record<TField, PgColumn>>,
  options: { optional?: true } = {},
): Owned<TField> {
  // Seam: the type of the keys of an object is text.
  const fields = Object.keys(columns) as TField[]
  const computed = joined(owner, columns)
  return { table: tableOf(owner), owner, fields, computed, kind: 'one', columns, key: [], ...options }
}

function joined(owner: PgColumn, columns: Readonly<Record<string, PgColumn>>): Record<string, Computed> {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, through('id', column, { on: owner })]),
  )
}

function tableOf(column: PgColumn): PgTable {
  // Seam: Drizzle's type of a column's table says less than the table is.
  return column.table as PgTable
}

function listOf(given: unknown): unknown[] {
  return Array.isArray(given) ? given : []
}

function cellsOf(row: unknown, cells: Readonly<Record<string, PgColumn>>): OwnedValues {
  const given: object = typeof row === 'object' && row !== null ? row : {}
  return Object.fromEntries(Object.keys(cells).map((cell) => [cell, Reflect.get(given, cell) ?? null]))
}
