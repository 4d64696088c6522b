import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations } from '../support/api.ts'
import { table, text } from '../support/exam-room.ts'
import { importer, startImports } from '../support/imports.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../sheet/files', name))

/** Fields of many types, named like the columns of `office-types` (tests/sheet/make/office.py). */
const fields = [
  { name: 'firstYear', type: 'integer', label: text('编号') },
  { name: 'name', type: 'text', label: text('姓名'), required: true, max: 50 },
  { name: 'plan', type: 'text', label: text('学号'), rule: 'code' },
  { name: 'builtOn', type: 'date', label: text('出生日期') },
  { name: 'seenAt', type: 'datetime', label: text('考试时间') },
  { name: 'opensAt', type: 'time', label: text('入场') },
  { name: 'area', type: 'number', label: text('得分率'), decimals: 3 },
  { name: 'price', type: 'money', label: text('奖金') },
  { name: 'open', type: 'switch', label: text('住校') },
  { name: 'icon', type: 'text', label: text('总分') },
  { name: 'colour', type: 'text', label: text('等级') },
  { name: 'about', type: 'text', label: text('备注'), multiline: true },
].map((field) => ({ ...field, label: { ...field.label, 'zh-cn': field.label.en } }))

async function scores() {
  const api = await startImports()
  for (const statement of table.split(';\n')) await api.db.execute(sql.raw(statement))
  await addOrganizations(api.call)
  const description = {
    key: 'score',
    menu: 'baseInfo/score',
    title: text('Scores'),
    rowTitle: 'name',
    fields,
    quickSearch: ['name'],
    sorts: ['name'],
    defaultOrder: 'id,asc',
  }
  const stored = await api.call('POST', '/adminApi/resource/add', { tableName: 'res_exam_room', description })
  expect(stored).toMatchObject({ code: 200 })
  return { ...api, ...importer(api, api.call, 'score') }
}

test('what an office program wrote is read with its right values, errors at their cells', async () => {
  const { send, planOf, check, run, rows, db } = await scores()
  for (const name of [
    'office-types.xlsx',
    'office-1904.xlsx',
    'office-types-gb18030.csv',
    'office-types-semicolon.csv',
    'office-types-tab.txt',
  ]) {
    await db.execute(sql`delete from res_exam_room`)
    const { code, data: view } = await send(fixture(name), name)
    expect(code, name).toBe(200)
    const isBook = view.format === 'xlsx'
    // The header stands below a heading, an empty line and the groups of its columns.
    expect(view.header).toBe(4)
    expect(view.hiddenRows).toBe(isBook ? 1 : 0)
    const titles = isBook ? fields : fields.slice(0, -1)
    expect(view.columns.map(({ field }) => field).slice(0, titles.length)).toEqual(titles.map((field) => field.name))
    expect(view.columns.find(({ field }) => field === 'area')?.samples).toEqual(['92.5%'])
    const mapping = fields.map((field) => field.name)
    const plan = { ...planOf(view), mapping, keys: ['name'] }
    expect(await check(view.id, plan)).toMatchObject({ result: { counts: { new: 2, refused: 2 } } })
    expect(
      (await rows(view.id, 'refused')).list.map(({ row, errors }) => [
        row,
        errors.map((one) => [one.field, one.shown]),
      ]),
    ).toEqual([
      [6, [['colour', '#N/A']]],
      [
        9,
        [
          ['icon', '#DIV/0!'],
          ['colour', '#NAME?'],
        ],
      ],
    ])
    // Without the columns that contain errors, every row is imported.
    const good = { ...plan, mapping: mapping.map((field) => (field === 'colour' || field === 'icon' ? null : field)) }
    expect(await run(view.id, good)).toMatchObject({ state: 'done' })
    const found = await db.execute(
      sql`select first_year, name, plan, built_on::text, seen_at::text, opens_at::text, area::float, price, open, about
        from res_exam_room order by id`,
    )
    const common = {
      built_on: '2010-09-01',
      seen_at: '2026-09-01 00:30:00+00',
      opens_at: '08:15:00',
      area: 0.925,
      price: 123_450,
      open: true,
    }
    expect(found.rows).toMatchObject([
      { ...common, first_year: 7, name: '张三', plan: '0020260001', about: '第一行\n第二行' },
      { ...common, first_year: 8, name: '李四', plan: '20260002', about: '很重要的事' },
      { first_year: 9, name: '隐藏的人', built_on: null },
      { first_year: 10, name: '王五', built_on: '2010-09-01' },
    ])
  }
})

test('what cannot be read is refused with what to do', async () => {
  const { send } = await startImports()
  for (const [name, sentence] of [
    ['office-types.xls', 'old .xls format'],
    ['office-types.ods', 'OpenDocument'],
    ['office-locked.ods', 'OpenDocument'],
    ['office-locked.xlsx', 'locked with a password'],
  ] as const)
    expect(await send(fixture(name), name), name).toMatchObject({
      code: 422,
      msg: expect.stringContaining(sentence),
      data: { errors: { file: [expect.any(String)] } },
    })
})
