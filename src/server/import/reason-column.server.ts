import { emptyCell, textCell } from '../export/export-book.server.ts'
import { cellPlaceOf, cellText, columnLetters } from '../sheet/cell.ts'
import type { SheetPart, Workbook } from '../sheet/workbook.server.ts'
import { workbookRows } from '../sheet/workbook-rows.server.ts'
import { attributeOf, XmlScan } from '../sheet/xml-scan.server.ts'
import type { Return, RowReasons } from './file-task.ts'
import { plainTitle } from './plain-title.ts'
import type { ReasonRows } from './reason-rows.ts'

/** The column of reasons that a sheet has from an earlier return; undefined when there is none. */
export async function reasonColumn(
  book: Workbook,
  sheet: SheetPart,
  { header, titles, columns }: Pick<Return, 'header' | 'titles' | 'columns'>,
): Promise<number | undefined> {
  if (header === 0) return undefined
  for await (const { row, cells } of workbookRows(book, sheet)) {
    if (row < header) continue
    const at = row > header ? -1 : cells.findIndex((cell) => titles.reason.known.includes(plainTitle(cell?.text ?? '')))
    return at < 0 || columns[at]?.label !== undefined ? undefined : at
  }
  return undefined
}

/** A sheet with new reasons in a column, in the rows below the titles. All else stays as it is. */
export async function* withReasons(
  pieces: AsyncIterable<string>,
  place: { column: number; header: number },
  reasons: ReasonRows,
): AsyncGenerator<string> {
  const writer = new ReasonWriter(place)
  const scan = new XmlScan(writer)
  const written = async () => {
    let xml = ''
    for (const part of writer.take()) xml += typeof part === 'string' ? part : cellXml(part, await reasons.of(part.row))
    return xml
  }
  for await (const piece of pieces) {
    scan.write(piece)
    yield await written()
  }
  scan.end()
  yield await written()
}

/** The place of a reason. `style`: that of the cell that is there; undefined when there is none. */
type ReasonPlace = { row: number; reference: string; style: number | undefined; prefix: string }

function cellXml({ reference, style, prefix }: ReasonPlace, said: RowReasons | undefined): string {
  if (!said && style === undefined) return ''
  const xml = said ? textCell(cellText(said.text), style ?? 0) : emptyCell(style ?? 0)
  return xml.replaceAll(/<(\/?)(c|is|t)(?=[\s/>])/g, `<$1${prefix}$2`).replace(/^<[\w.:-]+/, `$& r="${reference}"`)
}

class ReasonWriter {
  readonly #wanted: number
  readonly #header: number
  #out: (string | ReasonPlace)[] = []
  #prefix = ''
  #row = 0
  #column = -1
  /** Whether the row still needs its reason. */
  #isDue = false
  /** The style of the cell that is left out, and how deep its tags are. */
  #style = 0
  #depth = 0

  constructor({ column, header }: { column: number; header: number }) {
    this.#wanted = column
    this.#header = header
  }

  take(): (string | ReasonPlace)[] {
    const out = this.#out
    this.#out = []
    return out
  }

  open(name: string, attributes: string, raw: string): void {
    if (this.#depth > 0) {
      this.#depth += 1
      return
    }
    if (name === 'row') this.#openRow(attributes, raw)
    else if (name === 'c' && this.#isDue) this.#openCell(attributes, raw)
    else this.#out.push(raw)
  }

  close(name: string, raw: string): void {
    if (this.#depth > 0) {
      this.#depth -= 1
      if (this.#depth === 0) this.#say(this.#style)
      return
    }
    if (name === 'row' && this.#isDue) this.#say(undefined)
    this.#out.push(raw)
  }

  text(raw: string): void {
    if (this.#depth === 0) this.#out.push(raw)
  }

  other(raw: string): void {
    if (this.#depth === 0) this.#out.push(raw)
  }

  #openRow(attributes: string, raw: string): void {
    this.#row = Number(attributeOf(attributes, 'r')) || this.#row + 1
    this.#column = -1
    this.#isDue = this.#row > this.#header && !raw.endsWith('/>')
    this.#prefix = /^<([\w.-]+:)/.exec(raw)?.[1] ?? ''
    // A new cell may lie outside of the range in the row's `spans`.
    this.#out.push(raw.replace(/\sspans\s*=\s*("[^"]*"|'[^']*')/, ''))
  }

  #openCell(attributes: string, raw: string): void {
    this.#column = cellPlaceOf(attributeOf(attributes, 'r') ?? '')?.column ?? this.#column + 1
    if (this.#column === this.#wanted) {
      this.#style = Number(attributeOf(attributes, 's') ?? 0)
      this.#depth = 1
      return
    }
    if (this.#column > this.#wanted) this.#say(undefined)
    this.#out.push(raw)
  }

  #say(style: number | undefined): void {
    this.#isDue = false
    this.#out.push({
      row: this.#row,
      reference: `${columnLetters(this.#wanted)}${this.#row}`,
      style,
      prefix: this.#prefix,
    })
  }
}
