import { open } from 'node:fs/promises'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { SheetRow } from './cell.ts'
import { csvRows, surveyCsv } from './csv-rows.server.ts'
import { SheetError } from './sheet-error.server.ts'
import { openWorkbook } from './workbook.server.ts'
import { type Merge, mergeFiller, surveySheet, workbookRows } from './workbook-rows.server.ts'

/** What reading a file found out, as it is kept with it. */
export const fileFacts = v.variant('format', [
  v.object({ format: v.literal('xlsx'), sheets: v.array(v.object({ name: v.string(), hidden: v.boolean() })) }),
  v.object({
    format: v.literal('csv'),
    encoding: v.picklist(['utf-8', 'gb18030', 'utf-16le', 'utf-16be']),
    separator: v.picklist([',', '\t', ';', '|']),
    rows: v.number(),
  }),
])
export type FileFacts = v.InferOutput<typeof fileFacts>

/** A table of a file that is being read. */
export type SheetSource = {
  /** How many rows there are, blank ones in between not counted. */
  rows: number
  merges: readonly Merge[]
  /** May be called again, for another reading from the beginning. */
  read(): AsyncGenerator<SheetRow[]>
  close(): void
}

/** Finds out what a file is. @throws SheetError when it is no table that can be read */
export async function surveyFile(file: string): Promise<FileFacts> {
  const format = await formatOf(file)
  if (format === 'csv') return { format, ...(await surveyCsv(file)) }
  const book = await openWorkbook(file)
  try {
    return { format, sheets: book.sheets.map(({ name, hidden }) => ({ name, hidden })) }
  } finally {
    book.close()
  }
}

/** Opens a table of a file for reading. The caller closes it. @throws SheetError */
export async function openSheet(file: string, facts: FileFacts, sheet: number): Promise<SheetSource> {
  if (facts.format === 'csv') {
    return { rows: facts.rows, merges: [], read: () => csvRows(file, facts), close: () => undefined }
  }
  const book = await openWorkbook(file)
  try {
    const part = book.sheets[sheet]
    if (!part) throw new SheetError(m.sheet_noSheet())
    const { rows, merges } = await surveySheet(book, part)
    const read = async function* () {
      const fill = mergeFiller(merges)
      for await (const batch of workbookRows(book, part)) yield batch.map(fill)
    }
    return { rows, merges, read, close: book.close }
  } catch (error) {
    book.close()
    throw error
  }
}

const ZIP = '504b0304'
const EMPTY_ZIP = '504b0506'
const COMPOUND = 'd0cf11e0a1b11ae1'

async function formatOf(file: string): Promise<'xlsx' | 'csv'> {
  const handle = await open(file)
  try {
    const head = Buffer.alloc(64 * 1024)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const begins = head.subarray(0, 8).toString('hex')
    if (bytesRead === 0) throw new SheetError(m.sheet_empty())
    if (begins.startsWith(ZIP) || begins.startsWith(EMPTY_ZIP)) return 'xlsx'
    if (begins === COMPOUND) {
      // A workbook with a password is the old format's container around the new format.
      const locked = head.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      throw new SheetError(locked ? m.sheet_locked() : m.sheet_oldFormat())
    }
    if (/^<(\?xml|!doctype|html|table)/i.test(head.subarray(0, 64).toString('latin1').trimStart())) {
      throw new SheetError(m.sheet_notATable())
    }
    return 'csv'
  } finally {
    await handle.close()
  }
}
