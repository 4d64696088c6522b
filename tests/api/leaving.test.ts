import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { startBackend } from '../support/backend.ts'
import { passwords } from '../support/passwords.ts'

/** Holds a table against every reader until the test ends. */
async function hold(db: Database, table: string): Promise<() => Promise<void>> {
  const client = await db.$client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  let held = true
  const release = async () => {
    if (held) {
      await client.query('rollback')
      client.release()
    }
    held = false
  }
  onTestFinished(release)
  return release
}

/** The number of queries in this database that wait for a lock. */
async function waiting(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count ?? -1
}

test.each([
  ['a list', 'subject', '/adminApi/subject/index'],
  ['a count', 'subject', '/adminApi/subject/index?count=exact&page=5'],
  ['a quick search', 'subject', '/adminApi/subject/index?quickSearch=a'],
  ['a tree with its labels', 'educate_level', '/adminApi/organization/index?tree=1'],
  ['the choices of a field', 'educate_level', '/adminApi/subject/select?field=levelIds'],
  ['a history', 'change', '/adminApi/subject/history?id=1'],
])('a client that leaves ends its query: %s', async (_, table, path) => {
  const { api, db, signIn, logged } = await startApi()
  const call = await signIn()
  const { data } = await call('GET', '/adminApi/educate-level/index?limit=1')
  const levelIds = (data as { list: { id: number }[] }).list.map(({ id }) => id)
  await call('POST', '/adminApi/organization/add', { code: 'L', name: 'L', type: 'bureau', levelIds })
  await hold(db, table)
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${call.tokens.access_token}` }
  const answer = api.fetch(new Request(`http://localhost${path}`, { headers, signal: leaving.signal }))
  await expect.poll(() => waiting(db)).toBe(1)
  leaving.abort()
  expect((await answer).status).toBe(503)
  expect(await waiting(db)).toBe(0)
  expect(logged.join('\n'), 'it is no fault').not.toContain('"level":50')
  // A call asks several things at once, and answers when the first of them ends.
  const busy = () => db.$client.totalCount - db.$client.idleCount
  await expect.poll(busy, { message: 'only the holder keeps its connection' }).toBe(1)
})

test('sixty lists of one person who leaves stop nobody else, and all end', async () => {
  const { api, db, signIn } = await startApi()
  const [call, other] = [await signIn(), await signIn()]
  await addOrganizations(call)
  await hold(db, 'subject')
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${call.tokens.access_token}` }
  const lists = Array.from({ length: 60 }, () =>
    api.fetch(new Request('http://localhost/adminApi/subject/index', { headers, signal: leaving.signal })),
  )
  // Of eight connections, six serve lists, and three of these are always left for others.
  await expect.poll(() => waiting(db)).toBe(3)
  expect((await other('POST', '/adminApi/organization/add', { code: 'N', name: 'N', type: 'bureau' })).code).toBe(200)
  leaving.abort()
  expect(new Set((await Promise.all(lists)).map(({ status }) => status))).toEqual(new Set([503]))
  expect(await waiting(db)).toBe(0)
})

test('a page that is left ends the query of its server function', async () => {
  const api = await startApi()
  const call = await api.signIn('admin', 'admin', passwords.admin)
  const backend = await startBackend({ DATABASE_URL: api.url })
  const { access_token, refresh_token, token_type, expires_in } = call.tokens
  const session = await backend.session('admin', { token: access_token, refresh_token, token_type, expires_in })
  await hold(api.db, 'subject')
  const browser = new AbortController()
  const facts = { address: '', userAgent: '', requestId: '', nonce: '', signal: browser.signal }
  const list = backend.withRequestFacts(facts, () =>
    backend.callApi(session, { method: 'GET', path: '/adminApi/subject/index' }),
  )
  list.catch(() => undefined)
  await expect.poll(() => waiting(api.db)).toBe(1)
  browser.abort()
  await expect(list).rejects.toThrow(/abort/i)
  await expect.poll(() => waiting(api.db)).toBe(0)
})

test('a search that no index serves has a limit, and a person does not meet it', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const contains = (count: number) =>
    JSON.stringify({
      or: Array.from({ length: count }, (_, at) => ({ field: 'name', operator: 'LIKE', val: `${at}` })),
    })
  const ask = (query: Record<string, string>, key = 'organization') =>
    call('GET', `/adminApi/${key}/index?${new URLSearchParams(query)}`)
  expect((await ask({ filter: contains(30) })).code).toBe(200)
  const message = 'Too many search words or “contains” conditions. Use fewer of them.'
  expect(await ask({ filter: contains(31) })).toMatchObject({
    status: 400,
    msg: message,
    data: { errors: { filter: [message] } },
  })
  const words = Array.from({ length: 40 }, (_, at) => String.fromCharCode(97 + (at % 26))).join(' ')
  expect((await ask({ quickSearch: words })).code, 'this search has its own index').toBe(200)
  expect(await ask({ quickSearch: words }, 'subject')).toMatchObject({
    status: 400,
    data: { errors: { quickSearch: [message] } },
  })
  const del = await call('POST', '/adminApi/organization/bulkDel', {
    query: { filter: JSON.parse(contains(31)) },
    count: 0,
  })
  expect(del.status).toBe(400)
})
