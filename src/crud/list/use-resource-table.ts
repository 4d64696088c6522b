import { useMemo } from 'react'
import { type ListColumn, tableColumns } from './list-columns.tsx'
import type { ListSearch, SearchPatch } from './list-search.ts'
import { type ListRow, useListTable } from './list-table.ts'
import { orderText, parseOrder } from './order.ts'

type Options<TRow> = {
  rows: TRow[]
  columns: readonly ListColumn<TRow>[]
  search: ListSearch
  onSearch(patch: SearchPatch): void
}

const sortingOf = (order: string) => parseOrder(order).map(({ field: id, desc }) => ({ id, desc }))

/** The table of a list: sorted as the URL says. */
export function useResourceTable<TRow extends ListRow>({ rows, columns, search, onSearch }: Options<TRow>) {
  const pinned = (side: 'start' | 'end') => columns.filter(({ pin }) => pin === side).map(({ id }) => id)
  return useListTable<TRow>({
    data: rows,
    columns: useMemo(() => tableColumns(columns), [columns]),
    initialState: {
      columnPinning: { start: pinned('start'), end: pinned('end') },
      columnVisibility: Object.fromEntries(columns.filter(({ hidden }) => hidden).map(({ id }) => [id, false])),
    },
    state: { sorting: useMemo(() => sortingOf(search.order), [search.order]) },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sortingOf(search.order)) : change
      onSearch({ order: orderText(next.map(({ id: field, desc }) => ({ field, desc }))), page: 1, cursor: undefined })
    },
  })
}
