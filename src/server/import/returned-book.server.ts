import { Readable } from 'node:stream'
import {
  emptyCell,
  HEAD,
  MAIN,
  MEASURED,
  NOTE_BOXES,
  OFFICE,
  packBook,
  sheetName,
  textCell,
  textWidth,
} from '../export/export-book.server.ts'
import { CELL_CHARACTERS, cellText, columnLetters, type SheetCell } from '../sheet/cell.ts'
import { xmlText } from '../sheet/xml-scan.server.ts'
import { COLUMN, type FileTasks, type RowReasons } from './file-task.ts'
import { MOST_NOTES } from './most-notes.ts'
import { type CellNote, NoteList } from './note-list.server.ts'
import { shapesXml } from './note-shapes.ts'
import type { ReasonRows } from './reason-rows.ts'
import { type ReturnRow, type ReturnRows, returnRows } from './return-rows.server.ts'
import { openReturn, type ReturnSource } from './return-source.server.ts'

type Given = FileTasks['returnBook']['given']

/** Title rows from which they do not stay on the screen: they would leave no room for the others. */
const MOST_FROZEN = 10

/** Characters of a piece. */
const PIECE = 64 * 1024

/** Widths in characters. */
const LEAST_WIDTH = 10
const REASON_WIDTH = 60

/** The look of a reason: a text that is broken into lines. */
const REASON_LOOK =
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'

/**
 * A workbook with the rows of a file: bad cells are coloured, their reasons are notes, and stand together in a column
 * of their own. The cells of a workbook keep their values and formats; those of a text become texts.
 */
export async function* returnedBook(given: Given, reasons: ReasonRows): AsyncGenerator<Buffer> {
  const source = await openReturn(given)
  try {
    const sheet = new ReturnSheet(given, source, await returnRows(given, source, reasons))
    const { styles, theme, date1904 } = source
    yield* packBook(
      [
        {
          name: sheetName(given.name),
          xml: Readable.from(sheet.pieces(), { objectMode: false }),
          filtered: () => sheet.filtered,
          notes: { list: () => sheet.noteList(), boxes: () => shapesXml('', sheet.notes) },
        },
      ],
      { styles: () => styles.xml(), theme, date1904 },
    )
  } finally {
    source.close()
  }
}

class ReturnSheet {
  readonly notes: CellNote[] = []
  /** The range of the filter; undefined for a sheet without titles. */
  filtered: string | undefined
  readonly #given: Given
  readonly #source: ReturnSource
  readonly #returned: ReturnRows
  readonly #reasonStyle: number

  constructor(given: Given, source: ReturnSource, returned: ReturnRows) {
    this.#given = given
    this.#source = source
    this.#returned = returned
    this.#reasonStyle = source.styles.own(REASON_LOOK)
  }

  noteList(): string {
    const list = new NoteList('', MAIN)
    for (const note of this.notes) list.add(note)
    return list.xml()
  }

  async *pieces(): AsyncGenerator<string> {
    const { layout, rows } = this.#returned
    const first: ReturnRow[] = []
    let title = 0
    let last = 0
    let begun = false
    const begin = () => {
      begun = true
      return this.#headXml(first, title) + first.map((row) => this.#rowXml(row)).join('')
    }
    let text = ''
    for await (const row of rows) {
      last = row.row
      if (row.kind === 'title') title = row.row
      if (begun) text += this.#rowXml(row)
      else if (first.push(row) === MEASURED) text = begin()
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
    yield begun ? text : begin()
    const end = columnLetters(Math.max(0, layout.width - 1))
    this.filtered = title === 0 ? undefined : `$A$${title}:$${end}$${last}`
    const filter = title === 0 ? '' : `<autoFilter ref="A${title}:${end}${last}"/>`
    const boxes = this.notes.length === 0 ? '' : `<legacyDrawing r:id="${NOTE_BOXES}"/>`
    yield `</sheetData>${filter}${boxes}</worksheet>`
  }

  /** The XML above the rows. @param rows the first rows, which decide the column widths */
  #headXml(rows: readonly ReturnRow[], title: number): string {
    const { layout } = this.#returned
    const { titles } = this.#given
    const pane =
      title === 0 || title > MOST_FROZEN
        ? ''
        : `<pane ySplit="${title}" topLeftCell="A${title + 1}" activePane="bottomLeft" state="frozen"/>`
    const column = (at: number, width: number, style: number) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}"${style === 0 ? '' : ` style="${style}"`} customWidth="1"/>`
    const below = rows.filter(({ kind }) => kind !== 'above')
    const columns = layout.columns.map((from, at) => {
      const texts = below.map(({ source }) => source.cells[from]?.text.slice(0, CELL_CHARACTERS) ?? '')
      const width = this.#source.widthOf(from) ?? textWidth(LEAST_WIDTH, texts)
      return column(at, width, this.#source.columnStyleOf(from))
    })
    if (layout.hasRow) columns.push(column(columns.length, textWidth(LEAST_WIDTH, [titles.row.own]) + 3, 0))
    if (layout.hasReason) columns.push(column(columns.length, REASON_WIDTH, this.#reasonStyle))
    const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
    return `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${cols}<sheetData>`
  }

  #rowXml(given: ReturnRow): string {
    const { layout } = this.#returned
    const row = { ...given, reasons: this.#withCuts(given) }
    const cells = layout.columns.map((column) => this.#cellXml(row, column))
    if (layout.hasRow || layout.hasReason) cells.push(this.#ownXml(row))
    for (const column of layout.more(row.source)) cells.push(this.#cellXml(row, column))
    for (const [column, text] of row.reasons?.marks ?? []) {
      const place = layout.placeOf(column)
      if (place !== undefined && this.notes.length < MOST_NOTES) this.notes.push({ row: row.row, column: place, text })
    }
    return `<row r="${row.row}">${cells.join('')}</row>`
  }

  /** The reasons of a row, and one more for each of its texts that no cell of a workbook can hold. */
  #withCuts({ source, reasons }: ReturnRow): RowReasons | undefined {
    const long = source.cells.flatMap((cell, at) =>
      cell?.kind === 'text' && cell.text.length > CELL_CHARACTERS ? [at] : [],
    )
    if (long.length === 0) return reasons
    const { layout } = this.#returned
    const { cut } = this.#given
    const marks = new Map(reasons?.marks)
    for (const at of long) marks.set(at, joined(marks.get(at), cut.text))
    const named = long.map((at) => {
      const title = layout.titles[layout.columns.indexOf(at)] || columnLetters(at)
      return cut.named.replace(COLUMN, () => cellTitle(title))
    })
    return { row: source.row, marks: [...marks], text: named.reduce(joined, reasons?.text) ?? '' }
  }

  #cellXml({ kind, source, reasons }: ReturnRow, column: number): string {
    const { styles } = this.#source
    const style = this.#source.styleOf(source, column, kind === 'title')
    const isBad = isMarked(reasons, column)
    const isRead = this.#given.columns[column]?.label !== undefined
    return cellXml(
      source.cells[column],
      isBad ? styles.marked(style) : style,
      this.#given.facts.format === 'csv',
      isRead,
    )
  }

  /** The cells of our own columns. */
  #ownXml({ kind, source, reasons }: ReturnRow): string {
    const { layout } = this.#returned
    const { titles } = this.#given
    if (kind === 'title') {
      // They look like the title beside them.
      const style = this.#source.styleOf(source, layout.columns.at(-1) ?? 0, true)
      return (layout.hasRow ? textCell(titles.row.own, style) : '') + textCell(titles.reason.own, style)
    }
    const number = layout.hasRow ? `<c><v>${source.row}</v></c>` : ''
    const text = cellText(reasons?.text ?? '')
    return number + (text === '' ? emptyCell(this.#reasonStyle) : textCell(text, this.#reasonStyle))
  }
}

/** Maximum characters of a title in a reason. */
const MOST_TITLE = 100

function cellTitle(title: string): string {
  return title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE).toWellFormed()}…` : title
}

function joined(before: string | undefined, reason: string): string {
  return before ? `${before}\n${reason}` : reason
}

function isMarked(reasons: RowReasons | undefined, column: number): boolean {
  return reasons?.marks.some(([at]) => at === column) === true
}

/** The errors that every program knows. */
const KNOWN_ERROR = /^#(?:N\/A|DIV\/0!|NAME\?|REF!|VALUE!|NUM!|NULL!)$/

/**
 * A cell that is read as the given one. A formula without a value stays without one.
 * @param isText the cell is from a text, where an error may be written in other ways
 * @param isRead the cell is imported: what was an error there must not become a text
 */
function cellXml(cell: SheetCell | undefined, style: number, isText: boolean, isRead: boolean): string {
  const open = style === 0 ? '<c' : `<c s="${style}"`
  if (!cell) return emptyCell(style)
  switch (cell.kind) {
    case 'text':
      return textCell(cellText(cell.text), style)
    case 'boolean':
      return `${open} t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'formula':
      return `${open}><f>NA()</f></c>`
    case 'error':
      if (!isText || KNOWN_ERROR.test(cell.text)) return `${open} t="e"><v>${xmlText(cell.text)}</v></c>`
      return isRead ? `${open} t="e"><v>#N/A</v></c>` : textCell(cell.text, style)
    case 'number':
      return `${open}><v>${cell.number}</v></c>`
    default:
      if (!Number.isNaN(cell.number)) return `${open}><v>${cell.number}</v></c>`
      // A day that the file writes as a text has no number.
      return `${open} t="d"><v>${cell.kind === 'date' ? cell.local.slice(0, 10) : cell.local}</v></c>`
  }
}
