import type { SheetRow } from '../sheet/cell.ts'
import type { Merge } from '../sheet/merges.ts'
import { plainTitle } from './plain-title.ts'

/** Number of rows from the top in which the titles are searched. */
export const HEAD_ROWS = 25

/** Number of different titles in a row that name a field. @param known plain titles */
export function namedFields({ cells }: SheetRow, known: ReadonlySet<string>): number {
  return new Set(
    texts(cells)
      .map(plainTitle)
      .filter((title) => known.has(title)),
  ).size
}

/**
 * Guesses the row of the titles: the row that names the most fields, or else the row that looks most like titles. If
 * two rows are equally good, the lower row wins, because group titles are above their columns.
 * @returns the row number; 0 when the file has no rows
 */
export function guessHeader(rows: readonly SheetRow[], known: ReadonlySet<string>): number {
  let best = { row: 0, score: 0 }
  const widest = Math.max(1, ...rows.map(({ cells }) => texts(cells).length))
  for (const one of rows) {
    const { row, cells } = one
    const words = texts(cells)
    const named = namedFields(one, known)
    const different = new Set(words).size
    const looks =
      cells.every((cell) => !cell || cell.kind === 'text') && different > widest / 2 ? different / widest : 0
    const score = named * 10 + looks
    if (score > best.score || (named > 1 && score === best.score)) best = { row, score }
  }
  return best.row || (rows[0]?.row ?? 0)
}

function texts(cells: SheetRow['cells']): string[] {
  return cells.flatMap((cell) => (cell && cell.text.trim() !== '' ? [cell.text.trim()] : []))
}

/**
 * The titles of the columns. A title may be merged over several rows, or belong to a group. An empty cell below a group
 * takes the title of the group.
 */
export function headerTitles(rows: readonly SheetRow[], header: number, merges: readonly Merge[]): string[] {
  const byRow = new Map(rows.map((row) => [row.row, row]))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const group = new Map<number, Merge>()
  for (const merge of merges) {
    if (merge.firstRow > header || merge.lastRow < header) continue
    // Areas that overlap are not looked at twice.
    for (let column = merge.firstColumn; column <= merge.lastColumn && column < width; column += 1) {
      if (group.has(column)) break
      group.set(column, merge)
    }
  }
  return Array.from({ length: width }, (_, column) => titleAt(byRow, header, column, group.get(column)))
}

function titleAt(rows: ReadonlyMap<number, SheetRow>, row: number, column: number, merge: Merge | undefined): string {
  const own = rows.get(row)?.cells[column]?.text.trim()
  if (own) return own.replaceAll(/\s+/g, ' ')
  return merge ? (rows.get(merge.firstRow)?.cells[merge.firstColumn]?.text.trim().replaceAll(/\s+/g, ' ') ?? '') : ''
}
