import { openWorkbook } from '../sheet/workbook.server.ts'
import { workbookRows } from '../sheet/workbook-rows.server.ts'
import { HEAD_ROWS, namedFields } from './header.server.ts'

/** Maximum sheets that are compared. The others can still be chosen by hand. */
const MOST = 30

/**
 * The sheet whose titles name the most fields, among the visible sheets. When none is better, the first one. Only the
 * first rows of each sheet are read.
 * @param known the titles that name a field, as plain titles
 */
export async function bestSheet(
  file: string,
  sheets: readonly { hidden: boolean }[],
  known: ReadonlySet<string>,
): Promise<number> {
  const visible = [...sheets.keys()].filter((at) => !sheets[at]?.hidden)
  const [first = 0] = visible
  if (visible.length < 2) return first
  const book = await openWorkbook(file)
  try {
    let best = { sheet: first, named: 0 }
    for (const sheet of visible.slice(0, MOST)) {
      const part = book.sheets[sheet]
      if (!part) continue
      let named = 0
      let rows = 0
      for await (const row of workbookRows(book, part)) {
        named = Math.max(named, namedFields(row, known))
        rows += 1
        if (rows >= HEAD_ROWS) break
      }
      if (named > best.named) best = { sheet, named }
    }
    return best.sheet
  } finally {
    book.close()
  }
}
