import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  createTableHook,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

/** What the kit needs of every row. */
export type ListRow = { id: number; version: number }

// Rows are found, ordered and limited by the server: of all row models only the one that opens and closes is needed.
const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
})

/** The table hook of lists and trees. */
export const { useAppTable: useListTable, createAppColumnHelper: createListColumnHelper } = createTableHook({
  features,
  getRowId: (row: ListRow) => String(row.id),
  autoResetExpanded: false,
  manualSorting: true,
  enableMultiSort: true,
  maxMultiSortColCount: 5,
  columnResizeMode: 'onChange',
})

export type ListFeatures = typeof features
export type ListTable<TRow> = Pick<
  ReturnType<typeof useListTable<TRow & object>>,
  'getVisibleLeafColumns' | 'getHeaderGroups' | 'getRowModel' | 'state'
>
