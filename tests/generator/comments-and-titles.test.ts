import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { readComment } from '#src/features/generator/dictionary.ts'
import { relationTitle, titleFromName } from '#src/features/generator/propose-names.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { generator } from '../support/generator.ts'

test('comments with dictionaries are read, of either width', () => {
  expect(readComment('State:0=Off,1=On')).toEqual({
    title: 'State',
    options: [
      { value: '0', label: 'Off' },
      { value: '1', label: 'On' },
    ],
  })
  expect(readComment('状态：0＝停用，1＝启用')).toEqual({
    title: '状态',
    options: [
      { value: '0', label: '停用' },
      { value: '1', label: '启用' },
    ],
  })
  for (const plain of ['Ratio: see below', 'a:1=x,1=y', ':1=x', 'When: a=b, c'])
    expect(readComment(plain)).toEqual({ title: plain, options: [] })
})

test.each([
  ['部门状态（0正常 1停用）', '部门状态', '0=正常,1=停用'],
  ['删除标志（0代表存在 2代表删除）', '删除标志', '0=存在,2=删除'],
  ['菜单类型(M目录、C菜单、F按钮)', '菜单类型', 'M=目录,C=菜单,F=按钮'],
  ['锁定标记，0未锁定，9已锁定', '锁定标记', '0=未锁定,9=已锁定'],
  ['删除标记,1:已删除,0:正常', '删除标记', '1=已删除,0=正常'],
  ['Order status (1 = new; 2 = paid)', 'Order status', '1=new,2=paid'],
  ['Shirt size (S - small, M - medium)', 'Shirt size', 'S=small,M=medium'],
])('a comment is read with its values: %s', (comment, title, values) => {
  const options = values.split(',').map((one) => ({ value: one.split('=')[0], label: one.split('=')[1] }))
  expect(readComment(comment)).toEqual({ title, options })
})

test.each([
  'Rating (1 to 5)',
  'Distance (5 km, 10 km)',
  'Height (in cm)',
  'Maximal flying distance, km',
  'Time, e.g. 10:30',
  '金额（元）',
  '状态（0正常）',
  '得分（1分 1分）',
])('a comment without values is a title: %s', (comment) => {
  expect(readComment(comment)).toEqual({ title: comment, options: [] })
})

test('titles from names keep abbreviations, and those of relations speak of the row', () => {
  const titles = ['unit_price', 'websiteURL', 'CustomerID', 'AB', '2B', 'CITY', 'lgID', 'straße'].map(titleFromName)
  expect(titles).toEqual(['Unit price', 'Website URL', 'Customer id', 'AB', '2B', 'City', 'Lg id', 'Straße'])
  const relations = ['customer_id', 'OwnerUserId', 'manager', 'id', 'paid', 'raceID'].map((name) => relationTitle(name))
  expect(relations).toEqual(['Customer', 'Owner user', 'Manager', 'Id', 'Paid', 'Race'])
})

test('a column that is called like one of every list gets another title, in the language in which it is', async () => {
  const { db, admin } = await generator()
  await db.execute(
    sql`create table reading (reading_id serial primary key, name text not null, created text, created_by text, updated_by text, shown_to text)`,
  )
  for (const [column, comment] of [
    ['created_by', '创建人'],
    ['shown_to', 'id'],
    ['name', '名称'],
  ])
    await db.execute(sql.raw(`comment on column reading.${column} is '${comment}'`))
  const { data } = await admin('GET', '/adminApi/crud/table?name=reading')
  expect((data as { design: Design }).design.description.fields.map(({ label }) => label)).toEqual([
    { 'zh-cn': '名称', en: '名称' },
    { 'zh-cn': 'Created', en: m.crudTable_ownTitle({ title: 'Created' }, { locale: 'en' }) },
    { 'zh-cn': '原创建人', en: '创建人' },
    { 'zh-cn': m.list_updateBy({}, { locale: 'en' }), en: 'Updated by (own)' },
    { 'zh-cn': 'id', en: 'id (own)' },
  ])
})
