import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { passwords } from '../tests/support/passwords.ts'
import { expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

/** Lets passwords end after 90 days, and that of an account be a day older. */
async function endPassword(db: Database, username: string): Promise<void> {
  await db.execute(sql`update credential set change_time = now() - interval '91 days'
    where account_id = (select id from account where username = ${username})`)
  await db.execute(sql`insert into config (name, "group", value) values ('passwordDays', 'password', '90')
    on conflict (name) do update set value = excluded.value`)
}

test('a program works with an API token that its owner has made on the profile page, until it is revoked there', async ({
  page,
  db,
  request,
  signIn,
  expectAccessible,
}) => {
  await addOfficer({ db }, { username: 'sync', nodes: ['baseInfo/organization/index'], scope: 'all' })
  await signIn('admin', 'sync', '/admin/routine/adminInfo')
  await page.getByRole('button', { name: m('apiToken_new') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: m('apiToken_create') }).click()
  await expect(dialog.getByText(m('apiToken_nodesNeeded'))).toBeVisible()
  await dialog.getByRole('textbox', { name: m('apiToken_name') }).fill('同步脚本')
  await dialog.getByRole('treeitem', { name: m('menu_baseInfo') }).click()
  await expectAccessible()
  await dialog.getByRole('button', { name: m('apiToken_create') }).click()
  const secret = page.getByRole('dialog').getByRole('textbox', { name: m('apiToken_secret') })
  await expect(secret).toHaveValue(/^yst_\w{44}$/)
  const headers = { authorization: `Bearer ${await secret.inputValue()}` }
  const answers = async () => (await request.get('/adminApi/organization/index', { headers })).status()
  expect(await answers()).toBe(200)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m('ui_close') })
    .last()
    .click()

  await page.getByRole('button', { name: m('apiToken_revokeOne', { name: '同步脚本' }) }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: m('apiToken_revoke'), exact: true })
    .click()
  await expect(page.getByText(m('apiToken_stateEnded'))).toBeVisible()
  expect(await answers()).toBe(401)
})

test('whoever signs in with an expired password sets a new one, which the policy refuses at its field, and goes on', async ({
  page,
  db,
  open,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/status of 422/)
  await addOfficer({ db }, { username: 'late', nodes: ['dashboard'], scope: 'all' })
  await endPassword(db, 'late')
  await open('/admin/login')
  await page.locator('input[name=username]').fill('late')
  await page.locator('input[name=password]').fill(passwords.admin)
  await page.getByRole('button', { name: m('login_submit'), exact: true }).click()
  await expect(page.getByRole('heading', { name: m('password_expiredTitle') })).toBeVisible()
  await expect(page.getByText(m('passwordPolicy_common'))).toBeVisible()
  await expectAccessible()
  await page.locator('[name=oldPassword]').fill(passwords.admin)
  await page.locator('[name=newPassword]').fill('late123456')
  await page.locator('[name=repeat]').fill('late123456')
  await page.getByRole('button', { name: m('password_submit') }).click()
  await expect(page.getByText(m('passwordPolicy_known')).first()).toBeVisible()
  await expect(page.locator('[name=newPassword]')).toBeFocused()
  await page.locator('[name=newPassword]').fill('Paper-boat-7')
  await page.locator('[name=repeat]').fill('Paper-boat-7')
  await page.getByRole('button', { name: m('password_submit') }).click()
  await expect(page).toHaveURL('/admin/dashboard')
})

test('a password that expires while a form is open is set anew above it, and the form is saved as it was typed', async ({
  page,
  db,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  await addOfficer({ db }, { username: 'typing', nodes: ['dashboard'], scope: 'all' })
  await signIn('admin', 'typing', '/admin/routine/adminInfo')
  await page.locator('[name=nickname]').fill('还在')
  // The password ends when the form is on its way: any other call of the page would open the dialog before the press.
  let ended = false
  await page.route('**/_serverFn/**', async (route) => {
    if (!ended && route.request().postData()?.includes('还在')) {
      ended = true
      await endPassword(db, 'typing')
    }
    await route.continue()
  })
  await page
    .locator('form', { has: page.locator('[name=nickname]') })
    .getByRole('button')
    .click()
  const dialog = page.getByRole('dialog', { name: m('password_expiredTitle') })
  await dialog.locator('[name=oldPassword]').fill(passwords.admin)
  await dialog.locator('[name=newPassword]').fill('Paper-boat-7')
  await dialog.locator('[name=repeat]').fill('Paper-boat-7')
  await dialog.getByRole('button', { name: m('password_submit') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('还在')
  await expect(page).toHaveURL('/admin/routine/adminInfo')
})
