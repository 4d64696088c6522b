import { sql } from 'drizzle-orm'
import { expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('a save is in the log with its request and its record, and the log verifies until a row is changed by hand', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(90_000)
  await db.execute(sql`insert into admin_log (event, side, username, title, title_en, path, body, code, message)
    values ('write', 'admin', 'journeyer', '学科 – 添加', 'Subjects – Add', '/adminApi/subject/add',
      '{"deep": {"password": "***", "name": "拉丁语"}}', 200, '已保存')`)
  await signIn('admin', undefined, '/admin/auth/adminLog')
  const row = page.getByRole('row').filter({ hasText: 'journeyer' })
  await row.dblclick()
  const details = page.getByRole('dialog')
  await expect(details.getByText('拉丁语')).toBeVisible()
  await expect(details.getByText(m('adminLog_changesNone'))).toBeVisible()
  await expectAccessible()
  await details
    .getByRole('button', { name: m('ui_close') })
    .last()
    .click()

  await page.getByRole('button', { name: m('button_verify'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const start = dialog.getByRole('button', { name: m('adminLog_verifyStart') })
  await start.click()
  await expect(dialog.getByText(/日志完整/)).toBeVisible()
  await expectAccessible()
  await db.execute(sql`update admin_log set username = 'forger' where username = 'journeyer'`)
  await start.click()
  await expect(dialog.getByRole('alert')).toContainText(m('adminLog_fault_changed'))
  await dialog.getByLabel(m('adminLog_verifyNumber')).fill('1')
  await start.click()
  await expect(dialog.getByText(m('adminLog_verifyBoth'))).toBeVisible()
  await db.execute(sql`update admin_log set username = 'journeyer' where username = 'forger'`)
})
