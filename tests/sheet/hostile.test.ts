import { expect, test } from 'vitest'
import { markFile, readSheet, readStart, surveyFile } from '#src/server/import/file-reader.server.ts'
import type { Marks } from '#src/server/import/file-task.ts'
import { inThread } from '#src/server/import/in-thread.server.ts'
import { rowBatches } from '#src/server/sheet/row-batches.ts'
import { pack, parts, readRows, readTexts, temporaryFile } from '../support/workbook.ts'

// Files that somebody made to do harm. Each would take minutes to hours if a part of it were read again and again. The
// thread would then be ended after a minute, with another message.

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const broken = '文件已损坏，无法读取。请用表格软件打开并另存后再试。'
const refused = (message: string) => ({ code: 422, message, data: { errors: { file: [message] } } })
const many = (count: number, make: string | ((n: number) => string)) =>
  Array.from({ length: count }, (_, n) => (typeof make === 'string' ? make : make(n))).join('')
const book = (more: string) =>
  `<workbook xmlns:r="y">${more}<sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>`
const sheet = (rows: string, after = '') => `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`
const row = '<row r="1"><c t="str"><v>a</v></c></row>'

test('an attribute of four million > in the workbook or in its sheet is refused', async () => {
  const tag = `<x a="${'>'.repeat(4_000_000)}"/>`
  await expect(surveyFile(await pack(parts(row, { 'xl/workbook.xml': book(tag) })))).rejects.toMatchObject(
    refused(broken),
  )
  await expect(readRows(await pack(parts(row + tag)))).rejects.toMatchObject(refused(broken))
})

test('an attribute of a hundred thousand > is read', async () => {
  expect(await readTexts(await pack(parts(`<x a="${'>'.repeat(100_000)}"/>${row}`)))).toEqual([['a']])
})

test('a hundred thousand relations are found by their names, and a workbook has a thousand sheets at the most', async () => {
  const workbook = (sheets: number) => ({
    'xl/_rels/workbook.xml.rels': `<Relationships>${many(90_000, (n) => `<Relationship Id="s${n}" Type="${TYPE}/worksheet" Target="worksheets/sheet1.xml"/>`)}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="y"><sheets>${many(sheets, (n) => `<sheet name="S${n}" r:id="s${90_000 - sheets + n}"/>`)}</sheets></workbook>`,
  })
  expect(await surveyFile(await pack(parts(row, workbook(1_000))))).toMatchObject({ sheets: { length: 1_000 } })
  await expect(surveyFile(await pack(parts(row, workbook(1_001))))).rejects.toMatchObject({ code: 422 })
})

test('merged cells without an end, or one over another, take no time', async () => {
  const open = await pack(parts('', { 'xl/worksheets/sheet1.xml': sheet(row, many(400_000, '<mergeCell ref')) }))
  await expect(readRows(open)).rejects.toMatchObject(refused(broken))
  const covering = `<mergeCells>${many(200_000, '<mergeCell ref="A1:ALL1048576"/>')}</mergeCells>`
  const rows = many(20_000, (n) => `<row r="${n + 1}"><c r="B${n + 1}"><v>1</v></c></row>`)
  const file = await pack(parts('', { 'xl/worksheets/sheet1.xml': sheet(rows, covering) }))
  expect(await readRows(file)).toHaveLength(20_000)
  const facts = await surveyFile(file)
  expect(await readStart({ file, facts, sheet: 0, header: 3, known: [] })).toMatchObject({ header: 3 })
})

test('what follows the cells is limited, as is one text, and all texts of a row', async () => {
  const tail = Buffer.concat([Buffer.from(sheet(row)), Buffer.alloc(260 * 1024 ** 2, ' ')])
  await expect(readRows(await pack(parts('', { 'xl/worksheets/sheet1.xml': tail }), false))).rejects.toMatchObject(
    refused('文件展开后太大。请删去表格里空的行（有格式的空行也占空间），或拆成几个文件。'),
  )
  const long = `<row><c t="inlineStr"><is>${many(2_000, `<r><t>${'x'.repeat(1_000)}</t></r>`)}</is></c></row>`
  expect((await readTexts(await pack(parts(long))))[0]?.[0]).toHaveLength(100_000)
  const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'y'.repeat(90_000)}</t></si></sst>` }
  const amplified = `<row r="7">${many(12, '<c t="s"><v>0</v></c>')}</row>`
  await expect(readRows(await pack(parts(amplified, shared)))).rejects.toMatchObject(
    refused('第 7 行的文字超过了表格的上限。请缩短内容或拆分文件。'),
  )
})

test('a cell whose shared text is not there, or has a broken number, is damage', async () => {
  const shared = { 'xl/sharedStrings.xml': '<sst><si><t>one</t></si><si><t>two</t></si></sst>' }
  const open = (index: string) => pack(parts(`<row><c t="s"><v>${index}</v></c></row>`, shared))
  expect(await readTexts(await open('1'))).toEqual([['two']])
  for (const index of ['0.5', '1e-9', '2', '-1', 'x', '1e99']) {
    await expect(readRows(await open(index)), index).rejects.toMatchObject(refused(broken))
  }
  await expect(readRows(await pack(parts('<row><c t="s"><v>0</v></c></row>')))).rejects.toMatchObject(refused(broken))
})

test('a short file that stands for endless text gives its rows only as fast as they are taken', async () => {
  const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'y'.repeat(90_000)}</t></si></sst>` }
  const file = await pack(parts(many(1_300, `<row>${many(10, '<c t="s"><v>0</v></c>')}</row>`), shared))
  const reading = await readSheet({ file, facts: await surveyFile(file), sheet: 0 })
  expect(reading.rows).toBe(1_300)
  for await (const batch of reading.batches) {
    expect(batch.length).toBeLessThan(5)
    break
  }
  await reading.close()
  // A gigabyte is the most that all rows may have. Here, all of them share one text, which takes no memory.
  const cells = Array.from({ length: 10 }, () => ({ kind: 'text' as const, text: 'y'.repeat(90_000) }))
  async function* rows() {
    for (let number = 1; number <= 1_300; number += 1) yield { row: number, cells }
  }
  let read = 0
  const readAll = async () => {
    for await (const batch of rowBatches(rows())) read += batch.length
  }
  await expect(readAll()).rejects.toMatchObject({ fault: { name: 'tooLarge' } })
  expect(read).toBeGreaterThan(1_100)
})

test.each([
  ['2.5', '<row r="2.5"><c><v>1</v></c></row>'],
  ['1e300', '<row r="1e300"><c><v>1</v></c></row>'],
  ['-1', '<row r="-1"><c><v>1</v></c></row>'],
  ['x', '<row r="x"><c><v>1</v></c></row>'],
  ['4', '<row r="4"><c><v>1</v></c></row><row r="4"><c><v>2</v></c></row>'],
  ['3', '<row r="4"><c><v>1</v></c></row><row r="3"><c><v>2</v></c></row>'],
])('a row with an odd number is named: %s', async (number, rows) => {
  await expect(readRows(await pack(parts(rows)))).rejects.toMatchObject(
    refused(
      `工作簿里有一行的行号是 ${number}：它不是有效的行号，或者没有排在前一行之后。请用表格软件打开，重新保存后再试。`,
    ),
  )
})

test('a cell with an impossible place counts as the next one', async () => {
  const cells = `<c r="A1"><v>1</v></c><c r="${'Z'.repeat(2_000)}1"><v>2</v></c>`
  expect(await readTexts(await pack(parts(`<row r="1">${cells}</row>`)))).toEqual([['1', '2']])
})

test('a container of the old format with an impossible directory is refused like others', async () => {
  const head = Buffer.alloc(600)
  head.write('d0cf11e0a1b11ae1', 'hex')
  head.writeUInt16LE(0xffff, 30)
  await expect(surveyFile(temporaryFile('x.xls', head))).rejects.toMatchObject(
    refused('这是旧的 .xls 格式（或 .et）。请用表格软件打开并另存为 .xlsx。'),
  )
})

test('formats of brackets without an end take no time', async () => {
  const code = `numFmtId="200" formatCode="${'['.repeat(900)}"`
  const styles = `<styleSheet><numFmts>${many(20_000, `<numFmt ${code}/>`)}</numFmts><cellXfs>${many(100_000, '<xf numFmtId="200"/>')}</cellXfs></styleSheet>`
  expect(await readTexts(await pack(parts('<row><c s="5"><v>1</v></c></row>', { 'xl/styles.xml': styles })))).toEqual([
    ['1'],
  ])
})

/** The relationships of the sheet that has notes. */
const noted = {
  'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="c" Type="${TYPE}/comments" Target="../comments1.xml"/><Relationship Id="v" Type="${TYPE}/vmlDrawing" Target="../drawing.vml"/></Relationships>`,
  'xl/drawing.vml': '<xml></xml>',
}

async function marked(content: Record<string, string | Buffer>): Promise<number> {
  const marks: Marks = new Map([[1, new Map([[0, 'wrong']])]])
  let size = 0
  const task = { kind: 'markBook', file: await pack(parts(row, content)), sheet: 0, marks } as const
  for await (const piece of await markFile(task, {})) size += piece.length
  return size
}

test.each([
  ['notes without an end', { ...noted, 'xl/comments1.xml': `<comments>${many(300_000, '<comment a>')}</comments>` }],
  ['authors without an end', { ...noted, 'xl/comments1.xml': `<comments>${many(300_000, '<author>')}</comments>` }],
  [
    'a note of runs without an end',
    {
      ...noted,
      'xl/comments1.xml': `<comments><authors/><commentList><comment ref="A1" authorId="0">${many(200_000, '<text><r><t>Yardstick: ')}</comment></commentList></comments>`,
    },
  ],
  [
    'a note of many parts like ours, in many runs',
    {
      ...noted,
      'xl/comments1.xml': `<comments><authors/><commentList><comment ref="A1" authorId="0"><text>${many(100_000, '<r><t>【Yardstick: a】 b 【Yard</t></r><r><t>stick: a】</t></r>')}</text></comment></commentList></comments>`,
    },
  ],
  [
    'boxes without an end',
    { ...noted, 'xl/comments1.xml': '<comments/>', 'xl/drawing.vml': many(400_000, '<v:shape ') },
  ],
  ['styles without an end', { 'xl/styles.xml': `<styleSheet><cellXfs>${many(300_000, '<cellXfs ')}` }],
  [
    'a million fills',
    {
      'xl/styles.xml': `<styleSheet><fills>${many(1_000_000, '<fill/>')}</fills><cellXfs><xf/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': sheet(many(50_000, '<row><c s="0"><v>1</v></c></row>')),
    },
  ],
  [
    'columns without an end, and merged areas one over another',
    {
      'xl/worksheets/sheet1.xml': `<worksheet><cols>${many(300_000, '<col min="1" max="9" style="1"/>')}</cols><sheetData>${row}</sheetData><mergeCells>${many(200_000, '<mergeCell ref="A1:ALL1048576"/>')}</mergeCells></worksheet>`,
    },
  ],
])('a workbook is marked, or refused, without delay: %s', async (_name, content) => {
  const result = await marked(content).catch((error: unknown) => error)
  if (typeof result === 'number') expect(result).toBeGreaterThan(500)
  else expect(result).toMatchObject(refused(broken))
})

test('a thread that needs too long is ended, and the next one works', async () => {
  const file = await pack(parts(many(60_000, row.replace(' r="1"', ''))))
  await expect(surveyFile(file, { limits: { seconds: 0.001, total: 300, megabytes: 256 } })).rejects.toMatchObject(
    refused('读取这个文件的时间过长。请拆分成多个文件。'),
  )
  expect(await readRows(file)).toHaveLength(60_000)
})

test('a thread whose pieces all arrive in time is ended when they take too long together', async () => {
  // The format is broken, and takes about a millisecond for each cell. No piece takes two seconds; all take much
  // longer.
  const formats = `<numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(999)}"/></numFmts>`
  const styles = `<styleSheet>${formats}<cellXfs><xf/><xf numFmtId="200"/></cellXfs></styleSheet>`
  const file = await pack(parts(many(20_000, '<row><c s="1"><v>1.5</v></c></row>'), { 'xl/styles.xml': styles }))
  const given = { file, facts: await surveyFile(file), sheet: 0 }
  const sheet = await readSheet(given, { limits: { seconds: 60, total: 2, megabytes: 256 } })
  const read = async () => {
    for await (const rows of sheet.batches) expect(rows.length).toBeGreaterThan(0)
  }
  await expect(read()).rejects.toMatchObject(refused('读取这个文件的时间过长。请拆分成多个文件。'))
})

test('a thread that needs too much memory is ended, and the next one works', async () => {
  const cells = many(60, (n) => `<c t="inlineStr"><is><t>${n}${'中'.repeat(15_000)}</t></is></c>`)
  const file = await pack(parts(many(11, `<row>${cells}</row>`)))
  const facts = await surveyFile(file)
  const given = { file, facts, sheet: 0, header: 1_000_000, known: [] }
  await expect(readStart(given, { limits: { seconds: 60, total: 300, megabytes: 12 } })).rejects.toMatchObject(
    refused('读取这个文件需要的内存超过了上限。请拆分成多个文件。'),
  )
  expect(await readStart(given)).toMatchObject({ rows: expect.any(Number) })
})

test('a thread is ended with its request, and when nobody takes what it reads', async () => {
  const file = await pack(parts(many(60_000, row.replace(' r="1"', ''))))
  const facts = await surveyFile(file)
  const gone = new AbortController()
  const reading = await readSheet({ file, facts, sheet: 0 }, { signal: gone.signal })
  gone.abort(new Error('the client has left'))
  await expect(
    (async () => {
      for await (const _ of reading.batches);
    })(),
  ).rejects.toThrow('the client has left')
  let isOver = false
  const onEnd = () => {
    isOver = true
  }
  const pieces = inThread<'rows'>({ kind: 'rows', file, facts, sheet: 0 }, { patience: 0.01, onEnd })
  await pieces.next()
  await expect.poll(() => isOver).toBe(true)
  await pieces.return(undefined)
})
