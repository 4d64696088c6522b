import { sql } from 'drizzle-orm'
import { passwords } from '../tests/support/passwords.ts'
import { expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('a screen is made from nothing, used, changed without a loss, and taken back from the log', async ({
  page,
  db,
  signIn,
  open,
}) => {
  await signIn('admin', 'admin', '/admin/crud/crud')
  await page.getByRole('button', { name: m('designer_startBlank') }).click()
  await page.getByPlaceholder('中文').first().fill('资产')
  await page.getByPlaceholder('英文').first().fill('Asset')
  await page.getByLabel(m('designer_key')).first().fill('asset')
  await page.getByRole('combobox', { name: m('designer_menu') }).click()
  await page.getByRole('option', { name: m('menu_baseInfo') }).click()
  await page.getByRole('button', { name: '金额', exact: true }).click()
  await page.getByRole('button', { name: m('designer_generate') }).click()
  await page.getByRole('button', { name: m('designer_open') }).click()
  await expect(page).toHaveURL('/admin/baseInfo/asset')
  await db.execute(sql`insert into res_asset (name, money) values ('台灯', 1250)`)
  await open('/admin/crud/crud/designer?key=asset')
  await page.locator('[data-field-row=money]').click()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: m('designer_generate') }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('1')
  await asked.getByRole('button', { name: m('designer_generate') }).click()
  await expect(asked).toBeHidden()
  void passwords
})
