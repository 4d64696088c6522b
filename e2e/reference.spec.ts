import { expect, test } from './support/fixtures.ts'

test.use({ reads: true })

test('the filter finds calls by path, name and node, by keyboard alone, and leads to the call', async ({ page }) => {
  await page.goto('/api/docs?lang=en')
  await page.keyboard.press('/')
  const find = page.getByRole('searchbox', { name: 'Find by path, name or node' })
  await expect(find).toBeFocused()
  for (const [words, count] of [
    ['publish an exam scheme', 2],
    ['/exam-scheme/publish', 1],
    ['baseInfo/exam-scheme/publish', 1],
  ]) {
    await find.fill(String(words))
    await expect(page.getByRole('status')).toHaveText(`Calls found: ${count}`)
  }
  await expect(page.getByRole('heading', { level: 2, name: 'Subjects' })).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'POST /publish' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#POST_adminApi_exam_scheme_publish$/)
  const call = page.locator('[data-call="POST_adminApi_exam_scheme_publish"]')
  await expect(call.getByRole('group', { name: 'Sample call' })).toContainText('/adminApi/exam-scheme/publish')
  await find.focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 2, name: 'Subjects' })).toBeVisible()
  await find.fill('nothing like this')
  await expect(page.getByRole('status')).toHaveText('No call found')
})

test('a link to a call opens it; the sample is copied; theme and language are those of the site', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL })
  await page.clock.install()
  await page.goto('/api/docs#POST_adminApi_subject_add')
  const call = page.locator('[data-call="POST_adminApi_subject_add"]')
  const sample = call.getByRole('group', { name: '调用示例' })
  await expect(sample).toBeVisible()
  // The word stands there for a moment alone. While the time of the page stands still, it stays.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await call.getByRole('button', { name: '复制' }).first().click()
  await expect(call.getByRole('button', { name: '已复制' })).toBeVisible()
  await page.clock.resume()
  await expect(call.getByRole('button', { name: '已复制' })).toHaveCount(0)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await sample.textContent())
  await page.getByRole('button', { name: '主题' }).click()
  await page.getByRole('button', { name: '深色' }).click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: 'Read the API reference' }).click()
  await expect(page).toHaveURL('/api/docs')
})

test.describe('without scripts, on a small screen', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })

  test('the contents open, and lead to a call', async ({ page }) => {
    await page.goto('/api/docs?lang=en')
    await page.getByRole('button', { name: 'Contents' }).click()
    await page
      .locator('summary')
      .filter({ hasText: /^Subjects/ })
      .click()
    await page.getByRole('link', { name: 'POST /add', exact: true }).click()
    await expect(page).toHaveURL(/#POST_adminApi_subject_add$/)
    await expect(page.locator('[id=POST_adminApi_subject_add]')).toBeVisible()
  })
})

for (const [theme, language, width] of [
  ['light', 'zh-cn', 1440],
  ['dark', 'en', 390],
] as const) {
  test(`no violations with an open call: ${theme}, ${language}, ${width} px`, async ({
    page,
    baseURL,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.context().addCookies([{ name: 'ys_theme', value: theme, url: baseURL ?? '' }])
    await page.goto(`/api/docs?lang=${language}#POST_adminApi_organization_edit`)
    await expect(page.locator('[id=POST_adminApi_organization_edit]')).toBeVisible()
    // All calls look alike, and looking at the hundreds of them takes a minute.
    await expectAccessible([], '[data-call="POST_adminApi_organization_edit"]')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
