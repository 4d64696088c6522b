import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { readSheet, surveyFile } from '#src/server/import/file-reader.server.ts'
import type { SheetRow } from '#src/server/sheet/cell.ts'
import { Package } from '#src/server/sheet/zip-file.server.ts'

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`
const relationships = (...entries: [string, string, string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** Makes the parts of a small workbook with one sheet. */
export function parts(sheetData: string, more: Record<string, string | Buffer> = {}): Record<string, string | Buffer> {
  return {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relationships(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="x" xmlns:r="y"><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['s1', 'worksheet', 'worksheets/sheet1.xml'],
      ['s2', 'sharedStrings', 'sharedStrings.xml'],
      ['s3', 'styles', '/xl/styles.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="x"><sheetData>${sheetData}</sheetData></worksheet>`,
    ...more,
  }
}

/** Makes a file in a directory that is deleted after the test. @returns its path */
export function temporaryFile(name: string, content?: string | Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), 'yardstick-sheet-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, name)
  if (content !== undefined) writeFileSync(file, content)
  return file
}

/** Makes white space that packs badly enough not to be refused for its ratio: a part of it is random. */
export function blanks(megabytes: number): Buffer {
  const all = Buffer.alloc(megabytes * 1024 ** 2, ' ')
  for (let at = 0; at < all.length; at += 8_192) {
    for (const [n, byte] of randomBytes(256).entries()) all[at + n] = BLANKS[byte & 3] ?? 0x20
  }
  return all
}

const BLANKS = Buffer.from(' \t\n\r')

/** Reads every part of a workbook's package as text. @returns part name → text */
export async function partsOf(content: Buffer): Promise<Map<string, string>> {
  const read = await Package.open(temporaryFile('parts.xlsx', content))
  const all = new Map<string, string>()
  for (const name of read.names) all.set(name, await read.text(name))
  read.close()
  return all
}

/** Changes a part of a workbook as a text, as a person changes cells. */
export async function edited(content: Buffer, name: string, change: (xml: string) => string): Promise<Buffer> {
  const all = await partsOf(content)
  const before = all.get(name) ?? ''
  const after = change(before)
  if (after === before) throw new Error(`nothing to change in ${name}`)
  return readFileSync(await pack({ ...Object.fromEntries(all), [name]: after }))
}

/**
 * Packs parts into a workbook without changes.
 * @param compress otherwise the bytes of the parts are in the file as they are
 * @returns its path
 */
export async function pack(content: Record<string, string | Buffer>, compress = true): Promise<string> {
  const file = temporaryFile('book.xlsx')
  const zip = new ZipFile()
  for (const [name, part] of Object.entries(content)) zip.addBuffer(Buffer.from(part), name, { compress })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}

/** Reads every row of a sheet, in a thread as the product does. */
export async function readRows(file: string, sheet = 0): Promise<SheetRow[]> {
  const reading = await readSheet({ file, facts: await surveyFile(file), sheet })
  try {
    const rows: SheetRow[] = []
    for await (const batch of reading.batches) rows.push(...batch)
    return rows
  } finally {
    await reading.close()
  }
}

/** Reads the displayed text of every cell, row by row. */
export async function readTexts(file: string, sheet = 0): Promise<(string | undefined)[][]> {
  return (await readRows(file, sheet)).map(({ cells }) => Array.from(cells, (cell) => cell?.text))
}

/** The cells of a marked sheet: place → its number format and border, and whether it has the colour of bad cells. */
export function cellLooks(
  back: ReadonlyMap<string, string>,
  sheet = 'xl/worksheets/sheet1.xml',
): Map<string, { format: string; isMarked: boolean }> {
  const styles = back.get('xl/styles.xml') ?? ''
  const listOf = (name: string) => new RegExp(`<(?:x:)?${name}[\\s>][\\s\\S]*</(?:x:)?${name}>`).exec(styles)?.[0] ?? ''
  const xfs = listOf('cellXfs').match(/<(?:x:)?xf\s[^>]*>/g) ?? []
  const fills = listOf('fills').match(/<(?:x:)?fill>[\s\S]*?<\/(?:x:)?fill>/g) ?? []
  const looks = xfs.map((xf) => {
    const of = (name: string) => new RegExp(` ${name}="(\\d+)"`).exec(xf)?.[1]
    const isMarked = fills[Number(of('fillId'))]?.includes('FFC7CD') === true
    return { format: `${of('numFmtId')} ${of('borderId')}`, isMarked }
  })
  const cells = (back.get(sheet) ?? '').matchAll(/<(?:x:)?c( [^>]*?)\/?>/g)
  return new Map(
    Array.from(cells, ([, attributes = '']) => [
      / r="(\w+)"/.exec(attributes)?.[1] ?? '',
      looks[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? { format: '', isMarked: false },
    ]),
  )
}
