import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  smallint,
  text,
  time,
} from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { instant } from '#src/db/columns.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Field } from '#src/resource/description.ts'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { serverTypeOf } from '#src/server/fields/field-types.server.ts'

/**
 * The names of tables for runtime resources. The product's own tables, for example of sessions or settings, never
 * match.
 */
export const TABLE_NAME = /^res_[a-z][a-z0-9_]{0,50}$/

/** The back-office accounts, which relations may point to. They are no resource with calls of its own. */
export const ACCOUNTS = { resource: 'user', table: 'account', kind: 'admin' } as const

/** A column as information_schema describes it. An array has its element's type followed by `[]`. */
type Column = { name: string; type: string; nullable: boolean; default: boolean; generated: boolean }
export type TableFacts = {
  columns: Column[]
  triggers: string[]
  indexes: string[][]
  uniques: { name: string; column: string }[]
  key: boolean
}

/** The database's facts about a table. Returns undefined when the table does not exist or may not be used. */
export async function tableFacts(db: Db, table: string): Promise<TableFacts | undefined> {
  if (!TABLE_NAME.test(table)) return undefined
  const found = sql`to_regclass(${`public.${table}`})`
  const { rows } = await db.execute<TableFacts>(sql`
    select
      (select json_agg(json_build_object('name', c.column_name, 'type', case when c.data_type = 'ARRAY' then ltrim(c.udt_name, '_') || '[]' else c.udt_name end,
        'nullable', c.is_nullable = 'YES', 'default', c.column_default is not null or c.is_identity = 'YES', 'generated', c.is_generated <> 'NEVER')
        order by c.ordinal_position) from information_schema.columns c where c.table_schema = 'public' and c.table_name = ${table}) as columns,
      coalesce((select json_agg(p.proname) from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = ${found} and t.tgenabled <> 'D'), '[]') as triggers,
      coalesce((select json_agg(array(select pg_get_indexdef(i.indexrelid, n, false) from generate_series(1, i.indnkeyatts) n))
        from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am a on a.oid = x.relam
        where i.indrelid = ${found} and i.indisvalid and i.indpred is null and a.amname = 'btree'), '[]') as indexes,
      coalesce((select json_agg(json_build_object('name', o.conname, 'column', a.attname)) from pg_constraint o
        join pg_attribute a on a.attrelid = o.conrelid and a.attnum = o.conkey[1]
        where o.conrelid = ${found} and o.contype = 'u' and cardinality(o.conkey) = 1), '[]') as uniques,
      exists (select 1 from pg_constraint o join pg_attribute a on a.attrelid = o.conrelid and a.attnum = o.conkey[1]
        where o.conrelid = ${found} and o.contype = 'p' and cardinality(o.conkey) = 1 and a.attname = 'id') as key
    from pg_class where oid = ${found} and relkind = 'r'`)
  return rows[0]?.columns ? rows[0] : undefined
}

const texts = ['text', 'varchar']
const numbers = ['int2', 'int4', 'int8', 'numeric', 'float8']

const base: Record<string, readonly string[]> = {
  id: ['int8'],
  version: ['int4'],
  createBy: ['int8'],
  createTime: ['timestamptz'],
  updateBy: ['int8'],
  updateTime: ['timestamptz'],
}

/** The messages that say why a table does not fit a description; empty when it fits. */
export function misfits(description: RuntimeDescription, facts: TableFacts): string[] {
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
    const column = columns.get(columnNameOf(field))
    if (!column) return [m.description_noColumn({ name: columnNameOf(field) })]
    return types.includes(column.type) ? [] : [m.description_columnType({ name: column.name, type: column.type })]
  })
  const triggers = ['stamp_row', 'record_change', ...(description.tree ? ['place_in_tree', 'move_descendants'] : [])]
  for (const name of triggers.filter((one) => !facts.triggers.includes(one)))
    found.push(m.description_noTrigger({ name }))
  if (!facts.key) found.push(m.description_noKey())
  const usual = description.defaultOrder.split(',')[0] ?? 'id'
  for (const order of [[usual], ...description.sorts.map((one) => [one]), ...(description.sortGroups ?? [])]) {
    const has = facts.indexes.some((index) =>
      order.every((field, at) => index[at]?.replaceAll('"', '') === columnNameOf(field)),
    )
    if (!has) found.push(m.description_noIndex({ name: order.join(', ') }))
  }
  return found
}

/** The fields of a description that its table cannot search or add up, by their place in the description. */
export function unusable({ quickSearch, fields }: RuntimeDescription, facts: TableFacts): FieldErrors {
  const typeOfColumn = (field: string) => facts.columns.find(({ name }) => name === columnNameOf(field))?.type ?? ''
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
export function tableOf(name: string, description: RuntimeDescription, facts: TableFacts): PgTable {
  const fields = [
    ...Object.keys(base),
    ...(description.tree ? ['pid', 'path'] : []),
    ...(description.sortable ? ['sortKey'] : []),
    ...description.fields.map((field) => field.name),
  ]
  if (facts.columns.some((column) => column.name === 'search_grams')) fields.push('searchGrams')
  const columns = [...new Set(fields)].map((field) => {
    const column = facts.columns.find((one) => one.name === columnNameOf(field))
    if (!column) throw new Error(`${name} has no column for ${field}`)
    return [field, builder(column)] as const
  })
  return pgTable(name, Object.fromEntries(columns))
}

type Plain = ReturnType<typeof plain>

function plain(type: string, name: string) {
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
    case 'timestamptz':
      return instant(name)
    case 'jsonb':
      return jsonb(name)
    default:
      return text(name)
  }
}

function builder(column: Column): PgColumnBuilderBase {
  const many = column.type.endsWith('[]')
  const one: Plain = plain(column.type.replace('[]', ''), column.name)
  // Seam: every builder has the same methods, but TypeScript cannot call a method of their union.
  const made = (many ? (one as ReturnType<typeof text>).array() : one) as ReturnType<typeof text>
  if (column.generated) return made.generatedAlwaysAs(generated)
  const filled = column.nullable ? made : made.notNull()
  return column.default ? filled.default(generated) : filled
}

/** Tells Drizzle that the database fills the column. Drizzle then writes the word `default`. */
const generated: SQL = sql`null`
