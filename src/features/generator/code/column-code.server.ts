import { toSnakeCase } from 'drizzle-orm/casing'
import type { CellField, Field } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { type Imports, propertyName, sqlText, textCode } from './source-text.server.ts'
import type { ShapeColumn } from './table-shape.server.ts'

const PG = 'drizzle-orm/pg-core'
const OWN = '#src/db/columns.server.ts'

/** The types of PostgreSQL that a column has in code without arguments but these. */
const plainTypes: Readonly<Record<string, readonly [builder: string, options?: string]>> = {
  bigint: ['bigint', "{ mode: 'number' }"],
  integer: ['integer'],
  smallint: ['smallint'],
  'double precision': ['doublePrecision'],
  real: ['real'],
  boolean: ['boolean'],
  date: ['date', "{ mode: 'string' }"],
  'time without time zone': ['time'],
  text: ['text'],
  jsonb: ['jsonb'],
  json: ['json'],
  uuid: ['uuid'],
}

/** Types of PostgreSQL whose columns are those of the product. */
const ownTypes: Readonly<Record<string, string>> = { 'timestamp with time zone': 'instant', bytea: 'bytes' }
/** The same for columns of JSON that are read as text. */
const jsonTexts: Readonly<Record<string, string>> = { jsonb: 'storedJson', json: 'plainJson' }
const collations: Readonly<Record<string, string>> = { 'zh-x-icu': 'sortedText', C: 'rawText' }

/** The property of a drizzle table that a column is. */
export function columnProperty(property: string, column: ShapeColumn, field: Field | undefined, imports: Imports) {
  const many = /(\[\])+$/.exec(column.type)?.[0] ?? ''
  const type = column.type.slice(0, column.type.length - many.length)
  // A name that drizzle would make otherwise is written out.
  const name = toSnakeCase(property) === column.name ? undefined : column.name
  const array = '.array()'.repeat(many.length / 2)
  const typed = field && jsonType(field, column)
  const isText = field !== undefined && typeOf(field).json === true
  const parts = [builderOf(type, many === '' ? column.collation : null, name, imports, isText), array, typed ?? '']
  if (column.generated !== null) parts.push(`.generatedAlwaysAs(${inSql(column.generated, imports)})`)
  else parts.push(column.notNull ? '.notNull()' : '', defaultOf(column, many !== '', imports))
  return { property: propertyName(property), source: parts.join('') }
}

function builderOf(
  stored: string,
  collation: string | null,
  name: string | undefined,
  imports: Imports,
  isText: boolean,
): string {
  const call = (from: string, builder: string, options?: string) =>
    `${imports.add(from, builder)}(${[name && textCode(name), options].filter((one) => one !== undefined).join(', ')})`
  const own = stored === 'text' && collation !== null ? collations[collation] : (isText ? jsonTexts : ownTypes)[stored]
  if (own) return call(OWN, own)
  const [, varying, length] = /^character( varying)?\((\d+)\)$/.exec(stored) ?? []
  if (length && collation === null) return call(PG, varying ? 'varchar' : 'char', `{ length: ${length} }`)
  const [, precision, scale] = /^numeric(?:\((\d+),(-?\d+)\))?$/.exec(stored) ?? []
  if (precision) return call(PG, 'numeric', `{ precision: ${precision}, scale: ${scale}, mode: 'number' }`)
  if (stored === 'numeric') return call(PG, 'numeric', "{ mode: 'number' }")
  const known = collation === null ? plainTypes[stored] : undefined
  if (known) return call(PG, ...known)
  const written = collation === null ? stored : `${stored} collate "${collation}"`
  return `${imports.add(PG, 'customType')}<{ data: unknown }>({ dataType: () => ${textCode(written)} })(${name ? textCode(name) : ''})`
}

/** The default of a column as code. Simple values are written as such, all others as the database has them. */
function defaultOf({ fallback, type }: ShapeColumn, many: boolean, imports: Imports): string {
  if (fallback === null) return ''
  const value = /^'((?:[^']|'')*)'::[\w\s"[\]().,]+$/.exec(fallback)?.[1]?.replaceAll("''", "'") ?? fallback
  const isText = value !== fallback && /^(text|character)/.test(type) && !many
  if (isText) return `.default(${textCode(value)})`
  const isNumber = /^(bigint|integer|smallint|numeric|double|real)/.test(type) && /^-?\d+(\.\d+)?$/.test(value) && !many
  if (isNumber || /^(true|false)$/.test(fallback)) return `.default(${value})`
  return `.default(${inSql(value === fallback ? fallback : `'${value.replaceAll("'", "''")}'`, imports)})`
}

/** An SQL expression as code. */
export function inSql(expression: string, imports: Imports): string {
  imports.add('drizzle-orm', 'sql')
  return sqlText(expression)
}

/** What the objects in a column of JSON are. */
function jsonType(field: Field, { type }: ShapeColumn): string | undefined {
  if (type !== 'jsonb') return undefined
  if (!isTable(field)) return typeOf(field).itemText && '.$type<{ key: string; value: string }[]>()'
  const cells = field.fields.map((cell) => `${propertyName(cell.name)}${cell.required ? '' : '?'}: ${cellType(cell)}`)
  return `.$type<{ ${cells.join('; ')} }[]>()`
}

const cellTypes: { readonly [T in CellField['type']]: 'string' | 'number' } = {
  text: 'string',
  integer: 'number',
  number: 'number',
  money: 'number',
  select: 'string',
  switch: 'number',
  date: 'string',
  time: 'string',
  year: 'number',
  color: 'string',
  relation: 'number',
}

function cellType(cell: CellField): string {
  const options = 'options' in cell ? new Set(cell.options.map(({ value }) => typeof value)) : undefined
  const one = options ? [...options].toSorted().join(' | ') : cellTypes[cell.type]
  const many = 'multiple' in cell && cell.multiple === true
  if (many) return one.includes('|') ? `(${one})[]` : `${one}[]`
  return cell.required || one === 'string' ? one : `${one} | null`
}
