import { type FileHandle, open } from 'node:fs/promises'
import type { SheetRow } from './cell.ts'
import { csvRows, surveyCsv } from './csv-rows.server.ts'
import type { Encoding, FileFacts } from './file-facts.ts'
import { type Merge, mergeFiller } from './merges.ts'
import { SheetFault } from './sheet-fault.ts'
import { surveySheet } from './survey-sheet.server.ts'
import { openWorkbook } from './workbook.server.ts'
import { workbookKind } from './workbook-kind.server.ts'
import { workbookRows } from './workbook-rows.server.ts'

/** A table of a file that is open for reading. */
export type SheetSource = {
  /** The number of rows. Blank rows of a workbook are not counted. */
  rows: number
  /** The number of these rows that programs do not show, for example because of a filter. */
  hiddenRows: number
  merges: readonly Merge[]
  /** May be called again to read from the beginning. */
  read(): AsyncGenerator<SheetRow>
  close(): void
}

/** Detects what a file is. @throws SheetFault when it is not a table that can be read */
export async function factsOf(file: string, encoding?: Encoding): Promise<FileFacts> {
  const format = await formatOf(file)
  if (format === 'csv') return { format, ...(await surveyCsv(file, encoding)) }
  const book = await openWorkbook(file)
  try {
    const kind = await workbookKind(book)
    // The copy with marks contains all parts, also those that no row needs.
    await book.package.verify()
    return { format, kind, sheets: book.sheets.map(({ name, hidden }) => ({ name, hidden })) }
  } finally {
    book.close()
  }
}

/** Opens a table of a file for reading. The caller closes it. @throws SheetFault */
export async function openSheet(file: string, facts: FileFacts, sheet: number): Promise<SheetSource> {
  if (facts.format === 'csv') {
    return { rows: facts.rows, hiddenRows: 0, merges: [], read: () => csvRows(file, facts), close: () => undefined }
  }
  const book = await openWorkbook(file)
  try {
    const part = book.sheets[sheet]
    if (!part) throw new SheetFault({ name: 'noSheet' })
    const { rows, hiddenRows, merges } = await surveySheet(book, part)
    const read = async function* () {
      const fill = mergeFiller(merges)
      for await (const row of workbookRows(book, part)) yield fill(row)
    }
    return { rows, hiddenRows, merges, read, close: book.close }
  } catch (error) {
    book.close()
    throw error
  }
}

const ZIP = '504b0304'
const EMPTY_ZIP = '504b0506'
const COMPOUND = 'd0cf11e0a1b11ae1'
/** First bytes of pictures (PNG, JPEG, GIF), PDF and other packages (RAR, 7z, gzip). The file name does not matter. */
const OTHERS = ['89504e47', 'ffd8ff', '47494638', '25504446', '52617221', '377abcaf', '1f8b']

async function formatOf(file: string): Promise<'xlsx' | 'csv'> {
  const handle = await open(file)
  try {
    const head = Buffer.alloc(64 * 1024)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const begins = head.subarray(0, 8).toString('hex')
    if (bytesRead === 0) throw new SheetFault({ name: 'empty' })
    if (begins.startsWith(ZIP) || begins.startsWith(EMPTY_ZIP)) return 'xlsx'
    if (begins === COMPOUND) {
      throw new SheetFault({ name: (await isLocked(handle, head)) ? 'locked' : 'oldFormat' })
    }
    if (OTHERS.some((sign) => begins.startsWith(sign))) throw new SheetFault({ name: 'notATable' })
    const text = head
      .subarray(0, bytesRead)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
      .trimStart()
    if (/^<(!doctype html|html|head|meta|table|style)/i.test(text))
      throw new SheetFault({ name: 'otherFormat', format: 'page' })
    if (/^<\?xml/i.test(text)) {
      throw new SheetFault({ name: 'otherFormat', format: text.includes('opendocument') ? 'openDocument' : 'xml' })
    }
    if (/^ID;P/.test(text)) throw new SheetFault({ name: 'otherFormat', format: 'symbolic' })
    if (/^TABLE\r?\n\d+,\d+\r?\n/.test(text)) throw new SheetFault({ name: 'otherFormat', format: 'interchange' })
    return 'csv'
  } finally {
    await handle.close()
  }
}

const LOCKED = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * Whether the container of the old format holds a workbook with a password. Its directory, which may be anywhere, shows
 * this.
 */
async function isLocked(handle: FileHandle, head: Buffer): Promise<boolean> {
  if (head.includes(LOCKED)) return true
  const list = Buffer.alloc(4096)
  const place = (head.readInt32LE(48) + 1) * 2 ** head.readUInt16LE(30)
  if (!(place > 0 && Number.isSafeInteger(place))) return false
  await handle.read(list, 0, list.length, place)
  return list.includes(LOCKED)
}
