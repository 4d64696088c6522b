import { gzipSync } from 'node:zlib'
import type { Browser, Page, Request, Response } from '@playwright/test'
import { scriptName } from './script-name.ts'

/** Milliseconds without a script request after which the first load is complete. */
const QUIET = 1000

/** One script of a first load. */
export type Script = { name: string; bytes: number }

/**
 * The JavaScript that a browser loads for a page before the first interaction, gzipped at the highest level.
 * @param prepare runs first in the page's browser context, for example to sign in
 * @param sleeps the page loads no script before the first interaction; any other page is waited for until it is
 * hydrated
 */
export async function firstLoad(
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<void>,
  sleeps = false,
): Promise<Script[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (prepare) {
      const first = await context.newPage()
      await prepare(first)
      await first.close()
    }
    const page = await context.newPage()
    if (sleeps) await withoutPointer(page)
    const scripts: Promise<Script>[] = []
    let last = Date.now()
    const underWay = new Set<Request>()
    page.on('request', (request) => request.resourceType() === 'script' && underWay.add(request))
    const over = (request: Request) => {
      if (underWay.delete(request)) last = Date.now()
    }
    page.on('requestfinished', over)
    page.on('requestfailed', over)
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
      scripts.push(weigh(response))
    })
    await page.goto(url, { waitUntil: 'load' })
    // A page requests its scripts after its first paint. On a slow machine that may be much later.
    if (!sleeps) await page.waitForFunction(isAlive)
    last = Date.now()
    while (underWay.size > 0 || Date.now() - last < QUIET) await page.waitForTimeout(100)
    return (await Promise.all(scripts)).sort((one, other) => other.bytes - one.bytes)
  } finally {
    await context.close()
  }
}

/**
 * Keeps an event from a page's documents: a browser without windows says of each new one that the pointer is in its
 * corner, where nobody has put it.
 */
export async function withoutPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const stop = (event: PointerEvent) => {
      if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
    }
    addEventListener('pointerover', stop, true)
  })
}

export const total = (scripts: readonly Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0)

/** Runs in the page: whether React has hydrated the content of the page. The frame around it comes before. */
export function isAlive(): boolean {
  const heading = document.querySelector('h1')
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactProps$'))
}

async function weigh(response: Response): Promise<Script> {
  const body = await response.body()
  return { name: scriptName(response.url()), bytes: gzipSync(body, { level: 9 }).length }
}
