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

test('a table of others gets a screen after a question, is edited, and is given back as it was', async ({
  page,
  db,
  signIn,
  open,
}) => {
  const columns = async () => {
    const { rows } = await db.execute<{ names: string }>(
      sql`select string_agg(attname, ',' order by attnum) as names from pg_attribute where attrelid = 'fleet.planes'::regclass and attnum > 0 and not attisdropped`,
    )
    return rows[0]?.names
  }
  await db.execute(sql`create schema fleet`)
  await db.execute(
    sql`create table fleet.planes (code char(3) primary key, model varchar(60) not null, status char(1) not null default '0')`,
  )
  await db.execute(sql`comment on column fleet.planes.status is '状态（0正常 1停用）'`)
  await db.execute(sql`insert into fleet.planes values ('773', 'Boeing 777', '0'), ('CN1', 'Cessna', '1')`)
  const before = await columns()
  await signIn('admin', 'admin', '/admin/crud/crud')
  await page.getByRole('button', { name: m('designer_startTable') }).click()
  await page.getByLabel(m('designer_findTable')).fill('planes')
  await page.getByRole('button', { name: 'fleet.planes' }).click()
  await expect(page.locator('[data-field=status]')).toContainText(m('designer_typeSelect'))
  await expect(page.getByRole('textbox', { name: m('designer_table'), exact: true })).toBeDisabled()
  await page.getByRole('button', { name: m('designer_generate'), exact: true }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('fleet.planes')
  await asked.getByRole('button', { name: m('designer_generate'), exact: true }).click()
  await page.getByRole('button', { name: m('designer_open') }).click()
  const row = page.getByRole('row').filter({ hasText: 'Cessna' })
  await expect(row).toContainText('停用')
  await row.getByRole('button', { name: m('crud_editRow', { name: 'CN1' }) }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Model').fill('Cessna 208')
  await form.getByRole('button', { name: m('crud_save') }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Cessna 208' })).toBeVisible()

  await open('/admin/crud/crud')
  const entry = page.getByRole('row').filter({ hasText: 'fleet.planes' })
  await entry.getByRole('button', { name: m('crud_more', { name: 'Planes' }) }).click()
  await page.getByRole('menuitem', { name: m('designer_undo') }).click()
  await asked.getByRole('button', { name: m('designer_undo') }).click()
  await expect(asked).toBeHidden()
  expect(await columns()).toBe(before)
  const { rows } = await db.execute(sql`select model, status from fleet.planes where code = 'CN1'`)
  expect(rows).toEqual([{ model: 'Cessna 208', status: '1' }])
})
