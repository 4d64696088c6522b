import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { browserSession, token } from '#src/db/session.table.server.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { passwords } from '../support/passwords.ts'
import { serveHttp } from '../support/serve.ts'

// All tests share two processes of the application, because each of them loads the whole product.

const script = join(import.meta.dirname, '../support/backend-process.ts')

let database: FreshDatabase
let db: Database
let processes: Awaited<ReturnType<typeof startProcess>>[] = []
let [one, other] = ['', '']

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase(database.url, 2)
  processes = await Promise.all([startProcess(database.url), startProcess(database.url)])
  ;[one = '', other = ''] = processes.map(({ url }) => url)
})

afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()))
  await db.$client.end()
  await database.drop()
})

const signIn = async () => {
  const query = new URLSearchParams({ username: 'admin', password: passwords.admin })
  return (await fetch(`${one}/sign-in?${query}`)).text()
}

test('forty requests with an expired token through two processes, some cancelled: all are answered, nobody is signed out', async () => {
  const session = await signIn()
  const call = (url: string, signal?: AbortSignal) =>
    fetch(`${url}/info`, { headers: { 'x-session': session }, signal })
  expect((await call(other)).status).toBe(200)

  for (let round = 0; round < 2; round += 1) {
    const before = await unused(db)
    await db.update(token).set({ expireTime: sql`now() - interval '1 s'` }).where(eq(token.kind, 'access'))
    // Another connection holds the lock of the session row, so the refreshes of both processes wait.
    const holder = await db.$client.connect()
    await holder.query('begin')
    await holder.query('select from browser_session for update')
    const answered = Promise.withResolvers<void>()
    const leavers: AbortController[] = []
    const calls = Array.from({ length: 40 }, async (_, index) => {
      const leaving = new AbortController()
      const url = index % 2 === 0 ? one : other
      // The first calls of each process start the refresh and are among the cancelled ones. Half of the cancelled calls
      // abort during the refresh, the others while the responses arrive.
      const cancelled = index % 4 < 2 && index < 24
      if (cancelled && index % 8 < 4) leavers.push(leaving)
      else if (cancelled) void answered.promise.then(() => leaving.abort())
      const status = await call(url, leaving.signal).then(
        (answer) => {
          answered.resolve()
          return answer.status
        },
        (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
      )
      return { cancelled, status }
    })
    try {
      await expect.poll(() => waiting(db)).toBe(2)
      for (const leaver of leavers) leaver.abort()
    } finally {
      await holder.query('commit')
      holder.release()
    }
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter(({ cancelled }) => !cancelled).every(({ status }) => status === 200)).toBe(true)
    expect(outcomes.every(({ status }) => status === 200 || status === 'AbortError')).toBe(true)
    expect(outcomes.some(({ status }) => status === 'AbortError')).toBe(true)
    // Both processes together have refreshed only once per round.
    const fresh = await unused(db)
    expect(fresh).toHaveLength(1)
    const inUse = await db
      .select({ hash: token.hash })
      .from(token)
      .where(and(sql`${token.firstUseTime} is not null`, isNull(token.spentTime)))
    expect(inUse).toEqual(before)
  }
  expect(await db.select().from(browserSession)).toHaveLength(1)
  expect((await Promise.all([call(one), call(other)])).map(({ status }) => status)).toEqual([200, 200])
})

test('what is cleared in one process is cleared in every other one, also after a lost connection', async () => {
  let icon = 'first'
  const sheet = await serveHttp(() => new Response(`.f { font-family: f } .${icon}:before { content: "x" }`))
  // A process starts to listen with its first request.
  for (const { url } of processes) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const headers = { cookie: `${SESSION_COOKIES.admin}=${await signIn()}` }
  const names = async () =>
    Promise.all(
      processes.map(async ({ url }) => {
        const icons: { name: string }[] = await (await fetch(`${url}/icons/iconfont.json`, { headers })).json()
        return icons.map(({ name }) => name).join()
      }),
    )
  const listeners = async () => {
    const { rows } = await db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where datname = current_database() and query = 'listen "yardstick_caches"'`,
    )
    return rows.map(({ pid }) => pid)
  }
  const bearer = await tokenOf(one)
  const clear = async () => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const answer = await fetch(`${one}/admin/ajax/clearCache`, { method: 'POST', headers, body: '{"type":"server"}' })
    expect(answer.status).toBe(200)
  }

  await expect.poll(listeners).toHaveLength(2)
  await db
    .update(config)
    .set({ value: `${sheet}/f.css` })
    .where(eq(config.name, 'iconfontUrl'))
  await clear()
  await expect.poll(names).toEqual(['f first', 'f first'])
  icon = 'second'
  expect(await names()).toEqual(['f first', 'f first'])
  await clear()
  await expect.poll(names).toEqual(['f second', 'f second'])

  // The notification is lost with the connections. A process clears its caches when it reconnects.
  icon = 'third'
  const before = await listeners()
  for (const pid of before) await db.execute(sql`select pg_terminate_backend(${pid})`)
  await expect.poll(names).toEqual(['f third', 'f third'])
  await expect.poll(listeners).toHaveLength(2)
  icon = 'fourth'
  await clear()
  await expect.poll(names).toEqual(['f fourth', 'f fourth'])
})

test('a saved setting holds in every process at once: the site name, and who may not come in', async () => {
  const bearer = await tokenOf(one)
  const save = async (values: object, address = '192.0.2.1') => {
    const answer = await fetch(`${one}/adminApi/config/edit`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'accept-language': 'en',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ values }),
    })
    return (await answer.json()) as { code: number; data: unknown }
  }
  const at = async (path: string, address: string) => {
    const answer = await fetch(other + path, { headers: { 'x-forwarded-for': address, 'accept-language': 'en' } })
    return { status: answer.status, text: await answer.text() }
  }
  await at('/api/site', '192.0.2.1')
  expect(await save({ 'siteName@en': 'North' })).toMatchObject({ code: 200 })
  await expect.poll(async () => (await at('/api/site', '192.0.2.1')).text).toContain('"siteName":"North"')

  const list = '203.0.113.0/24\n2001:db8::/32'
  for (const address of ['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9']) {
    const own = `Your own address ${address} is in this list, and you would lock yourself out.`
    expect(await save({ forbiddenAddresses: list }, address)).toMatchObject({
      code: 422,
      data: { errors: { forbiddenAddresses: [own] } },
    })
  }
  expect(await save({ forbiddenAddresses: list })).toMatchObject({ code: 200 })
  const said = 'Access from your address is not allowed. Please contact the administrator of this site.'
  await expect.poll(async () => (await at('/api/site', '203.0.113.9')).status).toBe(403)
  for (const path of ['/', '/api/site', '/icons/x.json', '/assets/x.js', '/healthz', '/adminApi/menu']) {
    const answer = await at(path, '2001:db8::9')
    expect(answer.status, path).toBe(403)
    expect(
      [said, '不允许从您的地址访问，请联系本站管理员。'].some((one) => answer.text.includes(one)),
      path,
    ).toBe(true)
  }
  expect((await at('/api/site', '198.51.100.1')).status).toBe(200)
  expect(await save({ forbiddenAddresses: `${list}\n127.0.0.0/8` })).toMatchObject({ code: 200 })
  await expect.poll(async () => (await at('/api/site', '127.0.0.1')).status).toBe(403)
  expect((await at('/healthz', '127.0.0.1')).status).toBe(200)
})

async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/oauth/token?grant_type=password&scope=server`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('admin:admin')}` },
    body: new URLSearchParams({ username: 'admin', password: passwords.admin }),
  })
  return (await answer.json()).access_token
}

/** The refresh tokens that were never exchanged. */
function unused(db: Database) {
  return db
    .select({ hash: token.hash })
    .from(token)
    .where(and(eq(token.kind, 'refresh'), isNull(token.firstUseTime)))
}

/** Counts the connections that wait for a lock. Not for use in a transaction, which would always see the same count. */
async function waiting(db: Database): Promise<number> {
  const { rowCount } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}

async function startProcess(databaseUrl: string) {
  const child: ChildProcess = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      // The sheet with the icons is on this machine.
      OUTGOING_ALLOW: '127.0.0.1,localhost',
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: '',
      // A request can come from any address.
      TRUST_PROXY: 'true',
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'a secret of at least thirty-two characters',
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      const address = /ready (\S+?)\/?\n/.exec(text.toString())?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return
      child.stdin?.end()
      await once(child, 'exit')
    },
  }
}
