import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { columnLetters } from '#src/server/sheet/cell.ts'
import { checkedFile, FIRST_SHEET, formatsOf, notesOf, textsOf } from '../support/checked-file.ts'
import { description, table } from '../support/exam-room.ts'
import { importer, startImports } from '../support/imports.ts'
import { random } from '../support/random.ts'
import { edited, pack, parts, partsOf, readRows, temporaryFile } from '../support/workbook.ts'

// The cells of a workbook keep their values and formats when its refused rows come back.

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../sheet/files', name))
type Api = Awaited<ReturnType<typeof startImports>>
const refusedRows = (api: Api, content: Buffer, name: string) => checkedFile(api, content, name, 'refused')

test('a title of two rows, merged cells and formulas: each refused row has what it shows', async () => {
  const api = await startImports()
  for (const name of ['organizations.xlsx', 'lo-organizations.xlsx']) {
    const { content, view, send, planOf, check, rows } = await refusedRows(api, fixture(name), '名单.xlsx')
    const [titles, ...found] = await textsOf(content)
    expect(titles).toEqual([...view.columns.map(({ title }) => title), 'Row in the file', 'Reason for refusal'])
    const before = (await rows(view.id, 'refused')).list
    expect(found.map((row) => Number(row[8]))).toEqual(before.map(({ row }) => row))
    const book = await partsOf(content)
    // The values of formulas are there. One that has no value yet stays without one.
    expect(book.get(FIRST_SHEET)?.match(/<f>[^<]*/g) ?? []).toEqual(name.startsWith('lo') ? [] : ['<f>NA()'])
    // What is typed in the place of a text stays as it is typed.
    const code = /<c t="inlineStr" s="(\d+)"><is><t xml:space="preserve">0104</.exec(book.get(FIRST_SHEET) ?? '')?.[1]
    expect(formatsOf(book)[Number(code)]).toBe('49')
    // The sheet keeps its name, and its columns their widths.
    expect(book.get('xl/workbook.xml')).toContain('<sheet name="学校名单"')
    expect(book.get(FIRST_SHEET)).toMatch(/<col min="3" max="3" width="30(\.\d+)?"/)
    const { data: again } = await send(content, '名单.xlsx')
    expect(again.columns.slice(0, 8).map(({ field }) => field)).toEqual(view.columns.map(({ field }) => field))
    await check(again.id, planOf(again))
    const after = (await rows(again.id, 'refused')).list
    expect(after.map(({ errors }) => errors)).toEqual(before.map(({ errors }) => errors))
  }
})

/** Formats of cells: one of each kind that a number can have. */
const CODES = [
  'General',
  'yyyy/m/d',
  'yyyy-mm-dd hh:mm:ss',
  'h:mm:ss',
  '"SZ"0000',
  '0.00%',
  '#,##0.00"元"',
  '@',
  '00000',
]
const styles = `<styleSheet xmlns="x"><numFmts>${CODES.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><fills><fill/><fill/></fills><cellXfs>${CODES.map((_, at) => `<xf numFmtId="${at === 0 ? 0 : 164 + at}" fontId="0" fillId="0" borderId="0"/>`).join('')}</cellXfs></styleSheet>`

/** Cells as workbooks write them, without the beginning of their tag. */
const cells = [
  ...CODES.flatMap((_, at) =>
    ['0.5', '7', '46266.75', '-3', '1E+16', '123456.789'].map((value) => ` s="${at}"><v>${value}</v>`),
  ),
  ' t="b"><v>1</v>',
  ' t="b"><v>0</v>',
  ' t="e"><v>#N/A</v>',
  ' t="e"><v>#DIV/0!</v>',
  ' t="d"><v>2026-09-01</v>',
  ' t="d"><v>2026-09-01T08:30:00</v>',
  ' t="str"><f>A1&amp;"x"</f><v>公式的值</v>',
  ' s="1"><f>TODAY()</f><v>46266</v>',
  '><f>A1</f>',
  ' s="7"/>',
  ...[
    '0012',
    '=1+1',
    "'=1",
    ' 甲 ',
    '甲、乙',
    'A; B',
    'a\nb',
    '_x005F_x000D_',
    '#N/A',
    '###',
    '2026年9月1日',
    '8:30',
    '50%',
    '是',
    'A',
    '长'.repeat(300),
    '440305',
    '/a.png, /b.png',
    'k: v; k2: v2',
    '',
  ].map(
    (text) =>
      ` t="inlineStr" s="${text === '0012' ? 7 : 0}"><is><t xml:space="preserve">${text.replaceAll('&', '&amp;')}</t></is>`,
  ),
]

test('whatever its cells hold, a refused row is read again exactly as before, and its reasons are the same', async () => {
  const made = await startImports()
  for (const statement of table.split(';\n')) await made.db.execute(sql.raw(statement))
  const given = { tableName: 'res_exam_room', description }
  expect(await made.call('POST', '/adminApi/resource/add', given)).toMatchObject({ code: 200 })
  const { send, check, rows: found, fetchFile } = importer(made, made.call, 'exam-room')
  const fields = description.fields.filter(({ type }) => type !== 'rows' && type !== 'password').map(({ name }) => name)
  const from = random(7)
  const cell = (row: number, column: number) => {
    const content = from.pick(cells)
    const place = `r="${columnLetters(column)}${row}"`
    return from.chance(0.25) ? '' : content.endsWith('/>') ? `<c ${place}${content}` : `<c ${place}${content}</c>`
  }
  const titles = fields.map((name, at) => `<c r="${columnLetters(at + 1)}1" t="inlineStr"><is><t>${name}</t></is></c>`)
  const data = Array.from({ length: 150 }, (_, at) => {
    const own = fields.map((name, column) => (name === 'name' ? '' : cell(at + 2, column + 1)))
    const number = `<c r="A${at + 2}"><v>${at}</v></c><c r="B${at + 2}" t="inlineStr"><is><t>考场 ${at}</t></is></c>`
    return `<row r="${at + 2}">${number}${own.join('')}${cell(at + 2, fields.length + 1)}</row>`
  })
  const note = `<c r="${columnLetters(fields.length + 1)}1" t="inlineStr"><is><t>自己的备注</t></is></c>`
  const head = `<row r="1"><c r="A1" t="inlineStr"><is><t>序号</t></is></c>${titles.join('')}${note}</row>`
  const before = await pack(parts(head + data.join(''), { 'xl/styles.xml': styles }))
  const { data: view } = await send(readFileSync(before), '考场.xlsx')
  const mapping = [null, ...fields, null]
  const plan = { header: 1, mapping, keys: ['name'] }
  await check(view.id, plan)
  const { content } = await fetchFile(view.id, 'refused')
  const back = await readRows(temporaryFile('back.xlsx', content))
  const rows = new Map((await readRows(before)).map((row) => [row.row, row.cells]))
  expect(back.length).toBeGreaterThan(110)
  const width = mapping.length
  for (const { cells: read } of back.slice(1)) {
    const own = rows.get(Number(read[width]?.text)) ?? []
    for (let column = 0; column < width; column += 1) {
      const [one, other] = [read[column], own[column]]
      // A text of nothing is an empty cell.
      expect(one?.text === '' && one.kind === 'text' ? undefined : one).toEqual(
        other?.text === '' && other.kind === 'text' ? undefined : other,
      )
    }
  }
  const { data: again } = await send(content, '考场.xlsx')
  expect(again.columns.slice(width).map(({ field }) => field)).toEqual([null, null])
  await check(again.id, { ...plan, mapping: [...mapping, null, null] })
  const errorsOf = async (id: number) => {
    const all = []
    for (let after = 0; ; ) {
      const path = `/adminApi/exam-room/importRows?id=${id}&action=refused&after=${after}&limit=200`
      const { list, more } = (await made.call('GET', path)).data as Awaited<ReturnType<typeof found>> & {
        more: boolean
      }
      all.push(...list.map(({ title, errors }) => ({ title, errors })))
      if (!more) return all
      after = list.at(-1)?.row ?? 0
    }
  }
  const [first, second] = [await errorsOf(view.id), await errorsOf(again.id)]
  expect(second).toHaveLength(back.length - 1)
  expect(second).toEqual(first)
})

test('what is mended keeps its formats; unusual styles and the other spelling are no matter; long texts are cut', async () => {
  const api = await startImports()

  // What is mended in a workbook of refused rows keeps the formats of its cells.
  {
    const row = (at: number, code: string, name: string, type: string) =>
      `<row r="${at}"><c r="A${at}" s="4"><v>${code}</v></c><c r="B${at}" t="inlineStr"><is><t>${name}</t></is></c><c r="C${at}" t="inlineStr"><is><t>${type}</t></is></c></row>`
    const head = ['编码', '名称', '类型'].map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`)
    const file = await pack(
      parts(`<row r="1">${head.join('')}</row>${row(2, '7', '第七小学', '星球')}${row(3, '8', '第八小学', '学校')}`, {
        'xl/styles.xml': styles,
      }),
    )
    const { db, content, send, planOf, run } = await refusedRows(api, readFileSync(file), '编码.xlsx')
    const { data: again } = await send(
      await edited(content, FIRST_SHEET, (xml) => xml.replace('>星球<', '>学校<')),
      '编码.xlsx',
    )
    const done = await run(again.id, planOf(again))
    expect(done).toMatchObject({ state: 'done', result: { counts: { new: 1, refused: 0 } } })
    expect((await db.select().from(organization)).map(({ code }) => code)).toEqual(['SZ0007'])
  }

  // The other spelling of the format, days from 1904 on and unusual styles are no matter.
  {
    const tag = (name: string, attributes: string, content: string) => `<q:${name}${attributes}>${content}</q:${name}>`
    const cell = (text: string, style = 0) => tag('c', ` t="inlineStr" s="${style}"`, tag('is', '', tag('t', '', text)))
    const xfs =
      '<q:xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><q:xf numFmtId="14" fontId="0" fillId="0" borderId="0"/>'
    const fills = '<q:fills count="2"><q:fill/><q:fill/></q:fills>'
    const file = await pack({
      ...parts(''),
      [FIRST_SHEET]: `<q:worksheet xmlns:q="x"><q:sheetData>${tag('row', ' r="1"', ['编码', '名称', '类型', '日期'].map((title) => cell(title)).join(''))}${tag('row', ' r="2"', cell('F1') + cell('某校') + cell('星球', 9) + tag('c', ' s="1"', tag('v', '', '44804')))}</q:sheetData></q:worksheet>`,
      'xl/styles.xml': `<q:styleSheet xmlns:q="x">${fills}<q:cellXfs count="2">${xfs}</q:cellXfs></q:styleSheet>`,
      'xl/workbook.xml':
        '<workbook xmlns:r="y"><workbookPr date1904="1"/><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>',
    })
    const { content } = await refusedRows(api, readFileSync(file), '早.xlsx')
    const [, row] = await readRows(temporaryFile('back.xlsx', content))
    expect(row?.cells[3]).toMatchObject({ kind: 'date', local: '2026-09-01T00:00:00' })
    const book = await partsOf(content)
    const made = book.get('xl/styles.xml') ?? ''
    expect(made.match(/<q:xf /g)?.length).toBeGreaterThan(3)
    expect(made).not.toMatch(/<xf |<q:q:/)
    // A style that the workbook does not have becomes its first one.
    expect(book.get(FIRST_SHEET)).not.toContain('s="9"')
  }

  // A text that is longer than a cell may be is cut, and the file says so: in the cell, its note and the reasons.
  {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`
    const long = '长'.repeat(40_000)
    const emoji = `${'长'.repeat(32_765)}${'😀'.repeat(3_000)}`
    const file = await pack(
      parts(
        row('机构代码', '机构名称', '机构类型', '备忘', '') +
          row('L1', '第一小学', '星球', long) +
          row('L2', '第二小学', '星球', emoji, long) +
          row('L3', '第三小学', '星球', '长'.repeat(32_767)),
      ),
    )
    const { content, view, fetchFile } = await refusedRows(api, readFileSync(file), 'a.xlsx')
    const [titles, one, two, three] = await textsOf(content)
    expect(titles?.slice(0, 6)).toEqual(['机构代码', '机构名称', '机构类型', '备忘', undefined, 'Row in the file'])
    const cut =
      'The cell has more than 32,767 characters, the most that a cell of a workbook can hold, so its end is missing here. Its whole text is in the file that was uploaded'
    expect(one?.[3]).toBe(`${'长'.repeat(32_766)}…`)
    expect(one?.[6]?.split('\n')).toEqual([expect.stringMatching(/^Type: There is no such option/), `备忘: ${cut}`])
    // No sign is divided, and the cell is full, so that the next import asks about it.
    expect(two?.[3]).toBe(`${'长'.repeat(32_765)}……`)
    expect(two?.[6]?.split('\n').slice(1)).toEqual([`备忘: ${cut}`, `E: ${cut}`])
    expect([one?.[3]?.length, two?.[3]?.length]).toEqual([32_767, 32_767])
    expect(three?.[6]).not.toContain(cut)
    const notes = new Map(await notesOf(content))
    expect([notes.get('1,3'), notes.get('2,3'), notes.get('2,4'), notes.get('3,3')]).toEqual([
      `【Yardstick: ${cut}】`,
      `【Yardstick: ${cut}】`,
      `【Yardstick: ${cut}】`,
      undefined,
    ])
    const chinese = await textsOf((await fetchFile(view.id, 'refused', 'zh-cn')).content)
    expect(chinese[1]?.[6]).toMatch(
      /\n备忘：单元格超过 32,767 个字符，.*这里缺少后面的内容。完整的文字在上传的原文件中$/,
    )
  }
})
