import { writeFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import type { Database } from '#src/db/client.server.ts'
import { passwords } from '../../tests/support/passwords.ts'
import { type Side, tokensOf } from './contract.ts'
import { type Ground, Keeper } from './ground.ts'

type Fixtures = {
  /** The product of this file, in the state after a first start. */
  ground: Ground
  /** The product's database, to prepare a test and to check its result. */
  db: Database
  /** Opens a path and waits until the page is hydrated. A click before that is lost. */
  open(path: string): Promise<void>
  /** Reloads the page and waits until it is hydrated again. */
  reload(): Promise<void>
  /** Signs in over the HTTP API and stores the session in the browser. Opens no page. */
  beginSession(side: Side, username?: string): Promise<void>
  /** Like `beginSession`, then opens a page. The default is the side's first page. */
  signIn(side: Side, username?: string, to?: string): Promise<void>
  /** Allows console messages that match. Any other error or warning fails the test. */
  allowConsole(pattern: RegExp): void
  /**
   * @param without axe rules that do not fit what is on screen
   * @param within a selector of the part to check; the default is the whole page
   */
  expectAccessible(without?: string[], within?: string): Promise<void>
}

type Options = {
  /** True when the file changes nothing. It may then share a product with other files that change nothing. */
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
    // With fullyParallel, each test runs on its own, so it gets its own product.
    const ground = await keeper.groundFor(config.fullyParallel ? testId : file, reads)
    await use(ground)
    if (reads) expect(await ground.hasChanged(), 'a file that only reads has written').toBe(false)
  },

  baseURL: async ({ ground }, use) => use(ground.url),
  db: async ({ ground }, use) => use(ground.db),

  evidence: [
    async ({ ground, context }, use, testInfo) => {
      const before = ground.output().length
      const start = Date.now()
      const asked: string[] = []
      const log = (request: Request, end: string) => {
        if (request.resourceType() !== 'script')
          asked.push(`${Date.now() - start} ms ${request.method()} ${request.url()} ${end}`)
      }
      context.on('response', (response) => log(response.request(), String(response.status())))
      context.on('requestfailed', (request) => log(request, request.failure()?.errorText ?? 'failed'))
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      for (const [name, text] of [
        ['product.log', ground.output().slice(before)],
        ['requests.log', asked.join('\n')],
      ] as const) {
        if (!text) continue
        await writeFile(testInfo.outputPath(name), text)
        // The attachment appears in the runner's output as well.
        await testInfo.attach(name, { body: text })
      }
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
      // The URL changes before the page appears. Neither the form nor the loading screen has this element.
      await expect(page.locator('#main')).toBeVisible()
    })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (without = [], within = 'html') => {
      // The first-load overlay covers the page for a second. Colours below it cannot be checked.
      await page.locator('#first-load').evaluateAll((veils) => {
        for (const veil of veils) veil.remove()
      })
      await standStill(page)
      const { violations } = await new AxeBuilder({ page })
        // What is right need not be described.
        .options({ resultTypes: ['violations'] })
        .include(within)
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .disableRules(without)
        // Only frames of other sites need a page of its own, in which the analysis is finished: it takes as long again.
        .setLegacyMode(page.frames().length === 1)
        .analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
      ).toEqual([])
    })
  },
})

export { expect }

/**
 * Prepares the data of a file's tests. The first test in each product prepares it; later tests reuse it.
 * @param arrange prepares a product that is in the state after a first start
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
 * Stores a session in a page's browser.
 * @param backend URL of the back end that issues the tokens, if it is not the product itself
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

/** Signs in with the login form on screen, for tests of the form itself. */
export async function fillSignIn(page: Page, side: Side, username = firstOf(side)): Promise<void> {
  // Whoever was sent here has a new document, whose form takes no key before it is hydrated.
  await alive(page)
  await page.locator('input[name=username]').fill(username)
  const password = page.locator('input[name=password]')
  await password.fill(side === 'user' ? passwords.member : passwords.admin)
  await password.press('Enter')
}

/**
 * Waits until a dialog, a panel or a menu has the focus. It is visible a frame before it listens to keys and hides the
 * page behind it, so a key that is pressed before that is lost.
 */
export async function expectKeys(popup: Locator): Promise<void> {
  await expect(popup.and(popup.page().locator(':focus-within'))).toBeVisible()
}

/** Closes a dialog, a panel or a menu by Escape. */
export async function escapeFrom(popup: Locator): Promise<void> {
  await expectKeys(popup)
  await popup.page().keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
}

/** Triggers hydration of a loaded page and waits for it. The home page hydrates only when the user interacts. */
export async function alive(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('pointerover')))
  await untilAlive(page)
}

/**
 * Waits until a document is hydrated. The server's HTML is visible earlier, but input before hydration is lost. React
 * sets data-hydrated when it starts; the parts of the page then hydrate one by one.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForFunction(() => {
    const parts = document.querySelectorAll('main, [role=tabpanel], header button, main button, main input')
    return [...parts].every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps$')))
  })
}

/** Waits until all transitions have ended. In the middle of one, colours are not yet the final ones. */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      // An animation that follows scrolling has no end in time.
      .filter(
        ({ timeline, playState, effect }) =>
          timeline === document.timeline && playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ends.map(({ finished }) => finished))
  })
}

/**
 * Leaves the product before the test removes its session. A page that still sends requests would get errors and print
 * them on the console.
 */
export async function leaveProduct(page: Page): Promise<void> {
  await page.goto('about:blank')
}

/** Sets the language of a page's visitor. */
export async function speak(page: Page, language: 'zh-cn' | 'en', baseURL = ''): Promise<void> {
  await page.context().addCookies([{ name: 'ys_lang', value: language, url: baseURL }])
}

/** Makes an account's access tokens expire. */
export async function expireAccess(db: Database, username: string): Promise<void> {
  await db.execute(sql`
    update token set expire_time = now() - interval '1 minute' where kind = 'access' and family_id in (
      select f.id from token_family f join account a on a.id = f.account_id where a.username = ${username})`)
}
