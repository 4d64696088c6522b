import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { faultReport } from '#src/db/fault.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { purge } from '#src/server/purge.server.ts'
import { startApi } from '../support/api.ts'

type Sent = { path?: unknown; referrer?: unknown; failure?: unknown }

async function open() {
  const started = await startApi()
  const report = async (body: Sent, headers: Record<string, string> = {}, address = '203.0.113.7') => {
    const response = await started.api.request(
      '/api/fault/report',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'en', 'user-agent': 'Browser/1', ...headers },
        body: JSON.stringify(body),
      },
      { address },
    )
    return { status: response.status, headers: response.headers, ...(await response.json()) }
  }
  return { ...started, report, rows: () => started.db.select().from(faultReport).orderBy(faultReport.id) }
}

test('a page that was not found is recorded with where the person came from, and answered with its number', async () => {
  const { report, rows } = await open()
  const answer = await report({ path: '/no/such', referrer: 'http://site.example/list?name=secret#part' })
  const [row] = await rows()
  expect(answer).toMatchObject({ code: 200, data: { number: row?.id }, msg: 'Reported. Thank you.' })
  expect(row).toMatchObject({
    path: '/no/such',
    referrer: 'http://site.example/list',
    accountId: null,
    network: '203.0.113.0/24',
    userAgent: 'Browser/1',
    count: 1,
  })
  expect(Math.abs(Date.parse(row?.lastTime ?? '') - Date.now())).toBeLessThan(60_000)
})

test('the same one again is counted; another path, referrer or network is another fault', async () => {
  const { report, rows } = await open()
  const first = await report({ path: '/no/such', referrer: 'http://a.example/' })
  const again = await report({ path: '/no/such', referrer: 'http://a.example/' }, { 'user-agent': 'Browser/2' })
  expect(again.data).toEqual(first.data)
  await report({ path: '/no/such', referrer: 'http://b.example/' })
  await report({ path: '/other', referrer: 'http://a.example/' })
  await report({ path: '/no/such', referrer: 'http://a.example/' }, {}, '198.51.100.1')
  expect((await rows()).map(({ count, userAgent }) => [count, userAgent])).toEqual([
    [2, 'Browser/2'],
    [1, 'Browser/1'],
    [1, 'Browser/1'],
    [1, 'Browser/1'],
  ])
})

test.each(['admin', 'user'] as const)('a token of the side %s names its account', async (side) => {
  const { report, rows, signIn, db } = await open()
  const { tokens } = await signIn(side)
  await report({ path: '/no/such' }, { authorization: `Bearer ${tokens.access_token}` })
  const [owner] = await db.select({ id: account.id }).from(account).where(eq(account.kind, side))
  expect((await rows())[0]?.accountId).toBe(owner?.id)
})

test('a token that is no good is refused, so that its owner can refresh it and report in their name', async () => {
  const { report, rows } = await open()
  expect(await report({ path: '/no/such' }, { authorization: 'Bearer nonsense' })).toMatchObject({ code: 401 })
  expect(await rows()).toEqual([])
})

test('long texts are cut at 500 characters, never in the middle of one', async () => {
  const { report, rows } = await open()
  const answer = await report(
    { path: `/${'😀'.repeat(600)}`, referrer: 'r'.repeat(900) },
    { 'user-agent': 'u'.repeat(900) },
  )
  expect(answer.code).toBe(200)
  const [row] = await rows()
  expect([...(row?.path ?? '')]).toHaveLength(500)
  expect(row?.path.endsWith('😀')).toBe(true)
  expect([row?.referrer.length, row?.userAgent.length]).toEqual([500, 500])
})

test.each([
  ['no path', {}],
  ['another site', { path: 'http://evil.example/' }],
  ['a number', { path: 5 }],
  ['a referrer that is no text', { path: '/x', referrer: 1 }],
  ['too long to be a path', { path: `/${'x'.repeat(9000)}` }],
])('%s is refused', async (_what, body) => {
  const { report, rows } = await open()
  expect(await report(body)).toMatchObject({ code: 422 })
  expect(await rows()).toEqual([])
})

test('an address that reports on and on has to wait; others are heard', async () => {
  const { report, rows } = await open()
  const codes: number[] = []
  for (let at = 0; at < 32; at++) codes.push((await report({ path: `/scan/${at}` })).code)
  expect(codes.slice(0, 30)).toEqual(Array<number>(30).fill(200))
  expect(codes.at(-1)).toBe(429)
  const count = (await rows()).length
  const refused = await report({ path: '/scan/more' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await rows()).toHaveLength(count)
  expect(await report({ path: '/no/such' }, {}, '198.51.100.1')).toMatchObject({ code: 200 })
})

test('what nobody has met for ninety days goes', async () => {
  const { report, rows, db } = await open()
  await report({ path: '/old' })
  await report({ path: '/kept' })
  await db.execute(sql`update fault_report set last_time = now() - interval '91 days' where path = '/old'`)
  await db.execute(sql`update fault_report set last_time = now() - interval '89 days' where path = '/kept'`)
  await purge(db, { files: '/nowhere' })
  expect((await rows()).map(({ path }) => path)).toEqual(['/kept'])
})

test('a log that grows without end loses its oldest rows', async () => {
  const { report, rows, db } = await open()
  await db.execute(sql`insert into fault_report (key, path, referrer, network, user_agent, last_time)
    select n, '/' || n, '', '', '', now() - make_interval(secs => n) from generate_series(1, 20005) n`)
  await report({ path: '/newest' })
  await purge(db, { files: '/nowhere' })
  const left = await rows()
  expect(left).toHaveLength(20_000)
  expect(left.some(({ path }) => path === '/newest')).toBe(true)
  expect(left.some(({ path }) => path === '/20005')).toBe(false)
})

const failure = { resource: 'subject', part: 'name', rowId: 7, message: 'no name', stack: 'at Cell (/assets/a.js:1:2)' }

test('a part of a page that failed is stored with what helps to find it, and logged once', async () => {
  const { report, rows, signIn, logged } = await open()
  const { tokens } = await signIn()
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const path = '/admin/baseInfo/subject?quickSearch=secret'
  const first = await report({ path, failure }, headers)
  expect(first).toMatchObject({ code: 200, data: { number: expect.any(Number) } })
  const again = await report({ path, failure: { ...failure, rowId: 8 } }, headers)
  expect(again.data).toEqual(first.data)
  expect(await rows()).toMatchObject([
    { ...failure, path: '/admin/baseInfo/subject', rowId: 8, count: 2, accountId: expect.any(Number) },
  ])
  const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a part of a page failed')
  expect(lines).toMatchObject([{ level: 40, fault: first.data.number, path: '/admin/baseInfo/subject', ...failure }])
  expect(lines[0].requestId).toEqual(expect.any(String))
})

test('another part, or another reason, is another report; long texts are cut', async () => {
  const { report, rows } = await open()
  const path = '/admin/baseInfo/subject'
  await report({ path, failure })
  await report({ path, failure: { ...failure, part: 'totals', rowId: null } })
  await report({ path, failure: { ...failure, message: 'm'.repeat(900), stack: 's'.repeat(5000) } })
  expect((await rows()).map((row) => [row.part, row.message.length, row.stack.length])).toEqual([
    ['name', 7, failure.stack.length],
    ['totals', 7, failure.stack.length],
    ['name', 500, 2000],
  ])
})

test('missing pages do not use up what an address may report of failures', async () => {
  const { report } = await open()
  for (let at = 0; at < 31; at++) await report({ path: `/scan/${at}` })
  expect(await report({ path: '/scan/more' })).toMatchObject({ code: 429 })
  expect(await report({ path: '/admin/baseInfo/subject', failure })).toMatchObject({ code: 200 })
})

test.each([
  ['a part with other signs', { part: '<b>' }],
  ['a row that is no id', { rowId: 'x' }],
  ['values of the row', { row: { name: 'secret' } }],
])('a failure with %s is refused', async (_what, more) => {
  const { report, rows } = await open()
  expect(await report({ path: '/admin', failure: { ...failure, ...more } })).toMatchObject({ code: 422 })
  expect(await rows()).toEqual([])
})
