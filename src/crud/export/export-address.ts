import { baseFields } from '#src/resource/base-fields.ts'
import type { Description } from '#src/resource/description.ts'
import { fitsFile } from '#src/resource/field-traits.ts'
import { orderParams } from '#src/resource/order.ts'
import type { ListSearch } from '../query/list-search.ts'

export type ExportFormat = 'xlsx' | 'csv'

const SYSTEM = new Set<string>(['id', 'createTime', 'updateTime'])

/** The shown columns that can be exported. */
export function exportable(
  description: Pick<Description, 'fields' | 'base'>,
  columns: readonly { id: string }[],
): string[] {
  const fields = description.fields.filter((field) => fitsFile(field) && !field.list?.noExport)
  const system = baseFields(description).filter((name) => SYSTEM.has(name))
  const known = new Set<string>([...system, ...fields.map(({ name }) => name)])
  return columns.map(({ id }) => id).filter((name) => known.has(name))
}

/** The URL of a file with all rows that a list finds. @param columns default: all columns */
export function exportAddress(resource: string, search: ListSearch, format: ExportFormat, columns?: readonly string[]) {
  const { quickSearch, filter, order } = search
  const query = new URLSearchParams({ format })
  if (columns) query.set('columns', columns.join(','))
  for (const part of orderParams(order)) query.append('order', part)
  if (quickSearch) query.set('quickSearch', quickSearch)
  if (filter) query.set('filter', JSON.stringify(filter))
  return `/adminApi/${resource}/export?${query}`
}
