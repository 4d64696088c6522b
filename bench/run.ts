import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#src/db/client.server.ts'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { jobKinds, mounts } from '#src/features/mount.server.ts'
import { handInFeatures } from '#src/server/runtime.server.ts'
import { benchClicks } from './clicks.ts'
import { benchContract, benchPages, type Pair, pageNames } from './contract.ts'
import { password, signedInCookie } from './lib/people.ts'
import { startProduct } from './lib/server.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMillion } from './million.ts'
import { benchTransfer } from './transfer.ts'
import { benchWeights } from './weights.ts'

// `npm run bench` measures the built product under load on this machine, each number beside a floor of the same run.
// BENCH_SECONDS is the number of seconds of a measurement (4). `npm run bench -- list save` runs only the measurements
// whose names contain one of these words.

const wanted = process.argv.slice(2)
const only = (name: string) => wanted.length === 0 || wanted.some((one) => name.includes(one))
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const dataDir = await mkdtemp(join(tmpdir(), 'yardstick-bench-'))
const secret = 'a secret for the length of this benchmark'

try {
  const pages = pageNames.some(only)
  if (pages || only('weights'))
    execFileSync('node_modules/.bin/vite', ['build', '--config', 'bench/bare.config.ts', '--logLevel', 'error'], {
      stdio: 'inherit',
    })
  const env = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    SESSION_SECRET: secret,
    LOG_LEVEL: 'info',
    DATABASE_URL: '',
  }
  // It logs a line for each request, here to a file.
  const product = await startProduct(env, join(dataDir, 'log'))
  try {
    execFileSync(process.execPath, ['scripts/demo.ts', '--url', product.url, '--password', password], {
      stdio: 'ignore',
    })
    const { url: databaseUrl } = await openEmbedded({ dataDir, log: () => {} })
    // The session code reads its environment only once.
    Object.assign(process.env, { DATABASE_URL: databaseUrl, SESSION_SECRET: secret, LOG_LEVEL: 'error' })
    handInFeatures({ mounts, jobKinds })
    const db = openDatabase(databaseUrl, 4)
    const options = { db, databaseUrl, product, seconds, only }
    const pairs = [...(await benchContract(options)), ...(pages ? await benchPages(options) : [])]
    report(pairs)
    const cookie = await signedInCookie(db, product.url)
    if (only('weights')) await benchWeights(product.url, cookie)
    if (only('clicks')) await benchClicks(product.url, cookie)
    if (only('lighthouse')) await benchLighthouse(product.url, cookie)
    // Runs last, because it empties and fills a table that the others read.
    if (only('import') || only('export')) report(await benchTransfer(options))
    if (only('million') || wanted.some((one) => one.startsWith('million'))) report(await benchMillion(options))
    await db.$client.end()
  } finally {
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)

function report(pairs: readonly Pair[]) {
  if (pairs.length === 0) return
  const number = (value: number) => value.toFixed(value < 10 ? 2 : 0).padStart(8)
  console.log(`${''.padEnd(34)}      p50      p99    req/s   MB     of floor   aim`)
  for (const { subject, floor, aim, perSecond } of pairs) {
    for (const result of floor ? [floor, subject] : [subject]) {
      const ratio =
        result === subject && floor
          ? `${Math.round((subject.rate / floor.rate) * 100)} %`.padStart(10)
          : ''.padStart(10)
      const goal = aim ? `${Math.round(aim * 100)} %` : perSecond ? `${perSecond}/s` : ''
      const wanted = result === subject ? goal.padStart(8) : ''
      const { name, p50, p99, rate, memory } = result
      console.log(
        `${name.padEnd(34)} ${number(p50)} ${number(p99)} ${number(rate)} ${memory.toFixed(0).padStart(4)} ${ratio} ${wanted}`,
      )
    }
  }
}
