import { MAX_MERGES, type Merge, mergeOf } from './merges.ts'
import { tooLarge } from './sheet-fault.ts'
import type { SheetPart, Workbook } from './workbook.server.ts'
import { attributeOf, XmlScan } from './xml-scan.server.ts'

/** Facts that are needed before a sheet's rows are read. */
export type SheetSurvey = {
  rows: number
  hiddenRows: number
  merges: Merge[]
  /** The relation to the drawing of the sheet's notes; undefined when there is none. */
  noteBoxes: string | undefined
}

/** Maximum characters of what follows the cells: links, rules and formats of areas. */
const MAX_AFTER = 256 * 1024 ** 2

/** Scans a sheet once, without reading its cells. Rows that only have formatting are not counted. */
export async function surveySheet(book: Workbook, sheet: SheetPart): Promise<SheetSurvey> {
  const rows = new RowCount()
  const merges: Merge[] = []
  let noteBoxes: string | undefined
  const after = new XmlScan({
    open(name, attributes) {
      if (name === 'legacyDrawing') noteBoxes = attributeOf(attributes, 'id')
      if (name !== 'mergeCell' || merges.length === MAX_MERGES) return
      const merge = mergeOf(attributeOf(attributes, 'ref') ?? '')
      if (merge) merges.push(merge)
    },
  })
  let length = 0
  for await (const piece of book.package.pieces(sheet.part)) {
    const rest = rows.over ? piece : rows.write(piece)
    length += rest.length
    if (length > MAX_AFTER) throw tooLarge()
    if (rest !== '') after.write(rest)
  }
  if (rows.over) after.end()
  merges.sort((one, other) => one.firstRow - other.firstRow)
  return { rows: rows.rows, hiddenRows: rows.hiddenRows, merges, noteBoxes }
}

/** Maximum characters of an incomplete tag that are kept until the next piece. */
const MAX_TAG = 64 * 1024

/** The tags that matter: the beginning of a row, a value, and the end of all cells. */
const TAGS =
  /<(?:[\w.-]{1,60}:)?(?:(row)(?=[\s>/])([^<>]*)|(v|is)(?=[\s>])|sheetData\s{0,60}\/>)|<\/(?:[\w.-]{1,60}:)?sheetData\s{0,60}>/g

/** Counts the rows of a sheet in pieces of its text, faster than a complete scan does. */
class RowCount {
  rows = 0
  hiddenRows = 0
  /** Whether the end of the cells was seen. */
  over = false
  #tail = ''
  #isHidden = false
  #isCounted = true

  /** Returns the text after the cells. */
  write(piece: string): string {
    const text = this.#tail + piece
    const last = text.lastIndexOf('<')
    // The last tag may continue in the next piece.
    const known = last < 0 || text.indexOf('>', last) >= 0 || text.length - last > MAX_TAG ? text.length : last
    this.#tail = text.slice(known)
    const cells = known === text.length ? text : text.slice(0, known)
    for (const found of cells.matchAll(TAGS)) {
      const [whole, isRow, attributes = '', isValue] = found
      if (isRow) this.#begin(attributes)
      else if (isValue) this.#count()
      else {
        this.over = true
        return text.slice(found.index + whole.length)
      }
    }
    return ''
  }

  #begin(attributes: string): void {
    const hidden = attributes.includes('hidden') ? attributeOf(attributes, 'hidden') : undefined
    this.#isHidden = hidden === '1' || hidden === 'true'
    this.#isCounted = false
  }

  #count(): void {
    if (this.#isCounted) return
    this.#isCounted = true
    this.rows += 1
    if (this.#isHidden) this.hiddenRows += 1
  }
}
