import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isErrorText, MAX_COLUMNS, MAX_ROW_TEXT, type SheetCell, type SheetRow } from './cell.ts'
import { restored } from './defused-text.ts'
import type { Encoding } from './file-facts.ts'
import { openQuoteLine } from './open-quote.ts'
import { SheetFault, tooWide } from './sheet-fault.ts'
import { storable } from './storable.ts'
import { encodingOf, fits, textPieces } from './text-file.server.ts'

const SEPARATORS = [',', '\t', ';', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** `longest`: the characters of the longest cell. */
export type CsvFacts = { encoding: Encoding; guessed: boolean; separator: Separator; rows: number; longest: number }

/**
 * Detects how a CSV file is written, and counts its rows.
 * @param chosen the encoding that the user chose
 * @throws SheetFault when it is not a table, or not in this encoding
 */
export async function surveyCsv(file: string, chosen?: Encoding): Promise<CsvFacts> {
  if (chosen && !(await fits(file, chosen))) throw new SheetFault({ name: 'otherEncoding' })
  const { encoding, guessed } = chosen ? { encoding: chosen, guessed: false } : await encodingOf(file)
  const separator = await separatorOf(file, encoding)
  let rows = 0
  let longest = 0
  let isOpen = false
  for await (const { cells } of csvRows(file, { encoding, separator })) {
    rows += 1
    for (const cell of cells) {
      if (!cell) continue
      if (cell.text.length > longest) longest = cell.text.length
      isOpen ||= mayBeOpen(cell.text)
    }
  }
  const line = isOpen ? await openQuoteLine(textPieces(file, encoding), separator, MAX_ROW_TEXT) : undefined
  if (line !== undefined) throw new SheetFault({ name: 'csvQuote', row: line })
  return { encoding, guessed, separator, rows, longest }
}

/**
 * Whether a cell may have run into a later line because its quotation mark was not closed: the mark is still in front.
 */
function mayBeOpen(text: string): boolean {
  return text.startsWith('"') && /[\r\n]/.test(text)
}

/** The separator that splits the most of the first lines into the same number of cells. */
async function separatorOf(file: string, encoding: Encoding): Promise<Separator> {
  let head = ''
  for await (const piece of textPieces(file, encoding)) {
    head += piece
    if (head.length > 64 * 1024) break
  }
  // A first line of its own, `sep=;`, names the separator for spreadsheet programs.
  const named = /^sep=(.)\r?\n/i.exec(head)?.[1]
  const known = SEPARATORS.find((one) => one === named)
  if (known) return known
  const bare = head.replaceAll(/"[^"]*"/g, '')
  const lines = bare.split(/\r\n|\r|\n/).slice(0, 20)
  const score = (separator: Separator) => {
    const counts = lines.filter((line) => line.trim() !== '').map((line) => line.split(separator).length - 1)
    const usual = counts[0] ?? 0
    return usual === 0 ? Math.max(0, ...counts) / 100 : usual * counts.filter((count) => count === usual).length
  }
  return SEPARATORS.reduce((best, one) => (score(one) > score(best) ? one : best))
}

/** The rows of a CSV file as they arrive. */
export async function* csvRows(
  file: string,
  { encoding, separator }: Pick<CsvFacts, 'encoding' | 'separator'>,
): AsyncGenerator<SheetRow> {
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    // Otherwise a quote that is never closed would include the rest of the file.
    max_record_size: MAX_ROW_TEXT,
  })
  const source = Readable.from(textPieces(file, encoding))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1
      if (row === 1 && isTold(record, separator)) continue
      yield { row, cells: narrow(record, row).map(textCell) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = await openQuoteLine(textPieces(file, encoding), separator, MAX_ROW_TEXT)
    // Without such a line, the record itself is too long.
    throw new SheetFault(line === undefined ? { name: 'longRow', row: row + 1 } : { name: 'csvQuote', row: line })
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Whether a record is the line that names the separator. It is no row; the separator splits it into two cells. */
function isTold([first = '', second]: readonly string[], separator: string): boolean {
  return /^sep=.?$/i.test(first) && (first.slice(4) === separator || second === '')
}

/** Removes the empty cells that programs write behind the last column. @throws SheetFault when one has content */
function narrow(record: string[], row: number): string[] {
  if (record.length <= MAX_COLUMNS) return record
  const beyond = record.findIndex((text, column) => column >= MAX_COLUMNS && text !== '')
  if (beyond >= 0) throw tooWide(row, beyond)
  return record.slice(0, MAX_COLUMNS)
}

function textCell(text: string): SheetCell | undefined {
  if (text === '') return undefined
  return isErrorText(text) ? { kind: 'error', text } : { kind: 'text', text: storable(restored(text)) }
}
