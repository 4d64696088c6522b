import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre'
import { expect, leaveProduct, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('an account is added with a generated password, signs in, is locked, and gets a new password that is shown once', async ({
  page,
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
  await page
    .getByRole('button', { name: m('crud_addTitle', { title: m('user_title') }) })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.locator('[name=username]').fill('zhang_wei')
  await form.locator('[name=name]').fill('张伟')
  await form.getByRole('button', { name: m('user_generate') }).click()
  const generated = form.locator('[name=password]')
  await expect(generated).toHaveValue(/^[A-Za-z0-9]{16}$/)
  const first = await generated.inputValue()
  await expectAccessible()
  await form.getByRole('button', { name: /^保存(?!并)/ }).click()
  const row = page.getByRole('row', { name: /zhang_wei/ })
  await expect(row).toBeVisible()
  await expectAccessible()

  const elsewhere = await browser.newContext({ baseURL })
  const other = await elsewhere.newPage()
  const enter = async (password: string) => {
    await other.goto('/admin/login')
    await expect(other.getByRole('button', { name: m('login_submit'), exact: true })).toBeEnabled()
    await other.locator('[name=username]').fill('zhang_wei')
    await other.locator('[name=password]').fill(password)
    await other.getByRole('button', { name: m('login_submit'), exact: true }).click()
  }
  await enter(first)
  // Without a role there is nothing to see, but one is signed in.
  await expect(other).not.toHaveURL(/\/login/)

  const act = async (label: string) => {
    await row.getByRole('button', { name: m('crud_more', { name: 'zhang_wei' }) }).click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  await act(m('user_signIns'))
  const signIns = page.getByRole('dialog')
  await expect(signIns.getByText('Chrome', { exact: false }).first()).toBeVisible()
  await expectAccessible()
  await signIns
    .getByRole('button', { name: m('ui_close') })
    .last()
    .click()

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
  await reset
    .getByRole('button', { name: m('ui_close') })
    .last()
    .click()
  await expect(page.getByText(second)).toBeHidden()
  await enter(second)
  await expect(other).not.toHaveURL(/\/login/)
  await elsewhere.close()
})

test('an imported account is activated with its code', async ({ page, open, signIn, expectAccessible }) => {
  await signIn('admin', 'admin', '/admin/user-role/user')
  await page.getByRole('button', { name: '导入/导出' }).click()
  await page.getByRole('button', { name: '从文件导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入账号' })
  const buffer = Buffer.from('用户名,姓名,密码\nlin_a,林一,Not-read-1\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: '账号.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByRole('heading', { name: /标题在哪一行/ })).toBeVisible()
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText(m('import_secret'))).toBeVisible()
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByRole('button', { name: /试运行/ }).click()
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await expect(dialog.getByText(m('activation_hint'))).toBeVisible()
  await expectAccessible()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: m('activation_button') }).click()
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await (await saved).path())))
  expect(sheets[0]?.rows[0]).toEqual(['用户名', '姓名', '激活码', '所属机构'])
  const [username, name, code] = sheets[0]?.rows[1] ?? []
  expect([username, name]).toEqual(['lin_a', '林一'])
  await expect(dialog.getByText(m('activation_fetched'))).toBeVisible()

  await leaveProduct(page)
  await page.context().clearCookies()
  await open('/admin/login')
  await page.getByRole('link', { name: m('activation_link') }).click()
  await expect(page).toHaveURL('/admin/activate')
  await expectAccessible()
  await page.locator('[name=username]').fill('lin_a')
  await page.locator('[name=code]').fill('WRONG')
  await page.locator('[name=password]').fill('My-own-77')
  await page.locator('[name=repeat]').fill('My-own-77')
  await page.getByRole('button', { name: m('activation_submit') }).click()
  await expect(page.getByText(m('error_activationCode'))).toBeVisible()
  await page.locator('[name=code]').fill(String(code))
  await page.getByRole('button', { name: m('activation_submit') }).click()
  await expect(page.getByText(m('activation_done'))).toBeVisible()
  await page.getByRole('link', { name: m('activation_signIn') }).click()
  await expect(page.getByRole('button', { name: m('login_submit'), exact: true })).toBeEnabled()
  await page.locator('[name=username]').fill('lin_a')
  await page.locator('[name=password]').fill('My-own-77')
  await page.getByRole('button', { name: m('login_submit'), exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
})
