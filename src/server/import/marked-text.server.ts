import { csvCell } from '../export/csv-cell.ts'
import { csvRows } from '../sheet/csv-rows.server.ts'
import { defused } from '../sheet/defused-text.ts'
import type { FileTasks } from './file-task.ts'
import { plainTitle } from './plain-title.ts'

type Given = FileTasks['markText']['given']

/** Characters of a piece. */
const PIECE = 64 * 1024

/**
 * A CSV file with a column of reasons: a new last column, or that of an earlier return. In UTF-8 with a byte order
 * mark.
 */
export async function* markedText(given: Given): AsyncGenerator<string> {
  const { file, facts, header, marks, reasons } = given
  const { separator } = facts
  const own = await reasonColumn(given)
  let text = '\ufeff'
  for await (const { row: number, cells } of csvRows(file, facts)) {
    const words = Array.from(cells, (cell) => cell?.text ?? '')
    const width = own ?? given.width
    while (words.length < width) words.push('')
    const reason = number === header ? reasons.own : [...(marks.get(number)?.values() ?? [])].join(' ')
    if (own === undefined) words.push(reason)
    else words[own] = reason
    text += `${words.map((word) => csvCell(defused(word), separator)).join(separator)}\r\n`
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield text
}

/** The column of the reasons from an earlier return; undefined when there is none. */
async function reasonColumn({ file, facts, header, reasons }: Given) {
  for await (const { row, cells } of csvRows(file, facts)) {
    if (row < header) continue
    const at = cells.findIndex((cell) => cell !== undefined && reasons.known.includes(plainTitle(cell.text)))
    return row > header || at < 0 ? undefined : at
  }
  return undefined
}
