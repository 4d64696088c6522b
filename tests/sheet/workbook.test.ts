import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { writeXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { readSheet, surveyFile } from '#src/server/import/file-reader.server.ts'
import type { SheetCell } from '#src/server/sheet/cell.ts'
import { pack, parts, readRows, readTexts, temporaryFile } from '../support/workbook.ts'

const fixture = (name: string) => join(import.meta.dirname, 'files', name)

/** Reads the cells of the first row. */
async function cells(row: string, more: Record<string, string | Buffer> = {}): Promise<(SheetCell | undefined)[]> {
  const rows = await readRows(await pack(parts(`<row r="1">${row}</row>`, more)))
  return Array.from(rows[0]?.cells ?? [])
}

test.each(['organizations.xlsx', 'lo-organizations.xlsx'])(
  'a workbook of another program is read: %s',
  async (name) => {
    const facts = await surveyFile(fixture(name))
    expect(facts).toEqual({
      format: 'xlsx',
      kind: 'xlsx',
      sheets: [
        { name: '学校名单', hidden: false },
        { name: '说明', hidden: false },
        { name: '隐藏', hidden: true },
      ],
    })
    const rows = await readRows(fixture(name))
    const head = ['上级', '编码', '名称', '类型', '联系人', '联系电话', '状态', '建校日期']
    // A cell merged downwards counts for every row that it covers, in the header and below.
    expect(rows.find(({ row }) => row === 3)?.cells.map((cell) => cell?.text)).toEqual(head)
    expect(rows.filter(({ row }) => row > 3).map(({ row, cells: [parent] }) => [row, parent?.text])).toEqual([
      [4, 'B'],
      [5, 'B'],
      [6, 'B'],
      [8, 'B'],
    ])
    const first = rows.find(({ row }) => row === 4)
    expect(first?.cells).toMatchObject([
      {},
      { kind: 'number', number: 101, text: '0101' },
      { kind: 'text', text: '第一小学' },
      {},
      {},
      { kind: 'number', text: '13800000001' },
      {},
      { kind: 'date', local: '1998-09-01T00:00:00', text: '1998-09-01' },
    ])
    // A date without its format is a number. A formula has the value that the program computed, or none.
    const third = rows.find(({ row }) => row === 6)
    expect(third?.cells[7]).toMatchObject({ kind: 'number', number: 44805 })
    expect(third?.cells[1]).toEqual(
      name.startsWith('lo-') ? { kind: 'text', text: '0103' } : { kind: 'formula', text: '' },
    )
    expect(await readTexts(fixture(name), 1)).toEqual([['第二张表不动']])
  },
)

test('a workbook of a third library is read, with its types', async () => {
  const file = temporaryFile(
    'book.xlsx',
    Buffer.from(
      await writeXlsx({
        sheets: [{ name: 'A', rows: [['a & <b>', 12.5, true, new Date('2026-09-01T00:00:00Z'), null, 'z']] }],
      }),
    ),
  )
  expect((await readRows(file))[0]?.cells).toMatchObject([
    { kind: 'text', text: 'a & <b>' },
    { kind: 'number', number: 12.5 },
    { kind: 'boolean', value: true },
    { local: expect.stringContaining('2026-09-01') },
    undefined,
    { text: 'z' },
  ])
})

test('cells of every type', async () => {
  const sharedStrings = `<sst><si><t>plain</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si><si><t>line_x000D_break _x005F_x0041_</t></si></sst>`
  expect(
    await cells(
      `<c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>2</v></c><c r="C1" t="s"><v>0</v></c>
       <c r="D1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="E1" t="str"><f>A1</f><v>of a formula</v></c>
       <c r="F1"><f>1+1</f><v>2</v></c><c r="G1"><f>1+1</f></c><c r="H1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="I1" t="b"><v>0</v></c>
       <c r="J1" t="d"><v>2026-09-01T08:30:00Z</v></c><c r="K1" t="d"><v>2026-09-01</v></c><c r="L1" s="9"/><c r="M1" t="str"><f>""</f><v></v></c>`,
      { 'xl/sharedStrings.xml': sharedStrings },
    ),
  ).toEqual([
    { kind: 'text', text: 'rich  text' },
    { kind: 'text', text: 'line\rbreak _x0041_' },
    { kind: 'text', text: 'plain' },
    { kind: 'text', text: 'inline' },
    { kind: 'text', text: 'of a formula' },
    { kind: 'number', text: '2', number: 2 },
    { kind: 'formula', text: '' },
    { kind: 'error', text: '#DIV/0!' },
    { kind: 'boolean', text: 'FALSE', value: false },
    { kind: 'datetime', text: '2026-09-01 08:30:00', local: '2026-09-01T08:30:00', number: Number.NaN },
    { kind: 'date', text: '2026-09-01', local: '2026-09-01T00:00:00', number: Number.NaN },
  ])
})

test('numbers are what their format makes of them', async () => {
  const codes = ['yyyy-mm-dd', 'h:mm', 'yyyy/m/d hh:mm', '000000', '0.00"元每d"', '[h]:mm', '[Red]0', 'General', 'mmm']
  const styles = `<styleSheet><numFmts>${codes.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes.map((_, n) => `<xf numFmtId="${200 + n}"/>`).join('')}<xf numFmtId="14"/><xf numFmtId="31"/></cellXfs></styleSheet>`
  const found = await cells(
    [44805, 0.354166666666667, 44805.5, 123, 12, 0.5, 44805, 44805, 44805, 44805, 44805]
      .map((number, n) => `<c s="${n}"><v>${number}</v></c>`)
      .join(''),
    { 'xl/styles.xml': styles },
  )
  expect(found.map((cell) => [cell?.kind, cell?.text])).toEqual([
    ['date', '2022-09-01'],
    ['time', '08:30:00'],
    ['datetime', '2022-09-01 12:00:00'],
    ['number', '000123'],
    ['number', '12'],
    ['time', '12:00:00'],
    ['number', '44805'],
    ['number', '44805'],
    ['date', '2022-09-01'],
    ['date', '2022-09-01'],
    ['date', '2022-09-01'],
  ])
})

test('days before the leap day that never was, and workbooks that count from 1904', async () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'
  const row =
    '<c s="0"><v>1</v></c><c s="0"><v>59</v></c><c s="0"><v>61</v></c><c s="0"><v>2958466</v></c><c s="0"><v>-1</v></c>'
  const texts = (found: (SheetCell | undefined)[]) => found.map((cell) => cell?.text)
  expect(texts(await cells(row, { 'xl/styles.xml': styles }))).toEqual([
    '1900-01-01',
    '1900-02-28',
    '1900-03-01',
    '2958466',
    '-1',
  ])
  const book =
    '<workbook xmlns:r="y"><workbookPr date1904="1"/><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>'
  expect(
    texts(
      await cells('<c s="0"><v>0</v></c><c s="0"><v>43343</v></c>', {
        'xl/styles.xml': styles,
        'xl/workbook.xml': book,
      }),
    ),
  ).toEqual(['1904-01-01', '2022-09-01'])
})

test('a day that programs show but that does not exist is no day, and a time before it no date', async () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs></styleSheet>'
  const row =
    '<c s="0"><v>0</v></c><c s="0"><v>60</v></c><c s="1"><v>0.5</v></c><c s="1"><v>60.5</v></c><c s="2"><v>0.5</v></c>'
  const found = await cells(row, { 'xl/styles.xml': styles })
  expect(found.map((cell) => cell?.kind)).toEqual(['number', 'number', 'number', 'number', 'time'])
})

test('texts are shown with the words of their format, also shared ones', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;SZ&quot;@"/></numFmts><cellXfs><xf numFmtId="49"/><xf numFmtId="170"/></cellXfs></styleSheet>'
  const found = await cells(
    '<c t="s" s="1"><v>0</v></c><c t="s"><v>0</v></c><c t="inlineStr" s="1"><is><t>0008</t></is></c>',
    { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': '<sst><si><t>0007</t></si></sst>' },
  )
  expect(found).toEqual([
    { kind: 'text', text: '0007', shown: 'SZ0007' },
    { kind: 'text', text: '0007' },
    { kind: 'text', text: '0008', shown: 'SZ0008' },
  ])
})

test('fifteen digits of a number are shown, as programs do', async () => {
  const found = await cells('<c><v>0.30000000000000004</v></c><c><v>440301199001011234</v></c><c><v>1.38E10</v></c>')
  expect(found.map((cell) => cell?.text)).toEqual(['0.3', '440301199001011000', '13800000000'])
})

test('places may be left out, prefixes and quotes vary, comments and CDATA stand where they like', async () => {
  const sheet = `<?xml version='1.0'?><!-- a > b --><x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t='inlineStr'><x:is><x:t><![CDATA[<a & b>]]></x:t></x:is></x:c>
    <x:c  r = 'C1'
    t="str"><x:v>&#x4E2D;&#20013;&amp;&apos;</x:v></x:c><x:c a=">" t="str"><x:v>next</x:v></x:c></x:row><x:row/><x:row r="7"><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  const rows = await readRows(await pack(parts('', { 'xl/worksheets/sheet1.xml': sheet })))
  expect(rows.map(({ row, cells }) => [row, Array.from(cells, (cell) => cell?.text)])).toEqual([
    [1, ['<a & b>', undefined, "中中&'", 'next']],
    [7, ['1']],
  ])
})

test('whatever the pieces that a sheet comes in', async () => {
  const rows = Array.from(
    { length: 3000 },
    (_, n) => `<row r="${n + 1}"><c t="inlineStr"><is><t>&lt;行&amp;${n}&gt;${'x'.repeat(n % 97)}</t></is></c></row>`,
  )
  const file = await pack(parts(rows.join(''), {}))
  const found = await readRows(file)
  expect(found).toHaveLength(3000)
  expect(found.every(({ cells }, n) => cells[0]?.text === `<行&${n}>${'x'.repeat(n % 97)}`)).toBe(true)
  const reading = await readSheet({ file, facts: await surveyFile(file), sheet: 0 })
  expect(reading.rows).toBe(3000)
  await reading.close()
})

test('texts in UTF-16 are read', async () => {
  const sheet =
    '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="str"><v>中文</v></c></row></sheetData></worksheet>'
  const content = Buffer.from(`\ufeff${sheet}`, 'utf16le')
  expect(await readTexts(await pack(parts('', { 'xl/worksheets/sheet1.xml': content })))).toEqual([['中文']])
})

/** The root relationships of a package whose main document is this part. */
const leadsTo = (part: string) =>
  `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${part}"/></Relationships>`
const bomb = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "&a;&a;&a;">]>`
const outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'

test.each([
  [
    'a text with entities of its own',
    parts('', {
      'xl/worksheets/sheet1.xml': `${bomb}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
    }),
  ],
  [
    'an entity from outside',
    parts('', {
      'xl/sharedStrings.xml': `${outside}<sst><si><t>&a;</t></si></sst>`,
      'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    }),
  ],
  [
    'a document type in the styles',
    parts('<row><c><v>1</v></c></row>', { 'xl/styles.xml': `${outside}<styleSheet/>` }),
  ],
  ['a sheet that breaks off', parts('', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>1</v></c' })],
])('is refused as damaged: %s', async (_name, content) => {
  await expect(readRows(await pack(content))).rejects.toMatchObject({
    code: 422,
    message: '文件已损坏，无法读取。请用表格软件打开并另存后再试。',
  })
})

test('something behind the last column that is read is named; looks alone are no matter', async () => {
  const row = (last: string) => pack(parts(`<row r="3"><c r="A3"><v>1</v></c><c r="ALM3">${last}</c></row>`))
  expect(await readRows(await row(''))).toHaveLength(1)
  await expect(readRows(await row('<v>2</v>'))).rejects.toMatchObject({
    code: 422,
    message: '第 3 行的 ALM 列还有内容，但最多只读 1000 列。请删去多余的列，或拆成几个文件。',
  })
})

test.each([
  ['no workbook in it', { 'a.txt': 'x' }, '这不是表格文件。请使用 .xlsx 工作簿或 .csv 文本。'],
  ['no sheet in it', parts('', { 'xl/workbook.xml': '<workbook><sheets/></workbook>' }), '工作簿里没有这个工作表。'],
  [
    '200 MB of spaces',
    parts('', { 'xl/worksheets/sheet1.xml': Buffer.alloc(200 * 1024 ** 2, 0x20) }),
    '文件展开后太大。请删去表格里空的行（有格式的空行也占空间），或拆成几个文件。',
  ],
  [
    'a text with pictures',
    { 'word/document.xml': 'x', '_rels/.rels': leadsTo('word/document.xml') },
    '这不是表格文件。请使用 .xlsx 工作簿或 .csv 文本。',
  ],
  [
    'a binary workbook',
    { 'xl/workbook.bin': 'x', '_rels/.rels': leadsTo('xl/workbook.bin') },
    '这是二进制工作簿（.xlsb），无法读取。请用表格软件打开，另存为 .xlsx 后再试。',
  ],
  [
    'OpenDocument',
    { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': 'x' },
    '这是 OpenDocument 表格（.ods），无法读取。请用表格软件打开，另存为 .xlsx 后再试。',
  ],
  ['Numbers', { 'Index/Document.iwa': 'x' }, '这是 Numbers 表格，无法读取。请用表格软件打开，另存为 .xlsx 后再试。'],
])('a package is refused: %s', async (_name, content, sentence) => {
  await expect(surveyFile(await pack(content))).rejects.toMatchObject({
    code: 422,
    message: sentence,
  })
})

test.each([
  ['nothing', '', '文件是空的。'],
  ['a cut package', Buffer.from('504b030414000000', 'hex'), '文件已损坏，无法读取。请用表格软件打开并另存后再试。'],
  [
    'a web page',
    '  <html><table><tr><td>1</td></tr></table></html>',
    '这是网页（有些系统导出的 .xls 其实是网页），无法读取。请用表格软件打开，另存为 .xlsx 后再试。',
  ],
  [
    'an XML file',
    '<?xml version="1.0"?><Workbook/>',
    '这是 XML 文件，无法读取。请用表格软件打开，另存为 .xlsx 后再试。',
  ],
  [
    'OpenDocument in one file',
    '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    '这是 OpenDocument 表格（.ods），无法读取。请用表格软件打开，另存为 .xlsx 后再试。',
  ],
  [
    'the old format',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    '这是旧的 .xls 格式（或 .et）。请用表格软件打开并另存为 .xlsx。',
  ],
  [
    'a password',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    '工作簿设有打开密码。请取消密码后再试。',
  ],
])('a file is refused with what to do: %s', async (_name, content, sentence) => {
  await expect(surveyFile(temporaryFile('x.xlsx', content))).rejects.toMatchObject({
    code: 422,
    message: sentence,
  })
})

test.each(['a cell', 'a shared text', 'a picture that no row needs'])(
  'a byte that was changed on the way is noticed: %s',
  async (damaged) => {
    const row = '<row r="1"><c><v>170123</v></c><c t="s"><v>0</v></c></row>'
    const more = { 'xl/sharedStrings.xml': '<sst><si><t>Nanshan</t></si></sst>', 'xl/media/image1.png': 'pixels' }
    const file = await pack(parts(row, more), false)
    const facts = await surveyFile(file)
    expect(await readTexts(file)).toEqual([['170123', 'Nanshan']])
    const [before, after] =
      damaged === 'a cell' ? ['170123', '170923'] : damaged === 'a shared text' ? ['Nans', 'Nens'] : ['pix', 'pax']
    const content = readFileSync(file)
    content.write(after ?? '', content.indexOf(before ?? ''))
    writeFileSync(file, content)
    const refused = { code: 422, message: expect.stringContaining('文件已损坏') }
    await expect(surveyFile(file)).rejects.toMatchObject(refused)
    // The damage may also come later, when the file is stored already.
    const reading = readSheet({ file, facts, sheet: 0 }).then(({ batches }) => Readable.from(batches).toArray())
    if (damaged === 'a picture that no row needs') expect(await reading).toHaveLength(1)
    else await expect(reading).rejects.toMatchObject(refused)
  },
)
