import type { Field } from '#src/resource/description.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { columnProperty, inSql } from './column-code.server.ts'
import type { ResourceNames } from './names.server.ts'
import { Imports, textCode } from './source-text.server.ts'
import type { ShapeColumn, ShapeIndex, ShapeReference, TableShape } from './table-shape.server.ts'
import type { CodePlace } from './written-code.server.ts'

/** The columns that `baseColumns` has. */
const BASE: ReadonlySet<string> = new Set(['id', 'version', 'create_by', 'create_time', 'update_by', 'update_time'])

const deleted: Readonly<Record<string, string>> = { c: 'cascade', n: 'set null', d: 'set default', r: 'restrict' }

/** What the file of a table is made of. */
export type TableCode = {
  tableName: string
  shape: TableShape
  fields: readonly Field[]
  /** The columns whose names differ from their fields' in snake case, by field. */
  columns: Readonly<Record<string, { readonly column?: string | undefined }>>
  /** Where the table of a foreign key is in code. */
  placeOf(reference: ShapeReference): CodePlace | undefined
}

/** The property in code of each column, by its name in the database. */
export function propertiesOf({ shape, fields, columns }: TableCode): ReadonlyMap<string, string> {
  const described = new Map(fields.map(({ name }) => [columns[name]?.column ?? columnNameOf(name), name]))
  const taken = new Set(described.values())
  return new Map(
    shape.columns.map(({ name }) => {
      const field = described.get(name)
      if (field !== undefined) return [name, field]
      let free = propertyOf(name)
      while (taken.has(free)) free = `${free}Column`
      taken.add(free)
      return [name, free]
    }),
  )
}

/** `org_id` as `orgId`. */
function propertyOf(column: string): string {
  const words = column.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const [first = 'column', ...more] = words
  const name = [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...more.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('')
  return /^[A-Za-z]/.test(name) ? name : `column${name}`
}

/** The foreign keys that the table file has no place for, because their tables are not in code or have no own file. */
export function foreignOnly({ shape, tableName, placeOf }: TableCode): ShapeReference[] {
  return shape.references.filter((one) => one.table !== tableName && !placeOf(one))
}

/** The drizzle table with all that the stored table has. */
export function tableFileOf({ table, pascal }: ResourceNames, code: TableCode): string {
  const imports = new Imports()
  imports.add('drizzle-orm/pg-core', 'pgTable')
  imports.add('#src/db/columns.server.ts', 'baseColumns')
  const properties = propertiesOf(code)
  const columns = code.shape.columns
    .filter(({ name }) => !BASE.has(name))
    .map((column) => columnLine(table, code, column, properties.get(column.name) ?? column.name, imports))
  const extras = [
    ...code.shape.indexes.map((index) => indexLine(index, properties, imports)),
    ...code.shape.checks.map(
      ({ name, expression }) =>
        `    ${imports.add('drizzle-orm/pg-core', 'check')}(${textCode(name)}, ${inSql(expression, imports)}),\n`,
    ),
  ]
  const rows = extras.length > 0 ? `  (t) => [\n${extras.join('')}  ],\n` : ''
  return `\
${imports.text}
export const ${table} = pgTable(
  ${textCode(code.tableName)},
  {
    ...baseColumns,
${columns.join('')}  },
${rows})

export type ${pascal}Row = typeof ${table}.$inferSelect
`
}

function columnLine(table: string, code: TableCode, column: ShapeColumn, property: string, imports: Imports): string {
  const field = code.fields.find(({ name }) => name === property)
  const made = columnProperty(property, column, field, imports)
  const reference = code.shape.references.find((one) => one.column === column.name)
  return `    ${made.property}: ${made.source}${reference ? referenceOf(table, code, reference, imports) : ''},\n`
}

function referenceOf(table: string, code: TableCode, one: ShapeReference, imports: Imports): string {
  const isOwn = one.table === code.tableName
  const place = isOwn ? undefined : code.placeOf(one)
  if (!isOwn && !place) return ''
  const rule = deleted[one.deleted]
  const options = rule ? `, { onDelete: '${rule}' }` : ''
  // A table that points to itself needs the type, because its own depends on it.
  if (isOwn)
    return `.references((): ${imports.add('drizzle-orm/pg-core', 'type AnyPgColumn').slice('type '.length)} => ${table}.id${options})`
  return `.references(() => ${place ? imports.add(place.from, place.name) : ''}.id${options})`
}

function indexLine(index: ShapeIndex, properties: ReadonlyMap<string, string>, imports: Imports): string {
  const kind = index.constraint ? 'unique' : index.unique ? 'uniqueIndex' : 'index'
  const parts = index.parts.map((part) => {
    if (part.column === null) return inSql(part.expression, imports)
    const order = `${part.desc ? '.desc()' : ''}${part.nullsFirst && !index.constraint ? '.nullsFirst()' : ''}`
    return `t.${properties.get(part.column) ?? part.column}${order}${part.operators ? `.op(${textCode(part.operators)})` : ''}`
  })
  const on = index.method === 'btree' ? `.on(${parts.join(', ')})` : `.using('${index.method}', ${parts.join(', ')})`
  const nulls = index.constraint && index.nullsNotDistinct ? '.nullsNotDistinct()' : ''
  const where = index.condition === null ? '' : `.where(${inSql(index.condition, imports)})`
  return `    ${imports.add('drizzle-orm/pg-core', kind)}(${textCode(index.name)})${on}${nulls}${where},\n`
}
