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

/** The fields that the list needs of each row. A row that can be edited has a version; the row of a log has none. */
export type ListRow = { id: number; version?: number }

// The server filters, sorts and limits the rows. So only the row model that opens and closes rows is needed.
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
