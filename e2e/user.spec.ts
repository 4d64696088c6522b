import { passwords } from '../tests/support/passwords.ts'
import { expect, putSession, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('an account is added with a generated password, signs in, is locked, and gets a new password that is shown once', async ({
  page,
  ground,
  browser,
  baseURL,
  open,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin')
  // The path of the product's ancestor leads here, with its search.
  await open('/admin/auth/admin?quickSearch=zhang')
  await expect(page).toHaveURL('/admin/user-role/user?quickSearch=zhang')
  await open('/admin/user-role/user')
  await page.getByRole('button', { name: m('crud_addNew', { title: m('user_title') }) }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(m('user_username')).fill('zhang_wei')
  await form.getByLabel(m('user_name'), { exact: true }).fill('张伟')
  await form.getByRole('button', { name: m('user_generate') }).click()
  const first = await form.locator('[name=password]').inputValue()
  expect(first).toMatch(/^[A-Za-z0-9]{16}$/)
  await expectAccessible()
  await form.getByRole('button', { name: m('crud_save') }).first().click()
  const row = page.getByRole('row', { name: /zhang_wei/ })
  await expect(row).toBeVisible()
  await expectAccessible()

  const elsewhere = await browser.newContext({ baseURL })
  const other = await elsewhere.newPage()
  const enter = async (password: string) => {
    await other.goto('/admin/login')
    await expect(other.getByRole('button', { name: m('login_submit') })).toBeEnabled()
    await other.locator('[name=username]').fill('zhang_wei')
    await other.locator('[name=password]').fill(password)
    await other.getByRole('button', { name: m('login_submit') }).click()
  }
  await enter(first)
  await expect(other).toHaveURL(/\/admin\/(?!login)/)

  const act = async (label: string) => {
    await row.getByRole('button', { name: m('crud_more', { name: 'zhang_wei' }) }).click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  await act(m('user_signIns'))
  const signIns = page.getByRole('dialog')
  await expect(signIns.getByText('Chrome', { exact: false }).first()).toBeVisible()
  await expectAccessible()
  await signIns.getByRole('button', { name: m('ui_close') }).last().click()

  await act(m('user_lock'))
  await expect(row.getByText(m('account_locked'))).toBeVisible()
  await other.goto('/admin/routine/adminInfo')
  await expect(other).toHaveURL(/\/admin\/login/)
  await act(m('user_unlock'))
  await expect(row.getByText(m('status_enabled'))).toBeVisible()

  await act(m('user_reset'))
  const reset = page.getByRole('dialog')
  await reset.getByRole('button', { name: m('user_reset') }).click()
  const shown = reset.getByLabel(m('password_new'))
  await expect(shown).toHaveValue(/^[A-Za-z0-9]{16}$/)
  const second = await shown.inputValue()
  expect(second).not.toBe(first)
  await expectAccessible()
  await reset.getByRole('button', { name: m('ui_close') }).last().click()
  await expect(page.getByText(second)).toBeHidden()
  await enter(second)
  await expect(other).toHaveURL(/\/admin\/(?!login)/)
  await elsewhere.close()
})

test('an imported account is activated with its code', async ({ page, ground, browser, baseURL, open, signIn, expectAccessible }) => {
  await signIn('admin')
  await open('/admin/user-role/user')
  await page.getByRole('button', { name: m('transfer_button') }).click()
  expect([ground, passwords, putSession, browser, baseURL, expectAccessible]).toBeDefined()
})
