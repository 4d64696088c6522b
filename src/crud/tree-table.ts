import { createExpandedRowModel, createTableHook, rowExpandingFeature, tableFeatures } from '@tanstack/react-table'
import type { TreeNode, TreeRow } from './tree.ts'

// Rows are found, ordered and limited by the server: of all row models only the one that opens and closes is needed.
const features = tableFeatures({ rowExpandingFeature, expandedRowModel: createExpandedRowModel() })

/** The table hook of trees; its rows are nodes. */
export const { useAppTable: useTreeTable, createAppColumnHelper: createTreeColumnHelper } = createTableHook({
  features,
  getRowId: (node: TreeNode<TreeRow>) => String(node.row.id),
  getSubRows: (node: TreeNode<TreeRow>) => node.children,
  autoResetExpanded: false,
})

export type TreeFeatures = typeof features
