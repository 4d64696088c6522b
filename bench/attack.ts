import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#src/db/client.server.ts'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { startLossyProxy } from '../tests/support/lossy-proxy.ts'
import { send } from './lib/measure.ts'
import { addPeople, password, signIn, signInCall } from './lib/people.ts'
import { startProduct } from './lib/server.ts'

// `node bench/attack.ts` measures the built product while one person sends too much, and while the network between it
// and its database loses packets. Every line is a fact of this run; nothing is judged.

/** The rows of the table that the expensive lists read. */
const ROWS = 100_000
/** The number of lists of one person, and the milliseconds after which that person leaves. */
const LISTS = 60
const STAY_MS = 1_000
/** The requests under way when packets are lost, and the milliseconds of the loss. */
const UNDER_WAY = 40
const LOSS_MS = 5_000

const directory = await mkdtemp(join(tmpdir(), 'yardstick-attack-'))
const database = await startEmbedded({ dataDir: join(directory, 'database'), log: () => undefined })
const network = await startLossyProxy(database.url)
const product = await startProduct({
  DATA_DIR: join(directory, 'data'),
  DATABASE_URL: network.url,
  ADMIN_PASSWORD: password,
  SESSION_SECRET: 'a secret for the length of this benchmark',
  LOG_LEVEL: 'fatal',
})
const { url } = product

try {
  await fill()
  const { access_token } = await signIn(url)
  const other = await otherPerson()
  const headers = { authorization: `Bearer ${access_token}` }
  const get = (path: string, signal?: AbortSignal) => fetch(url + path, { headers, signal })
  const costly = `/adminApi/organization/index?count=exact&filter=${encodeURIComponent(
    JSON.stringify({
      or: Array.from({ length: 30 }, (_, at) => ({ field: 'name', operator: 'LIKE', val: `no such text ${at}` })),
    }),
  )}`
  await timed('one such list alone', () => get(costly))

  const leaving = new AbortController()
  const lists = Array.from({ length: LISTS }, () => get(costly, leaving.signal).catch(() => undefined))
  await sleep(STAY_MS / 2)
  await around('while they run', other)
  await sleep(STAY_MS / 2)
  leaving.abort()
  await Promise.all(lists)
  await around('after they left', other)
  await sleep(STAY_MS)
  console.log(`queries that still run a second later: ${await running()}`)

  const staying = Array.from({ length: LISTS }, async () => (await get(costly)).status)
  await sleep(STAY_MS)
  await around('while one who stays has as many', other)
  console.log(`answers to the one who stays: ${counted(await Promise.all(staying))}`)

  const under = Array.from({ length: UNDER_WAY }, () =>
    get(costly).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  await sleep(200)
  network.lose()
  await timed('/readyz while packets are lost', () => get('/readyz'))
  await sleep(LOSS_MS)
  network.heal()
  const healed = performance.now()
  for (;;) {
    const { status } = await get('/adminApi/subject/index')
    if (status === 200) break
  }
  console.log(`first list after ${LOSS_MS} ms of loss: ${since(healed)} ms`)
  console.log(
    `answers to the ${UNDER_WAY} under way: ${counted(await Promise.all(under))}, the last after ${since(healed)} ms`,
  )
  await around('after that', other)
} finally {
  await product.stop()
  network.close()
  await database.stop()
  await rm(directory, { recursive: true, force: true })
}
process.exit(0)

type Get = (path: string) => Promise<Response>

/** The calls of a second super admin. */
async function otherPerson(): Promise<Get> {
  const db = openDatabase(database.url, 1)
  const [name = ''] = await addPeople(db, 1)
  await db.$client.query('update account set super = true where username = $1', [name])
  await db.$client.end()
  const { access_token } = JSON.parse(await send(signInCall(url, name)))
  return (path) => fetch(url + path, { headers: { authorization: `Bearer ${access_token}` } })
}

async function around(when: string, get: Get): Promise<void> {
  await timed(`${when}: /readyz`, () => get('/readyz'))
  await timed(`${when}: another list`, () => get('/adminApi/subject/index'))
  await timed(`${when}: a sign-in`, () => signIn(url).then(() => undefined))
}

async function timed(what: string, work: () => Promise<Response | undefined>): Promise<void> {
  const started = performance.now()
  const answer = await work()
  await answer?.text()
  console.log(`${what}: ${since(started)} ms${answer ? ` (${answer.status})` : ''}`)
}

function since(started: number): number {
  return Math.round(performance.now() - started)
}

function counted(statuses: readonly number[]): string {
  const groups = Map.groupBy(statuses, (status) => status)
  return [...groups].map(([status, all]) => `${all.length} × ${status || 'lost'}`).join(', ')
}

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function fill(): Promise<void> {
  await withDatabase(async (client) => {
    await client.query(`insert into organization (code, name, type, sort_key)
      select 'A' || at, 'School number ' || at || ' of the district', 'school', 'a' || lpad(at::text, 8, '0')
      from generate_series(1, ${ROWS}) at`)
    await client.query('vacuum analyze organization')
  })
}

async function running(): Promise<number> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
      where state = 'active' and query ilike '%ilike%' and pid <> pg_backend_pid()`)
    return rows[0]?.count ?? 0
  })
}
