import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../../../scripts/lib/chromium.ts'
import { passwords } from '../../../support/passwords.ts'

type Side = 'admin' | 'user'

/** Sessions of browsers: two that are alive, one that was ended, and a page that was not found. */
export async function arrangeBrowsers(url: string) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
  try {
    const admin = await signedIn(browser, url, 'admin', true)
    await admin.goto(`${url}/admin/no/such/menu?secret=1`)
    await admin.waitForURL(/\/404/)
    const kept = await cookieOf(admin, 'admin')
    const member = await cookieOf(await signedIn(browser, url, 'user', false), 'user')
    const leaving = await signedIn(browser, url, 'admin', false)
    const ended = await cookieOf(leaving, 'admin')
    await leaving.getByRole('button', { name: 'admin' }).click()
    await leaving.getByRole('menuitem', { name: '退出登录' }).click()
    await leaving.waitForURL(/\/admin\/login/)
    return {
      alive: [
        { side: 'admin', cookie: kept, page: '/admin/dashboard', nickname: 'admin' },
        { side: 'user', cookie: member, page: '/user/account/overview', nickname: 'member' },
      ],
      ended: [{ side: 'admin', cookie: ended, page: '/admin/dashboard' }],
    }
  } finally {
    await browser.close()
  }
}

async function signedIn(browser: Browser, url: string, side: Side, keep: boolean): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await page.goto(`${url}/${side}/login`)
  await page.locator('html[data-hydrated]').waitFor()
  await page.locator('input[name=username]').fill(side === 'admin' ? 'admin' : 'member')
  await page.locator('input[name=password]').fill(side === 'admin' ? passwords.admin : passwords.member)
  if (keep) await page.getByText('保持登录').click()
  await page.locator('button[type=submit]').click()
  await page.waitForURL(side === 'admin' ? /\/admin\/dashboard/ : /\/user\/account\/overview/)
  await page.locator('#main').waitFor()
  return page
}

/** `name=value`, as a request sends it. */
async function cookieOf(page: Page, side: Side): Promise<string> {
  const found = (await page.context().cookies()).find(({ name }) => name === `ys_${side}`)
  if (!found) throw new Error(`There is no session of ${side}.`)
  return `${found.name}=${found.value}`
}
