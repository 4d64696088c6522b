import { m } from '#src/i18n/paraglide/messages.js'
import { looksLikeFormula } from '#src/server/export/csv-cell.ts'
import {
  HEAD,
  MAIN,
  packBook,
  STYLES,
  STYLES_XML,
  sheetName,
  textCell,
  textWidth,
  titleCell,
} from '#src/server/export/export-book.server.ts'
import { columnLetters } from '#src/server/sheet/cell.ts'
import type { Block, BlockCell, BlockColumn, BlockRow, BlockTable, FootLine } from './blocks.ts'

/** What a workbook of a report has. */
type SheetReport = { title: string; blocks: readonly Block[]; footer: readonly FootLine[] }

/** The formats of numbers: `number` has as many decimals as the value, the others theirs. */
const formats = ['General', '0', '0.0', '0.00', '0%', '0.0%'] as const
type Format = (typeof formats)[number]

/** The styles of the kit have these indexes; those of numbers come after them. */
const KIT_STYLES = 9
const FIRST_FORMAT = 170

const styleOf = (format: Format): number => KIT_STYLES + formats.indexOf(format)

/** The report as a workbook: a sheet for each block with a table, and one that says what it is. */
export async function reportBook(report: SheetReport): Promise<Buffer> {
  const tables = report.blocks.flatMap((block) =>
    block.kind === 'table' || block.kind === 'figure' ? [{ title: block.title, table: block.table }] : [],
  )
  const names = uniqueNames([...tables.map(({ title }) => title), m.report_about()])
  const sheets = tables.map(({ title, table }, at) => ({ name: names[at] ?? title, xml: Buffer.from(tableXml(table)) }))
  const about = { name: names.at(-1) ?? m.report_about(), xml: Buffer.from(tableXml(aboutTable(report))) }
  const pieces: Buffer[] = []
  const look = { styles: () => stylesXml(), theme: undefined, date1904: false }
  for await (const piece of packBook([...sheets, about], look)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Sheets of a workbook need different names, whatever their letters' cases. */
function uniqueNames(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    let name = sheetName(title)
    for (let at = 2; taken.has(name.toLowerCase()); at++) name = `${sheetName(title).slice(0, 28)} ${at}`
    taken.add(name.toLowerCase())
    return name
  })
}

/** Notes, headings with what they say of lines, and footer: whoever reads only the workbook must know who counts. */
function aboutTable({ title, blocks, footer }: SheetReport): BlockTable {
  const notes = blocks.flatMap((block) => {
    if (block.kind === 'note' || block.kind === 'heading') return [block.text]
    return 'note' in block && block.note ? [block.note] : []
  })
  const remarks = blocks.flatMap((block) =>
    block.kind === 'remark' ? [{ label: block.title, text: `${block.text}\n${block.by}` }] : [],
  )
  const lines = [...remarks, ...footer, ...[...new Set(notes)].map((text) => ({ label: m.report_note(), text }))]
  return {
    columns: [
      { key: 'label', label: m.report_about() },
      { key: 'text', label: title },
    ],
    rows: lines.map(({ label, text }, at) => ({ key: String(at), cells: [label, text] })),
  }
}

function tableXml({ columns, rows }: BlockTable): string {
  const last = columnLetters(Math.max(0, columns.length - 1))
  const widths = columns.map(({ label, number }, at) => {
    const texts = rows.flatMap(({ cells }) => (typeof cells[at] === 'string' ? [cells[at]] : []))
    const width = textWidth(number ? 10 : 14, [label, ...texts])
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const titles = columns.map(({ label }) => titleCell(label)).join('')
  const lines = rows.map((row) => `<row>${row.cells.map((cell, at) => cellXml(cell, columns[at], row)).join('')}</row>`)
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${titles}</row>${lines.join('')}</sheetData><autoFilter ref="A1:${last}${rows.length + 1}"/></worksheet>`
}

function cellXml(cell: BlockCell, column: BlockColumn | undefined, { few }: BlockRow): string {
  if (cell === null) return textCell('–', STYLES.exact)
  if (cell === '') return '<c/>'
  if (typeof cell === 'string') return textCell(cell, looksLikeFormula(cell) ? STYLES.formula : STYLES.exact)
  return `<c s="${styleOf(formatOf(column?.number ?? {}, few === true))}"><v>${Number(cell.toPrecision(15))}</v></c>`
}

function formatOf({ style, digits }: NonNullable<BlockColumn['number']>, few: boolean): Format {
  if (style === 'percent') return few || digits === 0 ? '0%' : '0.0%'
  if (digits === undefined) return 'General'
  return digits === 0 ? '0' : digits === 1 ? '0.0' : '0.00'
}

/** The styles of the kit, with those of numbers. */
function stylesXml(): string {
  const own = formats.map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`)
  const cells = formats.map(
    (code, at) =>
      `<xf numFmtId="${code === 'General' ? 0 : FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return STYLES_XML.replace('<numFmts count="3">', `<numFmts count="${3 + formats.length}">`)
    .replace('</numFmts>', `${own.join('')}</numFmts>`)
    .replace(`<cellXfs count="${KIT_STYLES}">`, `<cellXfs count="${KIT_STYLES + formats.length}">`)
    .replace('</cellXfs>', `${cells.join('')}</cellXfs>`)
}
