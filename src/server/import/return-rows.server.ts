import { MAX_COLUMNS, type SheetRow } from '../sheet/cell.ts'
import type { Merge } from '../sheet/merges.ts'
import type { Return, RowReasons } from './file-task.ts'
import { HEAD_ROWS, headerTitles } from './header.server.ts'
import { plainTitle } from './plain-title.ts'
import type { ReasonRows } from './reason-rows.ts'

/** Which columns of a file the new file has, in which order, and our own columns behind them. */
export type ReturnLayout = {
  /** The columns that have a title, or are read. All rows have them. */
  columns: readonly number[]
  titles: readonly string[]
  /** Whether our own columns follow: the number of the row, if only some rows are returned, and the reasons. */
  hasRow: boolean
  hasReason: boolean
  /** The number of columns that all rows have. */
  width: number
  /** The place of a column in the new file; undefined for a column that is left out. */
  placeOf(column: number): number | undefined
  /** Further columns of a row, which have no title. They stand behind our own. */
  more(row: SheetRow): number[]
}

/** A row of the new file. `row` is its number there; the numbers of `source` are those of the file that was sent. */
export type ReturnRow = {
  row: number
  kind: 'above' | 'title' | 'data'
  source: SheetRow
  reasons: RowReasons | undefined
}

export type ReturnRows = { layout: ReturnLayout; rows: AsyncGenerator<ReturnRow> }

/**
 * The rows of a new file, with the reasons why they are refused: all rows, or the titles and the refused rows. The
 * columns of an earlier return are left out.
 */
export async function returnRows(
  given: Return,
  source: { rows: AsyncGenerator<SheetRow>; merges: readonly Merge[] },
  reasons: ReasonRows,
): Promise<ReturnRows> {
  const { header, onlyRefused } = given
  const head: SheetRow[] = []
  let first: SheetRow | undefined
  for (;;) {
    const next = await source.rows.next()
    if (next.done) break
    if (next.value.row > header) {
      first = next.value
      break
    }
    head.push(next.value)
    // Of the rows above, only the titles are needed.
    if (onlyRefused && head.length > HEAD_ROWS * 2) head.shift()
  }
  const layout = layoutOf(given, headerTitles(head, header, source.merges))
  const data = below(first, source.rows)
  const rows = onlyRefused
    ? refusedRows(
        titleRow(
          layout,
          head.find(({ row }) => row === header),
        ),
        data,
        reasons,
      )
    : allRows(head, header, data, reasons)
  return { layout, rows }
}

function layoutOf({ columns: planned, titles: own, onlyRefused }: Return, found: readonly string[]): ReturnLayout {
  const all = Math.max(planned.length, found.length)
  const leftOut = new Set([...own.reason.known, ...(onlyRefused ? own.row.known : [])])
  const columns = Array.from({ length: all }, (_, column) => column).filter(
    (column) => planned[column]?.label !== undefined || !leftOut.has(plainTitle(found[column] ?? '')),
  )
  // A sheet without titles has no place for ours. Without a title, nobody would know our column again.
  const wanted = onlyRefused ? 2 : found.length > 0 ? 1 : 0
  const added = columns.length + wanted <= MAX_COLUMNS ? wanted : 0
  const places = new Map(columns.map((column, place) => [column, place]))
  return {
    columns,
    titles: columns.map((column) => found[column] || planned[column]?.label || ''),
    hasRow: onlyRefused && added > 0,
    hasReason: added > 0,
    width: columns.length + added,
    placeOf: (column) => (column < all ? places.get(column) : columns.length + added + column - all),
    more: ({ cells }) => [...cells.keys()].slice(all),
  }
}

/** The titles as a row. They look like those of the file. */
function titleRow({ columns, titles }: ReturnLayout, found: SheetRow | undefined): SheetRow {
  const row: SheetRow = { row: found?.row ?? 0, cells: [] }
  for (const [at, column] of columns.entries()) {
    const text = titles[at]
    if (text) row.cells[column] = { kind: 'text', text }
  }
  if (found?.styles) row.styles = found.styles
  return row
}

async function* below(first: SheetRow | undefined, rest: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  if (first) yield first
  yield* rest
}

async function* allRows(
  head: readonly SheetRow[],
  header: number,
  data: AsyncGenerator<SheetRow>,
  reasons: ReasonRows,
): AsyncGenerator<ReturnRow> {
  for (const source of head) {
    yield { row: source.row, kind: source.row === header ? 'title' : 'above', source, reasons: undefined }
  }
  for await (const source of data) {
    yield { row: source.row, kind: 'data', source, reasons: await reasons.of(source.row) }
  }
}

async function* refusedRows(
  titles: SheetRow,
  data: AsyncGenerator<SheetRow>,
  reasons: ReasonRows,
): AsyncGenerator<ReturnRow> {
  yield { row: 1, kind: 'title', source: titles, reasons: undefined }
  let row = 1
  for await (const source of data) {
    if (await reasons.isOver()) return
    const said = await reasons.of(source.row)
    if (!said) continue
    row += 1
    yield { row, kind: 'data', source, reasons: said }
  }
}
