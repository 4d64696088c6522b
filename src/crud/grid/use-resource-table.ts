import { useMemo } from 'react'
import { orderText, parseOrder } from '#src/resource/order.ts'
import { buildTree, type TreeNode, type TreeRow } from '../list/tree.ts'
import type { ListSearch } from '../query/list-search.ts'
import { type ListLayout, tableLayout } from '../views/list-layout.ts'
import { type ListColumn, tableColumns } from './list-columns.tsx'
import { type ListRow, useListTable } from './list-table.ts'

type Options<TRow> = {
  rows: TRow[]
  columns: readonly ListColumn<TRow>[]
  search: ListSearch
  /** Trees only: the rows that are open. */
  open?: ReadonlySet<number>
  layout: ListLayout
  onOrder(order: string): void
  onLayout(patch: ListLayout): void
}

const sortingOf = (order: string) => parseOrder(order).map(({ field: id, desc }) => ({ id, desc }))

/** The table of a list. The URL determines its sort order and its open rows. */
export function useResourceTable<TRow extends ListRow & TreeRow>(options: Options<TRow>) {
  const { rows, columns, search, open, layout, onOrder, onLayout } = options
  const isTree = open !== undefined
  const nodes = useMemo(() => (isTree ? nodesOf(rows) : undefined), [isTree, rows])
  return useListTable<TRow>({
    data: nodes?.top ?? rows,
    columns: useMemo(() => tableColumns(columns), [columns]),
    getSubRows: nodes && ((row) => nodes.below.get(row.id)),
    getRowCanExpand: isTree ? ({ original }) => (original.childCount ?? 0) > 0 : undefined,
    enableSorting: !isTree,
    state: {
      ...useMemo(() => tableLayout(columns, layout), [columns, layout]),
      sorting: useMemo(() => sortingOf(search.order), [search.order]),
      expanded: useMemo(() => Object.fromEntries([...(open ?? [])].map((id) => [id, true])), [open]),
    },
    onColumnSizingChange: (change) => {
      const widths = layout.widths ?? {}
      onLayout({ widths: typeof change === 'function' ? change(widths) : change })
    },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sortingOf(search.order)) : change
      onOrder(orderText(next.map(({ id: field, desc }) => ({ field, desc }))))
    },
  })
}

function nodesOf<TRow extends TreeRow>(rows: readonly TRow[]) {
  const below = new Map<number, TRow[]>()
  const walk = (node: TreeNode<TRow>) => {
    const children = node.children.map((child) => child.row)
    if (children.length > 0) below.set(node.row.id, children)
    node.children.forEach(walk)
  }
  const top = buildTree(rows)
  top.forEach(walk)
  return { top: top.map((node) => node.row), below }
}
