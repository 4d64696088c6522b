import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field, FieldOf } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import type { Relation, Resource } from '../crud/resource.server.ts'
import { fileList, isArray, listText, named, namedEach, pairsText } from './export-lists.server.ts'
import { exactMoment, exportDay, exportMoment } from './export-moments.server.ts'
import { exportFields } from './export-query.server.ts'

/** How a workbook stores a column: text, number, money, date, or date with time. CSV has only text. */
export type ExportKind = 'text' | 'number' | 'money' | 'date' | 'datetime'
/** `value`: an SQL expression over the column `from` that returns a text. */
export type ExportColumn = { title: string; kind: ExportKind; from: PgColumn; value: SQL }

/** What the columns of one export have in common. */
export type ExportContext = {
  db: Db
  resource: Resource
  where: SQL | undefined
  timeZone: string
  format: 'csv' | 'xlsx'
}

/** The columns of an export as SQL expressions: relations give names instead of ids, options give labels. */
export async function exportColumns(context: ExportContext, names: readonly string[]): Promise<ExportColumn[]> {
  const fields = new Map(exportFields(context.resource).map((field) => [field.name as string, field]))
  const columns: ExportColumn[] = []
  for (const name of names) columns.push(await columnFor(context, name, fields.get(name)))
  return columns
}

async function columnFor(context: ExportContext, name: string, field: Field | undefined): Promise<ExportColumn> {
  const column = context.resource.column(name)
  if (!field) return systemColumn(context, name, column)
  const title = labelText(field.label)
  const made = (kind: ExportKind, value: SQL): ExportColumn => ({ title, kind, from: column, value })
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
      return made('date', exportDay(context, column))
    case 'datetime':
      return made('datetime', exactMoment(context, column))
    case 'time':
      return text(field.seconds ? sql`${column}::text` : sql`left(${column}::text, 5)`)
    case 'pairs':
      return text(pairsText(column))
    case 'image':
    case 'file':
      return text(fileList(column))
    default:
      return text(listText(column))
  }
}

function systemColumn(context: ExportContext, name: string, column: PgColumn): ExportColumn {
  if (name === 'id') return { title: 'ID', kind: 'number', from: column, value: sql`${column}::text` }
  const title = name === 'createTime' ? m.export_createTime() : m.export_updateTime()
  return { title, kind: 'datetime', from: column, value: exportMoment(context, column) }
}

function optionLabels({ options }: FieldOf<'select'>): Record<string, string> {
  return Object.fromEntries(options.map((option) => [String(option.value), labelText(option.label)]))
}

/**
 * The names of related rows, by the relation's own expression or from the list of all names. The database looks names
 * up as it reads the rows, so that a file with any number of them takes no more memory.
 */
async function relationText({ db, resource }: ExportContext, name: string, column: PgColumn): Promise<SQL> {
  const relation: Relation | undefined = resource.relations?.[name]
  if (relation?.labelOf) return sql`case when ${column} is not null then ${relation.labelOf(column)} end`
  if (relation?.all) return named(column, await relation.all(db))
  if (relation?.eachLabelOf && isArray(column)) return namedEach(column, relation.eachLabelOf)
  return listText(column)
}
