import { expect, test } from 'vitest'
import { surveyFile } from '#src/server/import/file-reader.server.ts'
import { readTexts, temporaryFile } from '../support/workbook.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** 學校代碼,學校名稱 and 臺北市立第一中學 in Big5. */
const big5 = bytes('bec7 aed5 a54e bd58 2c bec7 aed5 a657 bad9 0a 4231 2c bb4f a55f a5ab a5df b2c4 a440 a4a4 bec7 0a')
/** 学校代码,学校名称 and 深圳市第一中学 in GB18030. */
const gb18030 = bytes('d1a7 d0a3 b4fa c2eb 2c d1a7 d0a3 c3fb b3c6 0a 4131 2c c9ee dbda cad0 b5da d2bb d6d0 d1a7 0a')
const wide = (text: string) => Buffer.from(text, 'utf16le')
const swapped = (text: string) => wide(text).swap16()
const chinese = '学校代码,学校名称\nA1,深圳市第一中学\nA2,深圳市第二中学\n'

const found = async (content: Buffer) => surveyFile(temporaryFile('rows.csv', content))

test.each([
  ['UTF-8', Buffer.from(chinese), 'utf-8', false],
  ['ASCII alone', Buffer.from('a,b\n1,2\n'), 'utf-8', false],
  ['GB18030', gb18030, 'gb18030', false],
  ['Big5', big5, 'big5', true],
  ['Latin-1', latin1('Code,Name\nE1,École supérieure\nE2,Zürich\n'), 'windows-1252', true],
  [
    'Windows-1252 with signs and letters that stand alone',
    latin1('Code,Name\nE1,Fran\u00e7ais \u00e0 l\u0092\u00e9t\u00e9 \u0096 \u0093\u00c9t\u00e9\u0094\n'),
    'windows-1252',
    true,
  ],
  ['UTF-16 with its mark', Buffer.concat([bytes('fffe'), wide(chinese)]), 'utf-16le', false],
  ['UTF-16 without a mark', wide(chinese), 'utf-16le', true],
  ['UTF-16 the other way round, without a mark', swapped(chinese), 'utf-16be', true],
])('the encoding of a text is found: %s', async (_name, content, encoding, guessed) => {
  expect(await found(content)).toMatchObject({ format: 'csv', encoding, guessed })
})

test('a guessed encoding gives the words that were written', async () => {
  expect(await readTexts(temporaryFile('rows.csv', big5))).toEqual([
    ['學校代碼', '學校名稱'],
    ['B1', '臺北市立第一中學'],
  ])
  expect(await readTexts(temporaryFile('rows.csv', latin1('E1,École\nE2,Zürich\n')))).toEqual([
    ['E1', 'École'],
    ['E2', 'Zürich'],
  ])
})

test.each([
  ['two encodings in one file', Buffer.concat([Buffer.from(chinese), gb18030])],
  ['a character that is cut off', gb18030.subarray(0, -2)],
  ['control characters', Buffer.concat([gb18030, bytes('01020304')])],
])('a text without a possible encoding is refused: %s', async (_name, content) => {
  await expect(found(content)).rejects.toThrow('无法识别文本的编码')
})

test.each([
  ['ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"Code"\nE\n', 'SYLK 文件（.slk），无法读取。请用表格软件打开，另存为 .xlsx'],
  ['TABLE\n0,1\n"EXCEL"\nVECTORS\n0,3\n""\n', 'DIF 文件（.dif），无法读取。请用表格软件打开，另存为 .xlsx'],
  ['TABLE\r\n0,1\r\n"EXCEL"\r\n', 'DIF 文件（.dif）'],
])('a text that is no table is called by its format', async (content, sentence) => {
  await expect(found(Buffer.from(content))).rejects.toThrow(sentence)
})
