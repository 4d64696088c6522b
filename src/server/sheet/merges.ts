import { cellPlaceOf, MAX_COLUMNS, type SheetCell, type SheetRow } from './cell.ts'

/** An area of merged cells. Rows count from 1, columns from 0. */
export type Merge = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number }

/** Maximum merged areas that are used. A sheet with more of them is not a table. */
export const MAX_MERGES = 200_000

/** `A1:B2` as an area; undefined for a text that is none. */
export function mergeOf(reference: string): Merge | undefined {
  const [first = '', last = first] = reference.split(':', 2)
  const from = cellPlaceOf(first)
  const to = cellPlaceOf(last)
  return from && to && { firstRow: from.row, lastRow: to.row, firstColumn: from.column, lastColumn: to.column }
}

/**
 * Copies the content of a merged cell to the rows below it. A school's name that is written once beside twelve classes
 * belongs to each class. Across columns, only the first cell keeps the content. Of areas that overlap in a column, the
 * upper one counts.
 * @param merges in the order of their first rows
 */
export function mergeFiller(merges: readonly Merge[]): (row: SheetRow) => SheetRow {
  const downwards = merges.filter((merge) => merge.lastRow > merge.firstRow && merge.firstColumn < MAX_COLUMNS)
  let next = 0
  /** By column: the area that goes on there, and its content. */
  const open = new Map<number, { lastRow: number; cell: SheetCell | undefined; style: number | undefined }>()
  return (sheetRow) => {
    const { row, cells, styles } = sheetRow
    for (const [column, { lastRow, cell, style }] of open) {
      if (lastRow < row) open.delete(column)
      else if (cell && !cells[column]) {
        cells[column] = cell
        // A number means the same only in the same format.
        if (styles) styles.cells[column] = style
      }
    }
    for (let merge = downwards[next]; merge && merge.firstRow <= row; merge = downwards[++next]) {
      const { firstRow, lastRow, firstColumn } = merge
      if (firstRow === row && !open.has(firstColumn)) {
        open.set(firstColumn, { lastRow, cell: cells[firstColumn], style: styles?.cells[firstColumn] })
      }
    }
    return sheetRow
  }
}
