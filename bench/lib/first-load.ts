import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'

/** No script for so long, in milliseconds, and the first load is over. */
const QUIET = 1000

/** One script of a first load. */
export type Script = { name: string; bytes: number }

/**
 * The JavaScript that a browser loads for a page before anybody touches it, gzipped at the highest level.
 * @param prepare signs in, say, in the context that the page then opens in
 */
export async function firstLoad(
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Script[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (prepare) {
      const first = await context.newPage()
      await prepare(first)
      await first.close()
    }
    const page = await context.newPage()
    const scripts: Promise<Script>[] = []
    let last = Date.now()
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
      last = Date.now()
      scripts.push(weigh(response))
    })
    await page.goto(url, { waitUntil: 'load' })
    // A page asks for its scripts once it has painted.
    last = Date.now()
    while (Date.now() - last < QUIET) await page.waitForTimeout(100)
    return (await Promise.all(scripts)).sort((one, other) => other.bytes - one.bytes)
  } finally {
    await context.close()
  }
}

export const total = (scripts: readonly Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0)

async function weigh(response: Response): Promise<Script> {
  const body = await response.body()
  return { name: new URL(response.url()).pathname.replace('/assets/', ''), bytes: gzipSync(body, { level: 9 }).length }
}
