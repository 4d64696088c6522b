import { sql } from 'drizzle-orm'
import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { DatabasePulse } from '#src/db/database-pulse.server.ts'
import { listen } from '#src/db/listen.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { jobKinds, mounts } from '#src/features/mount.server.ts'
import { copyRows } from '#src/server/export/copy-rows.server.ts'
import { stageRows } from '#src/server/import/stage.server.ts'
import { handInFeatures, runtime } from '#src/server/runtime.server.ts'
import { createHttp } from '#src/web/http.server.ts'
import { freshDatabase } from '../support/database.ts'
import { startLossyProxy } from '../support/lossy-proxy.ts'
import { spendModules } from '../support/modules.ts'

const log = pino({ level: 'silent' })
/** Limits that end at once. */
const limits = { ...workLimits.vital, read: 200 }

async function startNetwork() {
  const database = await freshDatabase()
  const network = await startLossyProxy(database.url)
  onTestFinished(async () => {
    network.close()
    await database.drop()
  })
  return { database, network }
}

test('connections that no longer answer are destroyed, and the next query has a new one', async () => {
  const { network } = await startNetwork()
  const pulse = new DatabasePulse()
  const db = openDatabase(network.url, 3, { limits, pulse })
  const one = () => db.execute(sql`select 1 as one`)
  await Promise.all([one(), one(), one()])
  const held = await db.$client.connect()
  await held.query('begin')
  network.lose()
  const lost = await Promise.allSettled([one(), one(), held.query('select 1')])
  expect(lost.map(({ status }) => status)).toEqual(lost.map(() => 'rejected'))
  held.release(true)
  expect(pulse.failingFor(performance.now() + 1)).toBeGreaterThan(0)
  network.heal()
  expect((await one()).rows).toEqual([{ one: 1 }])
  expect(pulse.failingFor()).toBe(0)
  await db.$client.end()
})

test('rows on their way into the database or out of it are given up when nothing moves any more', async () => {
  const { network } = await startNetwork()
  const db = openDatabase(network.url, 2, { limits: { ...workLimits.job, silence: 300 } })
  onTestFinished(() => db.$client.end())
  const row = { row: 1, values: {}, errors: {} }
  async function* batches() {
    yield [row]
    network.lose()
    yield [{ row: 2, values: {}, errors: {} }]
  }
  await expect(stageRows(db, 1, batches(), () => undefined)).rejects.toThrow('did not answer in time')
  network.heal()
  const rows = copyRows(db, sql`select generate_series(1, 5000000)`, 'csv', new AbortController().signal)
  expect((await rows.next()).value?.subarray(0, 4).toString()).toBe('1\n2\n')
  network.lose()
  const rest = async () => {
    for await (const piece of rows) expect(piece.length).toBeGreaterThan(0)
  }
  await expect(rest()).rejects.toThrow('did not answer in time')
  network.heal()
  async function* one() {
    yield [row]
  }
  expect(await stageRows(db, 1, one(), () => undefined)).toBe(1)
  // A statement may be silent for longer: it has a limit of its own.
  const client = await db.$client.connect()
  onTestFinished(() => client.release())
  await client.query('select 1')
  expect(client.connection.stream).toMatchObject({ timeout: 0 })
})

test('the server is told to look after clients that are gone, too', async () => {
  const { database } = await startNetwork()
  const db = openDatabase(database.url, 1)
  onTestFinished(() => db.$client.end())
  // Over a socket of the machine the values themselves read as zero.
  const told = sql`select name from pg_settings where name like 'tcp_keepalives%' and source = 'session' order by name`
  expect((await db.execute(told)).rows.map(({ name }) => name)).toEqual([
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
  ])
})

test('a process that only rests is healthy, one whose attempts have failed for a minute is not', () => {
  const pulse = new DatabasePulse()
  pulse.failed(0)
  pulse.failed(50_000)
  expect(pulse.failingFor(61_000)).toBe(61_000)
  expect(pulse.failingFor(200_000), 'nobody has tried since').toBe(0)
  pulse.answered()
  expect(pulse.failingFor(61_000)).toBe(0)
})

test('while the network loses everything, the process says that it is not ready', async () => {
  const { network } = await startNetwork()
  const variables = { DATABASE_URL: network.url, SESSION_SECRET: 's'.repeat(40), LOG_LEVEL: 'silent' }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  spendModules()
  handInFeatures({ mounts, jobKinds })
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    const { db, vitalDb, probeDb, lockDb } = runtime()
    await Promise.all([db, vitalDb, probeDb, lockDb].map((pool) => pool.$client.end()))
  })
  const http = createHttp(() => new Response(''), true)
  const ask = async (path: string) => (await http(new Request(`http://localhost${path}`))).status
  expect([await ask('/readyz'), await ask('/healthz')]).toEqual([200, 200])
  network.lose()
  expect(await Promise.all([ask('/readyz'), ask('/readyz'), ask('/healthz')])).toEqual([503, 503, 200])
  const { pulse } = runtime()
  pulse.answered()
  pulse.failed(performance.now() - 61_000)
  pulse.failed()
  expect(await ask('/healthz')).toBe(503)
  network.heal()
  await expect.poll(() => ask('/readyz')).toBe(200)
  expect(await ask('/healthz')).toBe(200)
})

test('who listens notices a silent network, and counts everything as missed', async () => {
  const { database, network } = await startNetwork()
  const heard: (string | undefined)[] = []
  const states: string[] = []
  const ready = vi.fn(() => states.push('ready'))
  const lost = () => void states.push('lost')
  listen({ url: network.url, channel: 'c', heard: (word) => heard.push(word), ready, lost, beat: 20, limits, log })
  await expect.poll(() => states).toEqual(['ready'])
  network.lose()
  await expect.poll(() => states[1]).toBe('lost')
  network.heal()
  await expect.poll(() => states.at(-1)).toBe('ready')
  expect(heard).toEqual([undefined])
  await notify(database.url, 'a word')
  await expect.poll(() => heard.at(-1)).toBe('a word')
})

test('who listens outlives a database that goes and comes back', async () => {
  const { database } = await startNetwork()
  const heard: (string | undefined)[] = []
  const lost = vi.fn()
  const ready = vi.fn()
  listen({ url: database.url, channel: 'c', heard: (word) => heard.push(word), ready, lost, log })
  await expect.poll(() => ready.mock.calls.length).toBe(1)
  await database.drop()
  // The first loss is the drop itself, the second an attempt that meets no database.
  await expect.poll(() => lost.mock.calls.length).toBeGreaterThan(1)
  const name = new URL(database.url.replace('@/', '@localhost/')).pathname.slice(1)
  const client = new pg.Client({ connectionString: database.url.replace(`/${name}`, '/postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  await expect.poll(() => ready.mock.calls.length).toBe(2)
  expect(heard).toEqual([undefined])
})

async function notify(url: string, word: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_notify('c', $1)`, [word])
  await client.end()
}
