import { cellPlaceOf, MAX_COLUMNS, type SheetCell, type SheetRow } from './cell.ts'
import { type NumberFormats, shownNumber } from './number-formats.server.ts'
import { localOf } from './serial-date.ts'
import { TextItem } from './shared-texts.server.ts'
import { tooWide } from './sheet-error.server.ts'
import type { SheetPart, Workbook } from './workbook.server.ts'
import { attributeOf, textOf, XmlScan } from './xml-scan.server.ts'

/** Maximum characters of a cell; the format itself allows 32,767. */
const MAX_TEXT = 100_000

/** The rows of a sheet as they arrive, in batches. Rows without any cell are left out. */
export async function* workbookRows(book: Workbook, sheet: SheetPart): AsyncGenerator<SheetRow[]> {
  const reader = new RowReader(book.formats)
  const scan = new XmlScan(reader)
  for await (const piece of book.package.pieces(sheet.part)) {
    scan.write(piece)
    const rows = reader.take()
    if (rows.length === 0) continue
    if (reader.asksForTexts) await resolve(rows, book)
    yield rows as SheetRow[]
    if (reader.over) return
  }
  scan.end()
}

/** A cell whose text is one of the shared texts. */
type Reference = { kind: 'shared'; index: number }
type RawRow = { row: number; cells: (SheetCell | Reference | undefined)[] }

async function resolve(rows: RawRow[], book: Workbook): Promise<void> {
  const texts = await book.texts()
  for (const { cells } of rows) {
    for (let column = 0; column < cells.length; column += 1) {
      const cell = cells[column]
      if (cell?.kind === 'shared') cells[column] = { kind: 'text', text: texts.at(cell.index) ?? '' }
    }
  }
}

/** Builds rows from the events of a scan. */
class RowReader {
  readonly #formats: NumberFormats
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

  constructor(formats: NumberFormats) {
    this.#formats = formats
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
  }

  text(raw: string): void {
    if (this.#inValue) this.#value += textOf(raw)
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
    // Programs may omit the row number when it is the next one.
    this.#lastRow = Number(attributeOf(attributes, 'r')) || this.#lastRow + 1
    this.#row = { row: this.#lastRow, cells: [] }
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
        return { kind: 'shared', index: Number(value) }
      case 'inlineStr':
      case 'str':
        return { kind: 'text', text: value }
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
  const local = localOf(number, date1904)
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

/** An area of merged cells. Rows count from 1, columns from 0. */
export type Merge = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number }

/** Facts that are needed before a sheet's rows are read: the numbers of rows and hidden rows, and the merged cells. */
export type SheetSurvey = { rows: number; hiddenRows: number; merges: Merge[] }

/** Maximum merged areas that are used. A sheet with more of them is not a table. */
const MAX_MERGES = 200_000

/** Maximum characters of an incomplete row. A longer row is counted as it is. */
const MAX_ROW = 4 * 1024 * 1024

/** Scans a sheet once, without reading its cells. Rows that only have formatting are not counted. */
export async function surveySheet(book: Workbook, sheet: SheetPart): Promise<SheetSurvey> {
  const counted = { rows: 0, hiddenRows: 0 }
  let tail = ''
  let after = ''
  for await (const piece of book.package.pieces(sheet.part)) {
    // The XML after the cells is short, so it is kept. The end tag of the cells may be split between pieces.
    if (after !== '') {
      after += piece
      continue
    }
    const text = tail + piece
    const end = endOfCells(text)
    if (end >= 0) after = text.slice(end)
    const cells = end < 0 ? text : text.slice(0, end)
    const starts = Array.from(cells.matchAll(/<(?:[\w.-]+:)?row[\s>/]/g), ({ index }) => index)
    for (const [at, start] of starts.entries()) {
      const next = starts[at + 1]
      if (next !== undefined || end >= 0) count(cells.slice(start, next), counted)
    }
    // The last row is kept until the rest of it arrives. The same applies to an incomplete tag.
    tail = end < 0 ? cells.slice(starts.at(-1) ?? cells.lastIndexOf('<')) : ''
    if (tail.length > MAX_ROW) {
      count(tail, counted)
      tail = ''
    }
  }
  return { ...counted, merges: mergesIn(after) }
}

function count(row: string, counted: { rows: number; hiddenRows: number }): void {
  if (!/<(?:[\w.-]+:)?(?:v|is)[\s>]/.test(row)) return
  counted.rows += 1
  if (/^[^>]*\shidden\s*=\s*["'](?:1|true)["']/.test(row)) counted.hiddenRows += 1
}

function endOfCells(text: string): number {
  const end = /<\/(?:[\w.-]+:)?sheetData\s*>/.exec(text)
  return end ? end.index + end[0].length : -1
}

function mergesIn(after: string): Merge[] {
  const merges: Merge[] = []
  for (const [, reference = ''] of after.matchAll(/<(?:[\w.-]+:)?mergeCell\s[^>]*?ref\s*=\s*["']([^"']+)["']/g)) {
    const [first = '', last = first] = reference.split(':')
    const from = cellPlaceOf(first)
    const to = cellPlaceOf(last)
    if (!from || !to || merges.length === MAX_MERGES) continue
    merges.push({ firstRow: from.row, lastRow: to.row, firstColumn: from.column, lastColumn: to.column })
  }
  return merges.sort((one, other) => one.firstRow - other.firstRow)
}

/**
 * Copies the content of a merged cell to the rows below it. A school's name that is written once beside twelve classes
 * belongs to each class. Across columns, only the first cell keeps the content.
 */
export function mergeFiller(merges: readonly Merge[]): (row: SheetRow) => SheetRow {
  const downwards = merges.filter((merge) => merge.lastRow > merge.firstRow && merge.firstColumn < MAX_COLUMNS)
  let next = 0
  let open: { merge: Merge; cell: SheetCell | undefined }[] = []
  return (sheetRow) => {
    const { row, cells } = sheetRow
    if (open.length > 0) open = open.filter(({ merge }) => merge.lastRow >= row)
    for (const { merge, cell } of open) cells[merge.firstColumn] ??= cell
    for (let merge = downwards[next]; merge && merge.firstRow <= row; merge = downwards[++next]) {
      if (merge.firstRow === row) open.push({ merge, cell: cells[merge.firstColumn] })
    }
    return sheetRow
  }
}
