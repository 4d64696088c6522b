import { chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/lib/chromium.ts'
import { budgets } from './lib/budgets.ts'
import { firstLoad, total } from './lib/first-load.ts'
import { startServer } from './lib/server.ts'

/**
 * Prints the JavaScript that a browser loads for each page before the first interaction.
 * @param cookie the session cookie of a signed-in user
 */
export async function benchWeights(url: string, cookie: string): Promise<void> {
  const bare = await startServer('bench/floor-page.ts', {}, '/')
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
  try {
    const floor = total(await firstLoad(browser, bare.url))
    console.log(`\nfirst load, kB gzipped${''.padEnd(24)} all  above bare  at most`)
    console.log(`${'a bare Start page'.padEnd(42)} ${kilobytes(floor)}`)
    for (const { path, kilobytes: most, signedIn } of budgets) {
      const [name = '', value = ''] = cookie.split('=')
      const prepare = async (page: Page) => {
        if (signedIn) await page.context().addCookies([{ name, value, url }])
      }
      const scripts = await firstLoad(browser, `${url}${path}`, prepare, path === '/')
      console.log(
        `${path.padEnd(42)} ${kilobytes(total(scripts))} ${kilobytes(total(scripts) - floor).padStart(11)} ${String(most).padStart(8)}`,
      )
    }
  } finally {
    await browser.close()
    await bare.stop()
  }
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6)
