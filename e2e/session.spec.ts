import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { browserSession } from '#src/db/session.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { expect, expireAccess, fillSignIn, leaveProduct, speak, test } from './support/fixtures.ts'

// tests/ui/login.browser.test.tsx tests the validation messages, for both sides and in both languages.
for (const [side, language, first, wrong] of [
  ['admin', 'zh-cn', '/admin/dashboard', '账号或密码不正确'],
  ['user', 'en', '/user/account/overview', 'The account or password is incorrect'],
] as const) {
  test(`${side} login, ${language}: one refusal that keeps the account, then in`, async ({ page, open, baseURL }) => {
    await speak(page, language, baseURL)
    await open(`/${side}/login`)
    const username = page.locator('input[name=username]')
    const account = side === 'admin' ? 'admin' : 'member'
    await username.fill(account)
    await page.locator('input[name=password]').fill('not-the-password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible()
    await expect(username).toHaveValue(account)
    await fillSignIn(page, side)
    await expect(page).toHaveURL(first)
  })
}

test('both sides are signed in at once and do not touch each other', async ({ page, open, signIn }) => {
  await signIn('admin')
  await signIn('user')
  await open('/admin/dashboard')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await open('/user/account/overview')
  await expect(page).toHaveURL('/user/account/overview')
})

test('the browser holds no token: an opaque HttpOnly cookie per side, and nothing in its stores', async ({
  page,
  open,
}) => {
  await open('/admin/login')
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL('/admin/dashboard')
  // Wait until the page has stored everything.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toContain('ys_adminInfo')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'ys_admin')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: -1 })
  const stores = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  // Neither the cookie's value nor its name may appear. ys_adminInfo only says who is signed in; it grants no access.
  expect(stores).not.toContain(cookie?.value)
  expect(stores).not.toMatch(/token|ys_admin\b/)
  const html = await (await page.request.get('/admin/dashboard')).text()
  expect(html).toContain('data-layout')
  expect(html).not.toContain('refresh_token')
})

test('an expired access token is refreshed without a word', async ({ page, db, open, signIn }) => {
  await addOfficer({ db }, { username: 'expired', nodes: ['baseInfo/organization/index'], scope: 'all' })
  await signIn('admin', 'expired')
  await expireAccess(db, 'expired')
  await open('/admin/baseInfo/organization')
  await expect(page).toHaveURL('/admin/baseInfo/organization')
  await expect(page.getByRole('heading', { name: '机构' }).first()).toBeVisible()
})

test('a session that has ended goes to the login page and comes back', async ({ page, db, open, signIn }) => {
  await signIn('admin', 'admin', '/admin/baseInfo/organization?quickSearch=q')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'ys_admin')
  const idHash = createHash('sha256')
    .update(cookie?.value ?? '')
    .digest('base64url')
  await leaveProduct(page)
  expect(await db.delete(browserSession).where(eq(browserSession.idHash, idHash)).returning()).toHaveLength(1)
  await open('/admin/baseInfo/organization?quickSearch=q')
  await expect(page).toHaveURL(/\/admin\/login/)
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL('/admin/baseInfo/organization?quickSearch=q')
  await expect(page.getByRole('textbox', { name: '搜索', exact: true })).toHaveValue('q')
})

test('when the session ends under an open page, the login page says why it is there, and leads back', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/401/)
  await signIn('admin', 'admin', '/admin/baseInfo/subject')
  await page.context().clearCookies({ name: 'ys_admin' })
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await expect(page.getByRole('status').filter({ hasText: '登录已过期，请重新登录' })).toBeVisible()
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL('/admin/baseInfo/subject')
})

test('logout asks the back end first; when that fails, the person stays signed in', async ({
  page,
  signIn,
  open,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|fetch/)
  await signIn('admin')
  await page.route('**/_serverFn/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(
    page
      .getByRole('status')
      .or(page.getByRole('alert'))
      .filter({ hasText: /服务器异常|断网/ })
      .first(),
  ).toBeVisible()
  await page.unroute('**/_serverFn/**')
  await open('/admin/dashboard')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('changing the language stores the choice and reloads the page', async ({ page, open }) => {
  await open('/admin/login')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(/^Login/)
  await page.reload()
  await expect(page).toHaveTitle(/^Login/)
})

test('the theme follows the stored choice or the system, without a flash', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await background()
  await page.emulateMedia({ colorScheme: 'light' })
  await open('/')
  expect(await background()).not.toBe(dark)
  await page.context().addCookies([{ name: 'ys_theme', value: 'dark', url: page.url() }])
  const html = await (await page.request.get('/')).text()
  expect(html).toMatch(/<html[^>]*data-theme="dark"/)
})
