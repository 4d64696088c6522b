import type { Description } from '#src/resource/description.ts'
import { orderParams } from '#src/resource/order.ts'
import type { ListSearch } from '../query/list-search.ts'

export type ExportFormat = 'xlsx' | 'csv'

const SYSTEM = new Set(['id', 'createTime', 'updateTime'])

/** Those of the shown columns that an export can have. */
export function exportable(description: Pick<Description, 'fields'>, columns: readonly { id: string }[]): string[] {
  const fields = description.fields.filter(
    ({ type, list }) => type !== 'password' && type !== 'rows' && !list?.noExport,
  )
  const known = new Set([...SYSTEM, ...fields.map(({ name }) => name)])
  return columns.map(({ id }) => id).filter((name) => known.has(name))
}

/** Where the rows that a list has found are, all of them, as a file. @param columns all when left out */
export function exportAddress(resource: string, search: ListSearch, format: ExportFormat, columns?: readonly string[]) {
  const { quickSearch, filter, order } = search
  const query = new URLSearchParams({ format })
  if (columns) query.set('columns', columns.join(','))
  for (const part of orderParams(order)) query.append('order', part)
  if (quickSearch) query.set('quickSearch', quickSearch)
  if (filter) query.set('filter', JSON.stringify(filter))
  return `/adminApi/${resource}/export?${query}`
}
