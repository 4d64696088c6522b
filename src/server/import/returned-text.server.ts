import { csvCell } from '../export/csv-cell.ts'
import type { SheetCell } from '../sheet/cell.ts'
import { defused } from '../sheet/defused-text.ts'
import { openSheet } from '../sheet/sheet-file.server.ts'
import type { Return } from './file-task.ts'
import type { ReasonRows } from './reason-rows.ts'
import { type ReturnRow, returnRows } from './return-rows.server.ts'

/** Characters of a piece. */
const PIECE = 64 * 1024

/**
 * The rows of a file as CSV, with a column of reasons, for what a workbook cannot hold. In UTF-8 with a byte order
 * mark. What was separated by tabs is separated by commas: programs split a CSV file at these.
 */
export async function* returnedText(given: Return, reasons: ReasonRows): AsyncGenerator<string> {
  const { facts, titles } = given
  const separator = facts.format === 'csv' && facts.separator !== '\t' ? facts.separator : ','
  const source = await openSheet(given.file, facts, given.sheet)
  try {
    const { layout, rows } = await returnRows(given, { rows: source.read(), merges: source.merges }, reasons)
    const own = ({ kind, source: { row }, reasons: said }: ReturnRow) => [
      ...(layout.hasRow ? [kind === 'title' ? titles.row.own : String(row)] : []),
      ...(layout.hasReason ? [kind === 'title' ? titles.reason.own : (said?.text.replaceAll('\n', ' ') ?? '')] : []),
    ]
    let text = '\ufeff'
    for await (const row of rows) {
      const { cells } = row.source
      const words = [
        ...layout.columns.map((column) => written(cells[column])),
        ...own(row).map(defused),
        ...layout.more(row.source).map((column) => written(cells[column])),
      ]
      text += `${words.map((word) => csvCell(word, separator)).join(separator)}\r\n`
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
    yield text
  } finally {
    source.close()
  }
}

/** An error stays one: it would be read as a text if it were made harmless. */
function written(cell: SheetCell | undefined): string {
  return cell?.kind === 'error' ? cell.text : defused(cell?.text ?? '')
}
