import { cellPlaceOf, columnLetters } from '../sheet/cell.ts'
import { isTrue } from '../sheet/workbook.server.ts'
import { attributeOf, XmlScan } from '../sheet/xml-scan.server.ts'
import { EmptyCellStyles } from './mark-formats.server.ts'
import type { RowPlaces } from './mark-places.ts'
import type { MarkStyles } from './mark-styles.server.ts'

type Options = {
  /** The bad cells, in the order of their rows. */
  bad: Iterator<RowPlaces, unknown>
  styles: MarkStyles
  /** The tag that refers to the drawing of the notes; undefined when the sheet needs no new tag. */
  drawing: string | undefined
}

/** Tags that may follow the drawing of the notes in a sheet. */
const BEHIND = new Set([
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
])

/**
 * Copies a sheet while it is read. Bad cells get another style. A bad cell or row that is missing in the file is added;
 * the cell keeps the format that it has as a missing one.
 */
export async function* markSheet(pieces: AsyncIterable<string>, options: Options): AsyncGenerator<string> {
  const writer = new SheetWriter(options)
  const scan = new XmlScan(writer)
  for await (const piece of pieces) {
    scan.write(piece)
    yield writer.take()
  }
  scan.end()
  yield writer.take()
}

class SheetWriter {
  readonly #options: Options
  readonly #empty = new EmptyCellStyles()
  #out = ''
  #row = 0
  #column = -1
  /** The next row with bad cells, and the bad cells of the current row that did not come yet. */
  #next: RowPlaces | undefined
  #waiting: readonly number[] = []
  #depth = 0
  #inData = false
  #drawn: boolean
  #prefix = ''

  constructor(options: Options) {
    this.#options = options
    this.#drawn = options.drawing === undefined
    this.#takeRow()
  }

  take(): string {
    const out = this.#out
    this.#out = ''
    return out
  }

  open(name: string, attributes: string, raw: string): void {
    this.#depth += 1
    if (this.#depth === 1) this.#prefix = /^<([\w.-]+:)/.exec(raw)?.[1] ?? ''
    if (this.#depth === 2) {
      if (name === 'sheetData') this.#inData = true
      else if (BEHIND.has(name)) this.#draw()
    }
    if (this.#inData && name === 'row') this.#openRow(attributes, raw)
    else if (name === 'col' && this.#depth === 3) this.#openColumns(attributes, raw)
    else if (this.#inData && name === 'c') this.#openCell(attributes, raw)
    else this.#out += raw
  }

  close(name: string, raw: string): void {
    this.#depth -= 1
    if (this.#inData && name === 'row') {
      const isOpened = raw === '' && this.#waiting.length > 0
      this.#addCells(Number.POSITIVE_INFINITY)
      if (isOpened) this.#out += `</${this.#prefix}row>`
    }
    if (this.#depth === 1 && name === 'sheetData') {
      // A sheet without rows, written as an empty tag, has nothing that could be bad.
      if (raw !== '') this.#addRows(Number.POSITIVE_INFINITY)
      this.#inData = false
    }
    if (this.#depth === 0) this.#draw()
    this.#out += raw
  }

  text(raw: string): void {
    this.#out += raw
  }

  other(raw: string): void {
    // The output is always UTF-8, whatever the input was.
    this.#out += raw.startsWith('<?xml') ? raw.replace(/encoding\s*=\s*["'][^"']*["']/, 'encoding="UTF-8"') : raw
  }

  #openColumns(attributes: string, raw: string): void {
    const style = Number(attributeOf(attributes, 'style') ?? 0)
    const plain = this.#options.styles.plain(style)
    this.#empty.addColumns(attributes, plain)
    this.#out += plain === style ? raw : withStyle(raw, plain, 'style')
  }

  #openRow(attributes: string, written: string): void {
    this.#row = Number(attributeOf(attributes, 'r')) || this.#row + 1
    this.#column = -1
    this.#addRows(this.#row)
    const style = isTrue(attributeOf(attributes, 'customFormat'))
      ? Number(attributeOf(attributes, 's') ?? 0)
      : undefined
    const plain = style === undefined ? undefined : this.#options.styles.plain(style)
    this.#empty.beginRow(plain)
    const raw = plain === undefined || plain === style ? written : withStyle(written, plain)
    this.#waiting = this.#next?.[0] === this.#row ? this.#takeRow() : []
    if (this.#waiting.length === 0) {
      this.#out += raw
      return
    }
    // An added cell may lie outside of the range in the row's `spans`. A row written as an empty tag is opened.
    this.#out += raw.replace(/\sspans\s*=\s*("[^"]*"|'[^']*')/, '').replace(/\/>$/, '>')
  }

  #openCell(attributes: string, raw: string): void {
    const { styles } = this.#options
    this.#column = cellPlaceOf(attributeOf(attributes, 'r') ?? '')?.column ?? this.#column + 1
    this.#addCells(this.#column)
    const isBad = this.#waiting[0] === this.#column
    if (isBad) this.#waiting = this.#waiting.slice(1)
    const style = Number(attributeOf(attributes, 's') ?? 0)
    const wanted = isBad ? styles.marked(style) : styles.plain(style)
    this.#out += wanted === style ? raw : withStyle(raw, wanted)
  }

  /** Takes the columns of the next bad row. */
  #takeRow(): readonly number[] {
    const columns = this.#next?.[1] ?? []
    const { value, done } = this.#options.bad.next()
    this.#next = done ? undefined : value
    return columns
  }

  /** Adds the bad rows that are missing because they are empty, up to a row. */
  #addRows(before: number): void {
    const current = this.#row
    while (this.#next && this.#next[0] < before) {
      this.#row = this.#next[0]
      this.#empty.beginRow(undefined)
      this.#waiting = this.#takeRow()
      this.#out += `<${this.#prefix}row r="${this.#row}">`
      this.#addCells(Number.POSITIVE_INFINITY)
      this.#out += `</${this.#prefix}row>`
    }
    this.#row = current
  }

  /** Adds the bad cells that are missing because they are empty, up to a column. */
  #addCells(before: number): void {
    let count = 0
    for (const column of this.#waiting) {
      if (column >= before) break
      const style = this.#options.styles.marked(this.#empty.of(column))
      this.#out += `<${this.#prefix}c r="${columnLetters(column)}${this.#row}" s="${style}"/>`
      count += 1
    }
    if (count > 0) this.#waiting = this.#waiting.slice(count)
  }

  #draw(): void {
    if (this.#drawn) return
    this.#drawn = true
    this.#out += (this.#options.drawing ?? '').replace('<', `<${this.#prefix}`)
  }
}

function withStyle(raw: string, style: number, attribute: 's' | 'style' = 's'): string {
  const bare = raw.replace(attribute === 's' ? /\ss\s*=\s*("[^"]*"|'[^']*')/ : /\sstyle\s*=\s*("[^"]*"|'[^']*')/, '')
  return bare.replace(/(\/?>)$/, ` ${attribute}="${style}"$1`)
}
