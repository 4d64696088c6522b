import { sql } from 'drizzle-orm'
import { contract } from './support/contract.ts'
import { expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('a save is in the log with its request and its record, and the log verifies until a row is changed by hand', async ({
  page,
  db,
  ground,
  signIn,
  expectAccessible,
}) => {
  const call = await contract(ground.url)
  const latin = { code: 'LATIN', name: '拉丁语', type: 'first', fullMark: 100, status: 1, levelIds: [] }
  expect(await call('subject/add', latin)).toMatchObject({ code: 200 })
  await signIn('admin', undefined, '/admin/auth/adminLog')
  const row = page.getByRole('row').filter({ hasText: '学科 – 添加' })
  await row.dblclick()
  const details = page.getByRole('dialog')
  await expect(details.getByText('name: 拉丁语')).toBeVisible()
  await expect(details.getByRole('link', { name: '拉丁语' })).toBeVisible()
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
  await db.execute(sql`update admin_log set agent = 'forged' where path = '/adminApi/subject/add'`)
  await start.click()
  await expect(dialog.getByRole('alert')).toContainText(m('adminLog_fault_changed'))
  await dialog.getByLabel(m('adminLog_verifyNumber')).fill('1')
  await start.click()
  await expect(dialog.getByText(m('adminLog_verifyBoth'))).toBeVisible()
})
