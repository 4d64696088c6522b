import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre'
import type { Database } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { expect, test } from './support/fixtures.ts'

const path = '/admin/baseInfo/organization'
const dialog = (page: Page) => page.getByRole('dialog', { name: '导入机构' })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
const column = (page: Page, title: string) => dialog(page).getByLabel(`“${title}”对应的字段`)

async function addImporter(db: Database, username: string): Promise<string> {
  const nodes = ['index', 'add', 'edit'].map(
    (action) => `baseInfo/organization/${action}` as 'baseInfo/organization/add',
  )
  await addOfficer({ db }, { username, nodes, scope: 'all' })
  return username
}

async function openImport(page: Page) {
  await page.getByRole('button', { name: '导入/导出' }).click()
  await page.getByRole('button', { name: '从文件导入' }).click()
}

async function choose(page: Page, name: string, content: string | Buffer) {
  const buffer = Buffer.from(content)
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(dialog(page).getByRole('heading', { name: /标题在哪一行/ })).toBeVisible()
}

test('a guessed column waits for a look; a choice by hand is remembered after the import, until it is forgotten', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', await addImporter(db, 'guesses'), path)
  await openImport(page)
  const titles = '序号,学校代码,机构名称,机构类型,某列'
  await choose(page, '一.csv', `${titles}\n1,GUESS-1,甲区第一小学,学校,甲一小\n2,GUESS-2,甲区第二小学,学校,甲二小\n`)
  await button(page, '下一步').click()
  await expect(column(page, '序号')).toHaveValue('')
  await expect(column(page, '学校代码')).toHaveValue('code')
  await expect(dialog(page).getByText('猜测，请核对', { exact: true })).toBeVisible()
  await expect(button(page, '下一步')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
  await column(page, '某列').selectOption('shortName')
  await dialog(page).getByRole('checkbox', { name: '我已核对' }).check()
  await button(page, '下一步').click()
  await button(page, /试运行/).click()
  await expect(button(page, '新增 2')).toBeVisible()
  // A new row shows all its values, not only its name.
  await expect(dialog(page).getByRole('listitem').filter({ hasText: '甲区第一小学' })).toContainText('简称甲一小')
  await expectAccessible()
  await button(page, '导入 2 行').click()
  await expect(dialog(page).getByText(/导入完成：新增 2 行/)).toBeVisible()

  // Another table that numbers its rows from 1 changes nothing of the first one.
  await button(page, '换一个文件').click()
  await choose(page, '二.csv', `${titles}\n1,GUESS-3,乙区第一小学,学校,乙一小\n`)
  await button(page, '下一步').click()
  await expect(column(page, '某列')).toHaveValue('shortName')
  await expect(dialog(page).getByText('上次的选择').first()).toBeVisible()
  // The code is still a guess: it was confirmed for one file.
  await expect(dialog(page).getByText('猜测，请核对', { exact: true })).toBeVisible()
  await dialog(page).getByRole('checkbox', { name: '我已核对' }).check()
  await button(page, '下一步').click()
  await button(page, /试运行/).click()
  await expect(button(page, '新增 1')).toBeVisible()
  await button(page, '上一步').click()
  await button(page, '忘记“某列”上次的选择').click()
  await expect(column(page, '某列')).toHaveValue('')
  await expect(button(page, /^忘记/)).toHaveCount(0)
  expect(await db.$count(organization, sql`name like '甲区%'`)).toBe(2)
})

test('a connection that is lost at the next step is called so, and the settings are still there', async ({
  page,
  db,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await signIn('admin', await addImporter(db, 'loses_line'), path)
  await openImport(page)
  await choose(page, '断线.csv', '机构代码,机构名称,机构类型\nLOST-1,断线一校,学校\n')
  await button(page, '下一步').click()
  await column(page, '机构名称').selectOption('shortName')
  await page.route('**/_serverFn/**', (route) => route.abort())
  await button(page, '下一步').click()
  await expect(dialog(page).getByRole('alert')).toHaveText('与服务器的连接中断了。这里的设置都还在，请稍后再点一次。')
  await expect(column(page, '机构名称')).toHaveValue('shortName')
  await page.unroute('**/_serverFn/**')
  await button(page, '下一步').click()
  await expect(dialog(page).getByRole('heading', { name: /将这样读取/ })).toBeVisible()
})

test('the encoding, the sheet and a title row far down are chosen in the step of the file', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', await addImporter(db, 'reads'), path)
  await openImport(page)
  await choose(page, '臺北.csv', big5)
  const encoding = dialog(page).getByRole('combobox', { name: '编码' })
  await expect(encoding).toHaveValue('big5')
  await expect(dialog(page).getByRole('cell', { name: '臺北市立第一中學' })).toBeVisible()
  await expect(button(page, '下一步')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
  await encoding.selectOption('gb18030')
  await expect(dialog(page).getByRole('cell', { name: '臺北市立第一中學' })).toHaveCount(0)
  await encoding.selectOption('utf-8')
  await expect(dialog(page).getByRole('alert')).toHaveText('这个文件不能按这种编码读取，请换一种。')
  await expect(encoding).toHaveValue('gb18030')
  await encoding.selectOption('big5')
  await expect(dialog(page).getByRole('cell', { name: '臺北市立第一中學' })).toBeVisible()
  // It was chosen by hand, so there is nothing to confirm.
  await button(page, '下一步').click()
  await button(page, '上一步').click()

  await button(page, '换一个文件').click()
  const far = Array.from({ length: 60 }, (_, at) => [`说明 ${at + 1}`])
  const schools = [...far, ['机构代码', '机构名称', '机构类型'], ['FAR-1', '远处一校', '学校']]
  const sheets = [
    { name: '填表说明', rows: [['请逐行填写']] },
    { name: '名单', rows: [['机构代码', '机构名称'], ...schools] },
  ]
  await choose(page, '名单.xlsx', Buffer.from(await writeXlsx({ sheets })))
  await expect(dialog(page).getByRole('combobox', { name: '工作表' })).toHaveValue('1')
  await expect(dialog(page).getByText('这个工作表的标题最相符')).toBeVisible()
  const row = dialog(page).getByLabel('标题行的行号')
  await row.fill('62')
  await row.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: '第 62 行是标题' })).toBeChecked()
  await expect(dialog(page).getByRole('row', { name: /FAR-1/ })).toBeVisible()
  await button(page, '下一步').click()
  await expect(column(page, '机构类型')).toHaveValue('type')
})

/** 學校代碼,學校名稱 and a school, in Big5. */
const big5 = Buffer.from('bec7aed5a54ebd582cbec7aed5a657bad90a42312cbb4fa55fa5aba5dfb2c4a440a4a4bec70a', 'hex')
