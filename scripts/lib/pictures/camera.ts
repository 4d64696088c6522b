import type { Browser, Page } from '@playwright/test'
import type { OwnProduct } from './own-product.ts'

export type Language = 'zh-cn' | 'en'
export type Shot = { language: Language; theme: 'light' | 'dark'; size: { width: number; height: number } }

/** Opens a window of the signed-in administrator, in a language and a theme. */
export async function camera(browser: Browser, { url, password }: OwnProduct, { language, theme, size }: Shot) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    deviceScaleFactor: 1.5,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Shanghai',
    locale: language === 'en' ? 'en-US' : 'zh-CN',
  })
  await context.addCookies([{ name: 'ys_lang', value: language, url }])
  const page = await context.newPage()
  await page.goto('/admin/login')
  await untilReady(page)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((to) => !/\/(login|loading)/.test(to.pathname))
  return { page, close: () => context.close() }
}

/** Waits until the page works and nothing of its first load is left on it. */
export async function untilReady(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor()
  await page.locator('#first-load').waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
