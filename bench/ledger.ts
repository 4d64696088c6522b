import pg from 'pg'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { type Load, measure, send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { proofOf, signIn } from './lib/people.ts'
import { startServer } from './lib/server.ts'

// `node bench/ledger.ts` measures the lists of a million members and of ten million entries of their balances in the
// built product, then changes of balances and the end of an account. Prints the median and the slowest of 20 calls and
// the first one in milliseconds; then how many pages a second there are, and how many of a bare server with the same
// rows. The aim is half of its rate.

const MEMBERS = Number(process.env.MEMBERS ?? 1_000_000)
const ENTRIES = Number(process.env.ENTRIES ?? 10_000_000)
/** Entries of the member that is closed. */
const HISTORY = Number(process.env.HISTORY ?? 50_000)
const SCHOOLS = 1_000
const MANY = 10_000
const SECONDS = 8
const CALLERS = 16
/** The first member. */
const FIRST = 1_001

const { product, database, timed, end } = await ownProduct()
try {
  await fill()
  const { access_token: token } = await signIn(product.url)
  const json = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    [PROOF_HEADER]: await proofOf(database.url),
  }
  const members = '/adminApi/member/index?limit=20'
  const entries = '/adminApi/money-log/index?limit=20'
  const where = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`
  const lists: [name: string, path: string][] = [
    ...['username', 'nickname', 'name', 'status', 'createTime', 'updateTime'].map((field): [string, string] => [
      `members: by ${field}`,
      `${members}&count=none&order=${field},desc`,
    ]),
    ['members: first page', `${members}&count=none`],
    ['members: of a school', `${members}&count=none&${where({ field: 'orgId', operator: 'eq', val: 2_000 })}`],
    [
      'members: with a balance',
      `${members}&count=none&${where({ field: 'money', operator: 'RANGE', val: [500, 600] })}`,
    ],
    ['members: locked', `${members}&count=none&${where({ field: 'status', operator: 'eq', val: 0 })}`],
    ['members: found by a user name', `${members}&count=none&quickSearch=m77777`],
    ['members: with the total', members],
    ['entries: first page', `${entries}&count=none`],
    ['entries: by amount', `${entries}&count=none&order=amount,desc`],
    ['entries: by member', `${entries}&count=none&order=accountId,asc`],
    ['entries: of a member', `${entries}&${where({ field: 'accountId', operator: 'eq', val: FIRST + 7 })}`],
    ['entries: of an amount', `${entries}&count=none&${where({ field: 'amount', operator: 'RANGE', val: [90, 91] })}`],
    [
      'entries: with a common reason',
      `${entries}&count=none&${where({ field: 'memo', operator: 'LIKE', val: 'Prize' })}`,
    ],
    [
      'entries: with a rare reason',
      `${entries}&count=none&${where({ field: 'memo', operator: 'LIKE', val: 'Trip 77777' })}`,
    ],
    ['entries: found by a user name', `${entries}&count=none&quickSearch=m77777`],
    ['entries: with the total', entries],
    ['groups: with their members', '/adminApi/member-group/index?limit=20'],
  ]
  for (const [name, path] of lists) {
    await timed(name, token, path).catch((error: unknown) => console.log(`${name}: ${String(error).slice(0, 200)}`))
  }
  await besideBare(token, '/members', `${members}&count=none`)
  await besideBare(token, '/entries', `${entries}&count=none`)

  const post = (path: string, body: object) =>
    send({ url: `${product.url}/adminApi/${path}`, method: 'POST', headers: json, body: JSON.stringify(body) })
  await repeated('save of a member', 40, (n) => post('member/edit', { id: FIRST + n, motto: `Motto ${n}` }))
  await repeated('change of one balance', 40, (n) =>
    post('money-log/adjust', { ids: [FIRST + n], amount: 1, memo: 'Bench' }),
  )
  const ids = Array.from({ length: Math.min(MANY, MEMBERS) }, (_, at) => FIRST + at)
  await repeated(`change of ${ids.length} balances`, 3, () =>
    post('money-log/adjust', { ids, amount: 1, memo: 'Bench' }),
  )
  await repeated(`another school for ${ids.length}`, 1, () =>
    post('member/bulkEdit', { ids, values: { orgId: 1_002 } }),
  )
  await repeated(`end of a member with ${HISTORY} entries`, 1, () => post('member/close', { id: FIRST }))
} finally {
  await end()
}
process.exit(0)

/** Prints the median and the slowest of some calls in milliseconds. */
async function repeated(name: string, times: number, work: (round: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  for (let round = 0; round < times; round++) {
    const started = performance.now()
    try {
      await work(round)
    } catch (error) {
      console.log(`${name}: ${String(error).slice(0, 300)}`)
      return
    }
    taken.push(performance.now() - started)
  }
  taken.sort((one, other) => one - other)
  const shown = [taken[Math.floor(times / 2)] ?? 0, taken.at(-1) ?? 0].map((time) => time.toFixed(0).padStart(7))
  console.log(`${name.padEnd(40)}${shown.join('')}`)
}

/** Compares pages of a list with those of a bare server that runs one statement. */
async function besideBare(token: string, bare: string, path: string): Promise<void> {
  const server = await startServer('bench/floor-rows.ts', { DATABASE_URL: database.url }, '/ready')
  const headers = { authorization: `Bearer ${token}` }
  const load = (name: string, work: Load['work']): Load => ({ name, seconds: SECONDS, callers: CALLERS, pid: 0, work })
  const results = await measure(
    load('bare', () => send({ url: server.url + bare })),
    load('list', () => send({ url: product.url + path, headers })),
  )
  await server.stop()
  const [floor = 0, rate = 0] = results.map((one) => one.rate)
  const share = ((100 * rate) / floor).toFixed(0)
  console.log(`${bare}: pages a second: ${rate.toFixed(0)}, bare ${floor.toFixed(0)}: ${share} %`)
}

/** Makes the members and their entries. The indexes of the ledger are built at the end, which is much faster. */
async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Nobody has written these rows, so the history need not have them.
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
  await client.query(
    `insert into organization (id, code, name, type, sort_key, path)
      select 1000 + n, 'S' || n, 'School ' || n, 'school', 'm' || lpad(to_hex(n), 6, '0'), '/' || 1000 + n || '/'
      from generate_series(1, $1::int) n`,
    [SCHOOLS],
  )
  await client.query(
    `insert into account (id, kind, username, nickname, name, phone, create_time, update_time, status)
      select $2 - 1 + n, 'user', 'm' || n, 'Nick ' || n, 'Pupil ' || n, '138' || lpad(n::text, 8, '0'), moment, moment,
        case when n % 50 = 0 then 0 else 1 end
      from generate_series(1, $1::int) n, lateral (select timestamptz '2025-01-01' + make_interval(secs => n) as moment) t`,
    [MEMBERS, FIRST],
  )
  await client.query(
    `insert into member_profile (account_id, org_id, group_id)
      select $2 - 1 + n, 1001 + n % $3, (select min(id) from member_group) from generate_series(1, $1::int) n`,
    [MEMBERS, FIRST, SCHOOLS],
  )
  const { rows: indexes } = await client.query<{ name: string; made: string }>(`
    select indexname as name, indexdef as made from pg_indexes where tablename = 'money_log' and indexname like '%_idx'`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // The first member has a long history; the others share the rest, the same number each.
  const each = Math.max(1, Math.floor((ENTRIES - HISTORY) / (MEMBERS - 1)))
  await client.query(
    `insert into money_log (account_id, seq, amount, before, after, memo, create_time, create_by)
      select $1::bigint + m, s, 100, 100 * (s - 1), 100 * s, case when s % 2 = 0 then 'Prize' else 'Trip ' || m end,
        timestamptz '2026-01-01' + make_interval(secs => m + s * 1000), 1
      from generate_series(0, $2::int - 1) m cross join generate_series(1, $3::int) s`,
    [FIRST, MEMBERS, each],
  )
  await client.query(
    `insert into money_log (account_id, seq, amount, before, after, memo, create_time, create_by)
      select $1::bigint, s, 100, 100 * (s - 1), 100 * s, 'Long', timestamptz '2026-01-01' + make_interval(secs => s), 1
      from generate_series($2::int + 1, $3::int) s`,
    [FIRST, each, HISTORY],
  )
  await client.query(
    `insert into member_balance (account_id, money, money_seq)
      select $1::bigint + m, 100 * c, c from generate_series(0, $2::int - 1) m
        cross join lateral (select case when m = 0 then greatest($3::int, $4::int) else $3::int end as c) counted`,
    [FIRST, MEMBERS, each, HISTORY],
  )
  for (const { made } of indexes) await client.query(made)
  await client.query('vacuum analyze')
  await client.end()
}
