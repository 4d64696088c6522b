import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Package } from '#src/server/sheet/zip-file.server.ts'
import { FIRST_SHEET } from '../support/checked-file.ts'
import {
  boxes,
  filled,
  looks,
  marked,
  markedBytes,
  markedFile,
  notes,
  STYLES,
  sheetOf,
} from '../support/marked-book.ts'
import { pack, parts, partsOf, temporaryFile } from '../support/workbook.ts'

// The notes of a marked workbook, and how they are known again in a later return.

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
const RELATIONS = 'xl/worksheets/_rels/sheet1.xml.rels'
const noted = (authors: string[], list: string) => ({
  [RELATIONS]: `<Relationships><Relationship Id="c" Type="${TYPE}/comments" Target="../comments1.xml"/></Relationships>`,
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
    await pack(parts('', { [FIRST_SHEET]: content.sheet, 'xl/styles.xml': STYLES, ...content.more })),
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
  const usual = Object.entries(parts('', { [FIRST_SHEET]: oneRow, 'xl/styles.xml': STYLES }))
  const content = Object.fromEntries(usual.map(([name, part]) => [name, String(part).replaceAll(TYPE, strict)]))
  const back = await markedFile(await pack(content), [['B5', 'wrong']])
  expect(looks(back)).toEqual({ A5: '0 0', B5: '49 0 marked' })
  expect(notes(back)).toEqual({ B5: '【Yardstick: wrong】' })
  expect(back.get('xl/comments1.xml')).toContain('xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"')
  expect(back.get(FIRST_SHEET)).toContain(`<legacyDrawing xmlns:r="${strict}"`)
  expect(back.get('xl/worksheets/_rels/sheet1.xml.rels')).not.toContain(TYPE)
})

test('a reason with brackets like ours is taken away as a whole', async () => {
  const file = await pack(parts('', { [FIRST_SHEET]: oneRow, 'xl/styles.xml': STYLES }))
  const back = await markedBytes(file, [['A5', '“【甲】\n乙】” is not found']])
  expect(notes(await partsOf(back))).toEqual({ A5: '【Yardstick: “[甲]\n乙]” is not found】' })
  expect(notes(await markedFile(temporaryFile('again.xlsx', back), []))).toEqual({})
})

const TYPES = '[Content_Types].xml'

test('the lists of a package are continued however they are written: with a prefix, or as an empty tag', async () => {
  const xmlns = 'http://schemas.openxmlformats.org/package/2006'
  const types = prefixedWith('t', String(parts('')[TYPES]))
  const link = prefixedWith(
    'p',
    `<Relationships xmlns="${xmlns}/relationships"><Relationship Id="own" Type="${TYPE}/printerSettings" Target="p.bin"/></Relationships>`,
  )
  const empty = `<Relationships xmlns="${xmlns}/relationships" />`
  for (const relations of [link, empty]) {
    const back = await marked({ sheet: oneRow, more: { [TYPES]: types, [RELATIONS]: relations } }, [['A5', 'new']])
    const found = back.get(RELATIONS) ?? ''
    expect(found.replaceAll('p:', '')).toMatch(
      /<Relationship Id="rIdYardstickNotes"[^<>]*\/><Relationship Id="rIdYardstickBoxes"[^<>]*\/><\/Relationships>$/,
    )
    expect(found.includes('<p:Relationship Id="rIdYardstickNotes"')).toBe(relations === link)
    expect(back.get(TYPES)).toMatch(/<t:Default Extension="vml"[^<>]*\/><t:Override [^<>]*\/><\/t:Types>$/)
  }
})

/** Gives all tags of a document a prefix. */
function prefixedWith(prefix: string, xml: string): string {
  return xml.replaceAll(/<(\/?)(\w)/g, `<$1${prefix}:$2`).replaceAll(' xmlns=', ` xmlns:${prefix}=`)
}

test('a part in UTF-16 comes back in UTF-8, and says so', async () => {
  const utf16 = (xml: string) => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le')
  const list = noted(['李老师'], note('A5', 0, '待定'))
  const file = await pack({
    ...parts(''),
    [FIRST_SHEET]: utf16(oneRow),
    'xl/styles.xml': utf16(STYLES),
    [RELATIONS]: utf16(list[RELATIONS]),
    'xl/comments1.xml': utf16(list['xl/comments1.xml']),
  })
  const made = await Package.open(temporaryFile('back.xlsx', await markedBytes(file, [['A5', 'new']])))
  for (const name of [FIRST_SHEET, 'xl/styles.xml', RELATIONS, 'xl/comments1.xml']) {
    let content = ''
    for await (const piece of made.bytes(name)) content += String(piece)
    expect(content).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>/)
  }
  expect(await made.text('xl/comments1.xml')).toContain('待定')
  made.close()
})

test('the drawing of a header is not that of the notes', async () => {
  const sheet = sheetOf(`<row r="5">${filled}</row>`, '<legacyDrawingHF r:id="h"/>')
  const drawing = '<xml xmlns:v="v"><v:shape id="logo"></v:shape></xml>'
  const relations = `<Relationships><Relationship Id="h" Type="${TYPE}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/></Relationships>`
  const back = await marked({ sheet, more: { [RELATIONS]: relations, 'xl/drawings/vmlDrawing1.vml': drawing } }, [
    ['A5', 'new'],
  ])
  expect(back.get('xl/drawings/vmlDrawing1.vml')).toBe(drawing)
  expect(back.get('xl/drawings/vmlDrawing2.vml')).toContain('<x:Row>4</x:Row>')
  expect(back.get(RELATIONS)).toContain('Id="rIdYardstickBoxes"')
  expect(back.get(FIRST_SHEET)).toMatch(/<legacyDrawing [^<>]*r:id="rIdYardstickBoxes"\/><legacyDrawingHF r:id="h"\/>/)
})

test('a list of notes that is missing is made, and an empty note gets the reason', async () => {
  const { [RELATIONS]: relations } = noted([], '')
  const missing = await marked({ sheet: oneRow, more: { [RELATIONS]: relations } }, [['A5', 'new']])
  expect(notes(missing)).toEqual({ A5: '【Yardstick: new】' })
  expect(missing.get(RELATIONS)).toContain('Id="rIdYardstickNotes"')
  const list = '<comment ref="A5" authorId="0"><text/></comment><comment ref="B5" authorId="0"/>'
  const back = await marked({ sheet: oneRow, more: noted(['李老师'], list) }, [
    ['A5', 'one'],
    ['B5', 'two'],
  ])
  expect(notes(back)).toMatchObject({ A5: expect.stringContaining('【Yardstick: one】'), B5: '【Yardstick: two】' })
  expect(boxes(back).sort()).toEqual(['A5', 'B5'])
})

test('a sheet without rows keeps the drawing of its notes', async () => {
  const sheet = '<worksheet xmlns="x"><sheetData/><legacyDrawing r:id="d"/></worksheet>'
  const more = noted(['李老师'], note('A5', 0, '待定'))
  const relations = more[RELATIONS].replace(
    '</Relationships>',
    `<Relationship Id="d" Type="${TYPE}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/></Relationships>`,
  )
  const drawing = { 'xl/drawings/vmlDrawing1.vml': '<xml xmlns:v="v"></xml>' }
  const back = await marked({ sheet, more: { ...more, ...drawing, [RELATIONS]: relations } }, [])
  expect(back.get(FIRST_SHEET)?.match(/<legacyDrawing /g)).toHaveLength(1)
  expect(notes(back)).toEqual({ A5: '待定' })
})
