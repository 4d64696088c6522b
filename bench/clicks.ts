import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/lib/chromium.ts'
import { isAlive } from './lib/first-load.ts'

/** What a user presses, and what then has to be on screen. */
type Click = {
  name: string
  path: string
  press(page: Page): Promise<void>
  /** CSS selector of the answer. */
  answer: string
  /** The answer differs from what the selector found before. Default: it appears. */
  changes?: boolean
  /** Puts the page back to where it was. */
  back(page: Page): Promise<void>
}

/** Milliseconds. */
const aims = { cold: 250, warm: 100 }
const WARM_ROUNDS = 5
const FRESH_PAGES = 3
/** Milliseconds. An answer that never comes ends the run, instead of holding it. */
const LONGEST = 10_000

const close = (page: Page) => page.keyboard.press('Escape')
const subjects = '/admin/baseInfo/subject?limit=10'
const form = '[role=dialog] form input'

const clicks: Click[] = [
  { name: 'add form', path: subjects, press: button(/^Add subject/), answer: form, back: close },
  { name: 'edit form', path: subjects, press: button(/^Edit /), answer: form, back: close },
  {
    name: 'form of an exam scheme',
    path: '/admin/baseInfo/exam-scheme',
    press: button(/^Edit /),
    answer: form,
    back: close,
  },
  {
    name: 'menu of a row',
    path: subjects,
    press: button(/^More actions for/),
    answer: '[role=menu] [role=menuitem]',
    back: close,
  },
  {
    name: 'filter',
    path: subjects,
    press: button(/^Filter$/),
    answer: 'form[aria-label="Filter"]',
    back: button(/^Filter$/),
  },
  {
    name: 'next page of a list',
    path: subjects,
    press: button(/^Next page/),
    answer: 'tbody tr[data-id]',
    changes: true,
    back: async (page) => {
      await button(/^Previous page/)(page)
    },
  },
  {
    name: 'another list',
    path: subjects,
    press: (page) => page.locator('aside').getByRole('link', { name: 'Education levels' }).click(),
    answer: 'h1',
    changes: true,
    back: (page) => page.locator('aside').getByRole('link', { name: 'Subjects' }).click(),
  },
  {
    name: 'command palette',
    path: subjects,
    press: (page) => page.keyboard.press('Control+k'),
    answer: '[role=option]',
    back: close,
  },
]

/**
 * Prints how long a press takes to its answer on screen: cold, the first press of a page that has just come alive, and
 * warm, the presses after it. Medians, in milliseconds.
 * @param cookie the session cookie of a signed-in user
 */
export async function benchClicks(url: string, cookie: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
  try {
    console.log(`\nfrom a press to its answer, ms${''.padEnd(12)} cold  at most    warm  at most`)
    for (const click of clicks) {
      const cold: number[] = []
      const warm: number[] = []
      for (let at = 0; at < FRESH_PAGES; at++) {
        const [first = 0, ...later] = await timesOf(browser, url, cookie, click)
        cold.push(first)
        warm.push(...later)
      }
      const texts = [median(cold), aims.cold, median(warm), aims.warm].map((one) => one.toFixed(0).padStart(8))
      console.log(`${click.name.padEnd(38)}${texts.join(' ')}`)
    }
  } finally {
    await browser.close()
  }
}

/** The times of one page that is opened anew: the first press, then the warm ones. */
async function timesOf(browser: Browser, url: string, cookie: string, click: Click): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  try {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([
      { name, value, url },
      { name: 'ys_lang', value: 'en', url },
    ])
    const page = await context.newPage()
    page.setDefaultTimeout(LONGEST)
    await page.goto(`${url}${click.path}`)
    await page.waitForFunction(isAlive)
    const times: number[] = []
    for (let at = 0; at <= WARM_ROUNDS; at++) {
      await page.evaluate(watch, { answer: click.answer, changes: click.changes ?? false })
      await click.press(page)
      const took = await page.evaluate(seen, LONGEST)
      if (took === undefined) throw new Error(`${click.name}: no answer (${click.answer})`)
      times.push(took)
      if (!click.changes) await page.locator('tbody tr[data-id]').first().waitFor()
      await click.back(page)
      if (!click.changes) await page.locator(click.answer).first().waitFor({ state: 'detached' })
      else await page.waitForFunction(isBack)
    }
    return times
  } finally {
    await context.close()
  }
}

function button(name: RegExp): (page: Page) => Promise<void> {
  return (page) => page.locator('main').getByRole('button', { name }).first().click()
}

declare global {
  interface Window {
    benchAnswer: Promise<number>
    benchBefore: string
    benchText(): string
  }
}

/** Runs in the page: notes the next press, and resolves with the milliseconds until the frame that shows its answer. */
function watch({ answer, changes }: { answer: string; changes: boolean }): void {
  // The pages of other tabs stay in the document, unseen.
  const shown = () => [...document.querySelectorAll(answer)].find((element) => element.getClientRects().length > 0)
  window.benchText = () => shown()?.textContent ?? ''
  const before = window.benchText()
  window.benchBefore = before
  let pressed: number | undefined
  const note = () => {
    pressed ??= performance.now()
  }
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, note, { capture: true, once: true })
  window.benchAnswer = new Promise((resolve) => {
    const look = () => {
      const isThere = shown() && (!changes || window.benchText() !== before)
      if (pressed !== undefined && isThere) resolve(performance.now() - pressed)
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Runs in the page. */
const seen = (longest: number) =>
  Promise.race([window.benchAnswer, new Promise<undefined>((resolve) => setTimeout(resolve, longest))])
/** Runs in the page. */
const isBack = () => window.benchText() === window.benchBefore

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
