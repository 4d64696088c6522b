import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowId } from '#src/lib/number-rules.ts'
import { baseFields } from '#src/resource/base-fields.ts'
import type { Field } from '#src/resource/description.ts'
import { fitsFile } from '#src/resource/field-traits.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import { type ListQuery, parseListQuery } from '../list/list-query.server.ts'
import { MAX_BULK_ROWS } from '../write/bulk-query.server.ts'

const exportFormats = ['csv', 'xlsx'] as const

/** Query parameters of an export, in addition to those of a list. */
export const exportParameters = {
  format: v.optional(v.picklist(exportFormats), 'csv'),
  /** Field names separated by commas, in the order of the columns. Without this parameter, all fields are exported. */
  columns: v.optional(v.pipe(v.string(), v.regex(/^\w+(,\w+){0,199}$/))),
}

/** Ids of single rows. The export holds only those rows that the query also finds. */
export const exportBody = v.strictObject({ ids: v.pipe(v.array(rowId), v.minLength(1), v.maxLength(MAX_BULK_ROWS)) })

export type ExportQuery = { format: (typeof exportFormats)[number]; columns: string[]; list: ListQuery }

/** The base columns that a request may name. */
const SYSTEM = new Set<string>(['id', 'createTime', 'updateTime'])

/** Fields that can be exported: no passwords, no tables inside a cell, no fields with `noExport`. */
export function exportFields({ description }: Pick<Resource, 'description'>): Field[] {
  const fields: readonly Field[] = description.fields
  return fields.filter((field) => fitsFile(field) && !field.list?.noExport)
}

/** Reads the query of an export. @throws AppError 400 for a column that the resource does not have */
export function parseExportQuery(resource: Resource, given: URLSearchParams): ExportQuery {
  const params = new URLSearchParams(given)
  const own = { format: params.get('format') ?? undefined, columns: params.get('columns') ?? undefined }
  params.delete('format')
  params.delete('columns')
  const result = v.safeParse(v.object(exportParameters), own)
  if (!result.success) throw new AppError(400, undefined, { errors: { format: [m.rule_type()] } })
  const all = exportFields(resource).map((field) => field.name)
  const columns = result.output.columns?.split(',') ?? all
  const system: readonly string[] = baseFields(resource.description).filter((name) => SYSTEM.has(name))
  const unknown = columns.find((name) => !all.includes(name) && !system.includes(name))
  if (unknown !== undefined) throw new AppError(400, m.error_queryField({ field: unknown }))
  return { format: result.output.format, columns: [...new Set(columns)], list: parseListQuery(params) }
}
