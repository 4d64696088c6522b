import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { m } from '#src/i18n/paraglide/messages.js'
import { isErrorText, MAX_COLUMNS, type SheetCell, type SheetRow } from './cell.ts'
import { openQuoteLine } from './open-quote.ts'
import { SheetError, tooWide } from './sheet-error.server.ts'
import { storable } from './storable.ts'
import { type Encoding, encodingOf, textPieces } from './text-file.server.ts'

const SEPARATORS = [',', '\t', ';', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export type CsvFacts = { encoding: Encoding; separator: Separator; rows: number }

/** Maximum characters of a record. Otherwise a quote that is never closed would include the rest of the file. */
const MAX_RECORD = 1_000_000
const BATCH = 100

/** The apostrophe that an export puts in front of a text that looks like a formula. It is not part of the text. */
const DEFUSED = /^'(?=[=+\-@\t\r＝＋－＠])/

/** Detects how a CSV file is written, and counts its rows. @throws SheetError when it is not a table */
export async function surveyCsv(file: string): Promise<CsvFacts> {
  const encoding = await encodingOf(file)
  const separator = await separatorOf(file, encoding)
  let rows = 0
  for await (const batch of csvRows(file, { encoding, separator })) rows += batch.length
  return { encoding, separator, rows }
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

/** The rows of a CSV file as they arrive, in batches. */
export async function* csvRows(
  file: string,
  { encoding, separator }: Pick<CsvFacts, 'encoding' | 'separator'>,
): AsyncGenerator<SheetRow[]> {
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD,
  })
  const source = Readable.from(textPieces(file, encoding))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = 0
  let batch: SheetRow[] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1
      if (row === 1 && isTold(record, separator)) continue
      batch.push({ row, cells: narrow(record, row).map(textCell) })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = await openQuoteLine(textPieces(file, encoding), separator, MAX_RECORD)
    throw new SheetError(m.sheet_csvQuote({ row: line ?? row + 1 }))
  } finally {
    source.destroy()
    parser.destroy()
  }
  if (batch.length > 0) yield batch
}

/** Whether a record is the line that names the separator. It is no row; the separator splits it into two cells. */
function isTold([first = '', second]: readonly string[], separator: string): boolean {
  return /^sep=.?$/i.test(first) && (first.slice(4) === separator || second === '')
}

/** Removes the empty cells that programs write behind the last column. @throws SheetError when one has content */
function narrow(record: string[], row: number): string[] {
  if (record.length <= MAX_COLUMNS) return record
  const beyond = record.findIndex((text, column) => column >= MAX_COLUMNS && text !== '')
  if (beyond >= 0) throw tooWide(row, beyond)
  return record.slice(0, MAX_COLUMNS)
}

function textCell(text: string): SheetCell | undefined {
  if (text === '') return undefined
  return isErrorText(text) ? { kind: 'error', text } : { kind: 'text', text: storable(text.replace(DEFUSED, '')) }
}
