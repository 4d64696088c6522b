import { expect, test } from './support/fixtures.ts'
import { holdAnswers } from './support/line.ts'
import { wordsOf } from './support/words.ts'

test.use({ reads: true })

const pageError = /Failed to load resource: the server responded with a status of 40[14]/

test('an unmatched path of the site goes to /404, which answers 404', async ({ page, open, allowConsole }) => {
  allowConsole(pageError)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL('/404?path=%2Fno%2Fsuch%2Fpage')
  await expect(page).toHaveTitle('页面未找到 - 量尺测评')
  await open('/404')
})

test('/401 answers 401', async ({ page, allowConsole }) => {
  allowConsole(pageError)
  const response = await page.goto('/401')
  expect(response?.status()).toBe(401)
  await expect(page).toHaveTitle('无访问权限 - 量尺测评')
})

for (const [area, login] of [
  ['admin', 'admin'],
  ['user', 'user'],
  ['center', 'user'],
] as const) {
  test(`/${area} goes to its loading route, and from there to the login page with the way back`, async ({
    request,
  }) => {
    const first = await request.get(`/${area}`, { maxRedirects: 0 })
    const loading = new URL(first.headers().location ?? '', 'http://x')
    expect(loading.pathname).toBe(`/${area}/loading`)
    expect(JSON.parse(loading.searchParams.get('to') ?? '')).toEqual({ path: `/${area}`, query: {} })
    const second = await request.get(loading.pathname + loading.search, { maxRedirects: 0 })
    expect(new URL(second.headers().location ?? '', 'http://x').pathname).toBe(`/${login}/login`)
  })

  test(`an unmatched path of /${area} is carried to its loading route with path and query`, async ({ request }) => {
    const answer = await request.get(`/${area}/some/where?a=1&b=x%20y`, { maxRedirects: 0 })
    const loading = new URL(answer.headers().location ?? '', 'http://x')
    expect(loading.pathname).toBe(`/${area}/loading`)
    expect(JSON.parse(loading.searchParams.get('to') ?? '')).toEqual({
      path: `/${area}/some/where`,
      query: { a: '1', b: 'x y' },
    })
  })
}

test('the loading route goes on to an existing target, to /404, or to the first page', async ({
  page,
  open,
  signIn,
  allowConsole,
}) => {
  allowConsole(pageError)
  await signIn('admin')
  await expect(page).toHaveURL('/admin/dashboard')
  const to = (value: unknown) =>
    `/admin/loading?to=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`
  await open(to({ path: '/admin/baseInfo/organization', query: { quickSearch: 'x' } }))
  await expect(page).toHaveURL('/admin/baseInfo/organization?quickSearch=x')
  await open(to({ path: '/admin/nothing', query: {} }))
  await expect(page).toHaveURL('/404?path=%2Fadmin%2Fnothing')
  for (const wrong of [
    { path: 'https://evil.example/x' },
    { path: '//evil.example' },
    { path: '/\\evil.example' },
    '{broken',
    'text',
    { path: '/admin/loading' },
    {},
  ]) {
    await open(to(wrong))
    await expect(page).toHaveURL('/admin/dashboard')
  }
  await open('/admin/nothing/deep')
  await expect(page).toHaveURL(/^[^?]*\/404\?/)
})

test('the optional path segment is read too, and the query wins', async ({ page, open, beginSession }) => {
  await beginSession('admin')
  const segment = encodeURIComponent(JSON.stringify({ path: '/admin/baseInfo/organization' }))
  await open(`/admin/loading/${segment}`)
  await expect(page).toHaveURL('/admin/baseInfo/organization')
  await open(`/admin/loading/${segment}?to=${encodeURIComponent(JSON.stringify({ path: '/admin/dashboard' }))}`)
  await expect(page).toHaveURL('/admin/dashboard')
})

test('a deep link survives signing in, reload and back', async ({ page, open, reload, signIn }) => {
  const arrived = async () => {
    await expect(page).toHaveURL('/admin/baseInfo/organization?quickSearch=abc')
    await expect(page.getByPlaceholder('机构名称、简称或机构代码')).toHaveValue('abc')
  }
  await signIn('admin', 'admin', '/admin/baseInfo/organization?quickSearch=abc')
  await arrived()
  await reload()
  await arrived()
  await open('/admin/dashboard')
  await page.goBack()
  await arrived()
})

test('both member addresses lead to the overview', async ({ page, open, signIn }) => {
  await signIn('user')
  await expect(page).toHaveURL('/user/account/overview')
  await expect(page).toHaveTitle('账户概览 - 量尺测评')
  await open('/center')
  await expect(page).toHaveURL('/center/account/overview')
})

test('the overlay of the first load is put there by script, and is gone about a second after', async ({
  page,
  browser,
  baseURL,
}) => {
  // The test controls the clock. On a slow machine the overlay could otherwise end before the first check.
  await page.clock.install({ time: '2026-03-02T08:00:00Z' })
  await page.clock.pauseAt('2026-03-02T08:00:01Z')
  await page.goto('/')
  await page.clock.runFor(900)
  await expect(page.locator('#first-load')).toBeAttached()
  await page.clock.runFor(400)
  await expect(page.locator('#first-load')).toHaveCount(0)
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const quiet = await plain.newPage()
  await quiet.goto('/')
  await expect(quiet.locator('#first-load')).toHaveCount(0)
  await expect(quiet.getByRole('heading', { level: 1 })).toBeVisible()
  await plain.close()
})

test('a progress bar without spinner runs while a page loads', async ({ page, signIn }) => {
  await signIn('admin')
  const bar = page.locator('.route-progress')
  await expect(bar).toBeHidden()
  // The responses wait until the test has seen the bar, however fast the machine is.
  const line = await holdAnswers(page)
  await page.getByRole('link', { name: '机构', exact: true }).first().click()
  await expect(bar).toBeVisible()
  await expect(page.locator('.route-progress > *')).toHaveCount(0)
  await line.release()
  await expect(page.getByRole('treegrid').or(page.getByText(wordsOf('zh-cn')('organization_emptyHint')))).toBeVisible()
  await expect(bar).toBeHidden()
})

test('?lang= answers in that language without changing the choice', async ({ page, open }) => {
  await open('/?lang=en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(/^Home/)
  await open('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-cn')
})

test('a page that ?lang= shows in another language is answered in it, too', async ({ page, open }) => {
  await open('/admin/login?lang=en')
  await page.locator('input[name=username]').fill('nobody_at_all')
  await page.locator('input[name=password]').fill('wrong-password')
  await page.keyboard.press('Enter')
  await expect(page.getByText(wordsOf('en')('error_signInFailed'))).toBeVisible()
})
