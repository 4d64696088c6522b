import { expect, test } from 'vitest'
import { surveyFile } from '#src/server/import/file-reader.server.ts'
import { readRows, readTexts, temporaryFile } from '../support/workbook.ts'

const gbk = Buffer.from('b1e0c2eb2cc3fbb3c60a30312cb5dad2bbd0a1d1a70a', 'hex')

test.each([
  ['UTF-8', '编码,名称\n01,第一小学\n', { encoding: 'utf-8', separator: ',', rows: 2 }],
  ['UTF-8 with its mark', '\ufeff编码,名称\r\n01,第一小学\r\n', { encoding: 'utf-8' }],
  ['GB18030', gbk, { encoding: 'gb18030', rows: 2 }],
  [
    'UTF-16 as spreadsheet programs write "Unicode text"',
    Buffer.from('\ufeff编码\t名称\n01\t第一小学\n', 'utf16le'),
    { encoding: 'utf-16le', separator: '\t' },
  ],
  ['semicolons', '编码;名称\n01;第一小学\n', { separator: ';' }],
  ['a line that names the separator', 'sep=|\n编码|名称\n01|第一小学\n', { separator: '|' }],
])('a text is read: %s', async (_name, content, facts) => {
  const file = temporaryFile('a.csv', content)
  expect(await surveyFile(file)).toMatchObject({ format: 'csv', ...facts })
  expect(await readTexts(file)).toEqual([
    ['编码', '名称'],
    ['01', '第一小学'],
  ])
})

test('quotes, breaks inside cells, rows of different lengths; rows count as spreadsheet programs count them', async () => {
  const file = temporaryFile('a.csv', 'a,"b ""x"", y",c\n\n"two\nlines",,\n1,2,3,4\nin"side,q"uote,\n')
  const rows = await readRows(file)
  expect(rows.map(({ row, cells }) => [row, Array.from(cells, (cell) => cell?.text)])).toEqual([
    [1, ['a', 'b "x", y', 'c']],
    [2, [undefined]],
    [3, ['two\nlines', undefined, undefined]],
    [4, ['1', '2', '3', '4']],
    [5, ['in"side', 'q"uote', undefined]],
  ])
})

test('a character of Chinese that lies over the edge of two pieces', async () => {
  const line = `${'长'.repeat(1000)},名\n`
  const text = line.repeat(300)
  const file = temporaryFile('a.csv', `x${text}`)
  expect((await readTexts(file)).at(-1)).toEqual(['长'.repeat(1000), '名'])
})

const wide = (last: string) => `a${','.repeat(1_000)}${last}\n`

test('empty cells behind the last column that is read are no matter', async () => {
  const file = temporaryFile('a.csv', wide(''))
  expect((await readTexts(file))[0]?.[0]).toBe('a')
})

test.each([
  [
    'something behind the last column that is read',
    `编码\n${wide('b')}`,
    '第 2 行的 ALM 列还有内容，但最多只读 1000 列。请删去多余的列，或拆成几个文件。',
  ],
  [
    'a picture',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    '这不是表格文件。请使用 .xlsx 工作簿或 .csv 文本。',
  ],
  [
    'bytes that no text has',
    Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a]),
    '无法识别文本的编码。请另存为 UTF-8 或 GB18030（GBK）编码的 CSV，或 .xlsx。',
  ],
  [
    'a row that is too long, although each of its quotes is closed',
    `a,b\n1,"2"\n3,${'x'.repeat(1_200_000)}\n`,
    '第 3 行的文字超过了表格的上限。请缩短内容或拆分文件。',
  ],
  ['a quote that nobody closes', 'a,b\n1,"open\n2,3\n', '第 2 行的引号没有闭合，后面的内容无法读取。'],
])('a text is refused: %s', async (_name, content, sentence) => {
  const file = temporaryFile('a.csv', content)
  await expect(surveyFile(file)).rejects.toMatchObject({ code: 422, message: sentence })
})

test.each([
  ['in the second of many lines', `a,b\n1,"open\n${'2,3\n'.repeat(40_000)}`, 2],
  ['so many that the record is too long', `a,b\n1,"open\n${'2,3\n'.repeat(400_000)}`, 2],
  ['behind cells with breaks of their own', 'a,b\n"x\ny","z\nz"\n1,"open\n2,3\n', 5],
  ['in the same record as such a cell', 'a,b\n"x\ny",1,"open\n2,3\n', 3],
  ['behind doubled marks and carriage returns', 'a,b\r\n"say ""hi""",2\r\n3,"open\r\n4,5\r\n', 3],
  ['with a mark inside a cell, which opens nothing', 'a,b\n5" pipe,2\n3,"open\n4,5\n', 3],
  ['before a later cell in quotes, which seems to close it', 'a,b\n1,"open\n2,"three"\n4,"five"\n', 2],
  ['with old line ends', 'a,b\r1,2\r3,"open\r4,5\r', 3],
])('the line is named in which a quotation mark opens that nobody closes: %s', async (_, content, line) => {
  const file = temporaryFile('rows.csv', content)
  await expect(surveyFile(file)).rejects.toThrow(`第 ${line} 行的引号没有闭合，后面的内容无法读取。`)
})
