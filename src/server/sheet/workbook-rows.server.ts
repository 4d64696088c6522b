import {
  CELL_CHARACTERS,
  cellPlaceOf,
  isRowNumber,
  MAX_COLUMNS,
  MAX_ROW_TEXT,
  MAX_TEXT,
  type RowStyles,
  type SheetCell,
  type SheetRow,
} from './cell.ts'
import { type NumberFormats, type NumberLook, shownNumber, shownText } from './number-formats.server.ts'
import { localOf } from './serial-date.ts'
import { type SharedTexts, TextItem } from './shared-texts.server.ts'
import { broken, SheetFault, tooWide } from './sheet-fault.ts'
import { isTrue, type SheetPart, type Workbook } from './workbook.server.ts'
import { attributeOf, textOf, XmlScan } from './xml-scan.server.ts'

/** The widths (in characters) and the styles of a sheet's columns, by column. It is complete before the first row. */
export type ColumnLooks = { width: number | undefined; style: number }[]

/**
 * The rows of a sheet as they arrive. Rows without any cell are left out.
 * @param looks is filled; the rows come with the styles of their cells then
 */
export async function* workbookRows(book: Workbook, sheet: SheetPart, looks?: ColumnLooks): AsyncGenerator<SheetRow> {
  const reader = new RowReader(book.formats, looks)
  const scan = new XmlScan(reader)
  for await (const piece of book.package.pieces(sheet.part)) {
    scan.write(piece)
    const rows = reader.take()
    const texts = reader.asksForTexts ? await book.texts() : undefined
    // One row at a time: a short reference may stand for a long text.
    for (const row of rows) yield resolved(row, texts)
    if (reader.over) return
  }
  scan.end()
}

/** A cell whose text is one of the shared texts. */
type Reference = { kind: 'shared'; index: number; look: NumberLook | undefined }
type RawRow = { row: number; cells: (SheetCell | Reference | undefined)[]; styles?: RowStyles }

/**
 * Puts the shared texts in place.
 * @throws SheetFault when they are longer than a row may be, or a cell names a text that is not there
 */
function resolved({ row, cells, styles }: RawRow, texts: SharedTexts | undefined): SheetRow {
  let length = 0
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column]
    if (!cell) continue
    const known = cell.kind === 'shared' ? sharedCell(cell, texts) : cell
    if (known !== cell) cells[column] = known
    length += known.text.length
    if (length > MAX_ROW_TEXT) throw new SheetFault({ name: 'longRow', row })
  }
  // Seam: no reference is left.
  const known = cells as SheetRow['cells']
  return styles ? { row, cells: known, styles } : { row, cells: known }
}

function sharedCell({ index, look }: Reference, texts: SharedTexts | undefined): SheetCell {
  const text = texts?.at(index)
  // An empty cell instead would clear what is stored, and nobody would notice.
  if (text === undefined) throw broken()
  return textCell(text, look)
}

/** Builds rows from the events of a scan. */
class RowReader {
  readonly #formats: NumberFormats
  readonly #looks: ColumnLooks | undefined
  readonly #item = new TextItem()
  #rows: RawRow[] = []
  #row: RawRow | undefined
  #lastRow = 0
  #column = -1
  #type = 'n'
  #style = 0
  #value = ''
  #inValue = false
  #inline = false
  #formula = false
  asksForTexts = false
  over = false

  constructor(formats: NumberFormats, looks: ColumnLooks | undefined) {
    this.#formats = formats
    this.#looks = looks
  }

  take(): RawRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: string): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#inValue = true
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'f') this.#formula = true
    else if (name === 'is') this.#inline = true
    else if (this.#inline) this.#item.open(name)
    else if (name === 'col' && this.#looks) addColumns(this.#looks, attributes)
  }

  text(raw: string): void {
    if (this.#inValue && this.#value.length < MAX_TEXT) this.#value += textOf(raw)
    else if (this.#inline) this.#item.text(raw)
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (name === 'sheetData') this.over = true
    else if (this.#inline) {
      this.#item.close(name)
      if (name === 'is') {
        this.#inline = false
        this.#value = this.#item.take()
      }
    }
  }

  #openRow(attributes: string): void {
    const given = attributeOf(attributes, 'r')
    // Programs may omit the row number when it is the next one.
    const row = given ? Number(given) : this.#lastRow + 1
    if (!isRowNumber(row) || row <= this.#lastRow) throw new SheetFault({ name: 'oddRow', row: rowName(given, row) })
    this.#lastRow = row
    this.#row = this.#looks ? { row, cells: [], styles: { cells: [], row: rowStyle(attributes) } } : { row, cells: [] }
    this.#column = -1
  }

  #closeRow(): void {
    if (this.#row && this.#row.cells.length > 0) this.#rows.push(this.#row)
    this.#row = undefined
  }

  #openCell(attributes: string): void {
    const place = cellPlaceOf(attributeOf(attributes, 'r') ?? '')
    this.#column = place ? place.column : this.#column + 1
    this.#type = attributeOf(attributes, 't') ?? 'n'
    this.#style = Number(attributeOf(attributes, 's') ?? 0)
    this.#value = ''
    this.#formula = false
  }

  #closeCell(): void {
    const column = this.#column
    if (!this.#row) return
    if (this.#row.styles && column < MAX_COLUMNS) this.#row.styles.cells[column] = this.#style
    const cell = this.#cell()
    if (!cell) return
    // Without this error the cell would be missing, and no user would notice.
    if (column >= MAX_COLUMNS) throw tooWide(this.#row.row, column)
    this.#row.cells[column] = cell
  }

  #cell(): SheetCell | Reference | undefined {
    const value = this.#value.length > MAX_TEXT ? this.#value.slice(0, MAX_TEXT) : this.#value
    if (value === '') return this.#formula && this.#type !== 'str' ? { kind: 'formula', text: '' } : undefined
    switch (this.#type) {
      case 's':
        this.asksForTexts = true
        return { kind: 'shared', index: Number(value), look: this.#formats.looks[this.#style] }
      case 'inlineStr':
      case 'str':
        return textCell(value, this.#formats.looks[this.#style])
      case 'b':
        return { kind: 'boolean', text: value === '1' ? 'TRUE' : 'FALSE', value: value === '1' }
      case 'e':
        return { kind: 'error', text: value }
      case 'd':
        return isoCell(value)
      default:
        return numberCell(Number(value), value, this.#style, this.#formats)
    }
  }
}

function textCell(text: string, look: NumberLook | undefined): SheetCell {
  if (isFull(text)) return { kind: 'text', text, full: true }
  const shown = shownText(look, text)
  return shown === undefined ? { kind: 'text', text } : { kind: 'text', text, shown }
}

/** Some programs count a sign outside of the basic plane as one character when they cut, others as two. */
function isFull(text: string): boolean {
  if (text.length < CELL_CHARACTERS) return false
  return text.length === CELL_CHARACTERS || text.length >= MAX_TEXT || [...text].length === CELL_CHARACTERS
}

function addColumns(looks: ColumnLooks, attributes: string): void {
  const width = Number(attributeOf(attributes, 'width') ?? Number.NaN)
  const look = { width: width > 0 ? width : undefined, style: Number(attributeOf(attributes, 'style') ?? 0) }
  const last = Math.min(Number(attributeOf(attributes, 'max')), MAX_COLUMNS)
  for (let column = Number(attributeOf(attributes, 'min')); column > 0 && column <= last; column += 1)
    looks[column - 1] = look
}

function rowStyle(attributes: string): number | undefined {
  return isTrue(attributeOf(attributes, 'customFormat')) ? Number(attributeOf(attributes, 's') ?? 0) : undefined
}

/** The number of a row as the file writes it, in a length that a message can show. */
function rowName(given: string | undefined, row: number): string {
  return (given ?? String(row)).slice(0, 20)
}

function numberCell(number: number, raw: string, style: number, formats: NumberFormats): SheetCell {
  const cell = valueCell(number, raw, style, formats)
  const shown = shownNumber(formats.looks[style], number, formats.date1904)
  return shown === undefined || shown === cell.text || !('number' in cell) ? cell : { ...cell, shown }
}

function valueCell(number: number, raw: string, style: number, { looks, date1904 }: NumberFormats): SheetCell {
  if (!Number.isFinite(number)) return { kind: 'text', text: raw }
  const look = looks[style] ?? { kind: 'number' }
  // Programs show 15 digits. The rest comes from the storage of numbers.
  const text = String(Number(number.toPrecision(15)))
  if (look.kind === 'number')
    return date1904 ? { kind: 'number', text, number, date1904 } : { kind: 'number', text, number }
  if (look.kind === 'padded') return { kind: 'number', text: text.padStart(look.length, '0'), number }
  if (look.kind === 'percent') return { kind: 'number', text: `${Number((number * 100).toPrecision(13))}%`, number }
  // A program shows day zero and the leap day that never was as days that do not exist.
  const isNoDay = look.kind !== 'time' && !date1904 && (number < 1 || Math.floor(number) === 60)
  const local = isNoDay ? undefined : localOf(number, date1904)
  return local ? { kind: look.kind, text: shown(local, look.kind), local, number } : { kind: 'number', text, number }
}

function isoCell(value: string): SheetCell {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/.exec(value)
  if (!found?.[1]) return { kind: 'text', text: value }
  const time = (found[2] ?? '').padEnd(8, ':00')
  const kind = found[2] ? 'datetime' : 'date'
  const local = `${found[1]}T${found[2] ? time : '00:00:00'}`
  return { kind, text: shown(local, kind), local, number: Number.NaN }
}

function shown(local: string, kind: 'date' | 'time' | 'datetime'): string {
  const [day = '', time = ''] = local.split('T')
  if (kind === 'time') return time
  return kind === 'date' && time === '00:00:00' ? day : `${day} ${time}`
}
