import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { readXlsx, writeXlsx } from 'hucre'
import type { Database } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { expect, test } from './support/fixtures.ts'
import { startLine } from './support/line.ts'
import { topKeys } from './support/top-keys.ts'

const path = '/admin/baseInfo/organization'
const dialog = (page: Page) => page.getByRole('dialog', { name: '导入机构' })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
const titles = ['机构代码', '机构名称', '机构类型', '上级机构', '状态', '联系电话']

const nodes = ['index', 'add', 'edit', 'del'] as const

/**
 * Creates an account for one test. The jobs of one account run one after the other, and the panel counts and clears
 * them together.
 */
async function addImporter(db: Database, username: string): Promise<string> {
  const all = nodes.map((action) => `baseInfo/organization/${action}` as const)
  await addOfficer({ db }, { username, nodes: all, scope: 'all' })
  return username
}

type Row = (string | number | null)[]

const book = (rows: Row[]) =>
  writeXlsx({ sheets: [{ name: '机构', rows: [['机构登记表'], titles, ...rows] }] }).then((bytes) => Buffer.from(bytes))

async function openImport(page: Page) {
  await page.getByRole('button', { name: '导入/导出' }).click()
  await page.getByRole('button', { name: '从文件导入' }).click()
  await expect(dialog(page)).toBeVisible()
}

async function chooseFile(page: Page, name: string, buffer: Buffer) {
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(dialog(page).getByRole('heading', { name: /标题在哪一行/ })).toBeVisible()
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

test('a workbook with bad cells comes back marked; mended it is imported, and the whole import is undone', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', await addImporter(db, 'marks'), `${path}?quickSearch=IMP-B`)
  await openImport(page)
  await expectAccessible()
  const rows: Row[] = [
    ['IMP-B', '导入市教育局', '教育局（市）', null, '启用', '0755-12345678'],
    ['IMP-1', '第一小学', '学校', 'IMP-B', '启用', 13800000001],
    ['IMP-2', '第二小学', '星球', 'IMP-B', '也许', 13800000002],
  ]
  await chooseFile(page, '机构.xlsx', await book(rows))
  // The column titles stand below a heading. The import finds their row.
  await expect(dialog(page).getByRole('radio', { name: '第 2 行是标题' })).toBeChecked()
  await expectAccessible()
  await button(page, '下一步').click()
  await expect(dialog(page).getByLabel('“机构名称”对应的字段')).toHaveValue('name')
  await expectAccessible()
  await button(page, '下一步').click()
  await expect(dialog(page).getByRole('cell', { name: /星球.*没有这个选项/ })).toBeVisible()
  await expect(dialog(page).getByRole('cell', { name: /也许.*看不懂/ })).toBeVisible()
  await expectAccessible()
  await button(page, /试运行/).click()
  await expect(button(page, '被拒绝 1')).toBeVisible()
  await expect(button(page, '新增 2')).toBeVisible()
  await expect(button(page, '导入 2 行')).toBeDisabled()
  await expectAccessible()
  expect(await db.$count(organization, sql`code like 'IMP-%'`)).toBe(0)

  const marked = page.waitForEvent('download')
  await dialog(page).getByRole('link', { name: '下载整个文件（标出问题）' }).click()
  const returned = await marked
  expect(returned.suggestedFilename()).toMatch(/机构.*\.xlsx$/)
  const { sheets } = await readXlsx(await bytesOf(returned))
  const notes = [...(sheets[0]?.cells ?? [])].flatMap(([place, cell]) =>
    cell.comment ? [[place, cell.comment.text]] : [],
  )
  expect(JSON.stringify(notes)).toContain('没有这个选项')
  expect(notes).toHaveLength(2)

  await button(page, '换一个文件').click()
  rows[2] = ['IMP-2', '第二小学', '学校', 'IMP-B', '停用', 13800000002]
  await chooseFile(page, '机构.xlsx', await book(rows))
  await button(page, '下一步').click()
  await button(page, '下一步').click()
  await button(page, /试运行/).click()
  await button(page, '导入 3 行').click()
  await expect(dialog(page).getByText(/导入完成：新增 3 行/)).toBeVisible()
  await expectAccessible()
  expect(await db.$count(organization, sql`code like 'IMP-%'`)).toBe(3)
  // The list behind the dialog refreshes. The dialog hides it from role queries, so the locator includes hidden rows.
  const behind = page.getByRole('row', { includeHidden: true }).filter({ hasText: '导入市教育局' })
  await expect(behind).toHaveCount(1)
  await button(page, '撤销整个导入').click()
  await expect(dialog(page).getByText('已撤销：移除了 3 条新增的记录')).toBeVisible()
  expect(await db.$count(organization, sql`code like 'IMP-%'`)).toBe(0)
  await button(page, '完成').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(behind).toHaveCount(0)
})

test('the refused rows come back alone, also after the others are imported; mended they are imported too', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', await addImporter(db, 'refused'), `${path}?quickSearch=REF-`)
  await openImport(page)
  const rows: Row[] = [
    ['REF-1', '甲小学', '学校', null, '启用', 13800000001],
    ['REF-2', '乙小学', '星球', null, '启用', 13800000002],
    ['REF-3', '丙小学', '学校', null, '启用', 13800000003],
  ]
  await chooseFile(page, '机构.xlsx', await book(rows))
  await button(page, '下一步').click()
  await button(page, '下一步').click()
  await button(page, /试运行/).click()
  const refused = dialog(page).getByRole('link', { name: '只下载被拒绝的 1 行' })
  await expect(refused).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
  const width = () => dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
  await expect.poll(width).toBe(0)
  await expect(refused).toBeInViewport({ ratio: 1 })
  await dialog(page).getByText('跳过有问题的行').click()
  await button(page, '导入 2 行').click()
  await expect(dialog(page).getByText(/导入完成：新增 2 行/)).toBeVisible()
  await expect.poll(width).toBe(0)

  const download = page.waitForEvent('download')
  await refused.click()
  const returned = await download
  expect(returned.suggestedFilename()).toBe('机构（被拒绝的行）.xlsx')
  const { sheets } = await readXlsx(await bytesOf(returned))
  const [head = [], ...bad] = sheets[0]?.rows ?? []
  expect(head).toEqual([...titles, '原文件行号', '导入失败原因'])
  expect(bad.map((row) => [row[0], row[6]])).toEqual([['REF-2', 4]])
  const mended = [head, ...bad.map((row) => row.map((value) => (value === '星球' ? '学校' : value)))]
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: '机构', rows: mended }] }))
  await button(page, '换一个文件').click()
  await chooseFile(page, returned.suggestedFilename(), file)
  await button(page, '下一步').click()
  await button(page, '下一步').click()
  await button(page, /试运行/).click()
  await button(page, '导入 1 行').click()
  await expect(dialog(page).getByText(/导入完成：新增 1 行/)).toBeVisible()
  expect(await db.$count(organization, sql`code like 'REF-%'`)).toBe(3)
})

test('a CSV in GB18030, by keyboard alone; closed on the way it goes on, is found among the jobs and undone there', async ({
  page,
  db,
  reload,
  signIn,
  expectAccessible,
}) => {
  // The browser catches choosers from the moment when somebody listens, and that moment is in no order with keys.
  page.on('filechooser', () => undefined)
  await signIn('admin', await addImporter(db, 'keyboard'), `${path}?quickSearch=GB-1`)
  await page.getByRole('button', { name: '导入/导出' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '导入/导出' })).toBeFocused()
  await page.getByRole('button', { name: '从文件导入' }).focus()
  await page.keyboard.press('Enter')
  await expect(button(page, '选择文件')).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: '机构.csv', mimeType: 'text/csv', buffer: gb18030 })
  await expect(dialog(page).getByRole('heading', { name: /标题在哪一行/ })).toBeFocused()
  await expect(dialog(page).getByRole('combobox', { name: '编码' })).toHaveValue('gb18030')
  await expect(dialog(page).getByRole('row', { name: /GB-1.*某市第一中学/ })).toBeVisible()
  const press = async (name: string | RegExp) => {
    await expect(button(page, name)).toBeEnabled()
    for (let tabs = 0; tabs < 40; tabs++) {
      if (await button(page, name).evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(button(page, name)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await press('下一步')
  // Each step moves the focus to its heading. A key pressed earlier would act on the previous focus.
  const arrived = (heading: RegExp) => expect(dialog(page).getByRole('heading', { name: heading })).toBeFocused()
  await arrived(/^每一列对应哪个字段？$/)
  await press('下一步')
  await arrived(/将这样读取/)
  await press(/试运行/)
  await arrived(/会带来这些变化/)
  await press('导入 2 行')
  await arrived(/^导入 机构\.csv$/)
  // Esc closes the dialog. The running import goes on.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: '导入/导出' })).toBeFocused()
  await expect.poll(() => db.$count(organization, sql`code like 'GB-%'`)).toBe(2)
  await expect(page.getByRole('row').filter({ hasText: '某市第一中学' })).toBeVisible()

  await reload()
  await page.getByRole('button', { name: /后台任务/ }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: '后台任务' })
  const line = panel.getByRole('listitem').filter({ hasText: /^导入 机构\.csv/ })
  await expect(line).toContainText('新增 2 行')
  await expectAccessible([], '[role=dialog]')
  // The panel lies over a part of one of the list's buttons, which is too small a target for as long as it does.
  await expectAccessible(['target-size'])
  await line.getByRole('button', { name: '撤销整个导入' }).click()
  await expect(line.getByText('已撤销', { exact: true })).toBeVisible()
  expect(await db.$count(organization, sql`code like 'GB-%'`)).toBe(0)
  await expect(page.getByRole('row').filter({ hasText: '某市第一中学' })).toHaveCount(0)
  await panel.getByRole('button', { name: '清除已结束的' }).click()
  await expect(panel.getByText('还没有后台任务')).toBeVisible()
  // The pressed button is gone, so the panel takes the focus.
  await expect(panel.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '后台任务' })).toBeFocused()
})

/** A CSV with 机构代码, 机构名称, 机构类型 and two schools, in GB18030 as Chinese spreadsheet programs write it. */
const gb18030 = Buffer.from(
  'BBFAB9B9B4FAC2EB2CBBFAB9B9C3FBB3C62CBBFAB9B9C0E0D0CD0D0A' +
    '47422D312CC4B3CAD0B5DAD2BBD6D0D1A72CD1A7D0A30D0A' +
    '47422D322CC4B3CAD0B5DAB6FED6D0D1A72CD1A7D0A30D0A',
  'hex',
)

test('the list goes out as it is found and sorted; a refusal is a sentence', async ({
  page,
  db,
  signIn,
  allowConsole,
}) => {
  const [first = '', second = ''] = await topKeys(db, 2)
  await db.insert(organization).values([
    { code: 'EXP-1', name: '导出甲校', type: 'school', sortKey: first },
    { code: 'EXP-2', name: '导出乙校', type: 'school', sortKey: second, contact: '=1+1' },
  ])
  await signIn('admin', 'admin', `${path}?quickSearch=${encodeURIComponent('导出')}`)
  const openPanel = () => page.getByRole('button', { name: '导入/导出' }).click()
  await openPanel()
  const panel = page.getByRole('dialog', { name: '导入/导出' })
  const save = async (name: string) => {
    const download = page.waitForEvent('download')
    await panel.getByRole('link', { name }).click()
    const file = await download
    await expect(panel).toHaveCount(0)
    return bytesOf(file)
  }
  const text = (await save('CSV')).toString('utf8')
  expect(text).toContain("'=1+1")
  expect(text.trimEnd().split('\n')).toHaveLength(3)
  await openPanel()
  await panel.getByRole('radio', { name: /显示的/ }).check()
  const { sheets } = await readXlsx(await save('Excel'))
  expect(sheets[0]?.rows.map((row) => row[0])).toEqual(['机构名称', '导出甲校', '导出乙校'])
  await openPanel()
  const template = await readXlsx(await save('下载导入模板'))
  expect(template.sheets[0]?.rows[0]).toContain('机构代码 *')
  expect(template.sheets[0]?.dataValidations?.length).toBeGreaterThan(1)

  allowConsole(/429/)
  await page.route('**/export?**', (route) =>
    route.fulfill({ status: 429, json: { code: 429, msg: '正在进行的导出太多，请稍后再试', data: null, time: 0 } }),
  )
  await openPanel()
  await panel.getByRole('link', { name: 'CSV' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '正在进行的导出太多，请稍后再试' })).toBeVisible()
})

test('whoever may only look can export, and is offered no import', async ({ page, db, signIn }) => {
  await addOfficer({ db }, { username: 'exporter', nodes: ['baseInfo/organization/index'], scope: 'all' })
  await signIn('admin', 'exporter', path)
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const panel = page.getByRole('dialog', { name: '导出', exact: true })
  await expect(panel.getByRole('link', { name: 'CSV' })).toBeVisible()
  await expect(panel.getByRole('button', { name: '从文件导入' })).toHaveCount(0)
  await expect(panel.getByRole('link', { name: '下载导入模板' })).toHaveCount(0)
})

test('the connection dies in the middle of an import: the dialog says so, and what came of it is there afterwards', async ({
  page,
  db,
  baseURL,
  signIn,
  allowConsole,
}) => {
  const line = await startLine(baseURL ?? '')
  // A second transaction inserts the last code first, so the import waits for it.
  const other = await db.$client.connect()
  try {
    await other.query('begin')
    await other.query(`insert into organization (code, name, type, sort_key) values ('NET-2000', 'x', 'school', 'zz')`)
    await signIn('admin', await addImporter(db, 'cut_off'), `${line.url}${path}`)
    await openImport(page)
    const lines = Array.from({ length: 2_000 }, (_, at) => `NET-${at + 1},学校 ${at + 1},学校`)
    await chooseFile(page, '断线.csv', Buffer.from(`机构代码,机构名称,机构类型\n${lines.join('\n')}\n`))
    await button(page, '下一步').click()
    await button(page, '下一步').click()
    await button(page, /试运行/).click()
    await button(page, '导入 2,000 行').click()
    await expect(dialog(page).getByRole('progressbar', { name: '导入 断线.csv' })).toBeVisible()
    allowConsole(/ERR_(CONNECTION|INCOMPLETE|EMPTY)/)
    line.cut()
    await expect(dialog(page).getByText(/与服务器的连接已中断/)).toBeVisible()
    await other.query('rollback')
    await expect.poll(() => db.$count(organization, sql`code like 'NET-%'`)).toBe(2_000)
    await line.mend()
    await expect(dialog(page).getByText(/导入完成：新增 2,000 行/)).toBeVisible()
    await expect(dialog(page).getByText(/与服务器的连接已中断/)).toHaveCount(0)
  } finally {
    other.release(true)
    line.cut()
  }
})
