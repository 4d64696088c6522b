import { cellPlaceOf, columnLetters } from '../sheet/cell.ts'
import { attributeOf, XmlScan } from '../sheet/xml-scan.server.ts'
import type { Marks } from './file-task.ts'
import type { MarkStyles } from './mark-styles.server.ts'

type Options = {
  marks: Marks
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

/** Copies a sheet while it is read. Bad cells get another style. A bad cell that is missing in the file is added. */
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
  #out = ''
  #row = 0
  #column = -1
  #missing: [number, string][] = []
  #depth = 0
  #inData = false
  #drawn: boolean
  #prefix = ''

  constructor(options: Options) {
    this.#options = options
    this.#drawn = options.drawing === undefined
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
    else if (this.#inData && name === 'c') this.#openCell(attributes, raw)
    else this.#out += raw
  }

  close(name: string, raw: string): void {
    this.#depth -= 1
    if (this.#inData && name === 'row') this.#addMissing(Number.POSITIVE_INFINITY)
    if (this.#depth === 1 && name === 'sheetData') this.#inData = false
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

  #openRow(attributes: string, raw: string): void {
    this.#row = Number(attributeOf(attributes, 'r')) || this.#row + 1
    this.#column = -1
    const sentences = this.#options.marks.get(this.#row)
    // A row written as an empty tag has no cells that could be bad.
    this.#missing = raw.endsWith('/>') ? [] : [...(sentences ?? [])].sort(([one], [other]) => one - other)
    // An added cell may lie outside of the range in the row's `spans`.
    this.#out += sentences ? raw.replace(/\sspans\s*=\s*("[^"]*"|'[^']*')/, '') : raw
  }

  #openCell(attributes: string, raw: string): void {
    const { marks, styles } = this.#options
    this.#column = cellPlaceOf(attributeOf(attributes, 'r') ?? '')?.column ?? this.#column + 1
    this.#addMissing(this.#column)
    const isBad = marks.get(this.#row)?.has(this.#column) === true
    if (isBad) this.#missing = this.#missing.filter(([column]) => column !== this.#column)
    const style = Number(attributeOf(attributes, 's') ?? 0)
    const wanted = isBad ? styles.marked(style) : styles.plain(style)
    this.#out += wanted === style ? raw : withStyle(raw, wanted)
  }

  /** Adds the bad cells that are missing because they are empty, up to a column. */
  #addMissing(before: number): void {
    while (this.#missing[0] && this.#missing[0][0] < before) {
      const [column] = this.#missing.shift() ?? [0]
      const reference = `${columnLetters(column)}${this.#row}`
      this.#out += `<${this.#prefix}c r="${reference}" s="${this.#options.styles.marked(0)}"/>`
    }
  }

  #draw(): void {
    if (this.#drawn) return
    this.#drawn = true
    this.#out += (this.#options.drawing ?? '').replace('<', `<${this.#prefix}`)
  }
}

function withStyle(raw: string, style: number): string {
  const bare = raw.replace(/\ss\s*=\s*("[^"]*"|'[^']*')/, '')
  return bare.replace(/(\/?>)$/, ` s="${style}"$1`)
}
