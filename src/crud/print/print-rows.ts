import type { QueryClient } from '@tanstack/react-query'
import type { Labels } from '#src/resource/labels.ts'
import type { ResourceKey } from '#src/resource/registry.ts'
import { crudClient, type ListPage } from '../calls/crud-client.ts'
import type { ListRow } from '../grid/list-table.ts'
import { rowValue } from '../grid/row-value.ts'
import { buildTree, type TreeNode } from '../list/tree.ts'
import { listParams } from '../query/list-params.ts'
import { type ListSearch, listDefaults } from '../query/list-search.ts'

/** The most rows that are printed. More are not useful on paper. */
export const MAX_PRINTED = 2000
const PAGE = 200

/** `shown`: only the rows on the screen, of so many. */
export type PrintedRows = { rows: readonly ListRow[]; labels: Labels; more: boolean; of?: number }

/** A row, and how many rows above it are its ancestors. */
export type PrintedRow = { row: ListRow; depth: number }

/**
 * The rows of a tree, each one below its parent. A row whose parent is not printed is at the top.
 * @param sortFirst the field that orders siblings before their `sortKey`
 */
export function inTreeOrder(rows: readonly ListRow[], sortFirst?: string): PrintedRow[] {
  const first = ({ row }: TreeNode<ListRow>) => (sortFirst ? Number(rowValue(row, sortFirst)) : 0)
  const byPlace = (one: TreeNode<ListRow>, other: TreeNode<ListRow>) =>
    first(other) - first(one) || bySortKey(one, other)
  const walk = (nodes: readonly TreeNode<ListRow>[], depth: number): PrintedRow[] =>
    [...nodes].sort(byPlace).flatMap(({ row, children }) => [{ row, depth }, ...walk(children, depth + 1)])
  return walk(buildTree(rows), 0)
}

/** Sort keys are compared byte by byte, as the database compares them. */
function bySortKey(one: TreeNode<ListRow>, other: TreeNode<ListRow>): number {
  const [a, b] = [rowValue(one.row, 'sortKey'), rowValue(other.row, 'sortKey')].map(String)
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1
}

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
    const answer: ListPage<ListRow> = await client.fetchQuery({
      ...list({ ...query, count: 'none' }),
      gcTime: 0,
      staleTime: 0,
    })
    rows.push(...answer.list)
    for (const [field, names] of Object.entries(answer.labels)) labels[field] = { ...labels[field], ...names }
    cursor = answer.cursors?.next ?? undefined
  }
  return { rows, labels, more: cursor !== undefined }
}
