import { markFile } from '#src/server/import/file-reader.server.ts'
import type { Marks } from '#src/server/import/file-task.ts'
import { FIRST_SHEET } from './checked-file.ts'
import { cellLooks, pack, parts, partsOf } from './workbook.ts'

// Workbooks of one small sheet, as they come back with marks. Their styles are: 0 the usual one, 1 text, 2 text with a
// border, 3 a number.
const XFS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="1" applyNumberFormat="1" applyBorder="1"/>',
  '<xf numFmtId="2" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
]
export const FILLS =
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
export const STYLES = `<styleSheet xmlns="x"><fonts count="1"><font/></fonts>${FILLS}<borders count="2"><border/><border><left style="thin"/></border></borders><cellXfs count="4">${XFS.join('')}</cellXfs></styleSheet>`

/** Puts the prefix of a document in front of all names of tags. */
export const prefixed = (xml: string) =>
  xml.replaceAll(/<(\/?)(\w)/g, '<$1x:$2').replace(/^<x:(\w+) xmlns="x"/, '<x:$1 xmlns:x="x"')

type Book = { sheet: string; styles?: string; more?: Record<string, string | Buffer> }

/** A workbook with marks. @param marks place and reason of each @returns the parts of its package */
export async function marked(
  { sheet, styles = STYLES, more = {} }: Book,
  marks: [string, string][],
  given: object = {},
) {
  return markedFile(await pack(parts('', { [FIRST_SHEET]: sheet, 'xl/styles.xml': styles, ...more })), marks, given)
}

/** The parts of a marked file. */
export async function markedFile(file: string, marks: [string, string][], given: object = {}) {
  return partsOf(await markedBytes(file, marks, given))
}

export async function markedBytes(file: string, marks: [string, string][], given: object = {}): Promise<Buffer> {
  const all: Marks = new Map()
  for (const [place, text] of marks) {
    const row = Number(place.slice(1))
    all.set(row, (all.get(row) ?? new Map()).set(place.charCodeAt(0) - 65, text))
  }
  const pieces: Uint8Array[] = []
  for await (const piece of await markFile({ kind: 'markBook', file, sheet: 0, marks: all, ...given }, {}))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The cells of a marked sheet: place → `numFmtId borderId`, with `marked` behind it when the cell has our colour. */
export function looks(back: Map<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...cellLooks(back)].map(([place, { format, isMarked }]) => [place, isMarked ? `${format} marked` : format]),
  )
}

/** The texts of the notes of a marked sheet, by place. */
export function notes(back: Map<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  const list = (back.get('xl/comments1.xml') ?? '').matchAll(/<comment ref="(\w+)"[^>]*>([\s\S]*?)<\/comment>/g)
  for (const [, place = '', note = ''] of list)
    found[place] = [...note.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => text).join('')
  return found
}

/** The places that have the box of a note. */
export const boxes = (back: Map<string, string>) =>
  [...(back.get('xl/drawings/vmlDrawing1.vml') ?? '').matchAll(/<x:Row>(\d+)<\/x:Row><x:Column>(\d+)/g)].map(
    ([, row, column]) => String.fromCharCode(65 + Number(column)) + (Number(row) + 1),
  )

const COLS = '<cols><col min="2" max="2" style="1"/><col min="3" max="4" width="9" style="2"/></cols>'
/** A sheet whose columns B, C and D have styles of their own. */
export const sheetOf = (rows: string, after = '') =>
  `<worksheet xmlns="x">${COLS}<sheetData>${rows}</sheetData>${after}</worksheet>`
/** A cell with a number. */
export const filled = '<c r="A5" s="0"><v>1</v></c>'
