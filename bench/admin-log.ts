import pg from 'pg'
import { fillLog } from './lib/fill-log.ts'
import { type Load, measure, send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { signIn } from './lib/people.ts'
import { startServer } from './lib/server.ts'

// Measures the admin log over HTTP: `node bench/admin-log.ts [rows] [seconds]`, on the built product and a database of
// its own, which is gone at the end. Pages beside a bare server with the same rows; each filter, order and search one
// by one; and what a save costs with its row and without. Ten million rows need 12 GB and ten minutes.

const [rows = '10000000', seconds = '8'] = process.argv.slice(2)
const CALLERS = 16
const SAVES = 2_000

const { product, database, timed, end } = await ownProduct()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
try {
  const started = performance.now()
  await fillLog(database.url, Number(rows))
  console.log(`${rows} rows in ${Math.round((performance.now() - started) / 1000)} s`)
  const { access_token: token } = await signIn(product.url)
  await pages(token)
  await searches(token)
  await saves(token)
} finally {
  await client.end()
  await end()
}

function filter(...conditions: [field: string, operator: string, val: unknown][]): string {
  const all = conditions.map(([field, operator, val]) => ({ field, operator, val }))
  return `filter=${encodeURIComponent(JSON.stringify(all.length === 1 ? all[0] : { and: all }))}`
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

/** Pages beside a bare server that sends the same rows by a prepared statement. */
async function pages(token: string): Promise<void> {
  const bare = await startServer('bench/floor-log.ts', { DATABASE_URL: database.url }, '/ready')
  const load = (name: string, pid: number, work: Load['work']): Load => ({
    name,
    seconds: Number(seconds),
    callers: CALLERS,
    pid,
    work,
  })
  const list = `${product.url}/adminApi/admin-log/index?limit=25&count=none&cursor=first`
  const cases: [path: string, query: string][] = [
    ['/first', ''],
    ['/account', filter(['username', 'eq', 'teacher007'])],
    ['/address', filter(['address', 'eq', '10.0.7.7'])],
    ['/refused', filter(['code', 'eq', 403])],
    ['/before', filter(['createTime', 'lt', daysAgo(170)])],
  ]
  for (const [path, query] of cases) {
    const headers = { authorization: `Bearer ${token}` }
    const [floor, own] = await measure(
      load(path, bare.pid, () => send({ url: bare.url + path })),
      load(path, product.pid, () => send({ url: `${list}&${query}`, headers })),
    )
    if (!floor || !own) continue
    const share = Math.round((own.rate / floor.rate) * 100)
    console.log(
      `${path.padEnd(12)} ${own.rate.toFixed(0).padStart(6)}/s  bare ${floor.rate.toFixed(0).padStart(6)}/s  ${share} %  p99 ${own.p99.toFixed(0)} ms`,
    )
  }
  await bare.stop()
}

/** What people look for, one call after the other: the median, the slowest and the first of 20, in milliseconds. */
async function searches(token: string): Promise<void> {
  const cases: [name: string, query: string][] = [
    ['two conditions', filter(['username', 'eq', 'admin'], ['event', 'eq', 'export'])],
    ['two conditions, nothing', filter(['username', 'eq', 'admin'], ['code', 'eq', 500])],
    ['a kind that never occurs', filter(['event', 'eq', 'signInFailed'])],
    ['errors of the server, none', filter(['code', 'egt', 500])],
    ['a side that never occurs', filter(['side', 'eq', 'user'])],
    ['an account that is not there', filter(['username', 'eq', 'nobody'])],
    ['a rare account', filter(['username', 'eq', 'rare'])],
    [
      'a rare account and a month',
      filter(['username', 'eq', 'rare'], ['createTime', 'RANGE', [daysAgo(190), daysAgo(160)]]),
    ],
    ['one request', filter(['requestId', 'eq', 'c4ca4238a0b923820dcc509a6f75849b'])],
    ['one change set, none', filter(['changeSetId', 'eq', 99])],
    ['search: one account', 'quickSearch=teacher123'],
    ['search: many accounts', 'quickSearch=teacher'],
    ['search: the rare account', 'quickSearch=rare'],
    ['search: a menu', 'quickSearch=Organizations'],
    ['search: two signs', `quickSearch=${encodeURIComponent('学科')}`],
    ['search: one sign', `quickSearch=${encodeURIComponent('删')}`],
    ['search: two words', `quickSearch=${encodeURIComponent('rare Edit')}`],
    ['search: nothing', 'quickSearch=nothing-of-that-kind'],
    ...['createTime', 'username', 'address', 'node', 'code', 'event', 'title', 'side'].flatMap(
      (field): [string, string][] => [
        [`order: ${field}`, `order=${field},asc`],
        [`order: ${field}, last page`, `order=${field},desc&cursor=last`],
      ],
    ),
    ['page 400', 'page=400'],
  ]
  console.log('                                         median   most  first')
  for (const [name, query] of cases) await timed(name, token, `/adminApi/admin-log/index?limit=25&count=none&${query}`)
  for (const [name, query] of cases.slice(0, 18))
    await timed(`${name}: total`, token, `/adminApi/admin-log/count?${query}`)
}

/** Saves by one caller, with the row of the log and without, in turns. */
async function saves(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { rows: found } = await client.query<{ id: string }>('select id::text from subject order by id limit 1')
  const took: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let round = 0; round < SAVES; round++) {
    const kind = Math.floor(round / 100) % 2 === 0 ? 'with' : 'without'
    // Without its rule, an insertion is the same statement, but nothing is written.
    if (round % 100 === 0) await client.query(sqlOf(kind))
    const body = JSON.stringify({ id: Number(found[0]?.id), fullMark: 100 + (round % 50) })
    const begun = performance.now()
    await send({ url: `${product.url}/adminApi/subject/edit`, method: 'POST', headers, body })
    if (round % 100 > 10) took[kind].push(performance.now() - begun)
  }
  const [logged, bare] = [middleOf(took.with), middleOf(took.without)]
  console.log(
    `a save ${logged.toFixed(2)} ms, without its row ${bare.toFixed(2)} ms: ${(((logged - bare) / bare) * 100).toFixed(1)} % more`,
  )
}

function sqlOf(kind: 'with' | 'without'): string {
  if (kind === 'with') return 'drop trigger if exists "A_none" on admin_log'
  // The name comes before those of the other triggers, which then have nothing to do.
  return `create or replace function no_row() returns trigger language plpgsql as 'begin return null; end';
  create trigger "A_none" before insert on admin_log for each row execute function no_row()`
}

function middleOf(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
