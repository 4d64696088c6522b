import type { SheetCell, SheetRow } from '../sheet/cell.ts'
import type { Merge } from '../sheet/merges.ts'
import { openSheet } from '../sheet/sheet-file.server.ts'
import { bestSheet } from './best-sheet.server.ts'
import type { FileTasks, SheetStart } from './file-task.ts'
import { guessHeader, HEAD_ROWS, headerTitles } from './header.server.ts'

/** Rows shown above titles that are not among the first rows. */
const ABOVE = 5
/** Maximum characters shown of a cell. */
const SHOWN = 120
/** Maximum characters of a title. */
const LONGEST_TITLE = 500

/** Reads the beginning of a sheet, or the rows around a given row of titles. */
export async function sheetStart(given: FileTasks['start']['given']): Promise<SheetStart> {
  const { file, facts, header: asked } = given
  const known = new Set(given.known)
  const sheet = given.sheet ?? (facts.format === 'xlsx' ? await bestSheet(file, facts.sheets, known) : 0)
  const source = await openSheet(file, facts, sheet)
  try {
    const { head, above } = await headOf(source.read(), asked ?? 0)
    const header = asked ?? guessHeader(head.slice(0, HEAD_ROWS), known)
    const below = head.filter(({ row }) => row > header)
    return {
      sheet,
      header,
      head: around(head, header).map(({ row, cells }) => ({
        row,
        cells: Array.from(cells, shown),
      })),
      rows: Math.max(0, source.rows - (asked === undefined ? head.length - below.length : above)),
      hiddenRows: source.hiddenRows,
      columns: titlesOf(head, header, source.merges).map((title, at) => ({ title, values: textsOf(below, at) })),
    }
  } finally {
    source.close()
  }
}

/** The rows that are shown: the first ones, or some above the titles and the others below. */
function around(head: readonly SheetRow[], header: number): SheetRow[] {
  const at = head.findIndex(({ row }) => row >= header)
  const from = at < HEAD_ROWS ? 0 : at - ABOVE
  return head.slice(from, from + HEAD_ROWS)
}

function titlesOf(head: readonly SheetRow[], header: number, merges: readonly Merge[]): string[] {
  return headerTitles(head, header, merges).map((title) => title.slice(0, LONGEST_TITLE))
}

/** The first rows, or the rows around a given title row, and the number of rows down to the titles. */
async function headOf(all: AsyncIterable<SheetRow>, header: number): Promise<{ head: SheetRow[]; above: number }> {
  const rows: SheetRow[] = []
  let above = 0
  for await (const row of all) {
    rows.push(row)
    if (row.row <= header) above += 1
    // Rows far above the titles are not shown. A large file must not fill the memory.
    if (row.row < header && rows.length > HEAD_ROWS * 2) rows.shift()
    if (rows.length >= HEAD_ROWS * 2 && row.row > header + HEAD_ROWS) break
  }
  const titles = rows.findIndex(({ row }) => row >= header)
  if (titles < 0) return { head: rows.slice(-HEAD_ROWS), above }
  const from = Math.max(0, titles - HEAD_ROWS)
  return { head: rows.slice(from, from + HEAD_ROWS * 3), above }
}

function textsOf(rows: readonly SheetRow[], column: number): string[] {
  return rows.map(({ cells }) => shown(cells[column])).filter((text) => text !== '')
}

/** A cell as a person sees it, in one line. */
function shown(cell: SheetCell | undefined): string {
  const seen = cell && 'shown' in cell && cell.shown ? cell.shown : (cell?.text ?? '')
  const line = seen.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
