import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { openDatabase } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { startApi } from '../support/api.ts'
import { freshDatabase } from '../support/database.ts'
import { passwords } from '../support/passwords.ts'
import { serveHttp } from '../support/serve.ts'

const path = '/admin/ajax/clearCache'

test.each(['server', 'all'])('type %s empties the caches of the process and says so', async (type) => {
  const { signIn } = await startApi()
  const cache = processCache<number>()
  cache.set('one', 1)
  expect(await (await signIn())('POST', path, { type })).toMatchObject({
    status: 200,
    code: 200,
    data: null,
    msg: 'The server caches have been cleared',
  })
  expect(cache.get('one')).toBeUndefined()
})

const types = 'The type must be server or all'

test.each([
  [{ type: 'browser' }, { type: [types] }],
  [{ type: 'everything' }, { type: [types] }],
  [{ type: 5 }, { type: [types] }],
  [{}, { type: [expect.any(String)] }],
  [{ type: 'all', more: 1 }, { more: [expect.any(String)] }],
])('the server refuses %j, and clears nothing', async (body, errors) => {
  const { signIn } = await startApi()
  const cache = processCache<number>()
  cache.set('one', 1)
  expect(await (await signIn())('POST', path, body)).toMatchObject({ code: 422, data: { errors } })
  expect(cache.get('one')).toBe(1)
})

test('whoever is not super may not, on either side', async () => {
  const { db, signIn, api } = await startApi()
  const admin = await signIn()
  await db.update(account).set({ super: false }).where(eq(account.username, 'admin'))
  expect((await admin('POST', path, { type: 'server' })).code).toBe(403)
  expect((await (await signIn('user'))('POST', path, { type: 'server' })).code).toBe(401)
  expect((await api.request(path, { method: 'POST' })).status).toBe(401)
})

test('a value counts as none when its time is over', async () => {
  const cache = processCache<number>({ maxAge: -1 })
  cache.set('one', 1)
  expect(cache.get('one')).toBeUndefined()
})

test('what is cleared in one process is cleared in every other one, also after a lost connection', {
  timeout: 120_000,
}, async () => {
  let icon = 'first'
  const sheet = await serveHttp(() => new Response(`.f { font-family: f } .${icon}:before { content: "x" }`))
  const database = await freshDatabase()
  const db = openDatabase(database.url, 2)
  await db
    .update(config)
    .set({ value: `${sheet}/f.css` })
    .where(eq(config.name, 'iconfontUrl'))
  const processes = await Promise.all([startProcess(database.url), startProcess(database.url)])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ stop }) => stop()))
    await db.$client.end()
    await database.drop()
  })
  // A process starts to listen with its first request.
  for (const { url } of processes) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const signIn = new URLSearchParams({ username: 'admin', password: passwords.admin })
  const session = await (await fetch(`${processes[0]?.url}/sign-in?${signIn}`)).text()
  const headers = { cookie: `${SESSION_COOKIES.admin}=${session}` }
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
  const one = processes[0]?.url ?? ''
  const token = await tokenOf(one)
  const clear = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(one + path, { method: 'POST', headers, body: '{"type":"server"}' })
    expect(answer.status).toBe(200)
  }

  await expect.poll(listeners).toHaveLength(2)
  expect(await names()).toEqual(['f first', 'f first'])
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

async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/oauth/token?grant_type=password&scope=server`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('admin:admin')}` },
    body: new URLSearchParams({ username: 'admin', password: passwords.admin }),
  })
  return (await answer.json()).access_token
}

/** Starts an application process of its own (see two-processes.test.ts). */
async function startProcess(databaseUrl: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/backend-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      // The sheet with the icons is on this machine.
      OUTGOING_ALLOW: '127.0.0.1,localhost',
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: '',
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'a secret of at least thirty-two characters',
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      const address = /ready (\S+?)\/?\n/.exec(text.toString())?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
