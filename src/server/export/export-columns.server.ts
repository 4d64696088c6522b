import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import type { Resource } from '../crud/resource.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'
import { exportMoment } from './export-moments.server.ts'
import { exportFields } from './export-query.server.ts'

/** How a workbook stores a column: text, number, money, date, or date with time. CSV has only text. */
export type ExportKind = 'text' | 'number' | 'money' | 'date' | 'datetime'
/**
 * `value`: an SQL expression over the column `from` that returns a text. `shown`: the field whose text the resource
 * makes of the row, in place of the value.
 */
export type ExportColumn = { title: string; kind: ExportKind; from: PgColumn; value: SQL; shown?: string }

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
  if (isRank(field)) return { title, kind: 'number', from: column, value: sql`${column}::text` }
  const type = serverTypeOf(field)
  const shown = context.resource.shownTexts?.includes(name) ? { shown: name } : {}
  return { title, kind: type.sheet, from: column, value: await type.written(field, column, context), ...shown }
}

function systemColumn(context: ExportContext, name: string, column: PgColumn): ExportColumn {
  if (name === 'id') return { title: 'ID', kind: 'number', from: column, value: sql`${column}::text` }
  const title = name === 'createTime' ? m.export_createTime() : m.export_updateTime()
  return { title, kind: 'datetime', from: column, value: exportMoment(context, column) }
}
