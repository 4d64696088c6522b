import { m } from '#src/i18n/paraglide/messages.js'
import { csvCell } from '../export/csv-cell.ts'
import { csvRows } from '../sheet/csv-rows.server.ts'
import { defused } from '../sheet/defused-text.ts'
import type { FileFacts } from '../sheet/sheet-file.server.ts'
import type { Marks } from './marks.server.ts'
import type { ImportPlan } from './plan.server.ts'
import { isReasonTitle } from './titles.server.ts'

/**
 * A CSV file with a column of reasons: a new last column, or that of an earlier return. In UTF-8 with a byte order
 * mark.
 */
export async function* markedText(
  file: string,
  facts: Extract<FileFacts, { format: 'csv' }>,
  plan: ImportPlan,
  marks: Marks,
): AsyncGenerator<string> {
  const { separator } = facts
  const own = await reasonColumn(file, facts, plan)
  yield '\ufeff'
  for await (const batch of csvRows(file, facts)) {
    let text = ''
    for (const { row: number, cells } of batch) {
      const words = Array.from(cells, (cell) => cell?.text ?? '')
      const width = own ?? plan.mapping.length
      while (words.length < width) words.push('')
      const reason =
        number === plan.header ? m.import_reasonColumn() : [...(marks.get(number)?.values() ?? [])].join(' ')
      if (own === undefined) words.push(reason)
      else words[own] = reason
      text += `${words.map((word) => csvCell(defused(word), separator)).join(separator)}\r\n`
    }
    yield text
  }
}

/** The column of the reasons from an earlier return; undefined when there is none. */
async function reasonColumn(file: string, facts: Extract<FileFacts, { format: 'csv' }>, plan: ImportPlan) {
  for await (const batch of csvRows(file, facts)) {
    const header = batch.find((one) => one.row === plan.header)
    if (header) {
      const at = header.cells.findIndex((cell) => cell !== undefined && isReasonTitle(cell.text))
      return at < 0 ? undefined : at
    }
    if ((batch.at(-1)?.row ?? 0) > plan.header) return undefined
  }
  return undefined
}
