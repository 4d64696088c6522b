import type { SheetRow } from '../sheet/cell.ts'
import type { Merge } from '../sheet/merges.ts'
import { openSheet } from '../sheet/sheet-file.server.ts'
import type { FileTasks, SheetStart } from './file-task.ts'
import { guessHeader, HEAD_ROWS, headerTitles } from './header.server.ts'

/** Maximum sample values shown for a column. */
const SAMPLES = 4
/** Maximum characters shown of a cell. */
const SHOWN = 120
/** Maximum characters of a title. */
const LONGEST_TITLE = 500

/** Reads the beginning of a sheet, or the rows around a given row of titles. */
export async function sheetStart({
  file,
  facts,
  sheet,
  header: asked,
  known,
}: FileTasks['start']['given']): Promise<SheetStart> {
  const source = await openSheet(file, facts, sheet)
  try {
    const head = await headOf(source.read(), asked ?? 0)
    const header = asked ?? guessHeader(head.slice(0, HEAD_ROWS), new Set(known))
    const below = head.filter(({ row }) => row > header)
    return {
      header,
      head: head
        .slice(0, HEAD_ROWS)
        .map(({ row, cells }) => ({ row, cells: Array.from(cells, (cell) => shown(cell?.text)) })),
      rows: Math.max(0, source.rows - (head.length - below.length)),
      hiddenRows: source.hiddenRows,
      columns: titlesOf(head, header, source.merges).map((title, at) => ({ title, samples: samplesOf(below, at) })),
    }
  } finally {
    source.close()
  }
}

function titlesOf(head: readonly SheetRow[], header: number, merges: readonly Merge[]): string[] {
  return headerTitles(head, header, merges).map((title) => title.slice(0, LONGEST_TITLE))
}

/** The first rows, or the rows around a given title row. */
async function headOf(all: AsyncIterable<SheetRow>, header: number): Promise<SheetRow[]> {
  const begin: SheetRow[] = []
  const rows: SheetRow[] = []
  for await (const row of all) {
    if (begin.length < HEAD_ROWS * 3) begin.push(row)
    rows.push(row)
    if (row.row < header && rows.length > HEAD_ROWS * 2) rows.shift()
    if (rows.length >= HEAD_ROWS * 2 && row.row > header + HEAD_ROWS) break
  }
  const titles = rows.findIndex(({ row }) => row >= header)
  if (titles < 0) return begin
  const from = Math.max(0, titles - HEAD_ROWS)
  return rows.slice(from, from + HEAD_ROWS * 3)
}

function samplesOf(rows: readonly SheetRow[], column: number): string[] {
  const texts = rows.map(({ cells }) => shown(cells[column]?.text)).filter((text) => text !== '')
  return [...new Set(texts)].slice(0, SAMPLES)
}

function shown(text = ''): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
