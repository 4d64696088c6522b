import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { ZipFile } from 'yazl'
import { signsOf } from '#src/lib/sign-width.ts'
import { CELL_CHARACTERS, columnLetters } from '../sheet/cell.ts'
import { xmlText } from '../sheet/xml-scan.server.ts'
import { looksLikeFormula } from './csv-cell.ts'
import type { ExportColumn, ExportKind } from './export-columns.server.ts'

/** Maximum rows of a sheet, without the title row. */
export const MAX_SHEET_ROWS = 1_048_575

/**
 * Indexes of the styles below: titles, then one for each kind. Texts that look like formulas stay texts when edited.
 */
export const STYLES: Record<
  Exclude<ExportKind, 'text'> | 'title' | 'formula' | 'exact' | 'formulaTitle' | 'lines',
  number
> = {
  number: 0,
  title: 1,
  date: 2,
  datetime: 3,
  money: 4,
  formula: 5,
  /** Text format: a value stays as it was typed, 0012 as well. Like the two after it. */
  exact: 6,
  formulaTitle: 7,
  lines: 8,
}

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** What a sheet needs to know of a column. */
type BookColumn = Pick<ExportColumn, 'title' | 'kind'>

/** A workbook with one sheet, produced while it is read. @param rows in the database's text format */
export function exportBook(
  title: string,
  columns: readonly BookColumn[],
  rows: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const last = columnLetters(Math.max(0, columns.length - 1))
  const counted = { rows: 0 }
  const xml = Readable.from(sheetPieces(columns, rows, counted, last), { objectMode: false })
  return packBook([{ name: sheetName(title), xml, filtered: () => `$A$1:$${last}$${counted.rows + 1}` }])
}

async function* sheetPieces(
  columns: readonly BookColumn[],
  rows: AsyncIterable<Buffer>,
  counted: { rows: number },
  last: string,
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let begun = false
  for await (const chunk of rows) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (!begun) yield headXml(columns, lines)
    begun = true
    counted.rows += lines.length
    if (lines.length > 0) yield lines.map((line) => rowXml(line, columns)).join('')
  }
  if (!begun) yield headXml(columns, [])
  yield `</sheetData><autoFilter ref="A1:${last}${counted.rows + 1}"/></worksheet>`
}

/** The XML above the data rows. @param lines the first data rows, which decide the column widths */
function headXml(columns: readonly BookColumn[], lines: readonly string[]): string {
  const rows = lines.slice(0, MEASURED).map((line) => line.split('\t'))
  const widths = columns.map(({ title, kind }, at) => {
    const width = textWidth(widthOf(title, kind), kind === 'text' ? rows.map((cells) => cells[at] ?? '') : [])
    const style = STYLES[kind === 'text' ? 'exact' : kind]
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${style}" customWidth="1"/>`
  })
  const titles = columns.map(({ title }) => titleCell(title)).join('')
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${titles}</row>`
}

/** Rows from the top that decide the width of a column, and the maximum width in characters. */
export const MEASURED = 100
const MOST_WIDTH = 48

/** The width of a column with these texts. @param least its width without them */
export function textWidth(least: number, texts: readonly string[]): number {
  return Math.max(least, Math.min(MOST_WIDTH, Math.max(0, ...texts.map(signsOf)) + 2))
}

export function titleCell(title: string): string {
  return textCell(title, looksLikeFormula(title) ? STYLES.formulaTitle : STYLES.title)
}

function rowXml(line: string, columns: readonly BookColumn[]): string {
  const cells = line.split('\t').map((raw, at) => cellXml(raw, columns[at]?.kind ?? 'text'))
  return `<row>${cells.join('')}</row>`
}

function cellXml(raw: string, kind: ExportKind): string {
  // A cell without a style would not take that of its column.
  if (raw === '\\N') return emptyCell(STYLES[kind === 'text' ? 'exact' : kind])
  // A day or a number that a workbook cannot hold arrives as a text.
  if (kind !== 'text' && isNumeral(raw, kind)) return `<c s="${STYLES[kind]}"><v>${raw}</v></c>`
  const text = raw.includes('\\') ? raw.replaceAll(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign) : raw
  return textCell(text, looksLikeFormula(text) ? STYLES.formula : text.includes('\n') ? STYLES.lines : STYLES.exact)
}

/** Whether a cell can hold a number without loss: spreadsheet programs keep 15 digits. */
function isNumeral(raw: string, kind: ExportKind): boolean {
  const [, whole, part = ''] = /^-?0*(\d+)(?:\.(\d*?)0*)?$/.exec(raw) ?? []
  return whole !== undefined && (kind === 'date' || kind === 'datetime' || whole.length + part.length <= 15)
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' }

export function emptyCell(style: number): string {
  return style === 0 ? '<c/>' : `<c s="${style}"/>`
}

/**
 * @throws Error for a text that a cell cannot hold. `assertCells` has refused all but one that has just been written.
 */
export function textCell(text: string, style: number): string {
  if (text.length > CELL_CHARACTERS) throw new Error('a text is longer than a cell of a workbook')
  return `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xmlText(spelt(text))}</t></is></c>`
}

/** Signs that XML cannot contain or changes, as spreadsheet programs write them: `_x000D_`. */
function spelt(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs that XML cannot contain
  const special = /_(?=x[\da-fA-F]{4}_)|[\x01-\x08\x0b\x0c\x0d\x0e-\x1f]/g
  return text.replaceAll(special, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}

export function widthOf(title: string, kind: ExportKind): number {
  const least = { text: 14, number: 10, money: 12, date: 12, datetime: 20 }[kind]
  return Math.max(least, signsOf(title) + 3)
}

/** The parts for the notes of a sheet: their list, and the drawing of their boxes. */
type BookNotes = { list(): string; boxes(): string }

type BookSheet = {
  name: string
  hidden?: true
  xml: Buffer | Readable
  /** The range of the filter, known when the sheet has been read. Undefined when there is none. */
  filtered?: () => string | undefined
  /** Known when the sheet has been read. The sheet refers to the drawing by the id `NOTE_BOXES`. */
  notes?: BookNotes
}

/**
 * What the sheets of another workbook need to look as they did there. The styles are known when the sheets have been
 * read.
 */
type BookLook = { styles(): string; theme: string | undefined; date1904: boolean }

/** The id by which a sheet with notes refers to their drawing. */
export const NOTE_BOXES = 'rId2'

/** A workbook with these sheets, produced while it is read. @param look without one, the styles are `STYLES` */
export async function* packBook(sheets: readonly BookSheet[], look?: BookLook): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts(sheets, look))) zip.addBuffer(Buffer.from(HEAD + xml), name)
  if (look?.theme) zip.addBuffer(Buffer.from(look.theme), 'xl/theme/theme1.xml')
  // Seam: yazl creates a PassThrough, as its documentation says.
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  for (const [at, { xml }] of sheets.entries()) {
    const name = `xl/worksheets/sheet${at + 1}.xml`
    if (Buffer.isBuffer(xml)) zip.addBuffer(xml, name)
    else zip.addReadStream(xml.on('error', fail), name)
  }
  // What depends on the rows stands behind them, for example the range of the filter in the list of sheets.
  const addLate = (name: string, xml: () => string) =>
    zip.addReadStream(Readable.from(lately(xml), { objectMode: false }).on('error', fail), name)
  addLate('xl/workbook.xml', () => bookXml(sheets, look?.date1904 ?? false))
  addLate('xl/styles.xml', () => look?.styles() ?? STYLES_XML)
  for (const [at, { notes }] of sheets.entries()) {
    if (!notes) continue
    addLate(`xl/comments${at + 1}.xml`, notes.list)
    addLate(`xl/drawings/vmlDrawing${at + 1}.vml`, notes.boxes)
  }
  zip.end()
  try {
    for await (const chunk of output) yield chunk
  } finally {
    // When the client disconnects, the query of the rows ends too.
    for (const { xml } of sheets) if (!Buffer.isBuffer(xml)) xml.destroy()
  }
}

/** A valid sheet name: at most 31 characters, without the characters that formulas use. */
export function sheetName(title: string): string {
  return title.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet1'
}

async function* lately(xml: () => string): AsyncGenerator<string> {
  yield xml()
}

function bookXml(sheets: readonly BookSheet[], date1904: boolean): string {
  const names = sheets.map(
    ({ name, hidden }, at) =>
      `<sheet name="${xmlText(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  // LibreOffice shows the arrows of a filter only when its range has this name.
  const filters = sheets.map(({ name, filtered }, at) => {
    const range = filtered?.()
    return range === undefined
      ? ''
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${xmlText(name)}'!${range}</definedName>`
  })
  const defined = filters.join('')
  const properties = date1904 ? '<workbookPr date1904="1"/>' : ''
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${names.join('')}</sheets>${defined === '' ? '' : `<definedNames>${defined}</definedNames>`}</workbook>`
}

function parts(sheets: readonly BookSheet[], look: BookLook | undefined): Record<string, string> {
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`
  const override = (part: string, kind: string) => `<Override PartName="/xl/${part}" ContentType="${kind}"/>`
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  const links = (all: readonly string[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
  const types = sheets.flatMap(({ notes }, at) => [
    override(`worksheets/sheet${at + 1}.xml`, type('worksheet')),
    notes ? override(`comments${at + 1}.xml`, type('comments')) : '',
  ])
  const boxes = sheets.some(({ notes }) => notes)
    ? '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
    : ''
  const theme = look?.theme
    ? override('theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml')
    : ''
  const made: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${boxes}${override('workbook.xml', type('sheet.main'))}${types.join('')}${override('styles.xml', type('styles'))}${theme}</Types>`,
    '_rels/.rels': links([link('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/_rels/workbook.xml.rels': links([
      ...sheets.map((_, at) => link(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      link(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
      look?.theme ? link(`rId${sheets.length + 2}`, 'theme', 'theme/theme1.xml') : '',
    ]),
  }
  for (const [at, { notes }] of sheets.entries()) {
    if (!notes) continue
    made[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = links([
      link('rId1', 'comments', `../comments${at + 1}.xml`),
      link(NOTE_BOXES, 'vmlDrawing', `../drawings/vmlDrawing${at + 1}.vml`),
    ])
  }
  return made
}

/** The styles that `STYLES` names. */
export const STYLES_XML = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" quotePrefix="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`
