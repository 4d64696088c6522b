import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { ownersInTurn } from '#src/server/jobs/job-feed.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { listJobs } from '#src/server/jobs/job-store.server.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { serveHttp } from '../support/serve.ts'

type Event = { event: string; data: { id?: number; state?: string; done?: number; title?: string } }

async function start(title = () => 'A test') {
  const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const kind = defineJob({
    kind: 'test',
    input: v.object({}),
    result: v.object({}),
    title,
    async run({ progress }) {
      await steps[0]?.promise
      progress({ done: 5, total: 10 })
      await steps[1]?.promise
      return {}
    },
  })
  const api = await startApi({}, [], [kind])
  const url = await serveHttp((request) => api.api.fetch(request))
  const send = async () => {
    const id = await api.db.transaction((tx) =>
      api.jobs.enqueue(tx, kind, {}, { author: { id: 1, name: '', address: '', requestId: '' }, locale: 'en' }),
    )
    api.jobs.wake()
    return id
  }
  const call = await api.signIn()
  return { ...api, call, url, send, steps }
}

/** Reads a stream of events as a browser does. */
async function listen(url: string, token: string) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${url}/adminApi/job/events`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
    signal: abort.signal,
  })
  const events: Event[] = []
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        events.push({ event: field('event'), data: JSON.parse(field('data')) })
      }
    }
  }
  const ended = read().catch(() => undefined)
  return { response, events, ended, leave: () => abort.abort() }
}

test('a stream tells all jobs first, then every change, and whoever was away misses nothing', async () => {
  const { call, url, send, steps, jobs } = await start()
  const first = await send()
  const here = await listen(url, call.tokens.access_token)
  expect(here.response.headers.get('content-type')).toContain('text/event-stream')
  await expect
    .poll(() => here.events)
    .toMatchObject([
      { event: 'hello' },
      { event: 'notices', data: { unread: 0 } },
      { event: 'job', data: { id: first, state: 'queued', title: 'A test' } },
    ])
  await jobs.start()
  steps[0]?.resolve()
  await expect
    .poll(() => here.events.at(-1))
    .toMatchObject({ event: 'job', data: { id: first, state: 'running', done: 5 } })
  here.leave()
  await here.ended
  steps[1]?.resolve()
  await expect
    .poll(async () => (await call('GET', `/adminApi/job/info?id=${first}`)).data)
    .toMatchObject({ state: 'done' })
  const again = await listen(url, call.tokens.access_token)
  await expect
    .poll(() => again.events.at(-1))
    .toMatchObject({ event: 'job', data: { id: first, state: 'done', done: 10 } })
  await call('POST', '/adminApi/job/dismiss', {})
  await expect.poll(() => again.events.at(-1)).toEqual({ event: 'gone', data: { id: first } })
  // The process ends. A browser would then reconnect to another process.
  await jobs.stop()
  await again.ended
})

test('nobody hears of the jobs of others, and nothing without a token', async () => {
  const { api, db, signIn, url, send } = await start()
  expect((await api.request('/adminApi/job/events')).status).toBe(401)
  await addOfficer({ db }, { username: 'officer', nodes: [], scope: 'all' })
  const officer = await listen(url, (await signIn('admin', 'officer')).tokens.access_token)
  const mine = await listen(url, (await signIn()).tokens.access_token)
  await send()
  await expect.poll(() => mine.events.map((one) => one.event)).toContain('job')
  expect(officer.events.map((one) => one.event)).toEqual(['hello', 'notices'])
})

test('a job is put into words once, however many watch it', async () => {
  let said = 0
  const { call, url, send, steps, jobs } = await start(() => {
    said += 1
    return 'A test'
  })
  const windows = await Promise.all(Array.from({ length: 30 }, () => listen(url, call.tokens.access_token)))
  await send()
  await jobs.start()
  for (const { resolve } of steps) resolve()
  for (const { events } of windows) await expect.poll(() => events.at(-1)?.data.state).toBe('done')
  // Once for each state that was seen on the way.
  expect(said).toBeLessThan(10)
})

test('one person may have a hundred windows', async () => {
  const { db, call, signIn, url } = await start()
  const open = () => listen(url, call.tokens.access_token)
  const windows = await Promise.all(Array.from({ length: 100 }, open))
  expect(windows.map(({ response }) => response.status)).toEqual(Array.from({ length: 100 }, () => 200))
  const refused = await open()
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '5'])
  await addOfficer({ db }, { username: 'officer', nodes: [], scope: 'all' })
  const { tokens } = await signIn('admin', 'officer')
  expect((await listen(url, tokens.access_token)).response.status).toBe(200)
  windows[0]?.leave()
  await expect.poll(async () => (await open()).response.status).toBe(200)
})

test('a query for all watchers reads the newest jobs of each, and no other rows', async () => {
  const { db } = await start()
  await db.execute(sql`insert into job (kind, input, owner_id, locale, state)
    select 'test', '{}', a.id, 'en', 'done' from account a, generate_series(1, 500)`)
  await db.execute(sql`vacuum analyze job`)
  const { rows } = await db.execute<{ id: number }>(sql`select id from account order by id`)
  const owners = rows.map(({ id }) => Number(id))
  const found = await listJobs(db, owners, 30)
  for (const owner of owners) {
    const mine = found.filter((row) => row.ownerId === owner)
    expect(mine).toHaveLength(30)
    expect(Math.min(...mine.map(({ id }) => id))).toBeGreaterThan(500)
  }
  const { rows: plan } = await db.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (analyze, format json) ${listJobs(db, owners, 30)}`,
  )
  expect(readRows(plan[0]?.['QUERY PLAN'][0].Plan)).toBe(30 * owners.length)
})

type PlanNode = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: PlanNode[] }

/** The rows that a plan has read from the table of jobs. */
function readRows(node: PlanNode | undefined): number {
  if (!node) return 0
  const own = node['Relation Name'] === 'job' ? node['Actual Rows'] * node['Actual Loops'] : 0
  return own + (node.Plans ?? []).reduce((sum, part) => sum + readRows(part), 0)
}

test('very many watchers are served in turns', () => {
  const owners = [5, 3, 1, 4, 2]
  expect([...ownersInTurn(owners, 0, 5)]).toEqual(owners)
  expect([...ownersInTurn(owners, 0, 2)]).toEqual([1, 2])
  expect([...ownersInTurn(owners, 2, 2)]).toEqual([3, 4])
  expect([...ownersInTurn(owners, 4, 2)]).toEqual([5, 1])
})

test.each([
  ['the account is locked', sql`update account set status = 0 where username = 'admin'`],
  ['the sign-in is ended', sql`delete from token_family`],
])('a stream ends when %s, and does not open again', async (_why, statement) => {
  const { call, url, db } = await start()
  const here = await listen(url, call.tokens.access_token)
  await expect.poll(() => here.events[0]).toMatchObject({ event: 'hello' })
  await db.execute(statement)
  await here.ended
  expect((await listen(url, call.tokens.access_token)).response.status).toBe(401)
})

const limited = (values: string) => sql.raw(`update role set ${values} where name = 'role of office'`)
const yesterday = sql`update credential set change_time = now() - interval '2 days'`

test.each([
  ['the hours of a role end', () => limited(`sign_in_hours = '${JSON.stringify(pastHours())}'`), 403],
  ['a role allows other addresses only', () => limited(`sign_in_addresses = '203.0.113.0/24'`), 403],
  ['a role asks for a second factor', () => limited(`second_factor = 'required', grace_days = 0`), 403],
  ['the password expires', () => yesterday, 403],
])('a stream ends when %s', async (_why, statement, status) => {
  const { call, signIn, url, db } = await start()
  await call('POST', '/adminApi/config/edit', { values: { passwordDays: 1 } })
  await addOfficer({ db }, { username: 'office', nodes: ['baseInfo/organization/index'], scope: 'all' })
  const { access_token } = (await signIn('admin', 'office')).tokens
  const [here, admin] = [await listen(url, access_token), await listen(url, call.tokens.access_token)]
  await expect.poll(() => here.events[0]).toMatchObject({ event: 'hello' })
  await db.execute(statement())
  await here.ended
  expect((await listen(url, access_token)).response.status).toBe(status)
  // Others hear on.
  if (statement() !== yesterday) {
    expect(admin.events.length).toBeGreaterThan(0)
    expect((await listen(url, call.tokens.access_token)).response.status).toBe(200)
  }
})

test('a stream of a view ends with the view', async () => {
  const { call, url, db } = await start()
  const id = await addOfficer({ db }, { username: 'office', nodes: ['baseInfo/organization/index'], scope: 'all' })
  expect(await call('POST', '/adminApi/view-as/begin', { accountId: id })).toMatchObject({ code: 200 })
  const here = await listen(url, call.tokens.access_token)
  await expect.poll(() => here.events[0]).toMatchObject({ event: 'hello' })
  await db.execute(sql`update token_family set view_until = now()`)
  await here.ended
  expect((await listen(url, call.tokens.access_token)).response.status).toBe(200)
})

/** Hours on another day of the week. */
function pastHours() {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  return [{ days: days[(new Date().getUTCDay() + 3) % 7], from: '08:00:00', until: '09:00:00' }]
}
