import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { compile } from '#src/db/statement.server.ts'
import type { Field } from '#src/resource/description.ts'
import { columnName, columnNameOf } from './column-name.server.ts'
import { type Computed, columnsOf, type ResourceColumns } from './resource.server.ts'

/** What a resource is read from: its table, or a subquery with further columns under the table's name. */
type Source = { source: SQL; columns: ResourceColumns; orderIds: Map<string, PgColumn> }

/** Turns a value into the part of it that is shown. */
export type Mask = (value: SQL) => SQL

/** What is shown of a value without the node of its field. An empty value stays empty. */
export const maskOf: Record<NonNullable<Field['partly']>, Mask> = {
  phone: (value) => sql`case when length(${value}) > 7 then left(${value}, 3) || '****' || right(${value}, 4)
    when ${value} = '' then '' else '****' end`,
  text: (value) => sql`case when ${value} = '' then '' else left(${value}, 1) || '***' end`,
}

/**
 * Adds the computed fields to a table, shows some fields in part, and reads some as texts. The subquery has the name of
 * the table, so that conditions, orders and labels name a computed field like a column. PostgreSQL merges it into the
 * query around it: a field that the query does not use costs nothing, and an index on its expression serves an order by
 * it.
 * @throws Error when an expression has parameters, or a computed field has the name of a column
 */
export function sourceOf(
  table: PgTable,
  computed: Readonly<Record<string, Computed>>,
  masks: Readonly<Record<string, Mask>> = {},
  texts: readonly string[] = [],
): Source {
  const own = columnsOf(table)
  const fields = Object.entries(computed)
  const orderIds = new Map<string, PgColumn>()
  if (fields.length + texts.length + Object.keys(masks).length === 0)
    return { source: sql`${table}`, columns: own, orderIds }
  const joins = new Map<string, SQL>()
  const values: SQL[] = Object.entries(own).map(([field, column]) => {
    const mask = masks[field]
    const value = texts.includes(field) ? sql`${column}::text` : sql`${column}`
    const shown = mask?.(value) ?? value
    return mask || texts.includes(field) ? sql`${shown} as ${sql.identifier(columnName(column))}` : value
  })
  const columns: ResourceColumns = { ...own }
  const taken = new Set(Object.values(own).map(columnName))
  for (const [field, { type, notNull, value, join, sortedBy }] of fields) {
    const name = columnNameOf(field)
    if (taken.has(name)) throw new Error(`${getTableName(table)} has a column ${name} already`)
    const mask = masks[field] ?? ((one: SQL) => one)
    values.push(sql`${mask(value(own))} as ${sql.identifier(name)}`)
    columns[field] = columnLike(type, { table: own.id.table, name, notNull })
    if (join) joins.set(join.name, join.text(own))
    if (sortedBy) {
      const id = `id_by_${name}`
      values.push(sql`${sortedBy.key} as ${sql.identifier(id)}`)
      orderIds.set(field, columnLike(own.id, { table: own.id.table, name: id, notNull: true }))
    }
  }
  const listed = sql.join(values, sql`, `)
  const joined = joins.size > 0 ? sql` ${sql.join([...joins.values()], sql` `)}` : sql``
  const source = sql`(select ${listed} from ${table}${joined}) as ${sql.identifier(getTableName(table))}`
  if (compile(source).params.length > 0) throw new Error(`${getTableName(table)}: a computed field has parameters`)
  return { source, columns, orderIds }
}

/** A column with the type of another column. Drizzle cannot copy one; the prototype keeps its class. */
function columnLike(type: PgColumn, given: Pick<PgColumn, 'table' | 'name' | 'notNull'>): PgColumn {
  return Object.assign(Object.create(type), given, { keyAsName: false })
}
