import { sql } from 'drizzle-orm'
import { expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('a screen is made from nothing, loses a field after a question, and gets it back from the log', async ({
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
  const generate = page.getByRole('button', { name: m('designer_generate'), exact: true })
  await generate.click()
  await page.getByRole('button', { name: m('designer_open') }).click()
  await expect(page).toHaveURL('/admin/baseInfo/asset')
  await db.execute(sql`insert into res_asset (name, money) values ('台灯', 1250)`)

  await open('/admin/crud/crud/designer?key=asset')
  await page.locator('[data-field=money]').click()
  await page.keyboard.press('Delete')
  await generate.click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText(m('generator_effectAside', { count: 1 }))
  await asked.getByRole('button', { name: m('designer_generate'), exact: true }).click()
  await expect(asked).toBeHidden()
  await open('/admin/baseInfo/asset')
  await expect(page.getByRole('row').filter({ hasText: '台灯' })).toBeVisible()
  await expect(page.getByText('12.50')).toHaveCount(0)

  await open('/admin/crud/crud')
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: m('crud_more', { name: '资产' }) })
    .click()
  await page.getByRole('menuitem', { name: m('designer_undo') }).click()
  await asked.getByRole('button', { name: m('designer_undo') }).click()
  await expect(asked).toBeHidden()
  await open('/admin/baseInfo/asset')
  await expect(page.getByRole('row').filter({ hasText: '台灯' })).toContainText('12.50')
})

test('a workbook becomes a design that waits for its menu', async ({ page, signIn }) => {
  await signIn('admin', 'admin', '/admin/crud/crud')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: m('designer_startBook') }).click()
  const content = 'Name,Price\nLamp,12.5\nDesk,99\n'
  await (await choosing).setFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(page.locator('[data-field=name]')).toBeVisible()
  await expect(page.locator('[data-field=price]')).toContainText(m('designer_typeNumber'))
  await page.getByRole('button', { name: m('designer_generate'), exact: true }).click()
  await expect(page.getByText(m('rule_required')).first()).toBeVisible()
  await page.reload()
  await expect(page.locator('[data-field=price]')).toBeVisible()
})
