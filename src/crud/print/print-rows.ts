import type { QueryClient } from '@tanstack/react-query'
import type { Labels } from '#src/resource/labels.ts'
import type { ResourceKey } from '#src/resource/registry.ts'
import { crudClient, type ListPage } from '../calls/crud-client.ts'
import type { ListRow } from '../grid/list-table.ts'
import { listParams } from '../query/list-params.ts'
import { type ListSearch, listDefaults } from '../query/list-search.ts'

/** The most rows that are printed. More are not useful on paper. */
export const MAX_PRINTED = 2000
const PAGE = 200

export type PrintedRows = { rows: ListRow[]; labels: Labels; more: boolean }

/** Loads all rows that a search finds, in its order, page by page. It stops after MAX_PRINTED rows. */
export async function rowsToPrint(
  client: QueryClient,
  resource: ResourceKey,
  { quickSearch, filter, order }: ListSearch,
): Promise<PrintedRows> {
  const { list } = crudClient<ListRow, unknown>(resource)
  const rows: ListRow[] = []
  const labels: Labels = {}
  let cursor: string | undefined = 'first'
  while (cursor !== undefined && rows.length < MAX_PRINTED) {
    const query = listParams({ ...listDefaults, limit: PAGE, quickSearch, filter, order, cursor })
    const answer: ListPage<ListRow> = await client.fetchQuery({ ...list(query), gcTime: 0, staleTime: 0 })
    rows.push(...answer.list)
    for (const [field, names] of Object.entries(answer.labels)) labels[field] = { ...labels[field], ...names }
    cursor = answer.cursors?.next ?? undefined
  }
  return { rows, labels, more: cursor !== undefined }
}
