import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumArgs, findChromium } from '../scripts/lib/chromium.ts'

/** Fetched on demand: it needs a hundred packages that nothing else uses. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const run = promisify(execFile)

const pages = [
  { path: '/', desktop: false, paint: 2.0, signedIn: false },
  { path: '/admin/login', desktop: false, paint: 2.5, signedIn: false },
  { path: '/admin/baseInfo/organization', desktop: true, paint: 1.5, signedIn: true },
]

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * Prints Lighthouse's scores and the Largest Contentful Paint of the pages, the worst of some runs.
 * @param cookie the session cookie of a signed-in user
 */
export async function benchLighthouse(url: string, cookie: string, runs = 5): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'yardstick-lighthouse-'))
  const headers = join(folder, 'headers.json')
  await writeFile(headers, JSON.stringify({ Cookie: cookie }))
  try {
    console.log(`\nLighthouse${''.padEnd(31)}   LCP s  at most   performance accessibility best practices SEO`)
    for (const { path, desktop, paint, signedIn } of pages) {
      const reports: Report[] = []
      for (let at = 0; at < runs; at++) {
        const file = join(folder, 'report.json')
        const options = [
          desktop ? '--preset=desktop' : '--form-factor=mobile',
          ...(signedIn ? [`--extra-headers=${headers}`] : []),
        ]
        await lighthouse(`${url}${path}`, file, options)
        reports.push(JSON.parse(await readFile(file, 'utf8')))
      }
      const painted = Math.max(
        ...reports.map(({ audits }) => (audits['largest-contentful-paint']?.numericValue ?? 0) / 1000),
      )
      const score = (name: string) =>
        String(Math.floor(100 * Math.min(...reports.map(({ categories }) => categories[name]?.score ?? 0))))
      const name = `${path} ${desktop ? '(desktop)' : '(mobile)'}`
      console.log(
        `${name.padEnd(42)} ${painted.toFixed(2).padStart(6)} ${paint.toFixed(1).padStart(8)} ${score('performance').padStart(13)} ${score('accessibility').padStart(13)} ${score('best-practices').padStart(14)} ${score('seo').padStart(3)}`,
      )
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function lighthouse(url: string, file: string, options: string[]): Promise<void> {
  const chrome = `--chrome-flags=--headless=new ${chromiumArgs.join(' ')}`
  const args = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url]
  const output = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--only-categories=performance,accessibility,best-practices,seo',
  ]
  await run('npm', [...args, chrome, ...output, ...options], {
    env: { ...process.env, CHROME_PATH: await findChromium() },
    maxBuffer: 64 << 20,
  })
}
