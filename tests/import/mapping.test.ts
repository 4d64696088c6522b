import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { organizationResource } from '#src/features/org/organization.api.server.ts'
import { guessMapping } from '#src/server/import/guess-mapping.server.ts'
import { importer, startImports } from '../support/imports.ts'
import { rooms } from '../support/rooms.ts'
import { pack, parts } from '../support/workbook.ts'

type Started = Awaited<ReturnType<typeof startImports>>

/** Sends a file with these titles and rows, and returns what is guessed. */
async function guess({ send }: Pick<Started, 'send'>, titles: string, ...rows: string[]) {
  const sent = await send(`${[titles, ...rows].join('\n')}\n`)
  if (sent.code !== 200) throw new Error(sent.msg)
  return sent.data
}

const fieldsOf = (view: Awaited<ReturnType<typeof guess>>) => view.columns.map(({ field }) => field)
const doubtsOf = (view: Awaited<ReturnType<typeof guess>>) => view.columns.map(({ doubt }) => doubt)

test('columns are guessed by their titles and by what is below them', async () => {
  const api = await startImports()

  // A column of row numbers is no field, and the code beside it is found.
  {
    const titles = '序号,学校代码,机构名称,机构类型,上级机构'
    const view = await guess(api, titles, '1,A1,甲区第1小学,学校,', '2,A2,甲区第2小学,学校,', '3,A3,甲区第3小学,学校,')
    expect(fieldsOf(view)).toEqual([null, 'code', 'name', 'type', 'pid'])
    expect(doubtsOf(view)).toEqual([null, 'guess', null, null, null])
    expect(view.keys).toMatchObject({ proposed: ['code'], remembered: false })
    expect(await api.run(view.id, api.planOf(view))).toMatchObject({ result: { counts: { new: 3 } } })
    // Another district numbers its schools from 1 as well. Nothing of the first district changes.
    const other = await guess(api, titles, '1,B1,乙区第1小学,学校,', '2,B2,乙区第2小学,学校,', '3,B3,乙区第3小学,学校,')
    expect(await api.run(other.id, api.planOf(other))).toMatchObject({ result: { counts: { new: 3, changed: 0 } } })
    expect(await api.db.$count(organization, sql`name like '甲区%'`)).toBe(3)
  }

  // Numbers below a title that merely counts belong to nobody.
  {
    const view = await guess(api, '序号,机构名称,机构类型', '1,甲,学校', '2,乙,学校', '3,丙,学校')
    expect(view.columns[0]).toMatchObject({ field: null, doubt: null, counts: true })
    expect(view.keys.proposed).toEqual([])
    for (const title of ['No.', '№', '#', '行号', '编号', '序　号', 'S/N', 'Row number', '项次'])
      expect(guessMapping([{ title, values: ['1', '2', '3'] }], organizationResource, new Map()), title).toMatchObject([
        { field: null, doubt: null },
      ])
  }

  // A title with hidden signs, and with several notes behind it, is exact.
  {
    const view = await guess(api, '机构\u200b代码,\u200e机构名称,机构类型（必填）（示例：学校）', 'A7,甲,学校')
    expect(view.columns.map(({ field, by }) => [field, by])).toEqual([
      ['code', 'title'],
      ['name', 'title'],
      ['type', 'title'],
    ])
  }

  // A note behind an exact title that names other content is looked at.
  {
    const view = await guess(
      api,
      '机构名称（简称）,联系人（电话）,联系电话（手机）,机构类型（必填）',
      '甲,13800000001,1,学校',
    )
    expect(fieldsOf(view)).toEqual(['name', 'contact', 'phone', 'type'])
    expect(doubtsOf(view)).toEqual(['guess', 'guess', null, null])
  }

  // 编号 is a code when it does not merely count; a code that merely counts is no key by itself.
  {
    const codes = await guess(api, '编号,机构名称,机构类型', 'A7,甲,学校', 'B2,乙,学校')
    expect(codes.columns[0]).toMatchObject({ field: 'code', by: 'part', doubt: 'guess', counts: false })
    expect(codes.keys.proposed).toEqual(['code'])
    for (const values of [
      ['1', '2', '3'],
      ['001', '002', '003'],
      ['0', '1', '合计'],
    ]) {
      const counted = await guess(
        api,
        '机构代码,机构名称,机构类型',
        ...values.map((value) => `${value},甲${value},学校`),
      )
      expect(counted.columns[0]).toMatchObject({ field: 'code', by: 'title', doubt: null, counts: true })
      expect(counted.keys.proposed).toEqual([])
    }
    const gaps = await guess(api, '机构代码,机构名称,机构类型', '1,甲,学校', '2,乙,学校', '4,丙,学校')
    expect(gaps.columns[0]?.counts).toBe(false)
  }

  // Other resources have titles of their own.
  {
    const guessed = async (resource: string, titles: string) =>
      fieldsOf(await guess(importer(api, api.call, resource), titles, titles.replaceAll(/[^,]+/g, 'x')))
    expect(await guessed('subject', '序号,科目代码,科目名称,学段,选考类型,满分')).toEqual([
      null,
      'code',
      'name',
      'levelIds',
      'type',
      'fullMark',
    ])
    expect(await guessed('educate-level', '学段,学段编码,学制年限,年级')).toEqual([
      'name',
      'code',
      'years',
      'gradeNames',
    ])
    expect(await guessed('student-year', '学段名称,入学年度,届,级别名称')).toEqual([
      'levelId',
      'entryYear',
      'graduationYear',
      'name',
    ])
    expect(await guessed('exam-scheme', '考试方案,所属学段,选考模式,赋分方式,说明')).toEqual([
      'name',
      'levelId',
      'choice',
      'assign',
      'note',
    ])
    expect(await guessed('subject', 'Subject code,Subject,Levels,Full marks')).toEqual([
      'code',
      'name',
      'levelIds',
      'fullMark',
    ])
  }

  // The best pair wins wherever its column is; an exact title always has its field.
  {
    const view = await guess(api, '学校编号,名称,单位代码,机构代码,学校全名,机构名称', 'a,b,c,d,e,f')
    expect(fieldsOf(view)).toEqual([null, null, null, 'code', null, 'name'])
    const mixed = await guess(api, '校长电话,联系电话号码,校名,学校名称', 'a,b,c,d')
    expect(fieldsOf(mixed)).toEqual([null, 'phone', null, 'name'])
  }

  // The same title twice is never taken in silence.
  {
    const view = await guess(api, '机构代码,机构名称,机构名称,机构类型,机构类型,某列,某列', 'C1,,名,学校,学校,a,b')
    // The first of these columns with content is proposed, and all of them are marked.
    expect(fieldsOf(view)).toEqual(['code', null, 'name', 'type', null, null, null])
    expect(doubtsOf(view)).toEqual([null, 'twice', 'twice', 'twice', 'twice', 'twice', 'twice'])
    const labels = await guess(api, '机构代码,机构名称,Name,学校名称,单位名称', 'C1,a,b,c,d')
    expect(fieldsOf(labels)).toEqual(['code', 'name', null, null, null])
    expect(doubtsOf(labels)).toEqual([null, 'twice', 'twice', 'rival', 'rival'])
    const similar = await guess(api, '机构代码,学校名称,学校名称', 'C1,a,b')
    expect(doubtsOf(similar)).toEqual([null, 'twice', 'twice'])
    const rivals = await guess(api, '机构代码,学校名称,单位名称', 'C1,a,b')
    expect(fieldsOf(rivals)).toEqual(['code', 'name', null])
    expect(doubtsOf(rivals)).toEqual([null, 'rival', 'rival'])
  }

  // A title that fits two fields equally well is left to the user.
  {
    const view = await guess(importer(api, api.call, 'student-year'), '学段,年份', '小学,2026')
    expect(view.columns[1]).toMatchObject({ field: null, by: null, doubt: 'open' })
  }
})

/** Titles that say what their column has, in other words than the form. */
const otherWords = [
  ['学校名称', 'name'],
  ['单位名称', 'name'],
  ['学校', 'name'],
  ['学校（机构）名称', 'name'],
  ['学校全名', 'name'],
  ['学校简称', 'shortName'],
  ['学校标识码', 'code'],
  ['学校（机构）标识码', 'code'],
  ['学校编码', 'code'],
  ['主管部门', 'pid'],
  ['主管单位', 'pid'],
  ['主管教育局', 'pid'],
  ['上级机构代码', 'pid'],
  ['上级单位名称', 'pid'],
  ['办学层次', 'levelIds'],
  ['办学类型', 'type'],
  ['所属地区', 'areaCode'],
  ['所在地区代码', 'areaCode'],
  ['联系人电话', 'phone'],
  ['联系人姓名', 'contact'],
  ['联系电话号码', 'phone'],
  ['校长手机', 'phone'],
  ['通讯地址', 'address'],
  ['School name', 'name'],
  ['School code', 'code'],
  ['Parent code', 'pid'],
  ['Contact phone', 'phone'],
  ['Abbreviation', 'shortName'],
] as const

/** What is guessed of a file with a single column. Its title is all that counts, so no file is sent. */
const guessAlone = (title: string) => guessMapping([{ title, values: ['某个内容'] }], organizationResource, new Map())

test('a title in other words is taken for its field, and has to be looked at', () => {
  for (const [title, field] of otherWords)
    expect(guessAlone(title), title).toEqual([{ field, by: 'part', doubt: 'guess' }])
})

test('titles of other content are no field of an organization', () => {
  for (const title of ['学校情况', '校训', '建校年份', '班级数', '经度', 'Remarks', '法人代表'])
    expect(guessAlone(title), title).toEqual([{ field: null, by: null, doubt: null }])
})

const book = async (...sheets: string[][][]) => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const data = (rows: string[][]) => rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const names = ['填表说明', '学校名单', '附表', '更多']
  const relation = (at: number) =>
    `<Relationship Id="s${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at}.xml"/>`
  const pages = sheets.map((rows, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet xmlns="x"><sheetData>${data(rows)}</sheetData></worksheet>`,
  ])
  return readFileSync(
    await pack({
      ...parts(''),
      'xl/workbook.xml': `<workbook xmlns="x" xmlns:r="y"><sheets>${sheets
        .map((_, at) => `<sheet name="${names[at]}" sheetId="${at + 1}" r:id="s${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, at) => relation(at + 1)).join('')}</Relationships>`,
      ...Object.fromEntries(pages),
    }),
  )
}

test('the keys, the sheet and the row of titles are proposed, or left to the user', async () => {
  const api = await startImports()

  // A key is unique in the table, or the id, or left to the user.
  {
    await api.bring('机构代码,机构名称,机构类型\nOLD,原有东校区,校区\n')
    const proposed = async (titles: string, row: string) => (await guess(api, titles, row)).keys.proposed
    // One campus is stored. By its type, a file about another campus would change it.
    expect(await proposed('学校情况,办学类型,校长手机,通讯地址', '某情况,校区,13800000001,某路')).toEqual([])
    expect(await proposed('机构类型,状态,上级机构,所在地区', '校区,启用,OLD,440305')).toEqual([])
    expect(await proposed('机构名称,机构类型', '某校,学校')).toEqual([])
    expect(await proposed('ID,机构名称', '17,某校')).toEqual(['id'])
    expect(await proposed('ID,机构代码', '17,OLD')).toEqual(['code'])
    const years = importer(api, api.call, 'student-year')
    expect((await guess(years, '学段,入学年份', '小学,2026')).keys.proposed).toEqual(['levelId', 'entryYear'])
    expect((await guess(years, '学段,毕业年份', '小学,2026')).keys.proposed).toEqual([])
  }

  // An index over some of the rows, or over another expression than lower(), makes no key.
  {
    const { db, admin, store } = await rooms(api)
    await db.execute(sql`create unique index on res_exam_room (name) where open`)
    await db.execute(sql`create unique index on res_exam_room (lower(name || 'x'))`)
    await db.execute(sql`create unique index on res_exam_room (upper(name))`)
    expect(await store()).toMatchObject({ code: 200 })
    const proposed = async () => {
      const view = await guess(importer(api, admin, 'exam-room'), 'Name,Seats', 'Room 1,30')
      return view.keys.proposed
    }
    expect(await proposed()).toEqual([])
    // Where capital and small letters count as equal, there are no two equal names either.
    await db.execute(sql`create unique index on res_exam_room (lower(name))`)
    expect(await proposed()).toEqual(['name'])
  }

  // Of several sheets the one whose titles fit best is proposed, not the instructions before it.
  {
    const { send } = api
    const instructions = [['填表说明'], ['1. 机构名称填写全称'], ['2. 不要改动标题']]
    const schools = [['学校一览'], ['序号', '学校代码', '学校名称'], ['1', 'S1', '第一小学']]
    const { data: view } = await send(await book(instructions, schools, [['机构名称'], ['x']]), '名单.xlsx')
    expect(view).toMatchObject({ sheet: 1, header: 2 })
    expect(view.columns.map(({ field }) => field)).toEqual([null, 'code', 'name'])
    expect((await send(await book(instructions, [['别的'], ['内容']]), '名单.xlsx')).data.sheet).toBe(0)
  }

  // The titles may be in any row, and the rows around them are shown.
  {
    const { send, call, planOf, check } = api
    const above = Array.from({ length: 3_000 }, (_, at) => `说明第 ${at + 1} 行,,`)
    const { data: view } = await send(
      `${above.join('\n')}\n机构代码,机构名称,机构类型\nP1,第一小学,学校\nP2,第二小学,学校\n`,
    )
    const look = async (header: number) =>
      (await call('GET', `/adminApi/organization/importView?id=${view.id}&sheet=0&header=${header}`))
        .data as typeof view
    const found = await look(3_001)
    expect(found).toMatchObject({ header: 3_001, rows: 2 })
    expect(fieldsOf(found)).toEqual(['code', 'name', 'type'])
    expect(found.head.map(({ row }) => row)).toEqual([2_996, 2_997, 2_998, 2_999, 3_000, 3_001, 3_002, 3_003])
    expect(await check(view.id, planOf(found))).toMatchObject({ result: { counts: { new: 2, refused: 0 } } })
    // Beyond the end, the last rows are shown, and there is nothing below.
    const beyond = await look(900_000)
    expect(beyond.rows).toBe(0)
    expect(beyond.head.at(-1)?.row).toBe(3_003)
  }

  // The ID alone is no import, which is said at the columns.
  {
    const { data: view } = await api.send('ID,名称\n1,甲\n')
    const plan = { ...api.planOf(view), mapping: ['id', null], keys: ['id'], mode: 'update' }
    for (const path of ['importPreview', 'importCheck', 'importRun']) {
      expect(await api.call('POST', `/adminApi/organization/${path}`, { id: view.id, plan })).toMatchObject({
        code: 422,
        data: { errors: { mapping: ['Please choose a field for at least one column besides the ID'] } },
      })
    }
  }
})
