import pg from 'pg'
import pino from 'pino'
import { openDatabase } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { adminLogResource } from '#src/features/admin-log/admin-log.api.server.ts'
import { findAccount } from '#src/features/auth/account.server.ts'
import { mounts } from '#src/features/mount.server.ts'
import { startFamily } from '#src/server/access/tokens.server.ts'
import { insertLog } from '#src/server/admin-log/insert-log.server.ts'
import { gramsOf, type LogRow } from '#src/server/admin-log/log-row.server.ts'
import { createApi } from '#src/server/api.server.ts'
import { Jobs } from '#src/server/jobs/jobs.server.ts'
import { listRows } from '#src/server/list/list.server.ts'
import { parseListQuery } from '#src/server/list/list-query.server.ts'
import { outgoingClient } from '#src/server/outgoing/outgoing-client.server.ts'
import { superActor } from '../tests/support/super-actor.ts'

// Measures the admin log: `node bench/admin-log.ts <database url> [rows]`, on a database of the product that may be
// thrown away. It fills the log, reads lists beside the same rows by a plain prepared statement, and compares a save
// with the part of it that writes its row. Prints medians in milliseconds.

const [url = '', rows = '10000000'] = process.argv.slice(2)
const ROUNDS = 200
const sample: LogRow = {
  age: 0,
  event: 'write',
  side: 'admin',
  account_id: 1,
  username: 'admin',
  seen_id: null,
  seen_name: '',
  node: 'baseInfo/subject/edit',
  title: '学科 – 编辑',
  title_en: 'Subjects – Edit',
  method: 'POST',
  path: '/adminApi/subject/edit',
  query: null,
  body: { id: 1, fullMark: 100 },
  code: 200,
  message: '已保存',
  duration: 3,
  address: '10.0.0.1',
  agent: 'Mozilla/5.0',
  request_id: 'bench',
  change_set_id: 1,
  times: 1,
  search_grams: gramsOf(['admin', '学科 – 编辑', 'Subjects – Edit']),
}

const db = openDatabase(url, 4)
const client = new pg.Client({ connectionString: url })
await client.connect()
try {
  await fill(Number(rows))
  await lists()
  await saves()
} finally {
  await client.end()
  await db.$client.end()
}

/** Rows of the last months, entered without the trigger, which would take minutes. */
async function fill(count: number): Promise<void> {
  const started = performance.now()
  await client.query(`set session_replication_role = replica`)
  await client.query('truncate admin_log')
  await client.query(
    `insert into admin_log (id, create_time, event, side, account_id, username, node, title, title_en, method, path, body, code,
        message, duration, address, agent, request_id, search_grams)
      select n, now() - make_interval(secs => ($1::bigint - n) * 0.5), case when n % 50 = 0 then 'refused' when n % 97 = 0 then 'export'
        when n % 31 = 0 then 'signIn' else 'write' end, 'admin', 1 + n % 400, 'user' || n % 400, 'node/' || n % 60, '标题' || n % 60,
        'Title ' || n % 60, 'POST', '/adminApi/' || n % 60 || '/edit', jsonb_build_object('id', n, 'name', md5(n::text)),
        case when n % 50 = 0 then 403 else 200 end, '已保存', 3, '10.0.' || n % 250 || '.' || n % 200, 'Mozilla/5.0', md5(n::text),
        array[117, 115, n % 400 + 1000]
      from generate_series(1, $1::bigint) n`,
    [count],
  )
  await client.query(`select setval('admin_log_id_seq', $1::bigint)`, [count])
  await client.query('select ensure_admin_log_partitions()')
  await client.query('vacuum analyze admin_log')
  await client.query('set session_replication_role = default')
  console.log(`${count} rows in ${Math.round((performance.now() - started) / 1000)} s`)
}

async function lists(): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id::text from admin_log order by create_time desc, id desc limit 1`,
  )
  console.log(`newest row ${rows[0]?.id}; each beside the bare statement`)
  const columns = `id, create_time, username, seen_name, event, title, title_en, code, message, address, duration, method, path, node,
    side, agent, times, request_id, change_set_id, redacted`
  const order = 'order by create_time desc, id desc limit 25'
  const middle = new Date(Date.now() - Number(process.argv[3] ?? 1e7) * 250).toISOString()
  const filter = (field: string, operator: string, val: unknown) =>
    `filter=${encodeURIComponent(JSON.stringify({ field, operator, val }))}`
  const cases: [name: string, query: string, where: string][] = [
    ['first page', '', 'true'],
    ['one account', filter('username', 'eq', 'user7'), `username = 'user7'`],
    ['one address', filter('address', 'eq', '10.0.7.7'), `address = '10.0.7.7'`],
    ['one node', filter('node', 'eq', 'node/7'), `node = 'node/7'`],
    ['refusals', filter('code', 'eq', 403), 'code = 403'],
    ['before a time', filter('createTime', 'lt', middle), `create_time < '${middle}'`],
    ['quick search', 'quickSearch=user', `search_grams @> search_word('user') and username ilike '%user%'`],
  ]
  for (const [name, query, where] of cases) {
    const text = `select ${columns} from admin_log where ${where} ${order}`
    const own = await median(() =>
      listRows(db, adminLogResource, superActor, parseListQuery(new URLSearchParams(`limit=25&count=none&${query}`))),
    )
    const bare = await median(() => client.query({ name: `bare ${name}`, text }))
    print(name, own, bare)
  }
}

async function saves(): Promise<void> {
  const log = pino({ level: 'silent' })
  const secret = 'a secret of at least thirty-two characters'
  const settings = {
    adminClient: 'admin:admin',
    userClient: 'user:user',
    accessSeconds: 900,
    refreshSeconds: 86_400,
    refreshKeepSeconds: 86_400,
  }
  const jobs = new Jobs({ db, log, files: '/tmp', secret, kinds: [] })
  const asks = { outgoing: outgoingClient({ allowed: [], log }), allowed: [] }
  const api = createApi({ db, vitalDb: db, settings, log, jobs, files: '/tmp', secret, ...asks }, mounts)
  const admin = await findAccount(db, 'admin', 'admin')
  const facts = { accountId: admin?.id ?? 0, side: 'admin', keep: false, ip: '', userAgent: '' } as const
  const tokens = await startFamily(db, settings, facts)
  const headers = { authorization: `Bearer ${tokens?.access_token}`, 'content-type': 'application/json' }
  const { rows } = await client.query<{ id: string }>('select id::text from subject order by id limit 1')
  let round = 0
  const save = await median(async () => {
    const body = JSON.stringify({ id: Number(rows[0]?.id), fullMark: 100 + (round++ % 50) })
    const answer = await api.request('/adminApi/subject/edit', { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(await answer.text())
  })
  const taken: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    await write(db, systemAuthor, 'save', async (tx) => {
      const begun = performance.now()
      await insertLog(tx, [sample])
      taken.push(performance.now() - begun)
    })
  }
  const row = middleOf(taken)
  console.log(
    `a save ${save.toFixed(2)} ms, of which its row ${row.toFixed(2)} ms: ${((row / (save - row)) * 100).toFixed(0)} % more`,
  )
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await work()
    if (round >= 20) times.push(performance.now() - started)
  }
  return middleOf(times)
}

function middleOf(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

function print(name: string, own: number, bare: number): void {
  const share = Math.round((bare / own) * 100)
  console.log(
    `${name.padEnd(16)} ${own.toFixed(2).padStart(8)} ${bare.toFixed(2).padStart(8)}   ${share} % of the bare rate`,
  )
}
