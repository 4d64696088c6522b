import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { alive, expect, fillSignIn, putSession, test } from './support/fixtures.ts'
import { type Ground, newGround } from './support/ground.ts'

// Every navigation ends at the page, at a message with a retry button, or at the login page. The back end is the
// worker's product behind a gateway that answers, fails, or does not respond.

type Mode = 'answers' | 'hangs' | 'fails'
let mode: Mode = 'answers'
let backend = ''
const gateway = createServer((asked, answer) => {
  if (mode === 'hangs') return
  if (mode === 'fails') return void answer.writeHead(502).end('<h1>Bad gateway</h1>')
  const { method, headers } = asked
  // A connection of its own: the other end may close a reused connection just when a request is sent on it.
  const passed = request(backend + asked.url, { method, headers, agent: false }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
})
let product: Ground

test.beforeAll(async () => {
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  // Seam: the gateway listens on a TCP port, not on a pipe.
  const { port } = gateway.address() as AddressInfo
  product = await newGround({ BACKEND_URL: `http://127.0.0.1:${port}` })
})
test.afterAll(async () => {
  await product.end()
  gateway.closeAllConnections()
  gateway.close()
})
test.beforeEach(({ baseURL, allowConsole }) => {
  backend = baseURL ?? ''
  mode = 'answers'
  allowConsole(/status of 5\d\d|ERR_INTERNET_DISCONNECTED|BackendError|Failed to fetch/)
})

const overview = /\/(user|center)\/account\/overview$/
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const retry = (page: Page) => page.getByRole('button', { name: '重试' })

/**
 * Expects the loading screen with its message after six seconds. The test uses the real clock: a page that asks again
 * after the back end has recovered gets its answer, and then no retry button is needed.
 */
async function expectLonger(page: Page) {
  await expect(heading(page, '正在准备页面')).toBeVisible()
  await expect(page.getByText('比平时慢一些')).toBeVisible()
}

async function open(page: Page, path: string) {
  await page.goto(product.url + path)
  await alive(page)
}

async function signIn(page: Page) {
  await putSession(page, product, 'user', 'member', backend)
  await open(page, '/user/account/overview')
  await expect(page).toHaveURL(overview)
  await expect(heading(page, 'member')).toBeVisible()
}

for (const path of ['/user/account/overview', '/admin/dashboard'] as const) {
  test(`${path} while the back end keeps people waiting: a screen with another try, which leads on`, async ({
    page,
  }) => {
    await signIn(page)
    if (path.startsWith('/admin')) await signInAdmin(page)
    mode = 'hangs'
    await page.goto(product.url + path)
    await expect(page).toHaveURL(/\/loading/)
    await expectLonger(page)
    mode = 'answers'
    await retry(page).click()
    await expect(page).toHaveURL(path === '/admin/dashboard' ? /\/admin\/dashboard$/ : overview)
    await expect(heading(page, '正在准备页面')).toHaveCount(0)
  })
}

async function signInAdmin(page: Page) {
  await putSession(page, product, 'admin', 'admin', backend)
  await open(page, '/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('button', { name: /admin/ })).toBeVisible()
}

test('a back end that fails is told with another try, in a page that is whole; the home page stays up', async ({
  page,
}) => {
  await signIn(page)
  mode = 'fails'
  for (const path of ['/user/loading', '/user/account/overview']) {
    await open(page, path)
    await expect(page.getByRole('alert')).toContainText('网关错误！')
    mode = 'answers'
    await retry(page).click()
    await expect(page).toHaveURL(overview)
    await expect(heading(page, 'member')).toBeVisible()
    mode = 'fails'
  }
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a sign-in while the back end fails says that nothing is lost, with a number, and then succeeds', async ({
  page,
}) => {
  await open(page, '/admin/login')
  mode = 'fails'
  await fillSignIn(page, 'admin')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('网关错误！内容没有丢失，可以重试。')
  await expect(alert).toContainText(/编号 [0-9a-f-]{36}/)
  mode = 'answers'
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('a list that the back end does not answer keeps its tools, and tries again in the place of the rows', async ({
  page,
}) => {
  await putSession(page, product, 'admin', 'admin', backend)
  await open(page, '/admin/dashboard')
  await expect(page.getByRole('button', { name: /admin/ })).toBeVisible()
  mode = 'fails'
  await page.locator('aside').getByRole('link', { name: '学科', exact: true }).click()
  const failure = page.getByRole('tabpanel').getByRole('alert')
  await expect(failure).toContainText('网关错误！')
  await expect(failure).toContainText(/编号 [0-9a-f-]{36}/)
  await expect(heading(page, '学科')).toBeVisible()
  for (const name of ['筛选', '添加学科']) await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  mode = 'answers'
  await failure.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})

test("without a network the way stops at a message, not at the browser's own, and leads on with the network", async ({
  page,
  context,
}) => {
  await open(page, '/')
  await context.setOffline(true)
  await page.getByRole('link', { name: '进入会员中心' }).click()
  await expect(page.getByRole('alert')).toContainText('您断网了！')
  await context.setOffline(false)
  await expect(page.locator('input[name=username]')).toBeVisible()
})

test('a slow answer on the way from page to page shows the loading screen, then the page', async ({ page }) => {
  await signIn(page)
  mode = 'hangs'
  await open(page, '/')
  await page.getByRole('link', { name: '进入会员中心' }).click()
  await expectLonger(page)
  mode = 'answers'
  await retry(page).click()
  await expect(page).toHaveURL(overview)
  await expect(heading(page, 'member')).toBeVisible()
})
