import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { budgets } from '../bench/lib/budgets.ts'
import { firstLoad, type Script, total, withoutPointer } from '../bench/lib/first-load.ts'
import { type Server, startServer } from '../bench/lib/server.ts'
import { expect, putSession, test, untilAlive } from './support/fixtures.ts'

// Gzipped JavaScript of a first load, minus the load of an empty Start page of the same build.

test.use({ reads: true })

let bare: Server

test.beforeAll(async () => {
  execFileSync('node_modules/.bin/vite', ['build', '--config', 'bench/bare.config.ts', '--logLevel', 'error'])
  bare = await startServer('bench/floor-page.ts', {}, '/')
})
test.afterAll(() => bare.stop())

for (const { path, kilobytes, signedIn } of budgets) {
  test(`${path} loads at most ${kilobytes} kB of scripts more than a bare page`, async ({ ground, browser }) => {
    const floor = total(await firstLoad(browser, bare.url))
    const prepare = signedIn ? (page: Page) => putSession(page, ground, 'admin') : undefined
    // Only the home page hydrates late, when the user interacts with it.
    const sleeps = path === '/'
    const scripts = await firstLoad(browser, `${ground.url}${path}`, prepare, sleeps)
    if (!sleeps) expect(total(scripts)).toBeGreaterThan(floor)
    expect((total(scripts) - floor) / 1000, list(scripts)).toBeLessThanOrEqual(kilobytes)
  })
}

/** Lists the scripts with their size in kB, the largest first. */
function list(scripts: readonly Script[]): string {
  return scripts.map(({ name, bytes }) => `${(bytes / 1000).toFixed(1).padStart(6)} ${name}`).join('\n')
}

test('a page comes without anything that its first paint would have to share the line with', async ({ page }) => {
  const document = page.waitForResponse((response) => response.url().endsWith('/admin/login'))
  await page.goto('/admin/login')
  expect(await (await document).text()).not.toMatch(/<script[^>]* src=|<link[^>]*modulepreload/)
  await untilAlive(page)
})

test('the home page asks for scripts when it is reached for, and the press that came first counts', async ({
  page,
  context,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await withoutPointer(page)
  await page.goto('/')
  await expect(page.locator('#first-load')).toHaveCount(0)
  expect(scripts).toEqual([])
  // A click without any pointer movement before it, as a touch makes it.
  await page.getByRole('button', { name: '主题' }).dispatchEvent('click')
  await expect(page.getByRole('menuitemradio', { name: '深色' })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
  await page.getByRole('menuitemradio', { name: '深色' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const kept = async () => (await context.cookies()).find(({ name }) => name === 'ys_theme')?.value
  await expect.poll(kept).toBe('dark')
})

test('the home page transfers at most 75 kB, and a picture only when it is on screen, in the theme of the page', async ({
  page,
  ground,
}) => {
  await page.context().addCookies([{ name: 'ys_theme', value: 'dark', url: ground.url }])
  const sizes: Promise<number>[] = []
  const pictures: string[] = []
  page.on('requestfinished', (request) => {
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    )
    if (request.resourceType() === 'image' && request.url().includes('.avif')) pictures.push(request.url())
  })
  await withoutPointer(page)
  await page.goto('/')
  await expect(page.locator('#first-load')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  expect(pictures).toEqual([])
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes / 1000).toBeLessThanOrEqual(75)
  // No pointer has touched the page, so nothing has hydrated it.
  const conflict = page.getByRole('img', { name: /版本冲突截图/ })
  await page.evaluate(() => document.querySelectorAll('main img')[1]?.scrollIntoView())
  await expect.poll(() => conflict.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000)
  await expect.poll(() => pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((url) => !url.includes('-zh-cn-dark'))).toEqual([])
})
