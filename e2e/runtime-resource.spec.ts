import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre'
import { description, full, table } from '../tests/support/exam-room.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { contract } from './support/contract.ts'
import { arranged, expect, speak, test } from './support/fixtures.ts'
import { makeRooms } from './support/rooms.ts'

// A runtime resource: its table and its description are made while the built product runs. No code contains it.

const path = '/admin/baseInfo/exam-room'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).locator(`[data-field=${name}]`)
const save = (page: Page) => dialog(page).getByRole('button', { name: '保存', exact: true })

const examRooms = arranged(async ({ db, url }) => {
  for (const statement of table.split(';\n')) await db.execute(sql.raw(statement))
  const call = await contract(url)
  expect(await call('organization/add', { code: 'ROOM', name: '考试院', type: 'bureau' })).toMatchObject({ code: 200 })
  const made = await call('resource/add', { tableName: 'res_exam_room', scopeField: 'orgId', description })
  expect(made).toMatchObject({ code: 200 })
})
test.beforeEach(({ ground }) => examRooms(ground))

/** Adds a row with a value in every field except the pictures: uploads are not available yet. */
async function addRoom(url: string, name: string) {
  const call = await contract(url)
  expect(await call('exam-room/add', { ...full, name, photos: [] })).toMatchObject({ code: 200 })
}

test('it is on the menu, and a page of its own in a tab, called as it is in either language', async ({
  page,
  signIn,
  open,
  expectAccessible,
  baseURL,
}) => {
  await signIn('admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Exam rooms（中）' }).click()
  await expect(page).toHaveURL(path)
  await expect(page).toHaveTitle('Exam rooms（中） - 量尺测评')
  await expect(page.getByRole('tab', { name: 'Exam rooms（中）' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Exam rooms（中）' })).toBeVisible()
  await expectAccessible()
  await speak(page, 'en', baseURL)
  await open(path)
  await expect(page).toHaveTitle(/^Exam rooms - /)
  await expect(page.getByRole('tab', { name: 'Exam rooms', exact: true })).toBeVisible()
})

test('a row is added with everything that its form has, and is in the list and in the database', async ({
  page,
  db,
  signIn,
}) => {
  await signIn('admin', 'admin', path)
  await page.getByRole('button', { name: '添加 Exam rooms' }).first().click()
  await save(page).click()
  await expect(field(page, 'name').getByText('必填')).toBeVisible()
  for (const [name, text] of Object.entries({
    name: 'Room 9',
    seats: '30',
    area: '62.5',
    price: '123.45',
    builtOn: '1998-09-01',
    opensAt: '08:30:00',
    firstYear: '1998',
    colour: '#336699',
  })) {
    await field(page, name).getByRole('textbox').fill(text)
  }
  await field(page, 'kind').getByRole('combobox').click()
  await page.getByRole('option', { name: 'B（中）' }).click()
  // The list of the next field has the same options, so wait until this one has closed.
  await expect(page.getByRole('option')).toHaveCount(0)
  await field(page, 'uses').getByRole('combobox').click()
  await page.getByRole('option', { name: 'A（中）' }).click()
  await page.getByRole('option', { name: 'B（中）' }).click()
  await field(page, 'uses').getByRole('combobox').press('Escape')
  await field(page, 'open').getByText('启用').click()
  await field(page, 'marks').getByRole('button', { name: '添加' }).click()
  // An empty input shows its error on blur. A button that the user presses at that moment still receives the click.
  await field(page, 'facts').getByRole('button', { name: '添加' }).click()
  await field(page, 'marks').getByRole('textbox').fill('quiet')
  await field(page, 'facts').getByRole('textbox').first().fill('floor')
  await field(page, 'facts').getByRole('textbox').last().fill('2')
  await field(page, 'seenAt').getByRole('textbox').first().fill('2026-01-01')
  await field(page, 'seenAt').getByRole('textbox').last().fill('08:00:00')
  await field(page, 'icon').getByRole('button').click()
  const icons = page.getByRole('dialog', { name: '选择图标' })
  await icons.getByRole('gridcell').or(icons.getByRole('option')).first().click()
  await expect(icons).toHaveCount(0)
  await field(page, 'orgId').getByRole('combobox').fill('考试院')
  await page.getByRole('option', { name: '考试院' }).click()
  for (const [level, choice] of [
    ['省', '广东省'],
    ['市', '深圳市'],
    ['区县', '南山区'],
  ] as const) {
    await field(page, 'areaCode').getByRole('combobox', { name: level, exact: true }).click()
    await page.getByRole('option', { name: choice }).click()
  }
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, 'Room 9')).toContainText('123.45')
  const { rows } = await db.execute(sql`
    select seats, area::float, price, kind, uses, open, marks, facts, built_on::text, opens_at, first_year, colour, area_code,
      seen_at = '2026-01-01T00:00:00Z' seen, icon <> '' icon, (select name from organization where id = org_id) organization
    from res_exam_room where name = 'Room 9'`)
  expect(rows).toEqual([
    {
      seats: 30,
      area: 62.5,
      price: 12_345,
      kind: 'b',
      uses: ['a', 'b'],
      open: false,
      marks: ['quiet'],
      facts: [{ key: 'floor', value: '2' }],
      built_on: '1998-09-01',
      opens_at: '08:30:00',
      first_year: 1998,
      colour: '#336699',
      area_code: '440305',
      seen: true,
      icon: true,
      organization: '考试院',
    },
  ])
})

test('it is searched, edited, looked into and taken back', async ({ page, ground, db, signIn }) => {
  await addRoom(ground.url, 'Room 1')
  await addRoom(ground.url, 'Hall')
  await signIn('admin', 'admin', path)
  const written = async () =>
    (await db.execute(sql`select seats, version from res_exam_room where name = 'Room 1'`)).rows
  await page.getByPlaceholder('Name（中）').fill('room 1')
  await expect(row(page, 'Hall')).toHaveCount(0)
  await page.getByRole('button', { name: '编辑 Room 1' }).click()
  await field(page, 'seats').getByRole('textbox').fill('501')
  await save(page).click()
  await expect(field(page, 'seats').getByText('500')).toBeVisible()
  await field(page, 'seats').getByRole('textbox').fill('45')
  await save(page).click()
  // Undo is offered for a few seconds only, so press it at once. The version and the history show the earlier save.
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(written).toEqual([{ seats: 30, version: 3 }])
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Room 1 的更多操作' }).click()
  await page.getByRole('menuitem', { name: '变更历史' }).click()
  await expect(dialog(page).getByRole('article')).toHaveCount(3)
  await expect(dialog(page).getByRole('article').nth(1)).toContainText('45')
})

test('it goes out as a file and comes in again; bad cells come back marked, good ones are there and taken back', async ({
  page,
  ground,
  db,
  signIn,
}) => {
  await db.execute(sql`delete from res_exam_room`)
  for (const name of ['Room 11', 'Room 12']) await addRoom(ground.url, name)
  const imports = page.getByRole('dialog', { name: /^导入 Exam rooms/ })
  const button = (name: string | RegExp) => imports.getByRole('button', { name })
  const panel = page.getByRole('dialog', { name: '导入/导出' })
  const saved = async (link: Locator) => {
    const download = page.waitForEvent('download')
    await link.click()
    const file = await (await download).path()
    // The panel closes when a download begins. Its button would close it too, and not open it again.
    await expect(panel).toHaveCount(0)
    return readFile(file)
  }
  const bring = async (name: string, buffer: Buffer) => {
    await imports.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await expect(imports.getByRole('heading', { name: /标题在哪一行/ })).toBeVisible()
    await button('下一步').click()
    await expect(imports.getByLabel('“Name（中）”对应的字段')).toHaveValue('name')
    // No field of a room is unique, so the import asks for the key.
    await expect(button('下一步')).toHaveAttribute('aria-disabled', 'true')
    await imports.getByRole('checkbox', { name: 'Name（中）', exact: true }).check()
    await button('下一步').click()
    await button(/试运行/).click()
  }
  await signIn('admin', 'admin', path)
  await page.getByRole('button', { name: '导入/导出' }).click()
  const book = await saved(panel.getByRole('link', { name: 'Excel' }))
  const [titles = [], ...rows] = (await readXlsx(book)).sheets[0]?.rows ?? []
  expect(titles).toContain('Division（中）')
  expect(titles.join()).not.toMatch(/Entry code|Parts/)
  expect(rows).toHaveLength(2)
  await page.getByRole('button', { name: '导入/导出' }).click()
  const template = (await readXlsx(await saved(panel.getByRole('link', { name: '下载导入模板' })))).sheets[0]
  expect(template?.rows[0]).toContain('Name（中） *')
  expect(template?.dataValidations?.filter(({ type }) => type === 'list').length).toBeGreaterThanOrEqual(4)

  await page.getByRole('button', { name: '导入/导出' }).click()
  await page.getByRole('button', { name: '从文件导入' }).click()
  // The import reads every exported value back unchanged, for every type of field.
  await bring('rooms.xlsx', book)
  await expect(button('无变化 2')).toBeVisible()
  await button('换一个文件').click()
  await bring(
    'rooms.csv',
    Buffer.from('Name（中）,Seats（中）,Kind（中）,Built on（中）,First year（中）\nRoom 20,501,Z,2026-13-01,26\n'),
  )
  await expect(button('被拒绝 1')).toBeVisible()
  const marked = await readXlsx(await saved(imports.getByRole('link', { name: '下载整个文件（标出问题）' })))
  for (const reason of ['不能大于 500', '没有这个选项', '请输入正确的日期', '不是年份'])
    expect(String(marked.sheets[0]?.rows[1])).toContain(reason)
  await button('换一个文件').click()
  const good =
    'Name（中）,Seats（中）,Kind（中）,Uses（中）,Price（中）,Division（中）\nRoom 20,50,B（中）,A（中）、B（中）,12.30,440305\n'
  await bring('rooms.csv', Buffer.from(good))
  await button('导入 1 行').click()
  await expect(imports.getByText(/导入完成：新增 1 行/)).toBeVisible()
  const written = async () =>
    (await db.execute(sql`select seats, kind, uses, price, area_code from res_exam_room where name = 'Room 20'`)).rows
  await expect.poll(written).toEqual([{ seats: 50, kind: 'b', uses: ['a', 'b'], price: 1230, area_code: '440305' }])
  await button('撤销整个导入').click()
  await expect(imports.getByText('已撤销：移除了 1 条新增的记录')).toBeVisible()
  await expect.poll(written).toEqual([])
})

test('who holds its nodes sees it, who does not is told so, and what is deleted is a page no more', async ({
  page,
  ground,
  db,
  signIn,
  open,
  allowConsole,
}) => {
  allowConsole(/status of 40[14]/)
  const rooms = await makeRooms(ground, 'gone-room', 3)
  await addOfficer({ db }, { username: 'clerk', nodes: ['baseInfo/organization/index'], scope: 'all' })
  await signIn('admin', 'clerk')
  await open(rooms.path)
  await expect(page).toHaveURL(/\/401\?path=/)
  await db.execute(sql`insert into role_rule (role_id, rule_id) select r.id, u.id from role r, rule u
    where r.name = 'role of clerk' and u.name in ('baseInfo/gone-room', 'baseInfo/gone-room/index')`)
  await open(rooms.path)
  await expect(row(page, '考场 01')).toBeVisible()
  await expect(page.getByRole('button', { name: '添加考场' })).toHaveCount(0)
  const call = await contract(ground.url)
  expect(await call(`resource/del?ids=${rooms.id}`, undefined, 'DELETE')).toMatchObject({ code: 200 })
  await page.goto(rooms.path)
  await expect(page).toHaveURL(/\/404\?/)
})
