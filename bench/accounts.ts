import pg from 'pg'
import { openDatabase } from '#src/db/client.server.ts'
import { type Load, measure, send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { addPeople, signIn, signInCall } from './lib/people.ts'
import { startServer } from './lib/server.ts'

// `node bench/accounts.ts` measures the list of a million accounts in the built product: of a super administrator, and
// of somebody who sees one district of a hundred. Prints the median and the slowest of 20 calls and the first one in
// milliseconds; then how many pages a second there are, and how many of a bare server with the same rows.

const ACCOUNTS = 1_000_000
const DISTRICTS = 100
const SCHOOLS = 10_000
const SECONDS = 8
const CALLERS = 16

const { product, database, timed, end } = await ownProduct()

try {
  await fill()
  const { access_token: all } = await signIn(product.url)
  const { access_token: own } = JSON.parse(await send(signInCall(product.url, 'bench0')))
  const list = '/adminApi/user/index?limit=20'
  for (const [who, token] of [
    ['all', all],
    ['a district', own],
  ] as const) {
    await timed(`${who}: first page`, token, `${list}&count=none`)
    await timed(`${who}: by user name`, token, `${list}&count=none&order=username,asc`)
    await timed(`${who}: by name, downwards`, token, `${list}&count=none&order=name,desc`)
    await timed(`${who}: locked`, token, `${list}&count=none&search[0][field]=status&search[0][val]=0`)
    await timed(`${who}: found by a user name`, token, `${list}&count=none&quickSearch=u77777`)
    await timed(`${who}: with the total`, token, list)
  }
  await besideBare(all, '/accounts', `${list}&count=none`)
} finally {
  await end()
}
process.exit(0)

/** Compares pages of the list with those of a bare server that runs one statement. The aim is half of its rate. */
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
  console.log(`pages a second: ${rate.toFixed(0)}, bare ${floor.toFixed(0)}: ${((100 * rate) / floor).toFixed(0)} %`)
}

/** Makes the accounts, and a person who sees one district. */
async function fill(): Promise<void> {
  const db = openDatabase(database.url, 2)
  await addPeople(db, 1)
  await db.$client.end()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Nobody has written these rows, so the history need not have them.
  await client.query('set session_replication_role = replica')
  const place = `'m' || lpad(to_hex(n), 6, '0')`
  await client.query(
    `insert into organization (id, code, name, type, sort_key, path)
      select 1000 + n, 'B' || n, 'District ' || n, 'district', ${place}, '/' || 1000 + n || '/' from generate_series(1, $1::int) n`,
    [DISTRICTS],
  )
  await client.query(
    `insert into organization (id, pid, code, name, type, sort_key, path)
      select 10000 + n, 1001 + n % $2, 'S' || n, 'School ' || n, 'school', ${place}, '/' || 1001 + n % $2 || '/' || 10000 + n || '/'
      from generate_series(1, $1::int) n`,
    [SCHOOLS, DISTRICTS],
  )
  await client.query(
    `insert into account (id, kind, username, name, phone, status)
      select 1000 + n, 'admin', 'u' || n, 'Teacher ' || n, '138' || lpad(n::text, 8, '0'), case when n % 50 = 0 then 0 else 1 end
      from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  )
  await client.query(
    `insert into admin_profile (account_id, dept_id) select 1000 + n, 10001 + n % $2 from generate_series(1, $1::int) n`,
    [ACCOUNTS, SCHOOLS],
  )
  await client.query(
    `insert into role (id, name, scope, sort_key, path) values (1, 'District', 'orgBelow', 'a0', '/1/')`,
  )
  await client.query(`insert into role_rule (role_id, rule_id) select 1, id from rule where name like 'user-role%'`)
  await client.query(
    `insert into account_role (account_id, role_id) select id, 1 from account where username = 'bench0'`,
  )
  await client.query(`update admin_profile set dept_id = 1001
    where account_id = (select id from account where username = 'bench0')`)
  await client.query('vacuum analyze')
  await client.end()
}
