import { createHash } from 'node:crypto'
import { literal, quoted, quotedTable } from '#src/db/statement.server.ts'
import {
  BASE,
  columnType,
  NO_VALUE,
  ordersOf,
  PLACING,
  triggerStatements,
} from '#src/features/resources/table-definition.server.ts'
import type { Field } from '#src/resource/description.ts'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { isSecret, relationTarget } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import { apartName, STAMPED } from '#src/server/crud/base-columns.server.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { ROW_ID } from '#src/server/crud/id-column.server.ts'
import { conversion, emptyOf } from './convert.server.ts'
import type { Design } from './design.schema.ts'
import { isOwnTable } from './table-origin.server.ts'

/**
 * One part of a change of a table. `down` takes it back, and `again` brings it back once more. Nothing is dropped that
 * holds values: a column or a table that goes gets a name that begins with `gone_`, and its old name when it returns.
 */
export type TableStep = { up: string[]; down: string[]; again: string[] }

/** The beginning of the names of what was set aside. */
export const ASIDE = 'gone_'

/** The name of what is set aside by a generation. @param token differs for each generation of a table */
export function goneName(token: string, name: string, secret = false): string {
  const whole = `${ASIDE}${secret ? 'secret_' : ''}${token}_${name}`
  if (whole.length <= 63) return whole
  // The database cuts longer names, and two that are cut would be the same.
  return `${whole.slice(0, 50)}_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}

/** The name of the column of a new field that is taken back. A field of the same name may be aside beside it. */
export function addedName(token: string, column: string, field: Field): string {
  return goneName(`${token}A`, column, isSecret(field))
}

/** The names that both columns of a field with another type have while they are aside. */
export function asideNames(
  token: string,
  from: { column: string; field: Field },
  to: { column: string; field: Field },
): { old: string; made: string } {
  // A token has no capital letter.
  return {
    old: goneName(token, from.column, isSecret(from.field)),
    made: goneName(`${token}B`, to.column, isSecret(to.field)),
  }
}

/** Seam: a checked description has the shape of the type; only its optional properties are declared differently. */
export function fieldsOf({ fields }: RuntimeDescription): readonly Field[] {
  return fields as readonly Field[]
}

/** The column of a field of a design. */
export function columnIn({ columns }: Pick<Design, 'columns'>, field: string): string {
  return columns[field]?.column ?? columnNameOf(field)
}

/** Makes a table with everything that its description asks for. */
export function createTable(design: Design, token: string): TableStep {
  const { tableName, description } = design
  const table = quoted(tableName)
  const fields = fieldsOf(description)
  const named = new Set(fields.map(({ name }) => columnIn(design, name)))
  const placing = [...(description.tree ? ['pid', 'path'] : []), ...(description.sortable ? ['sort_key'] : [])]
  const columns = [
    ...Object.entries(BASE),
    ...placing.filter((name) => !named.has(name)).map((name) => [name, PLACING[name] ?? 'text'] as const),
    ...fields.map((field) => [columnIn(design, field.name), definitionOf(field)] as const),
  ]
  const lines = columns.map(([name, type]) => `  ${quoted(name)} ${type}`)
  const up = [
    `create table ${table} (\n${lines.join(',\n')}\n)`,
    ...uniquesOf(design).map((column) => `alter table ${table} add unique (${quoted(column)})`),
    ...searchColumn(design),
    ...indexesOf(design).map(({ method, columns }) => createIndex(tableName, method, columns)),
    ...triggerStatements(table, description.tree === true),
    ...commentsOf(design),
  ]
  const aside = quoted(goneName(token, tableName))
  return {
    up,
    down: [`alter table ${table} rename to ${aside}`],
    again: [`alter table ${aside} rename to ${table}`],
  }
}

/** The definition of a new column. Rows that are there may lack the value, so only the form requires it. */
export function definitionOf(field: Field): string {
  return columnType({ ...field, required: false }, NO_VALUE)
}

/** Gives a table the column of a new field. */
export function addColumn(tableName: string, column: string, field: Field, token: string): TableStep {
  const table = quotedTable(tableName)
  const aside = addedName(token, column, field)
  return {
    up: [`alter table ${table} add column ${quoted(column)} ${definitionOf(field)}`],
    ...swap(table, column, aside),
  }
}

/** Sets the column of a field aside that is removed. Rows that are added later have its empty value. */
export function setAside(tableName: string, column: string, field: Field, token: string, unique: boolean): TableStep {
  const { down, again } = swap(quotedTable(tableName), column, goneName(token, column, isSecret(field)))
  const up = [freeColumn(tableName, column), ...down]
  return { up, down: [...again, ...(unique ? uniqueAgain(tableName, column) : [])], again: up }
}

/** Takes indexes and the unique constraint from a column that is set aside. They would cost time, or refuse rows. */
function freeColumn(tableName: string, column: string): string {
  return `select free_column(${literal(tableName)}, ${literal(column)})`
}

/** Makes the values of a column unique again that has come back, unless rows have the same value by now. */
export function uniqueAgain(tableName: string, column: string): string[] {
  return [`select unique_again(${literal(tableName)}, ${literal(column)})`]
}

function swap(table: string, column: string, aside: string): Pick<TableStep, 'down' | 'again'> {
  return { down: [rename(table, column, aside)], again: [rename(table, aside, column)] }
}

/** The statement that renames a column. */
export function rename(table: string, from: string, to: string): string {
  return `alter table ${table} rename column ${quoted(from)} to ${quoted(to)}`
}

/**
 * Gives a field a column of another type, with what the new type can hold of the values. The old column is set aside,
 * in a step of its own: first all old columns go, then others may get their names. When the change is taken back, rows
 * that were written since bring their values along.
 */
export function retype(
  tableName: string,
  from: { column: string; field: Field; unique: boolean },
  to: { column: string; field: Field },
  token: string,
  timeZone: string,
): { leave: TableStep; arrive: TableStep } {
  const table = quotedTable(tableName)
  const aside = asideNames(token, from, to)
  const forth = conversion(from.field, to.field, quoted(aside.old), timeZone)
  const back = conversion(to.field, from.field, quoted(to.column), timeZone)
  const fill =
    forth === undefined ? [] : quiet(table, `update ${table} set ${quoted(to.column)} = ${heldValue(to.field, forth)}`)
  const changed = forth === undefined ? [] : [`${quoted(to.column)} is distinct from ${heldValue(to.field, forth)}`]
  const bring =
    back === undefined
      ? []
      : quiet(
          table,
          `update ${table} set ${quoted(aside.old)} = ${heldValue(from.field, back)}${changed.length > 0 ? ` where ${changed}` : ''}`,
        )
  const go = [freeColumn(tableName, from.column), rename(table, from.column, aside.old)]
  const come = [rename(table, aside.old, from.column), ...(from.unique ? uniqueAgain(tableName, from.column) : [])]
  const add = `alter table ${table} add column ${quoted(to.column)} ${definitionOf(to.field)}`
  return {
    leave: { up: go, down: come, again: go },
    arrive: {
      up: [add, ...fill],
      down: [...bring, freeColumn(tableName, to.column), rename(table, to.column, aside.made)],
      again: [rename(table, aside.made, to.column), ...fill],
    },
  }
}

/** A value of a field as its column holds it: without a value, what an empty field has. */
export function heldValue(field: Field, value: string): string {
  const empty = emptyOf(field)
  return empty === 'null' ? value : `coalesce(${value}, ${empty})`
}

/** A write of many rows that is no change of theirs: it is neither stamped nor recorded. */
function quiet(table: string, statement: string): string[] {
  return [`alter table ${table} disable trigger user`, statement, `alter table ${table} enable trigger user`]
}

/** Gives rows an order that users change by dragging: at first the order of their ids. */
export function addOrder(tableName: string, token: string): TableStep {
  const table = quotedTable(tableName)
  const { down, again } = swap(table, 'sort_key', goneName(token, 'sort_key'))
  const need = `alter table ${table} alter column "sort_key" set not null`
  return {
    up: [`alter table ${table} add column "sort_key" text collate "C"`, ...placeRows(table, 'e', 5), need],
    down: [`alter table ${table} alter column "sort_key" drop not null`, ...down],
    // Rows that were added since come behind the others.
    again: [...again, ...placeRows(table, 'f', 6), need],
  }
}

/** Sets aside the order of rows that users no longer drag. Rows that are added then have none. */
export function dropOrder(tableName: string, token: string): TableStep {
  const { again: back, down: aside } = swap(quotedTable(tableName), 'sort_key', goneName(token, 'sort_key'))
  const table = quotedTable(tableName)
  const need = `alter table ${table} alter column "sort_key" set not null`
  const up = [`alter table ${table} alter column "sort_key" drop not null`, ...aside]
  return { up, down: [...back, ...placeRows(table, 'f', 6), need], again: up }
}

/** Keys for rows without one: digits to the base 62 behind the letter that says how many they are. */
function placeRows(table: string, letter: string, length: number): string[] {
  const signs = "'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'"
  const digits = Array.from(
    { length },
    (_none, at) => `substr(${signs}, (placed.n / ${62 ** (length - 1 - at)} % 62)::int + 1, 1)`,
  )
  return quiet(
    table,
    `update ${table} set sort_key = '${letter}' || ${digits.join(' || ')}
  from (select id, row_number() over (order by id) as n from ${table} where sort_key is null) placed
  where placed.id = ${table}.id`,
  )
}

/** The columns whose values are unique. */
function uniquesOf(design: Design): string[] {
  return fieldsOf(design.description).flatMap(({ name }) =>
    design.columns[name]?.unique ? [columnIn(design, name)] : [],
  )
}

/** The column that the quick search uses, and its index. */
export function searchColumn(design: Design): string[] {
  const { quickSearch } = design.description
  if (quickSearch.length === 0 || !isOwnTable(design.tableName)) return []
  const table = quotedTable(design.tableName)
  const columns = quickSearch.map((name) => quoted(columnIn(design, name))).join(', ')
  return [
    `alter table ${table} add column "search_grams" integer[] generated always as (search_grams(${columns})) stored`,
    `create index on ${table} using gin ("search_grams")`,
  ]
}

/** Takes the column of the quick search away, with its index. */
export function dropSearch(tableName: string): string {
  return `alter table ${quotedTable(tableName)} drop column if exists "search_grams"`
}

export type Index = { method: 'btree' | 'gin'; columns: string[] }

/** The column of the ids in the table of a design. One of others may have a field for its own column `id`. */
function idIn(design: Design): string {
  return design.description.fields.some(({ name }) => columnIn(design, name) === 'id') ? ROW_ID : 'id'
}

/** The column of a field, or of what the product keeps in each row. */
function stampedOr(design: Design, field: string): string {
  const names: readonly string[] = STAMPED
  const isOther = design.description.fields.some(({ name }) => names.includes(columnIn(design, name)))
  const column = columnIn(design, field)
  return isOther && column === columnNameOf(field) && names.includes(column) ? apartName(column) : column
}

/** The indexes of a design: of its orders, its relations and its tree. */
export function indexesOf(design: Design): Index[] {
  const { description } = design
  const id = idIn(design)
  const orders = [...ordersOf(description), ...(description.sortable ? [['sortKey']] : [])]
  const columnOf = (field: string) => (field === 'id' ? id : stampedOr(design, field))
  const ordered = orders.map((order) => [...new Set([...order.map(columnOf), id])])
  const pointing = fieldsOf(description).flatMap((field): Index[] => {
    const target = relationTarget(field)
    const column = columnIn(design, field.name)
    return target
      ? [target.many ? { method: 'gin', columns: [column] } : { method: 'btree', columns: [column, id] }]
      : []
  })
  const all: Index[] = [
    ...ordered.map((columns) => ({ method: 'btree' as const, columns })),
    ...pointing,
    ...(description.tree ? [{ method: 'btree' as const, columns: ['path'] }] : []),
  ]
  // The primary key is an index on the ids already.
  const byText = new Map(all.map((one) => [JSON.stringify(one), one]))
  return [...byText.values()].filter(({ columns }) => columns.join() !== id)
}

function createIndex(tableName: string, method: string, columns: readonly string[]): string {
  const using = method === 'btree' ? '' : ` using ${method}`
  return `create index on ${quotedTable(tableName)}${using} (${columns.map(quoted).join(', ')})`
}

/** Makes an index that the table may have already. */
export function ensureIndex(tableName: string, { method, columns }: Index): string {
  return `select ensure_index(${literal(tableName)}, ${literal(method)}, array[${columns.map(literal)}])`
}

/** Drops an index that no order needs any more. */
export function dropIndex(tableName: string, { method, columns }: Index): string {
  return `select drop_index(${literal(tableName)}, ${literal(method)}, array[${columns.map(literal)}])`
}

/** The comments of a table and its columns: the Chinese labels, with the options of choices. */
export function commentsOf(design: Design): string[] {
  const { tableName, description } = design
  if (!isOwnTable(tableName)) return []
  const table = quotedTable(tableName)
  const title = labelText(description.plural ?? description.title, 'zh-cn')
  return [
    `comment on table ${table} is ${literal(title)}`,
    ...fieldsOf(description).map((field) => {
      const label = labelText(field.label, 'zh-cn')
      const options =
        'options' in field ? field.options.map(({ value, label }) => `${value}=${labelText(label, 'zh-cn')}`) : []
      const comment = options.length > 0 && options.length <= 50 ? `${label}:${options.join(',')}` : label
      return `comment on column ${table}.${quoted(columnIn(design, field.name))} is ${literal(comment)}`
    }),
  ]
}
