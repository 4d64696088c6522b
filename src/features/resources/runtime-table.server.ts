import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  type PgTable,
  pgEnum,
  pgTable,
  real,
  smallint,
  text,
  time,
} from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { instant, plainJson, storedJson } from '#src/db/columns.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Field } from '#src/resource/description.ts'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { apartName, hasApart } from '#src/server/crud/base-columns.server.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { ROW_ID } from '#src/server/crud/id-column.server.ts'
import { serverTypeOf } from '#src/server/fields/field-types.server.ts'
import { typeBehind, typeName } from './column-type.server.ts'
import { usableTables } from './own-tables.server.ts'

/** The back-office accounts, which relations may point to. They are no resource with calls of its own. */
export const ACCOUNTS = { resource: 'user', table: 'account', kind: 'admin' } as const

/**
 * A column of a table. The type of a domain is its base type, that of an array its element's followed by `[]`, and
 * that of an enum is `enum`, with its quoted name and its values.
 */
type Column = {
  name: string
  type: string
  enumName: string
  labels: string[] | null
  nullable: boolean
  default: boolean
  generated: boolean
  /** An empty text is not nothing here: the column refers to rows, is unique or has a check. */
  strict: boolean
}
export type TableFacts = {
  columns: Column[]
  triggers: string[]
  indexes: string[][]
  uniques: { name: string; column: string }[]
  /** The checks, with the columns that each is about. */
  checks: { name: string; rule: string; columns: string[] }[]
  /** The references to rows of other tables, and of other tables to the keys of these rows (`table` is null). */
  references: { name: string; table: string | null; columns: string[] }[]
  /** Each row has an `id` of its own. */
  key: boolean
}

/** By field: the column of a table that others made, where the name of the field does not say it. */
export type ColumnNames = Readonly<Record<string, string>>

/** The column of a field. */
export function columnFor(names: ColumnNames, field: string): string {
  return Object.hasOwn(names, field) ? (names[field] ?? '') : columnNameOf(field)
}

const columnFacts = sql`(select json_agg(json_build_object('name', a.attname, 'type', case b.typtype when 'e' then 'enum' else ${typeName} end,
    'enumName', format_type(b.oid, null),
    'labels', case b.typtype when 'e' then (select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = b.oid) end,
    'nullable', not (a.attnotnull or b.filled), 'default', a.atthasdef or a.attidentity <> '' or b.start is not null, 'generated', a.attgenerated <> '',
    'strict', not a.attnotnull and (exists (select from pg_constraint o where o.conrelid = u.oid and o.contype in ('f', 'c') and a.attnum = any (o.conkey))
      or exists (select from pg_index i where i.indrelid = u.oid and i.indisunique and a.attnum = any (i.indkey::int2[])))) order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid cross join lateral ${typeBehind} b
  where a.attrelid = u.oid and a.attnum > 0 and not a.attisdropped)`

/** In a table in parts, an index alone finds an id, and its numbering keeps ids apart. */
const idFacts = sql`exists (select from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indkey[0] = a.attnum
  where a.attrelid = u.oid and a.attname = id_column(u.oid) and a.attnotnull and i.indisvalid and i.indpred is null
    and (i.indisunique and i.indnkeyatts = 1 or c.relkind = 'p' and a.attidentity <> ''))`

/** The column of ids in the place of the keys that it follows, which no field has. Any other column itself. */
const fieldColumn = sql`coalesce((select convert_from(decode(split_part(encode(t.tgargs, 'escape'), '\\000', 2), 'escape'), 'UTF8')
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = a.attrelid and p.proname = 'follow_key'
    and split_part(encode(t.tgargs, 'escape'), '\\000', 1) = encode(convert_to(a.attname::text, 'UTF8'), 'escape') limit 1), a.attname)`

/** The database's facts about a table. Returns undefined when the table does not exist or may not be used. */
export async function tableFacts(db: Db, table: string): Promise<TableFacts | undefined> {
  if (table.includes('\0')) return undefined
  const { rows } = await db.execute<TableFacts>(sql`
    select ${columnFacts} as columns,
      coalesce((select json_agg(p.proname) from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = u.oid and t.tgenabled <> 'D' and p.pronamespace = 'public'::regnamespace), '[]') as triggers,
      coalesce((select json_agg(array(select pg_get_indexdef(i.indexrelid, n, false) from generate_series(1, i.indnkeyatts) n))
        from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am a on a.oid = x.relam
        where i.indrelid = u.oid and i.indisvalid and i.indpred is null and a.amname = 'btree'), '[]') as indexes,
      coalesce((select json_agg(json_build_object('name', x.relname, 'column', ${fieldColumn})) from pg_index i join pg_class x on x.oid = i.indexrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = u.oid and i.indisunique and i.indnkeyatts = 1 and i.indpred is null and a.attname <> id_column(u.oid)), '[]') as uniques,
      coalesce((select json_agg(json_build_object('name', o.conname, 'rule', pg_get_expr(o.conbin, o.conrelid), 'columns',
          (select json_agg(${fieldColumn} order by k.place) from unnest(o.conkey) with ordinality k (number, place)
            join pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.number)))
        from pg_constraint o where o.conrelid = u.oid and o.contype = 'c' and o.conkey <> '{}'), '[]') as checks,
      coalesce((select json_agg(json_build_object('name', o.conname, 'table', case o.conrelid when u.oid then name_of_table(o.confrelid) end,
          'columns', (select json_agg(${fieldColumn} order by k.place)
            from unnest(case o.conrelid when u.oid then o.conkey else o.confkey end) with ordinality k (number, place)
            join pg_attribute a on a.attrelid = u.oid and a.attnum = k.number)) order by o.conrelid = u.oid)
        from pg_constraint o where u.oid in (o.conrelid, o.confrelid) and o.contype = 'f' and o.conparentid = 0), '[]') as references,
      ${idFacts} as key
    from ${usableTables} u join pg_class c on c.oid = u.oid where u.name = ${table}`)
  return rows[0]?.columns ? rows[0] : undefined
}

const texts = ['text', 'varchar', 'bpchar', 'citext', 'name']
const wholes = ['int2', 'int4', 'int8']
const numbers = [...wholes, 'numeric', 'float4', 'float8']

const base: Record<string, readonly string[]> = {
  id: wholes,
  version: ['int4'],
  createBy: ['int8'],
  createTime: ['timestamptz'],
  updateBy: ['int8'],
  updateTime: ['timestamptz'],
}

/** The same with the base columns that have other names, because other programs use the usual ones. */
function withBase(names: ColumnNames, { columns }: TableFacts): ColumnNames {
  const all = new Set(columns.map(({ name }) => name))
  const apart = Object.keys(base).filter((field) => (field === 'id' ? all.has(ROW_ID) : hasApart(all)))
  return Object.assign(Object.fromEntries(apart.map((field) => [field, apartName(columnNameOf(field))])), names)
}

/** The fields whose columns have another type than text, and are read as texts. */
export function textFields({ fields }: RuntimeDescription, { columns }: TableFacts, names: ColumnNames): string[] {
  const others = new Set(columns.flatMap(({ name, type }) => (type === 'uuid' ? [name] : [])))
  return fields.flatMap(({ name }) => (others.has(columnFor(names, name)) ? [name] : []))
}

/** The messages that say why a table does not fit a description; empty when it fits. */
export function misfits(description: RuntimeDescription, facts: TableFacts, given: ColumnNames = {}): string[] {
  const names = withBase(given, facts)
  const columns = new Map(facts.columns.map((column) => [column.name, column]))
  const placing = {
    ...(description.tree ? { pid: ['int8'], path: texts } : {}),
    ...(description.sortable ? { sortKey: texts } : {}),
  }
  // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
  const fields = (description.fields as readonly Field[]).map(
    (field) => [field.name, serverTypeOf(field).columns(field)] as const,
  )
  const wanted = [...Object.entries({ ...base, ...placing }), ...fields]
  const found = wanted.flatMap(([field, types]) => {
    const column = columns.get(columnFor(names, field))
    if (!column) return [m.description_noColumn({ name: columnFor(names, field) })]
    return types.includes(column.type) ? [] : [m.description_columnType({ name: column.name, type: column.type })]
  })
  const stamp = hasApart(columns) ? 'stamp_row_apart' : 'stamp_row'
  const triggers = [stamp, 'record_change', ...(description.tree ? ['place_in_tree', 'move_descendants'] : [])]
  for (const name of triggers.filter((one) => !facts.triggers.includes(one)))
    found.push(m.description_noTrigger({ name }))
  if (!facts.key) found.push(m.description_noKey())
  const usual = description.defaultOrder.split(',')[0] ?? 'id'
  for (const order of [[usual], ...description.sorts.map((one) => [one]), ...(description.sortGroups ?? [])]) {
    const has = facts.indexes.some((index) =>
      order.every((field, at) => unquoted(index[at]) === columnFor(names, field)),
    )
    if (!has) found.push(m.description_noIndex({ name: order.join(', ') }))
  }
  return found
}

/** The name of an indexed column, without the quotation marks that it may need. */
function unquoted(name = ''): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

/** The fields of a description that its table cannot search or add up, by their place in the description. */
export function unusable(
  { quickSearch, fields }: RuntimeDescription,
  facts: TableFacts,
  names: ColumnNames = {},
): FieldErrors {
  const typeOfColumn = (field: string) => facts.columns.find(({ name }) => name === columnFor(names, field))?.type ?? ''
  const searched = quickSearch.filter((field) => !texts.includes(typeOfColumn(field)))
  const totals = fields.flatMap(({ name, list }, at) =>
    list?.total && !numbers.includes(typeOfColumn(name)) ? [[`fields.${at}.list.total`, name] as const] : [],
  )
  const wrong = [...searched.map((name) => ['quickSearch', name] as const), ...totals]
  return Object.fromEntries(wrong.map(([place, name]) => [`description.${place}`, [m.description_unknown({ name })]]))
}

/**
 * The table for the kernel's queries. It has the base columns, the described ones, and those for tree, order and
 * search, no others.
 */
export function tableOf(
  name: string,
  description: RuntimeDescription,
  facts: TableFacts,
  given: ColumnNames = {},
): PgTable {
  const names = withBase(given, facts)
  const fields = [
    ...Object.keys(base),
    ...(description.tree ? ['pid', 'path'] : []),
    ...(description.sortable ? ['sortKey'] : []),
    ...description.fields.map((field) => field.name),
  ]
  if (facts.columns.some(({ name: one, type }) => one === 'search_grams' && type === 'int4[]'))
    fields.push('searchGrams')
  const isText = new Set(description.fields.filter((one) => typeOf(one).json).map((one) => one.name))
  const columns = [...new Set(fields)].map((field) => {
    const column = facts.columns.find((one) => one.name === columnFor(names, field))
    if (!column) throw new Error(`${name} has no column for ${field}`)
    return [field, isText.has(field) ? jsonBuilder(column) : builder(column)] as const
  })
  return tableNamed(name, Object.fromEntries(columns))
}

/**
 * A table by the name that the product has for it. One of another schema is written with its schema, but its columns
 * with the table's own name alone: so they also stand for those of a subquery under that name.
 */
function tableNamed(name: string, columns: Record<string, PgColumnBuilderBase>): PgTable {
  const dot = name.indexOf('.')
  const table = pgTable(name.slice(dot + 1), columns)
  if (dot === -1) return table
  // Seam: Drizzle keeps the schema of a table under this symbol, which its types do not show.
  return Object.create(table, { [Symbol.for('drizzle:Schema')]: { value: name.slice(0, dot) } })
}

type Plain = ReturnType<typeof plain>

function plain({ type: whole, name, nullable, strict, enumName, labels, default: isGiven }: Column) {
  const type = whole.replace('[]', '')
  if (name === 'id' && isGiven && texts.includes(type)) return givenText(name)
  switch (type) {
    case 'int2':
      return smallint(name)
    case 'int4':
      return integer(name)
    case 'int8':
      return bigint(name, { mode: 'number' })
    case 'numeric':
      return numeric(name, { mode: 'number' })
    case 'float8':
      return doublePrecision(name)
    case 'bool':
      return boolean(name)
    case 'date':
      return date(name, { mode: 'string' })
    case 'time':
      return time(name)
    case 'float4':
      return real(name)
    case 'timestamptz':
      return instant(name)
    case 'timestamp':
      return localInstant(name)
    case 'enum':
      return pgEnum(enumName, [labels?.[0] ?? '', ...(labels ?? []).slice(1)])(name)
    case 'jsonb':
      return jsonb(name)
    case 'bpchar':
      return nullable && strict ? nullablePadded(name) : padded(name)
    case 'uuid':
      return nullable ? nullableText(name) : isGiven ? givenText(name) : text(name)
    default:
      return nullable && strict && type === whole ? nullableText(name) : text(name)
  }
}

/** A column of JSON whose values are texts. */
function jsonBuilder(column: Column): PgColumnBuilderBase {
  return filledBy(column, (column.type === 'json' ? plainJson : storedJson)(column.name))
}

function builder(column: Column): PgColumnBuilderBase {
  const many = column.type.endsWith('[]')
  const one: Plain = plain(column)
  // Seam: every builder has the same methods, but TypeScript cannot call a method of their union.
  return filledBy(column, (many ? (one as ReturnType<typeof text>).array() : one) as ReturnType<typeof text>)
}

function filledBy(column: Column, made: ReturnType<typeof text> | ReturnType<typeof storedJson>): PgColumnBuilderBase {
  if (column.generated) return made.generatedAlwaysAs(generated)
  const filled = column.nullable ? made : made.notNull()
  return column.default ? filled.default(generated) : filled
}

/** What a form holds when nothing is filled in is no value in a column that checks its values. */
const nothing = (value: string) => (value === '' ? sql`null` : value)

const padded = customType<{ data: string }>({
  dataType: () => 'bpchar',
  fromDriver: (value) => String(value).trimEnd(),
})
const nullablePadded = customType<{ data: string; driverData: string }>({ dataType: () => 'bpchar', toDriver: nothing })
const nullableText = customType<{ data: string; driverData: string }>({ dataType: () => 'text', toDriver: nothing })
/** The same where the database gives each row a value of its own. */
const givenText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => (value === '' ? sql`default` : value),
})
/** A point in time without a time zone holds times in UTC. */
const localInstant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp',
  fromDriver: instantFromDatabase,
})

/** Tells Drizzle that the database fills the column. Drizzle then writes the word `default`. */
const generated: SQL = sql`null`
