import { expect, test } from 'vitest'
import { markFile } from '#src/server/import/file-reader.server.ts'
import type { Marks } from '#src/server/import/file-task.ts'
import { PlacePacker } from '#src/server/import/mark-places.ts'
import { pack, parts, readParts } from '../support/workbook.ts'

// The rules of the marks in a workbook, each on a sheet of its own. The styles are: 0 the usual one, 1 text, 2 text with
// a border, 3 a number.
const XFS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="1" applyNumberFormat="1" applyBorder="1"/>',
  '<xf numFmtId="2" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
]
const FILLS =
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
const STYLES = `<styleSheet xmlns="x"><fonts count="1"><font/></fonts>${FILLS}<borders count="2"><border/><border><left style="thin"/></border></borders><cellXfs count="4">${XFS.join('')}</cellXfs></styleSheet>`
const SHEET = 'xl/worksheets/sheet1.xml'

/** Puts the prefix of a document in front of all names of tags. */
const prefixed = (xml: string) =>
  xml.replaceAll(/<(\/?)(\w)/g, '<$1x:$2').replace(/^<x:(\w+) xmlns="x"/, '<x:$1 xmlns:x="x"')

type Book = { sheet: string; styles?: string; more?: Record<string, string | Buffer> }

async function marked({ sheet, styles = STYLES, more = {} }: Book, marks: [string, string][], given: object = {}) {
  const all: Marks = new Map()
  for (const [place, text] of marks) {
    const row = Number(place.slice(1))
    all.set(row, (all.get(row) ?? new Map()).set(place.charCodeAt(0) - 65, text))
  }
  const file = await pack(parts('', { [SHEET]: sheet, 'xl/styles.xml': styles, ...more }))
  const pieces: Uint8Array[] = []
  for await (const piece of await markFile({ kind: 'markBook', file, sheet: 0, marks: all, ...given }, {}))
    pieces.push(piece)
  return readParts(Buffer.concat(pieces))
}

/** The cells of a marked sheet: place → `numFmtId borderId` with `marked` behind it when the cell has our colour. */
function looks(back: Map<string, string>): Record<string, string> {
  const styles = back.get('xl/styles.xml') ?? ''
  const xfs = (/<(?:x:)?cellXfs[\s\S]*<\/(?:x:)?cellXfs>/.exec(styles)?.[0] ?? '').match(/<(?:x:)?xf\s[^>]*>/g) ?? []
  const fills = styles.match(/<(?:x:)?fill>[\s\S]*?<\/(?:x:)?fill>/g) ?? []
  const found: Record<string, string> = {}
  for (const [, attributes = ''] of (back.get(SHEET) ?? '').matchAll(/<(?:x:)?c( [^>]*?)\/?>/g)) {
    const xf = xfs[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? ''
    const of = (name: string) => new RegExp(` ${name}="(\\d+)"`).exec(xf)?.[1]
    const isMarked = fills[Number(of('fillId'))]?.includes('FFC7CD')
    const place = / r="(\w+)"/.exec(attributes)?.[1] ?? ''
    found[place] = `${of('numFmtId')} ${of('borderId')}${isMarked ? ' marked' : ''}`
  }
  return found
}

const cols = '<cols><col min="2" max="2" style="1"/><col min="3" max="4" width="9" style="2"/></cols>'
const sheetOf = (rows: string, after = '') =>
  `<worksheet xmlns="x">${cols}<sheetData>${rows}</sheetData>${after}</worksheet>`
const filled = '<c r="A5" s="0"><v>1</v></c>'

test.each([
  ['as it is', (xml: string) => xml],
  ['with a prefix', prefixed],
])('a bad cell that is missing keeps the format of its row, else that of its column: %s', async (_name, made) => {
  const sheet = made(
    sheetOf(
      `<row r="5">${filled}</row><row r="6" s="3" customFormat="1"><c r="A6"><v>2</v></c></row><row r="7" s="3"><c r="A7"><v>3</v></c></row>`,
    ),
  )
  const back = await marked({ sheet, styles: made(STYLES) }, [
    ['B5', 'b'],
    ['D5', 'd'],
    ['E5', 'e'],
    ['B6', 'b'],
    ['C7', 'c'],
  ])
  expect(looks(back)).toEqual({
    A5: '0 0',
    B5: '49 0 marked',
    D5: '49 1 marked',
    E5: '0 0 marked',
    A6: '0 0',
    B6: '2 0 marked',
    A7: '0 0',
    C7: '49 1 marked',
  })
})

test('a bad row that is written as an empty tag, or missing altogether, gets its bad cells', async () => {
  const rows = `<row r="2" ht="20"/><row r="4">${filled.replace('A5', 'A4')}</row>`
  const places = ['B1', 'B2', 'C2', 'B3', 'B4', 'D6'].map((place): [string, string] => [place, 'wrong'])
  for (const made of [(xml: string) => xml, prefixed]) {
    const back = await marked({ sheet: made(sheetOf(rows)), styles: made(STYLES) }, places)
    expect(Object.keys(looks(back))).toEqual(['B1', 'B2', 'C2', 'B3', 'A4', 'B4', 'D6'])
    expect(looks(back)).toMatchObject({ B1: '49 0 marked', C2: '49 1 marked', B3: '49 0 marked', D6: '49 1 marked' })
    const sheet = (back.get(SHEET) ?? '').replaceAll('x:', '')
    expect(sheet.match(/<row [^>]*>/g)).toEqual([1, 2, 3, 4, 6].map((row) => expect.stringContaining(`r="${row}"`)))
    expect(sheet.match(/<\/row>/g)).toHaveLength(5)
    expect(sheet).toContain('<row r="2" ht="20">')
  }
})

const notes = (back: Map<string, string>) => {
  const xml = back.get('xl/comments1.xml') ?? ''
  const found: Record<string, string> = {}
  for (const [, place = '', note = ''] of xml.matchAll(/<comment ref="(\w+)"[^>]*>([\s\S]*?)<\/comment>/g))
    found[place] = [...note.matchAll(/<t[ >][^<]*<?/g)].map(([text]) => text.replace(/^<t[^>]*>|<$/g, '')).join('')
  return found
}

test('a bad cell in a merged area is marked where it is seen, and the reason says its column when that is another', async () => {
  const rows = `<row r="3"><c r="A3"><v>1</v></c></row><row r="4"><c r="A4"><v>1</v></c></row><row r="5">${filled}<c r="B5" s="1"><v>1</v></c></row>`
  const merges = '<mergeCells count="2"><mergeCell ref="B2:B4"/><mergeCell ref="B5:C5"/></mergeCells>'
  const marks: [string, string][] = [
    ['B3', 'one'],
    ['B3', 'one'],
    ['B4', 'two'],
    ['A5', 'five'],
    ['B5', 'six'],
    ['C5', 'seven'],
  ]
  const back = await marked({ sheet: sheetOf(rows, merges) }, marks, { prefixes: ['a: ', 'b: ', 'c: '] })
  expect(looks(back)).toEqual({
    B2: '49 0 marked',
    A3: '0 0',
    A4: '0 0',
    A5: '0 0 marked',
    B5: '49 0 marked',
  })
  const found = notes(back)
  expect(Object.keys(found).sort()).toEqual(['A5', 'B2', 'B5'])
  expect(found.B2).toMatch(/one\ntwo/)
  expect(found.B5).toMatch(/six\nc: seven/)
})

test('a reason that all rows of a merged area share is told once, and no other is lost', async () => {
  const rows = [2, 3, 4, 5].map((row) => `<row r="${row}"><c r="A${row}"><v>1</v></c></row>`).join('')
  const merges = '<mergeCells count="1"><mergeCell ref="B2:B5"/></mergeCells>'
  const back = await marked({ sheet: sheetOf(rows, merges) }, [
    ['B2', 'one'],
    ['B3', 'two'],
    ['B4', 'one'],
    ['B5', 'on'],
  ])
  expect(notes(back).B2).toMatch(/one\ntwo\non/)
})

test('cells that are only coloured keep their format too, and follow those with a reason', async () => {
  const rows = [2, 3, 4, 9].map((row) => `<row r="${row}"><c r="A${row}"><v>1</v></c></row>`).join('')
  const packer = new PlacePacker()
  packer.add(4, [0, 1])
  packer.add(9, [2])
  const back = await marked({ sheet: sheetOf(rows) }, [['B2', 'wrong']], { more: packer.pack() })
  expect(looks(back)).toEqual({
    A2: '0 0',
    B2: '49 0 marked',
    A3: '0 0',
    A4: '0 0 marked',
    B4: '49 0 marked',
    A9: '0 0',
    C9: '49 1 marked',
  })
  expect(Object.keys(notes(back))).toEqual(['B2'])
})
