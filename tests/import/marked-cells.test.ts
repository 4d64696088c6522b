import { expect, test } from 'vitest'
import { PlacePacker } from '#src/server/import/mark-places.ts'
import { MarkStyles } from '#src/server/import/mark-styles.server.ts'
import { FIRST_SHEET } from '../support/checked-file.ts'
import { FILLS, filled, looks, marked, notes, prefixed, STYLES, sheetOf } from '../support/marked-book.ts'

// Which cells of a marked workbook have our colour, and the formats that they keep.

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
    const sheet = (back.get(FIRST_SHEET) ?? '').replaceAll('x:', '')
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
  const [, column, row] = /<col [^>]* style="(\d+)"[\s\S]*<row [^>]* s="(\d+)"/.exec(back.get(FIRST_SHEET) ?? '') ?? []
  const xfs = /<cellXfs[\s\S]*<\/cellXfs>/.exec(back.get('xl/styles.xml') ?? '')?.[0].match(/<xf [^>]*>/g) ?? []
  expect([column, row].map((style) => / fillId="(\d+)"/.exec(xfs[Number(style)] ?? '')?.[1])).toEqual(['0', '0'])
  // The usual red of programs is not ours.
  expect(back.get(FIRST_SHEET)).toContain('<c r="B5" s="5">')
})
