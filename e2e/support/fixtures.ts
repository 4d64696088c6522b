import { writeFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import type { Database } from '#src/db/client.server.ts'
import { passwords } from '../../tests/support/passwords.ts'
import { type Side, tokensOf } from './contract.ts'
import { type Ground, Keeper } from './ground.ts'

type Fixtures = {
  /** The product that this file has for itself, as a first start leaves it. */
  ground: Ground
  /** Its own database, for arranging and for checking what a journey left there. */
  db: Database
  /** Opens a path and waits until the page is alive: a click before that is lost. */
  open(path: string): Promise<void>
  /** Loads the page again, and waits until it is alive again. */
  reload(): Promise<void>
  /** Puts a session into the browser that the contract has given; opens nothing. */
  beginSession(side: Side, username?: string): Promise<void>
  /** The same, and opens a page: the side's first one, unless told. */
  signIn(side: Side, username?: string, to?: string): Promise<void>
  /** Lets the console say what matches; anything else fails the test. */
  allowConsole(pattern: RegExp): void
  /** @param without rules that do not fit what is on screen */
  expectAccessible(without?: string[]): Promise<void>
}

type Options = {
  /** This file changes nothing, so that others who change nothing may use the same product. */
  reads: boolean
}

export const test = base.extend<
  Fixtures & Options & { consoleWatch: RegExp[]; evidence: undefined },
  { keeper: Keeper }
>({
  reads: [false, { option: true }],

  keeper: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of wanted fixtures from the pattern
    async ({}, use) => {
      const keeper = new Keeper()
      await use(keeper)
      await keeper.close()
    },
    { scope: 'worker' },
  ],

  ground: async ({ keeper, reads }, use, { file, testId, config }) => {
    // In parallel each test stands for itself, and so it has a product for itself.
    const ground = await keeper.groundFor(config.fullyParallel ? testId : file, reads)
    await use(ground)
    if (reads) expect(await ground.hasChanged(), 'a file that only reads has written').toBe(false)
  },

  baseURL: async ({ ground }, use) => use(ground.url),
  db: async ({ ground }, use) => use(ground.db),

  evidence: [
    async ({ ground }, use, testInfo) => {
      const before = ground.output().length
      await use(undefined)
      const said = ground.output().slice(before)
      if (!said || testInfo.status === testInfo.expectedStatus) return
      await writeFile(testInfo.outputPath('product.log'), said)
      // In the trace, and in what the runner prints.
      await testInfo.attach('product.log', { body: said })
    },
    { auto: true },
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
  beginSession: async ({ page, ground }, use) => {
    await use((side, username) => putSession(page, ground, side, username))
  },
  signIn: async ({ page, beginSession }, use) => {
    await use(async (side, username, to = `/${side}`) => {
      await beginSession(side, username)
      await openPage(page, to)
      await expect(page).not.toHaveURL(/\/(login|loading)/)
      // The address comes first, its page a moment later: form and loading screen have no such part.
      await expect(page.locator('#main')).toBeVisible()
    })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (without = []) => {
      // It veils the page for a second, and nothing under a veil has colours that could be judged.
      await page.locator('#first-load').evaluateAll((veils) => {
        for (const veil of veils) veil.remove()
      })
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

/**
 * What the tests of a file find in their product, made once in each product by whoever comes first.
 * @param arrange makes it, in a product as a first start leaves it
 */
export function arranged<T>(arrange: (ground: Ground) => Promise<T>): (ground: Ground) => Promise<T> {
  const made = new WeakMap<Ground, Promise<T>>()
  return (ground) => {
    const known = made.get(ground) ?? arrange(ground)
    made.set(ground, known)
    return known
  }
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await alive(page)
}

/**
 * Puts a session into a page's browser.
 * @param backend whose contract gives the tokens, where it is not the product itself
 */
export async function putSession(
  page: Page,
  ground: Ground,
  side: Side,
  username = firstOf(side),
  backend = ground.url,
): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const value = await ground.beginSession(side, await tokensOf(backend, side, username, userAgent))
  await page
    .context()
    .addCookies([{ name: SESSION_COOKIES[side], value, url: ground.url, httpOnly: true, sameSite: 'Lax' }])
}

const firstOf = (side: Side) => (side === 'admin' ? 'admin' : 'member')

/** Signs in on a login page that is on screen, as people do: for what only that way shows. */
export async function fillSignIn(page: Page, side: Side, username = firstOf(side)): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(side === 'user' ? passwords.member : passwords.admin)
  await page.keyboard.press('Enter')
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

/** Makes an account's access tokens expire. */
export async function expireAccess(db: Database, username: string): Promise<void> {
  await db.execute(sql`
    update token set expire_time = now() - interval '1 minute' where kind = 'access' and family_id in (
      select f.id from token_family f join account a on a.id = f.account_id where a.username = ${username})`)
}
