import { storageKeys } from '#src/lib/storage-keys.ts'
import { passwords } from '../tests/support/passwords.ts'
import { expect, fillSignIn, leaveProduct, test, untilAlive } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const t = wordsOf('zh-cn')

for (const [what, value] of [
  ['text', 'broken {'],
  ['this version with other content', '{"version":1,"value":{"userId":"x","tabs":7,"layoutMode":"Round"}}'],
] as const) {
  test(`what an old release or a stranger left in the browser breaks no page: ${what}`, async ({
    page,
    open,
    signIn,
  }) => {
    test.slow()
    await page.addInitScript(
      ({ keys, value }) => {
        for (const storage of [localStorage, sessionStorage])
          for (const key of keys) for (const name of [key, `${key}:1`]) storage.setItem(name, value)
      },
      { keys: Object.values(storageKeys), value },
    )
    await page.context().addCookies(
      ['account_admin', 'account_user', 'theme', 'menu', 'layout', 'tabs', 'lang'].map((name) => ({
        name: `ys_${name}`,
        value: encodeURIComponent(value),
        domain: 'localhost',
        path: '/',
      })),
    )
    await open('/admin/login')
    await expect(page.getByLabel(t('login_account'), { exact: true })).toHaveValue('')
    await fillSignIn(page, 'admin')
    await expect(page).toHaveURL('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^\d+:\d\d:\d\d$/)
    await open('/admin/baseInfo/organization')
    await expect(page.getByRole('heading', { name: t('menu_organization') })).toBeVisible()
    await signIn('user')
    await expect(page).toHaveURL('/user/account/overview')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('the login page remembers the last account, if the person asked to be kept', async ({ page, open, baseURL }) => {
  test.slow()
  const name = page.getByLabel(t('login_account'), { exact: true })
  const secret = page.getByLabel(t('login_password'), { exact: true })
  const signIn = async (keep: boolean) => {
    await open('/admin/login')
    await name.fill('admin')
    await secret.fill(passwords.admin)
    if (keep) await page.getByText(t('login_keep')).click()
    await secret.press('Enter')
    await expect(page).toHaveURL('/admin/dashboard')
    await expect(page.getByRole('timer')).toBeVisible()
    await leaveProduct(page)
    await page.context().clearCookies({ name: 'ys_admin' })
  }
  await signIn(true)
  // The server renders the value, so it is in the HTML before any script runs.
  const html = await (await page.request.get(`${baseURL}/admin/login`)).text()
  expect(html).toMatch(/<input[^>]*name="username"[^>]*value="admin"/)
  await open('/admin/login')
  await expect(name).toHaveValue('admin')
  await expect(secret).toBeFocused()
  await open('/user/login')
  await expect(page.getByLabel(t('login_memberAccount'), { exact: true })).toHaveValue('')
  await signIn(false)
  await open('/admin/login')
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
})

test('whoever is signed in does not see the login page, and no other window is disturbed by it', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('admin', 'admin', '/admin/baseInfo/organization')
  // This window receives the other window's storage events in the order of the writes.
  await page.evaluate(() => {
    window.addEventListener('storage', ({ key }) => key === 'last' && Object.assign(window, { heard: true }))
  })
  const other = await context.newPage()
  await other.goto('/admin/login')
  await expect(other).toHaveURL(/\/admin\/dashboard/)
  await other.goto(`/admin/login?to=${encodeURIComponent('{"path":"/admin/baseInfo/organization"}')}`)
  await expect(other).toHaveURL(/\/admin\/baseInfo\/organization/)
  await untilAlive(other)
  await other.evaluate(() => localStorage.setItem('last', ''))
  // A reload of this window would have removed the listener.
  await expect.poll(() => page.evaluate(() => 'heard' in window)).toBe(true)
})

test('signing out in one window takes the others along', async ({ page, signIn, context }) => {
  await signIn('admin')
  const other = await context.newPage()
  await other.goto('/admin/dashboard')
  await untilAlive(other)
  await page.getByRole('button', { name: t('shell_account') }).click()
  await page.getByRole('menuitem', { name: t('shell_signOut') }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await expect(other).toHaveURL(/\/admin\/login/)
})
