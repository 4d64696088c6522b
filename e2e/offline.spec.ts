import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { subject } from '#src/features/subject/subject.table.server.ts'
import { expect, fillSignIn, test } from './support/fixtures.ts'
import { startLine } from './support/line.ts'

// A page without a connection: the browser has no network, or the server does not answer.

const path = '/admin/baseInfo/subject'
const search = (page: Page) => page.locator('#main').getByRole('search').getByRole('textbox')
const rows = (page: Page) => page.getByRole('grid', { name: '学科' }).getByRole('rowheader')
const dialog = (page: Page) => page.getByRole('dialog')
const offline = (page: Page) => page.getByText('网络已断开。', { exact: false })
const silent = (page: Page) => page.getByText('服务器没有应答', { exact: false })
const lost = /ERR_(INTERNET|NETWORK|CONNECTION|EMPTY|INCOMPLETE)/

test.beforeEach(({ allowConsole }) => allowConsole(lost))

test('a list without a network never gives the number of another search, and follows when the network is back', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('admin', 'admin', path)
  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  await expect(page.getByText(`共 ${all} 条`, { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
  await search(page).fill('语')
  await expect(page.getByText('下面仍是上一次查询的结果', { exact: false })).toBeVisible()
  await expect(rows(page)).toHaveCount(all)
  await expect(page.getByText(/^(找到|共) /)).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText(/^找到 \d 条$/)).toBeVisible()
  await expect(rows(page).filter({ hasNotText: '语' })).toHaveCount(0)
  await expect(offline(page)).toHaveCount(0)
})

test('a refresh without a network says that it waits', async ({ page, context, signIn }) => {
  await signIn('admin', 'admin', path)
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
  await page.getByRole('button', { name: '刷新' }).click()
  const waits = page.getByText('列表还没有更新', { exact: false })
  await expect(waits).toBeVisible()
  const read = page.waitForResponse((answer) => answer.url().includes('/_serverFn/') && answer.ok())
  await context.setOffline(false)
  await read
  await expect(waits).toHaveCount(0)
})

test('a part that is not loaded yet waits in its place, and the form beside it stays', async ({
  page,
  context,
  db,
  signIn,
}) => {
  await signIn('admin', 'admin', path)
  await page.getByRole('button', { name: '添加学科' }).click()
  await dialog(page).getByLabel('学科代码').fill('OFFLINE')
  await dialog(page).getByLabel('学科名称').fill('断网')
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: '选择颜色' }).click()
  const waits = page.getByText('这一部分还没有加载', { exact: false })
  await expect(waits).toBeVisible()
  await expect(dialog(page).getByLabel('学科代码')).toHaveValue('OFFLINE')

  // A save says that it was not sent. The same form saves later, once.
  const save = dialog(page).getByRole('button', { name: '保存', exact: true })
  await save.click()
  await expect(dialog(page).getByText(/尚未保存/)).toBeVisible()
  await save.click()
  // A save that is not over yet would be sent after all, as soon as there is a network.
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await context.setOffline(false)
  await expect(waits).toHaveCount(0)
  await expect(offline(page)).toHaveCount(0)
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await db.$count(subject, eq(subject.code, 'OFFLINE'))).toBe(1)
})

test('an answer that was still on its way does not hide that the network is gone', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('admin', 'admin', path)
  await expect(rows(page).first()).toBeVisible()
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    // Other calls of the page are not what the test waits for.
    if (!decodeURIComponent(route.request().url()).includes('语')) return route.continue()
    const response = await route.fetch()
    arrived.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  await search(page).fill('语')
  await arrived.promise
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
  released.resolve()
  await expect(rows(page).filter({ hasNotText: '语' })).toHaveCount(0)
  await expect(offline(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a browser that knows no network still works with a server on its own machine', async ({ page, signIn }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await signIn('admin', 'admin', path)
  await search(page).fill('语')
  await expect(rows(page).filter({ hasNotText: '语' })).toHaveCount(0)
  await expect(page.getByText(/^找到 \d 条$/)).toBeVisible()
  await expect(offline(page)).toHaveCount(0)
})

test('the filter opens by itself when the server answers again', async ({ page, baseURL, signIn }) => {
  const line = await startLine(baseURL ?? '')
  // A browser that saves data loads no code early, so the filter is certainly not there yet.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }))
  try {
    await signIn('admin', 'admin', `${line.url}${path}`)
    await expect(rows(page).first()).toBeVisible()
    const all = await rows(page).count()
    // The code of the calls comes with the first call. Lost on its way, it would make the page load again.
    const read = page.waitForResponse((answer) => answer.url().includes('/_serverFn/') && answer.ok())
    await page.getByRole('button', { name: '刷新' }).click()
    await read
    line.cut()
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(silent(page)).toBeVisible()
    await page.getByRole('button', { name: '筛选' }).click()
    await expect(page.getByText('这一部分还没有加载', { exact: false })).toBeVisible()
    await expect(rows(page)).toHaveCount(all)
    await search(page).fill('语')
    await expect(page.getByText('下面仍是上一次查询的结果', { exact: false })).toBeVisible()
    await expect(page.getByText(/^(找到|共) /)).toHaveCount(0)
    await line.mend()
    await expect(page.getByRole('form', { name: '筛选' })).toBeVisible()
    await expect(page.getByText(/^找到 \d 条$/)).toBeVisible()
    await expect(silent(page)).toHaveCount(0)
  } finally {
    line.cut()
  }
})

test('the public site and the member center say it too', async ({ page, context, open, signIn }) => {
  await open('/')
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
  await context.setOffline(false)
  await expect(offline(page)).toHaveCount(0)
  await signIn('user')
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible()
})

test('what a press loads is asked for again when the network is back: signing in works without a reload', async ({
  page,
  context,
  open,
}) => {
  await open('/admin/login')
  await context.setOffline(true)
  await fillSignIn(page, 'admin')
  await expect(page.getByText('您断网了！')).toBeVisible()
  await context.setOffline(false)
  await expect(offline(page)).toHaveCount(0)
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL(/\/admin\/(?!login)/)
})
