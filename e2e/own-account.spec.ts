import type { Page } from '@playwright/test'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { passwords } from '../tests/support/passwords.ts'
import { expect, leaveProduct, putSession, test } from './support/fixtures.ts'
import { tab } from './support/tabs.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')
const fresh = 'New-pass-99'

test('a member changes name and password: the header follows, all sign-ins end, and the new password signs in', async ({
  page,
  ground,
  browser,
  baseURL,
  open,
  signIn,
  expectAccessible,
}) => {
  const elsewhere = await browser.newContext({ baseURL })
  const other = await elsewhere.newPage()
  await putSession(other, ground, 'user')
  await other.goto('/user/account/overview')
  await expect(other).toHaveURL(/overview/)
  await leaveProduct(other)
  await signIn('user')
  await page
    .getByRole('main')
    .getByRole('link', { name: m('profile_edit') })
    .first()
    .click()
  await expect(page).toHaveURL('/user/account/profile')
  await expectAccessible()
  await page.getByRole('textbox', { name: m('profile_nickname') }).fill('王老师')
  await page.getByRole('button', { name: m('profile_saveName') }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: '王老师' })).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: '王老师' }).click()
  await page.getByRole('menuitem', { name: m('menu_changePassword') }).click()
  await expect(page).toHaveURL('/user/account/changePassword')
  await expectAccessible()
  const submit = page.getByRole('button', { name: m('password_submit') })
  await page.locator('[name=oldPassword]').fill('Wrong-pass-1')
  await page.locator('[name=newPassword]').fill(fresh)
  await page.locator('[name=repeat]').fill(fresh)
  await submit.click()
  await expect(page.getByText(m('password_wrong'))).toBeVisible()
  await page.locator('[name=oldPassword]').fill(passwords.member)
  await submit.click()
  await expect(page).toHaveURL('/user/login')
  await expect(page.getByText(m('success_passwordLeft'))).toBeVisible()
  await other.goto('/user/account/overview')
  await expect(other).toHaveURL(/\/user\/login/)
  await elsewhere.close()
  // The form is behind the login page now, and opens after it.
  await open('/center/account/changePassword')
  await expect(page).toHaveURL(/\/user\/login/)

  await page.locator('input[name=username]').fill('member')
  await page.locator('input[name=password]').fill(fresh)
  await page.getByRole('button', { name: m('login_submit'), exact: true }).click()
  await expect(page).toHaveURL('/center/account/changePassword')
  await expect(page.getByRole('heading', { level: 1, name: m('pagesTitle_changePassword') })).toBeVisible()
})

test('in the back office name and password are on the profile page; when the session ends in between, nothing is lost', async ({
  page,
  ground,
  signIn,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signIn('admin', 'admin', '/admin/routine/adminInfo')
  const name = page.getByRole('textbox', { name: m('profile_nickname') })
  await name.fill('李主任')
  await page.getByRole('button', { name: m('profile_saveName') }).click()
  await expect(page.getByRole('banner').getByText('李主任')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '李主任' })).toBeVisible()
  await expectAccessible()

  await page.locator('[name=oldPassword]').fill(passwords.admin)
  await page.locator('[name=newPassword]').fill(fresh)
  await page.locator('[name=repeat]').fill(fresh)
  await page.context().clearCookies()
  await page.getByRole('button', { name: m('password_submit') }).click()
  await expect(page.getByRole('link', { name: m('crud_signIn') })).toBeVisible()
  await expect(page).toHaveURL('/admin/routine/adminInfo')
  await putSession(page, ground, 'admin')
  await page.getByRole('button', { name: m('password_submit') }).click()
  await expect(page.getByText(m('success_passwordChanged', { count: 1 }))).toBeVisible()
})

test('the account menu of the back office leads to the password, and what is typed there is not lost unasked', async ({
  page,
  db,
  open,
  signIn,
}) => {
  await addOfficer({ db }, { username: 'two_minds', nodes: ['dashboard'], scope: 'all' })
  await signIn('admin', 'two_minds', '/admin/dashboard')
  const menu = page.getByRole('banner').getByRole('button', { name: m('shell_account') })
  const toPassword = async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: m('menu_changePassword') }).click()
  }
  const old = page.locator('[name=oldPassword]')
  await toPassword()
  await expect(page).toHaveURL('/admin/routine/adminInfo')
  await expect(old).toBeFocused()
  await expect(page.getByRole('heading', { name: m('password_title') })).toBeInViewport()
  // A second press leads there again.
  await page.getByRole('textbox', { name: m('profile_nickname') }).focus()
  await toPassword()
  await expect(old).toBeFocused()

  await page.keyboard.type(passwords.admin)
  // Another tab's page loses nothing, and the password is not stored.
  await tab(page, m('menu_dashboard')).click()
  await expect(page).toHaveURL('/admin/dashboard')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    passwords.admin,
  )
  await tab(page, m('pagesTitle_profile')).click()
  await expect(old).toHaveValue(passwords.admin)

  const question = page.getByRole('alertdialog', { name: m('crud_discardTitle') })
  const close = () => tab(page, m('pagesTitle_profile')).press('Delete')
  await close()
  await expect(question).toContainText(m('pagesTitle_profile'))
  await question.getByRole('button', { name: m('ui_cancel') }).click()
  await expect(old).toHaveValue(passwords.admin)
  await expectQuestionOnClose(page)
  await close()
  await question.getByRole('button', { name: m('crud_discard') }).click()
  await expect(tab(page, m('pagesTitle_profile'))).toHaveCount(0)

  await open('/admin/routine/adminInfo')
  await page.getByRole('textbox', { name: m('profile_nickname') }).fill('赵主任')
  await close()
  await expect(question).toBeVisible()
})

test('each side chooses which notices also come by e-mail, and reads why none are sent', async ({
  page,
  db,
  open,
  signIn,
  expectAccessible,
}) => {
  await addOfficer({ db }, { username: 'by_mail', nodes: ['dashboard'], scope: 'all' })
  await signIn('admin', 'by_mail', '/admin/routine/adminInfo')
  const card = page.getByRole('region', { name: m('noticeMail_title') })
  const news = card.getByRole('checkbox', { name: m('noticeMail_announcement') })
  await expect(card.getByRole('checkbox', { name: m('noticeMail_device') })).toBeChecked()
  await expect(card.getByRole('status')).toContainText(m('noticeMail_off'))
  await expect(card.getByRole('checkbox', { name: m('noticeMail_job') })).not.toBeChecked()
  await news.focus()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.keyboard.press('Space')
  await saved
  await expect(news).toBeChecked()
  await expectAccessible()
  await page.reload()
  await expect(news).toBeChecked()

  await write(db, systemAuthor, 'seed', (tx) =>
    createAccount(tx, { kind: 'user', username: 'to_mail', nickname: 'to_mail', password: passwords.member }),
  )
  await signIn('user', 'to_mail')
  await open('/user/account/profile')
  await expect(card.getByRole('checkbox')).toHaveCount(6)
  await expect(card.getByRole('checkbox', { name: m('noticeMail_family') })).toBeChecked()
  await expect(card.getByRole('checkbox', { name: m('noticeMail_markCheck') })).toBeChecked()
  await expect(news).not.toBeChecked()
})

for (const [area, form, field] of [
  ['user', 'profile', 'nickname'],
  ['user', 'changePassword', 'newPassword'],
  ['center', 'changePassword', 'oldPassword'],
] as const) {
  test(`a member is asked before what is typed is lost: /${area}/account/${form}`, async ({
    page,
    db,
    open,
    signIn,
  }) => {
    const username = `${area[0]}_${field}`
    await write(db, systemAuthor, 'seed', (tx) =>
      createAccount(tx, { kind: 'user', username, nickname: username, password: passwords.member }),
    )
    await signIn('user', username, '/user/account/overview')
    await open(`/${area}/account/${form}`)
    const input = page.locator(`[name=${field}]`)
    await input.fill('Typed-9')
    const question = page.getByRole('alertdialog', { name: m('crud_discardTitle') })
    const menu = page.getByRole('banner').getByRole('button', { name: m('shell_account') })
    await menu.click()
    await page.getByRole('menuitem', { name: area === 'user' ? m('member_wideView') : m('member_usualView') }).click()
    await expect(question).toContainText(m(form === 'profile' ? 'pagesTitle_profile' : 'pagesTitle_changePassword'))
    await question.getByRole('button', { name: m('ui_cancel') }).click()
    await expect(page).toHaveURL(`/${area}/account/${form}`)
    await expect(input).toHaveValue('Typed-9')
    await expectQuestionOnClose(page)
    await menu.click()
    await page.getByRole('menuitem', { name: m('shell_signOut') }).click()
    await question.getByRole('button', { name: m('ui_cancel') }).click()
    await menu.click()
    await page.getByRole('menuitem', { name: area === 'user' ? m('member_wideView') : m('member_usualView') }).click()
    await question.getByRole('button', { name: m('crud_discard') }).click()
    await expect(page).toHaveURL(`/${area === 'user' ? 'center' : 'user'}/account/${form}`)
    await expect(input).not.toHaveValue('Typed-9')
  })
}

/** The browser asks before it leaves the page, and the user stays. */
async function expectQuestionOnClose(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}
