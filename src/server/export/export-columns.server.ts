import { type SQL, sql } from 'drizzle-orm'
import { PgArray, type PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field, FieldOf } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-schema.ts'
import { labelText } from '#src/resource/label.ts'
import type { Relation, Resource } from '../crud/resource.server.ts'
import { exportFields } from './export-query.server.ts'

/** How a workbook stores a column: text, number, money, date, or date with time. CSV has only text. */
export type ExportKind = 'text' | 'number' | 'money' | 'date' | 'datetime'
/** `value`: an SQL expression over the table that returns a text. */
export type ExportColumn = { title: string; kind: ExportKind; value: SQL }

type Context = { db: Db; resource: Resource; where: SQL | undefined; timeZone: string; format: 'csv' | 'xlsx' }

/** The columns of an export as SQL expressions: relations give names instead of ids, options give labels. */
export async function exportColumns(context: Context, names: readonly string[]): Promise<ExportColumn[]> {
  const fields = new Map(exportFields(context.resource).map((field) => [field.name as string, field]))
  const columns: ExportColumn[] = []
  for (const name of names) columns.push(await columnFor(context, name, fields.get(name)))
  return columns
}

async function columnFor(context: Context, name: string, field: Field | undefined): Promise<ExportColumn> {
  const column = context.resource.column(name)
  if (!field) return systemColumn(context, name, column)
  const title = labelText(field.label)
  const made = (kind: ExportKind, value: SQL): ExportColumn => ({ title, kind, value })
  const text = (value: SQL) => made('text', value)
  if (isRank(field)) return made('number', sql`${column}::text`)
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'year':
      return made('number', sql`${column}::text`)
    case 'money':
      return made('money', sql`round(${column} / 100.0, 2)::text`)
    case 'switch':
      return text(sql`case ${column}::int when 1 then ${m.status_enabled()} when 0 then ${m.status_disabled()} end`)
    case 'select':
      return text(named(column, optionLabels(field)))
    case 'relation':
    case 'area':
      return text(await relationText(context, name, column))
    case 'date':
      return made(
        'date',
        context.format === 'csv' ? sql`${column}::text` : sql`(${column}::date - date '1899-12-30')::text`,
      )
    case 'datetime':
      return made('datetime', moment(context, column))
    case 'time':
      return text(field.seconds ? sql`${column}::text` : sql`left(${column}::text, 5)`)
    case 'pairs':
      return text(
        sql`(select string_agg((one ->> 'key') || ': ' || (one ->> 'value'), '; ') from jsonb_array_elements(to_jsonb(${column})) one)`,
      )
    default:
      return text(listText(column))
  }
}

function systemColumn(context: Context, name: string, column: PgColumn): ExportColumn {
  if (name === 'id') return { title: 'ID', kind: 'number', value: sql`${column}::text` }
  const title = name === 'createTime' ? m.export_createTime() : m.export_updateTime()
  return { title, kind: 'datetime', value: moment(context, column) }
}

/** Date and time in the site's time zone. A workbook stores them as days since 1899-12-30. */
function moment({ timeZone, format }: Context, column: PgColumn): SQL {
  const local = sql`(${column} at time zone ${timeZone})`
  return format === 'csv'
    ? sql`to_char(${local}, 'YYYY-MM-DD HH24:MI:SS')`
    : sql`round((extract(epoch from date_trunc('second', ${local}) - timestamp '1899-12-30') / 86400)::numeric, 10)::text`
}

const separator = () => m.crud_listSeparator()

function isArray(column: PgColumn): boolean {
  return column instanceof PgArray
}

/** A text stays as it is. A list is joined with separators. */
function listText(column: PgColumn): SQL {
  if (isArray(column)) return sql`array_to_string(${column}, ${separator()})`
  if (/^jsonb?$/.test(column.getSQLType())) {
    return sql`case when jsonb_typeof(to_jsonb(${column})) = 'array' then (select string_agg(one, ${separator()}) from jsonb_array_elements_text(to_jsonb(${column})) one) else ${column} #>> '{}' end`
  }
  return sql`${column}::text`
}

function optionLabels({ options }: FieldOf<'select'>): Record<string, string> {
  return Object.fromEntries(options.map((option) => [String(option.value), labelText(option.label)]))
}

/** Up to this number of names, a CASE is faster than a lookup in JSON. */
const FEW_NAMES = 10

/** Replaces values with their names. A value without a name stays as it is. */
function named(column: PgColumn, labels: Record<string, string>): SQL {
  const book = sql`${JSON.stringify(labels)}::jsonb`
  if (isArray(column)) {
    // Many lists are empty, and unnesting one costs more than the rest of the row.
    return sql`case when cardinality(${column}) > 0 then (select string_agg(coalesce(${book} ->> one::text, one::text), ${separator()} order by place) from unnest(${column}) with ordinality as list (one, place)) end`
  }
  if (/^jsonb?$/.test(column.getSQLType())) {
    return sql`(select string_agg(coalesce(${book} ->> one, one), ${separator()}) from jsonb_array_elements_text(to_jsonb(${column})) one)`
  }
  const names = Object.entries(labels)
  if (names.length === 0 || names.length > FEW_NAMES) return sql`coalesce(${book} ->> ${column}::text, ${column}::text)`
  const cases = names.map(([value, label]) => sql`when ${value} then ${label}`)
  return sql`case ${column}::text ${sql.join(cases, sql` `)} else ${column}::text end`
}

/** Maximum distinct values of a relation whose names are loaded before the export. */
const MOST_NAMES = 20_000

/**
 * The names of related rows: by the relation's own expression if it has one. Otherwise they come from a list of all
 * names, or of the names that occur.
 */
async function relationText({ db, resource, where }: Context, name: string, column: PgColumn): Promise<SQL> {
  const relation: Relation | undefined = resource.relations?.[name]
  if (!relation) return sql`${column}::text`
  if (relation.labelOf) return sql`case when ${column} is not null then ${relation.labelOf(column)} end`
  if (relation.all) return named(column, await relation.all(db))
  const one = isArray(column) ? sql`unnest(${column})` : sql`${column}`
  const filter = where ? sql`where ${where}` : sql``
  const { rows } = await db.execute<{ one: number | string | null }>(
    sql`select distinct ${one} as one from ${resource.table} ${filter} limit ${MOST_NAMES}`,
  )
  const ids = rows.flatMap((row) => (row.one === null ? [] : [row.one]))
  return named(column, ids.length > 0 ? await relation.labels(db, ids) : {})
}
