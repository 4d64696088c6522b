import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { passwords } from '../../tests/support/passwords.ts'

type Side = 'admin' | 'user'
type Fixtures = {
  /** Opens a path and waits until the page is alive: a click before that is lost. */
  open(path: string): Promise<void>
  /** Loads the page again, and waits until it is alive again. */
  reload(): Promise<void>
  signIn(side: Side, username?: string, to?: string): Promise<void>
  /** Lets the console say what matches; anything else fails the test. */
  allowConsole(pattern: RegExp): void
  /** @param without rules that do not fit what is on screen */
  expectAccessible(without?: string[]): Promise<void>
}

/** The product's own database, for arranging and for checking what a journey left there. */
export const test = base.extend<Fixtures & { consoleWatch: RegExp[] }, { db: Database }>({
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of wanted fixtures from the pattern
    async ({}, use) => {
      const server = await openEmbedded({ dataDir: process.env.E2E_DATA_DIR ?? '', log: () => {} })
      const db = openDatabase(server.url, 4)
      await use(db)
      await db.$client.end()
    },
    { scope: 'worker' },
  ],

  consoleWatch: [
    async ({ page }, use) => {
      const allowed: RegExp[] = []
      const said: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          said.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => said.push(error.message))
      await use(allowed)
      expect(said.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],

  allowConsole: async ({ consoleWatch }, use) => use((pattern) => consoleWatch.push(pattern)),
  open: async ({ page }, use) => use((path) => openPage(page, path)),
  reload: async ({ page }, use) => {
    await use(async () => {
      await page.reload()
      await alive(page)
    })
  },
  signIn: async ({ page }, use) => {
    await use(async (side, username = side === 'admin' ? 'admin' : 'member', to = `/${side}`) => {
      await openPage(page, to)
      await page.locator('input[name=username]').fill(username)
      await page.locator('input[name=password]').fill(side === 'user' ? passwords.member : passwords.admin)
      await page.keyboard.press('Enter')
      await expect(page).not.toHaveURL(/\/(login|loading)/)
      // The address comes first, its page a moment later: form and loading screen have no such part.
      await expect(page.locator('#main')).toBeVisible()
    })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (without = []) => {
      await expect(page.locator('#first-load')).toHaveCount(0)
      await standStill(page)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .disableRules(without)
        .analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
      ).toEqual([])
    })
  },
})

export { expect }

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await alive(page)
}

/** Reaches for a page that has been loaded, and waits until it listens: the home page comes alive for whoever does. */
export async function alive(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('pointerover')))
  await untilAlive(page)
}

/**
 * Waits until a document that has come listens to people: what the server drew is seen before, but what is done to it is
 * lost. It says so when React has begun with it; its parts follow one by one.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForFunction(() => {
    const parts = document.querySelectorAll('main, [role=tabpanel], header button, main button, main input')
    return [...parts].every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps$')))
  })
}

/** Waits until nothing slides or fades any more: half way in, a colour is not the one that is meant. */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ends.map(({ finished }) => finished))
  })
}

/**
 * Leaves the product, before its session is taken away from below it: a page that still asks for something would be
 * refused, and say so on the console.
 */
export async function leaveProduct(page: Page): Promise<void> {
  await page.goto('about:blank')
}

/** Chooses the language of a page's visitor. */
export async function speak(page: Page, language: 'zh-cn' | 'en', baseURL = ''): Promise<void> {
  await page.context().addCookies([{ name: 'ys_lang', value: language, url: baseURL }])
}

/** Makes an account's access tokens expire: one of the test's own, or tests side by side would lose theirs too. */
export async function expireAccess(db: Database, username: string): Promise<void> {
  await db.execute(sql`
    update token set expire_time = now() - interval '1 minute' where kind = 'access' and family_id in (
      select f.id from token_family f join account a on a.id = f.account_id where a.username = ${username})`)
}
