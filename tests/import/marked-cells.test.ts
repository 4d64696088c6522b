import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { markFile } from '#src/server/import/file-reader.server.ts'
import type { Marks } from '#src/server/import/file-task.ts'
import { PlacePacker } from '#src/server/import/mark-places.ts'
import { MarkStyles } from '#src/server/import/mark-styles.server.ts'
import { cellLooks, pack, parts, partsOf, temporaryFile } from '../support/workbook.ts'

// The rules of the marks in a workbook, each on a sheet of its own. The styles are: 0 the usual one, 1 text, 2 text
// with a border, 3 a number.
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
  return markedFile(await pack(parts('', { [SHEET]: sheet, 'xl/styles.xml': styles, ...more })), marks, given)
}

async function markedFile(file: string, marks: [string, string][], given: object = {}) {
  return partsOf(await markedBytes(file, marks, given))
}

async function markedBytes(file: string, marks: [string, string][], given: object = {}): Promise<Buffer> {
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
function looks(back: Map<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...cellLooks(back)].map(([place, { format, isMarked }]) => [place, isMarked ? `${format} marked` : format]),
  )
}

/** The texts of the notes of a marked sheet, by place. */
function notes(back: Map<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  const list = (back.get('xl/comments1.xml') ?? '').matchAll(/<comment ref="(\w+)"[^>]*>([\s\S]*?)<\/comment>/g)
  for (const [, place = '', note = ''] of list)
    found[place] = [...note.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => text).join('')
  return found
}

const boxes = (back: Map<string, string>) =>
  [...(back.get('xl/drawings/vmlDrawing1.vml') ?? '').matchAll(/<x:Row>(\d+)<\/x:Row><x:Column>(\d+)/g)].map(
    ([, row, column]) => String.fromCharCode(65 + Number(column)) + (Number(row) + 1),
  )

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

test('a style is looked at once, however long it is and however many cells have it', () => {
  const long = `<xf ${'a="b" '.repeat(33_000)}fillId="1"/>`
  const fills = '<fills><fill/><fill><patternFill><fgColor rgb="FFFFC7CD"/></patternFill></fill></fills>'
  const styles = new MarkStyles(`<styleSheet>${fills}<cellXfs>${long}</cellXfs></styleSheet>`)
  const asked = new Set<number>()
  for (let cell = 0; cell < 1_000_000; cell += 1) {
    for (const style of [styles.plain(0), styles.marked(0), styles.exact(0)]) asked.add(style)
  }
  expect([...asked]).toEqual([1, 2, 3])
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

test('of the reasons of a long merged area only some are told', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>1</v></c></row>`).join(
    '',
  )
  const merges = '<mergeCells count="1"><mergeCell ref="B2:B301"/></mergeCells>'
  const marks = Array.from({ length: 300 }, (_, at): [string, string] => [`B${at + 2}`, `reason ${at}`])
  const found = notes(await marked({ sheet: sheetOf(rows, merges) }, marks))
  expect(Object.keys(found)).toEqual(['B2'])
  expect(found.B2).toMatch(/^【Yardstick: reason 0\nreason 1\n[^…]*reason \d+\n…】$/)
  expect(found.B2?.length).toBeLessThan(1_100)
})

test('the remark on all marks is a note of its own where it is seen, or stands in front of that of its cell', async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="2"/><row r="5">${filled}<c r="B5"><v>2</v></c></row>`
  const merges = '<mergeCells count="1"><mergeCell ref="B1:B2"/></mergeCells>'
  const remark = { row: 2, column: 1, text: 'many' }
  const above = await marked({ sheet: sheetOf(rows, merges) }, [['B5', 'wrong']], { remark })
  expect(notes(above)).toEqual({ B1: '【Yardstick: many】', B5: '【Yardstick: wrong】' })
  expect(looks(above)).toEqual({ A1: '0 0', A5: '0 0', B5: '0 0 marked' })
  const same = await marked({ sheet: sheetOf(rows) }, [['B5', 'wrong']], { remark: { ...remark, row: 5 } })
  expect(notes(same)).toEqual({ B5: '【Yardstick: many\nwrong】' })
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

// Made by this product from `office-rich.xlsx`, then opened and saved by LibreOffice 7.4:
// soffice --headless --convert-to xlsx lo-marked.xlsx
const saved = join(import.meta.dirname, '../sheet/files/lo-marked.xlsx')
const coloured = (back: Map<string, string>) =>
  Object.entries(looks(back)).flatMap(([place, look]) => (look.endsWith('marked') ? [place] : []))

test('marks are known again after another program has saved the file', async () => {
  const before = await partsOf(readFileSync(saved))
  expect(coloured(before)).toEqual(['C5', 'F5', 'D6', 'E6', 'A7'])
  expect(before.get('xl/comments1.xml')).not.toContain('<author>Yardstick')
  const own = { B3: '教务处：去年更名', C5: '教务处：待定' }
  const mended = await markedFile(saved, [])
  expect(coloured(mended)).toEqual([])
  expect(notes(mended)).toEqual(own)
  expect(boxes(mended).sort()).toEqual(['B3', 'C5'])
  const still: [string, string][] = [
    ['C5', 'another reason'],
    ['D6', 'a reason'],
    ['G7', 'a new one'],
  ]
  const back = await markedFile(saved, still)
  expect(coloured(back)).toEqual(['C5', 'D6', 'G7'])
  expect(notes(back)).toEqual({
    B3: own.B3,
    C5: `${own.C5}\n【Yardstick: another reason】`,
    D6: '【Yardstick: a reason】',
    G7: '【Yardstick: a new one】',
  })
  expect(boxes(back).sort()).toEqual(['B3', 'C5', 'D6', 'G7'])
})

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const noted = (authors: string[], list: string) => ({
  'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="c" Type="${TYPE}/comments" Target="../comments1.xml"/></Relationships>`,
  'xl/comments1.xml': `<comments xmlns="x"><authors>${authors.map((author) => `<author>${author}</author>`).join('')}</authors><commentList>${list}</commentList></comments>`,
})
const note = (place: string, author: number, ...runs: string[]) =>
  `<comment ref="${place}" authorId="${author}"><text>${runs.map((run) => `<r><rPr><b/></rPr><t xml:space="preserve">${run}</t></r>`).join('')}</text></comment>`
const oneRow = sheetOf(`<row r="5">${filled}</row>`)

test('only our part of a note is taken away, wherever it is in it', async () => {
  const list = [
    note('A1', 0, '【Yard', 'stick: one&#10;two】'),
    note('A2', 0, 'before&#10;【Yardstick: one】&#10;behind'),
    note('A3', 0, '【Yardstick: one】&#10;beh', 'ind'),
    note('A4', 0, 'be', 'fore 【', 'Yardstick: one】 behind'),
    note('A5', 0, 'before&#10;【Yardstick: the end is lost&#10;behind'),
    note('A6', 0, '【Yardstick: one】', '&#10;own', '&#10;【Yardstick: two】'),
    note('A7', 0, 'Somebody about Yardstick: no mark'),
    note('A8', 0, ' 【Yardstick: one】 '),
  ]
  const back = await marked({ sheet: oneRow, more: noted(['李老师'], list.join('')) }, [['A2', 'new']])
  expect(notes(back)).toEqual({
    A2: 'before\nbehind\n【Yardstick: new】',
    A3: 'behind',
    A4: 'before  behind',
    A5: 'before\nbehind',
    A6: 'own',
    A7: 'Somebody about Yardstick: no mark',
  })
  // The look of what stays is kept.
  expect(back.get('xl/comments1.xml')?.match(/<b\/>/g)).toHaveLength(9)
})

test('what a person has added to a note of ours stays, at later returns too', async () => {
  const list = note('A5', 0, '【Yardstick: one】', '&#10;asked the school')
  const content = { sheet: oneRow, more: noted(['Yardstick'], list) }
  const first = await markedBytes(
    await pack(parts('', { [SHEET]: content.sheet, 'xl/styles.xml': STYLES, ...content.more })),
    [],
  )
  expect(notes(await partsOf(first))).toEqual({ A5: 'asked the school' })
  const second = await markedBytes(temporaryFile('again.xlsx', first), [['A5', 'two']])
  expect(notes(await partsOf(second))).toEqual({ A5: 'asked the school\n【Yardstick: two】' })
  expect(notes(await markedFile(temporaryFile('third.xlsx', second), []))).toEqual({ A5: 'asked the school' })
})

test('the notes of earlier releases are known by their author', async () => {
  const list = [
    note('A1', 1, 'an old reason'),
    note('A2', 0, 'own', '&#10;Yardstick: an old reason'),
    note('A5', 1, 'an old reason'),
  ]
  const back = await marked({ sheet: oneRow, more: noted(['李老师', 'Yardstick'], list.join('')) }, [['A5', 'new']])
  expect(notes(back)).toEqual({ A2: 'own', A5: '【Yardstick: new】' })
  expect(boxes(back)).toEqual(['A5'])
})

test('new parts are named from the sheet on, as programs do that do not find others', async () => {
  const back = await marked({ sheet: oneRow }, [['A5', 'new']])
  const targets = (back.get('xl/worksheets/_rels/sheet1.xml.rels') ?? '').matchAll(/ Target="([^"]*)"/g)
  expect(Array.from(targets, ([, target]) => target)).toEqual(['../comments1.xml', '../drawings/vmlDrawing1.vml'])
})

test('a workbook of the strict edition keeps its formats and stays strict', async () => {
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const usual = Object.entries(parts('', { [SHEET]: oneRow, 'xl/styles.xml': STYLES }))
  const content = Object.fromEntries(usual.map(([name, part]) => [name, String(part).replaceAll(TYPE, strict)]))
  const back = await markedFile(await pack(content), [['B5', 'wrong']])
  expect(looks(back)).toEqual({ A5: '0 0', B5: '49 0 marked' })
  expect(notes(back)).toEqual({ B5: '【Yardstick: wrong】' })
  expect(back.get('xl/comments1.xml')).toContain('xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"')
  expect(back.get(SHEET)).toContain(`<legacyDrawing xmlns:r="${strict}"`)
  expect(back.get('xl/worksheets/_rels/sheet1.xml.rels')).not.toContain(TYPE)
})

test('a reason with brackets like ours is taken away as a whole', async () => {
  const file = await pack(parts('', { [SHEET]: oneRow, 'xl/styles.xml': STYLES }))
  const back = await markedBytes(file, [['A5', '“【甲】\n乙】” is not found']])
  expect(notes(await partsOf(back))).toEqual({ A5: '【Yardstick: “[甲]\n乙]” is not found】' })
  expect(notes(await markedFile(temporaryFile('again.xlsx', back), []))).toEqual({})
})

test('our colour goes from all styles that programs made of it, also from those of rows and columns', async () => {
  const fill = (rgb: string) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`
  const styles = STYLES.replace(
    FILLS,
    `<fills count="4"><fill><patternFill/></fill>${fill('ffffc7cd')}${fill('FFFFC7CE')}${fill('FFC7CD')}</fills>`,
  ).replace(
    '</cellXfs>',
    [1, 2, 3]
      .map((id) => `<xf numFmtId="49" fillId="${id}" borderId="0"/>`)
      .join('')
      .concat('</cellXfs>'),
  )
  const rows =
    '<row r="5" s="4" customFormat="1"><c r="A5" s="4"><v>1</v></c><c r="B5" s="5"><v>1</v></c><c r="C5" s="6"><v>1</v></c></row>'
  const sheet = `<worksheet xmlns="x"><cols><col min="1" max="5" style="6" width="9"/></cols><sheetData>${rows}</sheetData></worksheet>`
  const back = await marked({ sheet, styles }, [])
  expect(looks(back)).toEqual({ A5: '49 0', B5: '49 0', C5: '49 0' })
  const [, column, row] = /<col [^>]* style="(\d+)"[\s\S]*<row [^>]* s="(\d+)"/.exec(back.get(SHEET) ?? '') ?? []
  const xfs = /<cellXfs[\s\S]*<\/cellXfs>/.exec(back.get('xl/styles.xml') ?? '')?.[0].match(/<xf [^>]*>/g) ?? []
  expect([column, row].map((style) => / fillId="(\d+)"/.exec(xfs[Number(style)] ?? '')?.[1])).toEqual(['0', '0'])
  // The usual red of programs is not ours.
  expect(back.get(SHEET)).toContain('<c r="B5" s="5">')
})
