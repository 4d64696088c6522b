import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rule } from '#src/db/identity.table.server.ts'
import { arranged, expect, fillSignIn, test } from './support/fixtures.ts'
import { choose, expectArrival, menuLink, tab } from './support/tabs.ts'

let site: Server
let host = ''

test.beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<title>x</title><h1>${decodeURI(request.url ?? '')}</h1><input aria-label="note">`)
  })
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
  host = `http://localhost:${(site.address() as AddressInfo).port}`
})

test.afterAll(() => void site.close())

const menus = arranged(async ({ db }) => {
  const values = { type: 'menu', menuType: 'iframe', sortKey: 'zzz', keepalive: true, status: 1 } as const
  await db.insert(rule).values([
    { ...values, area: 'admin', title: '外部报表', name: 'tabs/frame', url: `${host}/report?name=报表 1` },
    { ...values, area: 'user', title: '外部主页', name: 'tabs/frame', url: `${host}/member` },
  ])
})

test.beforeEach(({ ground }) => menus(ground))

test('a menu of type iframe shows its page in a tab that stays alive', async ({ page, open, expectAccessible }) => {
  await open('/admin/login')
  await fillSignIn(page, 'admin')
  await expectArrival(page, '控制台')
  // The login page's policy allows no frames of other sites. The browser therefore loads the document again.
  await menuLink(page, '外部报表').click()
  await expect(page).toHaveURL(`/admin/iframe/${encodeURIComponent(`${host}/report?name=报表 1`)}`)
  const frame = page.frameLocator('iframe[title=外部报表]')
  const heading = frame.getByRole('heading', { name: '/report?name=报表 1' })
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle('外部报表 - 量尺测评')
  await expect(tab(page, '外部报表')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
  await frame.getByLabel('note').fill('kept')
  await tab(page, '控制台').click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(heading).toBeHidden()
  await tab(page, '外部报表').click()
  await expect(heading).toBeVisible()
  await expect(frame.getByLabel('note')).toHaveValue('kept')
  // Reloading the tab loads the framed page again, so its input is empty.
  await page.getByRole('button', { name: '标签页操作' }).click()
  await choose(page, '重新加载')
  await expect(frame.getByLabel('note')).toHaveValue('')
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['控制台', '外部报表'])
})

test('a member has theirs, the policy names the hosts of the own menus only', async ({
  page,
  request,
  open,
  signIn,
}) => {
  await signIn('user')
  await open('/user/account/overview')
  await page.getByRole('link', { name: '外部主页' }).first().click()
  await expect(page).toHaveURL(`/user/iframe/${encodeURIComponent(`${host}/member`)}`)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: '/member' })).toBeVisible()
  const policyOf = async (answer: Promise<{ headers(): Record<string, string> }>) =>
    /frame-src [^;]*/.exec((await answer).headers()['content-security-policy'] ?? '')?.[0]
  expect(await policyOf(page.request.get('/user/account/overview'))).toBe(`frame-src 'self' ${host}`)
  expect(await policyOf(request.get('/admin/login'))).toBe("frame-src 'self'")
})

test('other sites and other schemes are refused with a sentence', async ({ page, open, signIn }) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  await open(`/admin/iframe/${encodeURIComponent('https://example.com/')}`)
  await expect(page.getByRole('alert')).toContainText('这个页面不能在这里打开')
  await expect(page.getByRole('alert')).toContainText('没有任何菜单指向 https://example.com')
  await open(`/admin/iframe/${encodeURIComponent('javascript:alert(1)')}`)
  await expect(page.getByRole('alert')).toContainText('只能显示 http 或 https')
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('somebody who is not signed in is asked to, and led back', async ({ page, open }) => {
  const path = `/admin/iframe/${encodeURIComponent(`${host}/report?name=报表 1`)}`
  await open(path)
  await expect(page).toHaveURL(/\/admin\/login/)
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL(path)
  await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
})
