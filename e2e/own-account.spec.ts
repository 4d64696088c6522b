import { passwords } from '../tests/support/passwords.ts'
import { expect, putSession, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')
const fresh = 'New-pass-99'

test('a member changes name and password: the header follows, other devices end, and the new password signs in', async ({
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
  await signIn('user')
  await page
    .getByRole('main')
    .getByRole('link', { name: m('profile_edit') })
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
  await expect(page.getByText(m('success_passwordChanged', { count: 1 }))).toBeVisible()
  await other.goto('/user/account/overview')
  await expect(other).toHaveURL(/\/user\/login/)
  await elsewhere.close()

  await open('/center/account/changePassword')
  await expect(page.getByRole('heading', { level: 1, name: m('pagesTitle_changePassword') })).toBeVisible()
  await page.context().clearCookies()
  await open('/user/login')
  await page.locator('input[name=username]').fill('member')
  await page.locator('input[name=password]').fill(fresh)
  await page.getByRole('button', { name: m('login_submit'), exact: true }).click()
  await expect(page).toHaveURL('/user/account/overview')
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
