import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { markFile, surveyFile } from '#src/server/import/file-reader.server.ts'
import { columnLetters } from '#src/server/sheet/cell.ts'
import { description, table } from '../support/exam-room.ts'
import { importer, importNodes, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { random } from '../support/random.ts'
import { edited, pack, parts, partsOf, readRows, readTexts, temporaryFile } from '../support/workbook.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../sheet/files', name))
const sheet1 = 'xl/worksheets/sheet1.xml'
const texts = (content: Buffer) => readTexts(temporaryFile('back.xlsx', content))
const notesOf = async (content: Buffer) => {
  const book = await readXlsx(new Uint8Array(content))
  return [...(book.sheets[0]?.cells ?? [])].flatMap(([place, { comment }]) => (comment ? [[place, comment.text]] : []))
}

/** The number formats of a workbook's styles. */
function formatsOf(book: ReadonlyMap<string, string>): string[] {
  const styles = book.get('xl/styles.xml')?.split('<cellXfs')[1]?.split('</cellXfs>')[0] ?? ''
  return [...styles.matchAll(/<xf [^>]*?numFmtId="(\d+)"/g)].map(([, format = '']) => format)
}

async function refused(content: string | Buffer, name: string) {
  const api = await startImports()
  const { data: view } = await api.send(content, name)
  const plan = api.planOf(view)
  const checked = await api.check(view.id, plan)
  return { ...api, view, plan, checked, ...(await api.fetchFile(view.id, 'refused')) }
}

const csv =
  '编码,名称,类型,备忘\r\n0001,第一小学,学校,好\r\n0002,第二小学,星球,"两\r\n行"\r\n,第三小学,学校,=1+1\r\n0004,第四小学,学校,\r\n'

test('the refused rows of a text come back as a workbook with their titles, numbers and reasons; mended, they alone are imported', async () => {
  const { db, view, plan, run, send, planOf, content, response } = await refused(csv, 'schools.txt')
  expect(response.headers.get('content-disposition')).toContain('filename="schools (refused rows).xlsx"')
  const [titles, ...rows] = await texts(content)
  expect(titles).toEqual(['编码', '名称', '类型', '备忘', 'Row in the file', 'Reason for refusal'])
  expect(rows.map((row) => row.slice(0, 5))).toEqual([
    ['0002', '第二小学', '星球', '两\r\n行', '3'],
    [undefined, '第三小学', '学校', '=1+1', '4'],
  ])
  expect(rows[0]?.[5]).toMatch(/^Type: There is no such option/)
  expect(await notesOf(content)).toEqual([
    ['1,2', expect.stringContaining('There is no such option')],
    ['2,0', expect.stringContaining('Required: it tells which row this is')],
  ])
  const book = await partsOf(content)
  const xml = book.get(sheet1) ?? ''
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2"')
  expect(xml).toContain('<autoFilter ref="A1:F3"/>')
  expect(xml).not.toContain('<f>')
  // Every cell of the file is a text, also an empty one, so that 0003 stays as it is typed.
  const formats = formatsOf(book)
  const third = xml.split('<row ')[3] ?? ''
  const styles = [...third.matchAll(/<c(?: t="\w+")?(?: s="(\d+)")?/g)].map(([, style = '0']) => formats[Number(style)])
  expect(styles.slice(0, 4)).toEqual(['49', '49', '49', '49'])

  expect(await run(view.id, plan, true)).toMatchObject({ result: { counts: { new: 2, refused: 2 } } })
  const mended = await edited(content, sheet1, (text) =>
    text
      .replace('>星球<', '>学校<')
      .replace(/(<row r="3">)<c s="(\d+)"\/>/, '$1<c t="inlineStr" s="$2"><is><t>0003</t></is></c>'),
  )
  const { data: again } = await send(mended, '学校.xlsx')
  expect(again.columns.map(({ field }) => field)).toEqual(['code', 'name', 'type', null, null, null])
  expect(await run(again.id, planOf(again))).toMatchObject({
    state: 'done',
    result: { counts: { new: 2, refused: 0 } },
  })
  const stored = await db.select().from(organization).orderBy(organization.code)
  expect(stored.map(({ code }) => code)).toEqual(['0001', '0002', '0003', '0004'])
})

test('after the run the refused rows are still there to download, and only for their sender', async () => {
  const api = await startImports()
  const { view } = await api.bring(csv, { skipRefused: true })
  const { response, content } = await api.fetchFile(view.id, 'refused')
  expect(response.status).toBe(200)
  expect(await texts(content)).toHaveLength(3)
  await addOfficer({ db: api.db }, { username: 'officer', nodes: [...importNodes], scope: 'all' })
  const other = importer(api, await api.signIn('admin', 'officer'))
  expect((await other.fetchFile(view.id, 'refused')).response.status).toBe(404)
  const headers = { authorization: `Bearer ${api.call.tokens.access_token}` }
  const at = `/adminApi/organization/download/${view.id}?rows`
  const asked = (rows: string) => api.api.request(`${at}=${rows}`, { method: 'HEAD', headers })
  expect([(await asked('refused')).status, (await asked('some')).status]).toEqual([200, 400])
})

test('rows that are only warned of are not refused', async () => {
  const { checked, call, view } = await refused('编码,名称,类型\nX7,三,学校\nx7,四,学校\n', 'a.csv')
  expect(checked).toMatchObject({ result: { counts: { refused: 0 }, warnings: { rows: 2 } } })
  const asked = `/adminApi/organization/download/${view.id}?rows=refused`
  expect(await call('GET', asked)).toMatchObject({ code: 404, msg: 'No row was refused.' })
})

const sheets = ['organizations.xlsx', 'lo-organizations.xlsx']
test.each(sheets)(
  'a title of two rows, merged cells and formulas: each refused row has what it shows: %s',
  async (name) => {
    const { content, view, send, planOf, check, rows } = await refused(fixture(name), '名单.xlsx')
    const [titles, ...found] = await texts(content)
    expect(titles).toEqual([...view.columns.map(({ title }) => title), 'Row in the file', 'Reason for refusal'])
    const before = (await rows(view.id, 'refused')).list
    expect(found.map((row) => Number(row[8]))).toEqual(before.map(({ row }) => row))
    const book = await partsOf(content)
    // The values of formulas are there. One that has no value yet stays without one.
    expect(book.get(sheet1)?.match(/<f>[^<]*/g) ?? []).toEqual(name.startsWith('lo') ? [] : ['<f>NA()'])
    // What is typed in the place of a text stays as it is typed.
    const code = /<c t="inlineStr" s="(\d+)"><is><t xml:space="preserve">0104</.exec(book.get(sheet1) ?? '')?.[1]
    expect(formatsOf(book)[Number(code)]).toBe('49')
    // The sheet keeps its name, and its columns their widths.
    expect(book.get('xl/workbook.xml')).toContain('<sheet name="学校名单"')
    expect(book.get(sheet1)).toMatch(/<col min="3" max="3" width="30(\.\d+)?"/)
    const { data: again } = await send(content, '名单.xlsx')
    expect(again.columns.slice(0, 8).map(({ field }) => field)).toEqual(view.columns.map(({ field }) => field))
    await check(again.id, planOf(again))
    const after = (await rows(again.id, 'refused')).list
    expect(after.map(({ errors }) => errors)).toEqual(before.map(({ errors }) => errors))
  },
)

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
  const data = Array.from({ length: 400 }, (_, at) => {
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
  expect(back.length).toBeGreaterThan(300)
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

test('what is mended in a workbook of refused rows keeps the formats of its cells', async () => {
  const row = (at: number, code: string, name: string, type: string) =>
    `<row r="${at}"><c r="A${at}" s="4"><v>${code}</v></c><c r="B${at}" t="inlineStr"><is><t>${name}</t></is></c><c r="C${at}" t="inlineStr"><is><t>${type}</t></is></c></row>`
  const head = ['编码', '名称', '类型'].map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`)
  const file = await pack(
    parts(`<row r="1">${head.join('')}</row>${row(2, '7', '第七小学', '星球')}${row(3, '8', '第八小学', '学校')}`, {
      'xl/styles.xml': styles,
    }),
  )
  const { db, content, send, planOf, run } = await refused(readFileSync(file), '编码.xlsx')
  const { data: again } = await send(
    await edited(content, sheet1, (xml) => xml.replace('>星球<', '>学校<')),
    '编码.xlsx',
  )
  const done = await run(again.id, planOf(again))
  expect(done).toMatchObject({ state: 'done', result: { counts: { new: 1, refused: 0 } } })
  expect((await db.select().from(organization)).map(({ code }) => code)).toEqual(['SZ0007'])
})

test('sent back half mended, the file comes again with new numbers and reasons, and none of the old ones', async () => {
  const { content, send, planOf, check, fetchFile } = await refused(csv, 'a.csv')
  const half = await edited(content, sheet1, (xml) => xml.replace('>星球<', '>学校<'))
  const { data: again } = await send(half, 'a.xlsx')
  expect(await check(again.id, planOf(again))).toMatchObject({ result: { counts: { new: 1, refused: 1 } } })
  const [titles, ...rows] = await texts((await fetchFile(again.id, 'refused', 'zh-cn')).content)
  expect(titles).toEqual(['编码', '名称', '类型', '备忘', '原文件行号', '导入失败原因'])
  expect(rows.map((row) => row[4])).toEqual(['3'])
  expect(rows[0]?.[5]).toMatch(/^机构代码：/)
  // In the whole file, the reason of the mended row is gone as well.
  const whole = await texts((await fetchFile(again.id)).content)
  expect(whole.map((row) => [row[0], row[4], row[5]])).toEqual([
    ['编码', 'Row in the file', 'Reason for refusal'],
    ['0002', '3', undefined],
    [undefined, '4', 'Code: Required: it tells which row this is'],
  ])
})

test('the other spelling of the format, days from 1904 on and unusual styles are no matter', async () => {
  const tag = (name: string, attributes: string, content: string) => `<q:${name}${attributes}>${content}</q:${name}>`
  const cell = (text: string, style = 0) => tag('c', ` t="inlineStr" s="${style}"`, tag('is', '', tag('t', '', text)))
  const xfs =
    '<q:xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><q:xf numFmtId="14" fontId="0" fillId="0" borderId="0"/>'
  const fills = '<q:fills count="2"><q:fill/><q:fill/></q:fills>'
  const file = await pack({
    ...parts(''),
    [sheet1]: `<q:worksheet xmlns:q="x"><q:sheetData>${tag('row', ' r="1"', ['编码', '名称', '类型', '日期'].map((title) => cell(title)).join(''))}${tag('row', ' r="2"', cell('F1') + cell('某校') + cell('星球', 9) + tag('c', ' s="1"', tag('v', '', '44804')))}</q:sheetData></q:worksheet>`,
    'xl/styles.xml': `<q:styleSheet xmlns:q="x">${fills}<q:cellXfs count="2">${xfs}</q:cellXfs></q:styleSheet>`,
    'xl/workbook.xml':
      '<workbook xmlns:r="y"><workbookPr date1904="1"/><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>',
  })
  const { content } = await refused(readFileSync(file), '早.xlsx')
  const [, row] = await readRows(temporaryFile('back.xlsx', content))
  expect(row?.cells[3]).toMatchObject({ kind: 'date', local: '2026-09-01T00:00:00' })
  const book = await partsOf(content)
  const made = book.get('xl/styles.xml') ?? ''
  expect(made.match(/<q:xf /g)?.length).toBeGreaterThan(3)
  expect(made).not.toMatch(/<xf |<q:q:/)
  // A style that the workbook does not have becomes its first one.
  expect(book.get(sheet1)).not.toContain('s="9"')
})

test('reasons that cannot be read end the download with their error', async () => {
  const file = temporaryFile('a.csv', csv)
  const given = { file, facts: await surveyFile(file), sheet: 0, header: 1, columns: [], onlyRefused: true }
  const title = { own: 'x', known: [] }
  const task = { kind: 'returnBook', name: 'a', titles: { reason: title, row: title }, ...given } as const
  const reasons = { next: () => Promise.reject(new Error('the database is gone')) }
  const made = async () => {
    let size = 0
    for await (const piece of await markFile(task, { reasons })) size += piece.length
    return size
  }
  await expect(made()).rejects.toThrow('the database is gone')
})

test('rows without titles get those of their fields', async () => {
  const api = await startImports()
  const { data: view } = await api.send('T1,第一小学,星球,x\nT2,第二小学,学校,y\n', 'a.csv')
  const plan = { header: 0, mapping: ['code', 'name', 'type', null], keys: ['code'] }
  await api.check(view.id, plan)
  const [titles, ...rows] = await texts((await api.fetchFile(view.id, 'refused', 'zh-cn')).content)
  expect(titles).toEqual(['机构代码', '机构名称', '机构类型', undefined, '原文件行号', '导入失败原因'])
  expect(rows).toEqual([['T1', '第一小学', '星球', 'x', '1', expect.stringContaining('没有这个选项')]])
})

test('of more refused rows than notes, each has its reason and its colour', async () => {
  const lines = Array.from({ length: 10_050 }, (_, at) => `N${at},第 ${at} 小学,星球`)
  const { content, checked } = await refused(`编码,名称,类型\n${lines.join('\n')}\n`, 'a.csv')
  expect(checked).toMatchObject({ result: { counts: { refused: 10_050 } } })
  const rows = await texts(content)
  expect(rows).toHaveLength(10_051)
  expect(rows.slice(1).every((row) => row[4]?.startsWith('Type: '))).toBe(true)
  const book = await partsOf(content)
  expect(book.get('xl/comments1.xml')?.match(/<comment /g)).toHaveLength(10_000)
  const xml = book.get(sheet1) ?? ''
  const bad = /<row r="10051">.*?<c t="inlineStr" s="(\d+)"><is><t xml:space="preserve">星球</.exec(xml)?.[1]
  expect(book.get('xl/styles.xml')).toContain('FFC7CD')
  expect(xml).toContain(`<row r="2"><c t="inlineStr" s="6"><is><t xml:space="preserve">N0</t></is></c>`)
  expect(Number(bad)).toBeGreaterThan(8)
})

test('what no workbook can hold comes back as CSV, with a column of reasons', async () => {
  const long = '长'.repeat(32_768)
  const { view, response, content, send, planOf, check, fetchFile } = await refused(
    `编码\t名称\t类型\t备忘\nL1\t第一小学\t星球\t${long}\nL2\t第二小学\t学校\t=1\nL3\t第三小学\t#N/A\t\n`,
    'long.txt',
  )
  expect(view).toMatchObject({ format: 'csv', returned: 'csv' })
  expect(response.headers.get('content-disposition')).toContain('filename="long (refused rows).csv"')
  const linesOf = (file: Buffer) => file.toString('utf8').replaceAll(long, '(long)').trimEnd().split('\r\n')
  const lines = linesOf(content)
  expect(lines[0]).toBe('\ufeff编码,名称,类型,备忘,Row in the file,Reason for refusal')
  expect(lines[1]).toMatch(/^L1,第一小学,星球,\(long\),2,"?Type: There is no such option/)
  expect(lines[2]).toMatch(/^L3,第三小学,#N\/A,,4,Type: The cell holds the error #N\/A/)
  expect(lines).toHaveLength(3)
  expect(linesOf((await fetchFile(view.id)).content)[2]).toBe("L2,第二小学,学校,'=1,")
  const { data: again } = await send(content, '长.csv')
  expect(await check(again.id, planOf(again))).toMatchObject({ result: { counts: { new: 0, refused: 2 } } })
})
