import type { Page } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { faultReport } from '#src/db/fault.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { expect, test, untilAlive } from './support/fixtures.ts'
import { changeSetting } from './support/settings.ts'

const missing = /status of 40[14]/

test('the home page tells search engines what it is, in both languages', async ({ page, open, baseURL }) => {
  for (const [path, lang, canonical] of [
    ['/', 'zh-cn', '/'],
    ['/?lang=en', 'en', '/?lang=en'],
  ]) {
    await open(path ?? '')
    await expect(page.locator('html')).toHaveAttribute('lang', lang ?? '')
    const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)
    await expect(page).toHaveTitle(lang === 'en' ? 'Home - Yardstick' : '首页 - 量尺测评')
    await expect(meta('description')).toHaveAttribute('content', lang === 'en' ? /assessment/ : /测评/)
    await expect(meta('robots')).toHaveAttribute('content', 'index, follow')
    await expect(meta('og:site_name')).toHaveAttribute('content', lang === 'en' ? 'Yardstick' : '量尺测评')
    await expect(meta('og:url')).toHaveAttribute('content', baseURL + (canonical ?? ''))
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + (canonical ?? ''))
    const alternates = page.locator('link[rel=alternate]')
    expect(
      await alternates.evaluateAll((links) =>
        links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
      ),
    ).toEqual([
      ['zh-CN', `${baseURL}/`],
      ['en', `${baseURL}/?lang=en`],
      ['x-default', `${baseURL}/`],
    ])
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data).toMatchObject({
      '@type': 'WebSite',
      name: lang === 'en' ? 'Yardstick' : '量尺测评',
      url: `${baseURL}/`,
    })
  }
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg')
})

test('what is behind a sign-in is not for search engines; robots and sitemap say so too', async ({
  page,
  open,
  request,
  baseURL,
}) => {
  await open('/user/login')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  for (const path of ['/admin', '/user', '/center', '/api'])
    expect(await robots.text()).toContain(`Disallow: ${path}\n`)
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('xml')
  expect(await sitemap.text()).toContain(`<loc>${baseURL}/</loc>`)
  // Browsers and crawlers request these paths from every site. They are no broken links.
  expect((await request.get('/favicon.ico', { maxRedirects: 0 })).status()).toBe(204)
  expect((await request.get('/.well-known/nothing', { maxRedirects: 0 })).status()).toBe(404)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('pages are whole, links lead on, and the language is kept from page to page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/?lang=en')
    await expect(page.getByRole('heading', { level: 1, name: /groundwork of assessment/ })).toBeVisible()
    await page.getByRole('link', { name: 'Open the member center' }).click()
    await expect(page).toHaveURL(/\/user\/login\?/)
    await expect(page.locator('main noscript [role=status]')).toBeVisible()
    expect(await page.locator('main noscript').innerHTML()).toContain('Signing in needs JavaScript')
    await page.getByRole('link', { name: 'Yardstick' }).click()
    await expect(page).toHaveURL('/?lang=en')
    await page.getByRole('link', { name: 'Open the back office' }).click()
    await expect(page).toHaveURL(/\/admin\/login\?/)
    await expect(page.locator('main noscript [role=status]')).toBeVisible()
    expect(await page.locator('main noscript').innerHTML()).toContain('Signing in needs JavaScript')
  })

  test('the menu of a small screen opens all the same', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/')
    await page.getByRole('button', { name: '打开菜单' }).click()
    await expect(page.getByRole('dialog', { name: '网站导航' }).getByRole('link', { name: '首页' })).toBeVisible()
  })

  test('a page that is missing is reported all the same', async ({ page, db, allowConsole }) => {
    allowConsole(missing)
    await page.goto('/without/scripts?secret=1')
    const row = await faultAt(db, '/without/scripts')
    await expect(page.getByText(`上报结果：已记录，编号 ${row?.id}。`)).toBeVisible()
    await expect(page.getByText('/without/scripts')).toBeVisible()
    await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible()
  })
})

async function faultAt(db: Database, path: string) {
  const [row] = await db.select().from(faultReport).where(eq(faultReport.path, path)).orderBy(desc(faultReport.id))
  return row
}

test('a broken link is recorded with where it stood and whose it was', async ({
  page,
  db,
  open,
  beginSession,
  allowConsole,
}) => {
  allowConsole(missing)
  await beginSession('user')
  await open('/')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/broken/link'
    link.textContent = 'broken'
    document.querySelector('main')?.prepend(link)
  })
  await page.getByRole('link', { name: 'broken' }).click()
  await expect(page).toHaveURL(/\/404\?path=%2Fbroken%2Flink$/)
  await expect(page.getByText(/已记录，编号 \d+。/)).toBeVisible()
  const row = await faultAt(db, '/broken/link')
  await expect(page.getByText(`编号 ${row?.id}。`)).toBeVisible()
  const [member] = await db.select({ id: account.id }).from(account).where(eq(account.username, 'member'))
  expect(row?.accountId).toBe(member?.id)
  expect(row?.referrer).toMatch(/^http:\/\/localhost:\d+\/$/)
  expect(row?.userAgent).toContain('Chrome')
  expect(row?.network).not.toBe('')
})

test('inside the application the page itself reports, once it is shown: a link that is only near is no fault', async ({
  page,
  db,
  open,
  beginSession,
  request,
  allowConsole,
}) => {
  allowConsole(missing)
  await changeSetting(db, request, 'headNav', [{ title: '通知公告', path: '/inside/missing' }])
  await beginSession('admin')
  await open('/')
  const link = page.getByRole('banner').getByRole('link', { name: '通知公告' })
  await link.hover()
  await link.focus()
  await page.getByRole('link', { name: '首页' }).first().hover()
  expect(await faultAt(db, '/inside/missing')).toBeUndefined()
  await link.click()
  await expect(page).toHaveURL(/\/404\?path=%2Finside%2Fmissing$/)
  await expect(page.getByText(/已记录，编号 \d+。/)).toBeVisible()
  const row = await faultAt(db, '/inside/missing')
  const [admin] = await db.select({ id: account.id }).from(account).where(eq(account.username, 'admin'))
  expect(row).toMatchObject({ accountId: admin?.id, referrer: '/', count: 1 })
})

test("a picture that is missing is nobody's way, and not reported", async ({ page, db, open, allowConsole }) => {
  allowConsole(missing)
  await open('/')
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const image = new Image()
        image.onerror = resolve
        image.src = '/missing/picture.png'
      }),
  )
  expect(await faultAt(db, '/missing/picture.png')).toBeUndefined()
})

/** Stops the clock in the pages of this test. Only `runFor` advances it. */
async function stopTime(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
}

/** Opens a page after `stopTime` and waits until it is hydrated. */
async function openInNoTime(page: Page, path: string) {
  await page.goto(path)
  // The page loads its scripts a moment after the first paint.
  await page.clock.runFor(400)
  await untilAlive(page)
}

test('404 goes back by itself after its countdown, and stays for whoever moves', async ({ page, allowConsole }) => {
  allowConsole(missing)
  await stopTime(page)
  await page.goto('/user/login')
  await openInNoTime(page, '/gone')
  await expect(page.getByText(/20 秒后自动返回上一页/)).toBeVisible()
  await page.clock.runFor(25_000)
  await expect(page).toHaveURL('/user/login')

  await openInNoTime(page, '/gone')
  const progress = page.getByRole('progressbar')
  await expect(progress).toHaveAttribute('aria-valuenow', '0')
  await page.clock.runFor(3000)
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/)
  await page.mouse.move(300, 300)
  await page.mouse.move(320, 310)
  await expect(page.getByText('已停止自动返回。')).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page).toHaveURL(/\/404/)
})

test('a 404 that is the first page goes home', async ({ page, allowConsole }) => {
  allowConsole(missing)
  await stopTime(page)
  await openInNoTime(page, '/gone/first')
  await expect(page.getByText(/20 秒后自动返回首页/)).toBeVisible()
  await page.clock.runFor(25_000)
  await page.clock.resume()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle('首页 - 量尺测评')
})

test('settings of the site: navigation, record number, contact at 401', async ({
  page,
  db,
  open,
  request,
  allowConsole,
}) => {
  allowConsole(missing)
  await changeSetting(db, request, 'headNav', [
    { title: '通知公告', path: '/?news=1' },
    { title: '教育部', path: 'http://www.moe.gov.cn/' },
  ])
  await changeSetting(db, request, 'recordNumber', '浙ICP备12345678号')
  await changeSetting(db, request, 'contactEmail', 'help@site.example')
  await changeSetting(db, request, 'contactPhone', '0571-1234567')
  await open('/401')
  const nav = page.getByRole('navigation', { name: '网站导航' })
  await expect(nav.getByRole('link', { name: '教育部' })).toHaveAttribute('href', 'http://www.moe.gov.cn/')
  await expect(nav.getByRole('link', { name: '通知公告' })).toHaveAttribute('href', '/?news=1')
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: '浙ICP备12345678号' })).toHaveAttribute('href', /beian\.miit\.gov\.cn/)
  const main = page.getByRole('main')
  await expect(main.getByText('您没有权限访问此页面，或文件已失效。')).toBeVisible()
  await expect(main.getByRole('link', { name: 'help@site.example' })).toHaveAttribute(
    'href',
    'mailto:help@site.example',
  )
  await expect(main.getByRole('link', { name: '0571-1234567' })).toHaveAttribute('href', 'tel:05711234567')
  await main.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL('/')
})

test('choosing the other language stores it, also against the one in the address', async ({ page, open }) => {
  await open('/')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveURL('/')
  await open('/?lang=en')
  await page.getByRole('link', { name: '中文' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-cn')
})

test('a member signed in has their menu on the public site, and can leave there', async ({ page, beginSession }) => {
  await beginSession('user')
  // The first click on a page that is not hydrated yet: the scripts load then, and the click is not lost.
  await page.goto('/')
  await page.getByRole('button', { name: /member/ }).click()
  await expect(page.getByRole('menuitem', { name: '账户概览' })).toHaveAttribute('href', '/user/account/overview')
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: '会员中心' })).toBeVisible()
})

test('accessible with the menu open, and no wider than the smallest screen', async ({
  page,
  open,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/')
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: '首页' })).toBeVisible()
  await expectAccessible()
})
