import { expect, speak, test } from './support/fixtures.ts'

const publicPages = ['/', '/admin/login', '/user/login', '/401', '/404']
const adminPages = ['/admin/dashboard', '/admin/baseInfo/organization']
const memberPages = ['/user/account/overview', '/center/account/overview']

for (const theme of ['light', 'dark'] as const) {
  for (const [language, width] of [
    ['zh-cn', 1440],
    ['en', 390],
  ] as const) {
    test(`no violations: ${theme}, ${language}, ${width} px`, async ({
      page,
      open,
      signIn,
      expectAccessible,
      allowConsole,
      baseURL,
    }) => {
      test.setTimeout(180_000)
      allowConsole(/status of 40[14]/)
      await page.setViewportSize({ width, height: 900 })
      await page.context().addCookies([{ name: 'ys_theme', value: theme, url: baseURL ?? '' }])
      await speak(page, language, baseURL)
      for (const path of publicPages) {
        await open(path)
        await expectAccessible()
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      }
      await signIn('admin')
      await signIn('user')
      for (const path of [...adminPages, ...memberPages]) {
        await open(path)
        await expectAccessible()
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      }
    })
  }
}
