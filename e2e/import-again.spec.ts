import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { escapeFrom, expect, speak, test } from './support/fixtures.ts'
import { changeSetting } from './support/settings.ts'
import { topKeys } from './support/top-keys.ts'
import { wordsOf } from './support/words.ts'

const path = '/admin/baseInfo/organization'
const dialog = (page: Page) => page.getByRole('dialog', { name: '导入机构' })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })

const nodes = [
  'baseInfo/organization/index',
  'baseInfo/organization/add',
  'baseInfo/organization/edit',
  'baseInfo/subject/index',
] as const

/**
 * Creates an account for one test. The jobs of one account run one after the other, and the panel counts and clears
 * them together.
 */
async function addImporter(db: Database, username: string): Promise<string> {
  await addOfficer({ db }, { username, nodes: [...nodes], scope: 'all' })
  return username
}

async function openImport(page: Page) {
  await page.getByRole('button', { name: '导入/导出' }).click()
  await page.getByRole('button', { name: '从文件导入' }).click()
}

const chooser = (page: Page) => dialog(page).locator('input[type=file]')
const choose = (page: Page, name: string, buffer: Buffer) =>
  chooser(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

test('a workbook of an office program: its dry run is left, found again from another page and after a reload, and done', async ({
  page,
  db,
  open,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', await addImporter(db, 'finds_again'), path)
  await openImport(page)
  await choose(page, '学校名单.xlsx', await readFile('tests/sheet/files/office-rich.xlsx'))
  await expect(dialog(page).getByText('标题下约 5 行')).toBeVisible()
  await button(page, '下一步').click()
  // Titles that are only similar have to be looked at.
  await expect(button(page, '下一步')).toHaveAttribute('aria-disabled', 'true')
  await dialog(page).getByRole('checkbox', { name: '我已核对' }).check()
  await button(page, '下一步').click()
  await button(page, /试运行/).click()
  await expect(button(page, '被拒绝 3')).toBeVisible()
  // Nothing is lost, so no confirmation appears.
  await escapeFrom(dialog(page))

  await open('/admin/baseInfo/subject')
  await page.getByRole('button', { name: /后台任务/ }).click()
  const panel = page.getByRole('dialog', { name: '后台任务' })
  const line = panel.getByRole('listitem').filter({ hasText: /^检查 学校名单\.xlsx/ })
  await expect(line).toContainText('3 行不符合要求')
  await line.getByRole('button', { name: '打开' }).click()
  await expect(page).toHaveURL(new RegExp(path))
  await expect(button(page, '被拒绝 3')).toBeVisible()
  await expect(dialog(page).getByText(/“没有的上级”/)).toBeVisible()
  await expectAccessible()
  await expect(dialog(page).getByRole('link', { name: '只下载被拒绝的 3 行' })).toBeVisible()

  // The mapping of the columns is kept as well: go one step back, then forward again.
  await button(page, '上一步').click()
  await expect(dialog(page).getByLabel('“名称”对应的字段')).toHaveValue('name')
  await expect(dialog(page).getByLabel('“校验”对应的字段')).toHaveValue('')
  await button(page, '下一步').click()
  await button(page, /试运行/).click()
  await expect(button(page, '被拒绝 3')).toBeVisible()
  await dialog(page).getByText('跳过有问题的行').click()
  await button(page, '导入 2 行').click()
  await expect(dialog(page).getByText(/导入完成：新增 2 行/)).toBeVisible()
  await button(page, '完成').click()
  expect(await db.$count(organization, sql`code in ('X0', 'X1', 'X2', 'X3')`)).toBe(2)
  // A finished import cannot be opened again, nor can the dry runs before it.
  await page.getByRole('button', { name: /后台任务/ }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: '学校名单.xlsx' })).toHaveCount(3)
  await expect(
    panel.getByRole('listitem').filter({ hasText: '学校名单.xlsx' }).getByRole('button', { name: '打开' }),
  ).toHaveCount(0)
})

test('a dry run is left while it runs: its end is told in passing, and leads back to it', async ({
  page,
  db,
  signIn,
}) => {
  // A second transaction holds the verdicts of these rows, so the dry run waits.
  const other = await db.$client.connect()
  try {
    await signIn('admin', await addImporter(db, 'leaves'), path)
    await openImport(page)
    const file = Buffer.from('机构代码,机构名称,机构类型\nAGAIN-1,离开一校,学校\n')
    await choose(page, '离开.csv', file)
    await button(page, '下一步').click()
    await button(page, '下一步').click()
    await other.query('begin')
    await other.query(`insert into import_verdict (import_id, row_no, action)
      select id, row_no, 'new' from data_import, generate_series(1, 3) row_no where file_name = '离开.csv'`)
    await button(page, /试运行/).click()
    await expect(dialog(page).getByRole('progressbar')).toBeVisible()
    await button(page, '在后台继续').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /后台任务：1 个进行中/ })).toBeVisible()
    await other.query('rollback')
    const told = page.getByRole('status').filter({ hasText: /检查 离开\.csv.*将新增 1 行/ })
    await told.getByRole('button', { name: '打开' }).click()
    await expect(button(page, '新增 1')).toBeVisible()
    await button(page, '导入 1 行').click()
    await expect(dialog(page).getByText(/导入完成：新增 1 行/)).toBeVisible()
    // Importing the same file again changes nothing.
    await button(page, '完成').click()
    await openImport(page)
    await choose(page, '离开.csv', file)
    await button(page, '下一步').click()
    await button(page, '下一步').click()
    await button(page, /试运行/).click()
    await expect(dialog(page).getByText('文件里的内容与系统中的完全一致，没有需要导入的。')).toBeVisible()
  } finally {
    other.release(true)
  }
})

test('the palette opens an import from any page, for whoever may write, in English too', async ({
  page,
  signIn,
  baseURL,
}) => {
  const t = wordsOf('en')
  await speak(page, 'en', baseURL)
  await signIn('admin')
  await expect(page.getByRole('button', { name: t('palette_open') })).toBeVisible()
  await page.keyboard.press('Control+k')
  const name = t('import_dialogTitle', { title: t('menu_subject').toLocaleLowerCase() })
  await page.getByRole('combobox', { name: t('palette_placeholder') }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(/baseInfo\/subject/)
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect(page.getByRole('dialog', { name }).getByRole('button', { name: t('import_choose') })).toBeFocused()
})

test('a file that is too large is refused with how large it may be, by the page or by the server, and the next one is taken', async ({
  page,
  db,
  request,
  reload,
  signIn,
  allowConsole,
}) => {
  allowConsole(/413/)
  const limit = (megabytes: number) => changeSetting(db, request, 'importMaxsize', megabytes * 1024 ** 2)
  const refused = dialog(page).getByRole('alert')
  // Playwright sends a buffer to the browser as text, so the large file is read from disk.
  const large = test.info().outputPath('太大.csv')
  await writeFile(large, Buffer.alloc(30 * 1024 ** 2, 'a,b\n'))
  await limit(4)
  await signIn('admin', 'admin', path)
  await openImport(page)
  await chooser(page).setInputFiles(large)
  await expect(refused).toHaveText(/文件超过 4 MB。请删去表格里空的行/)
  await limit(100)
  await reload()
  // The limit is lowered after the page was rendered. The server refuses the file after receiving all of it.
  await limit(2)
  await openImport(page)
  await chooser(page).setInputFiles(large)
  await expect(refused).toHaveText(/文件超过 2 MB。请删去表格里空的行/)
  await choose(page, '正好.csv', Buffer.from('机构代码,机构名称,机构类型\nAGAIN-2,正好,学校\n'))
  await expect(dialog(page).getByRole('heading', { name: /标题在哪一行/ })).toBeVisible()
})

test('a list with a very long filter is shown and goes out', async ({ page, db, signIn }) => {
  const [key = ''] = await topKeys(db, 1)
  await db.insert(organization).values({ code: 'LONG-0', name: '长名单里的学校', type: 'school', sortKey: key })
  const names = Array.from({ length: 600 }, (_, at) => `第 ${at} 所没有的学校`)
  const filter = JSON.stringify({ field: 'name', operator: 'IN', val: ['长名单里的学校', ...names] })
  await signIn('admin', 'admin', `${path}?filter=${encodeURIComponent(filter)}`)
  await expect(page.getByRole('row').filter({ hasText: '长名单里的学校' })).toBeVisible()
  await page.getByRole('button', { name: '导入/导出' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.trimEnd().split('\n')).toHaveLength(2)
})
