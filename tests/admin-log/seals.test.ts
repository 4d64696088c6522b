import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { makeLogPartitions, pruneLog } from '#src/server/admin-log/keep-log.server.ts'
import { redactAdminLog } from '#src/server/admin-log/redact-log.server.ts'
import { newestSeal, sealLog } from '#src/server/admin-log/seal-log.server.ts'
import { keepSiteSecret } from '#src/server/seal.server.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { writeLog } from '../support/log-row.ts'
import { addOfficer } from '../support/officer.ts'

/** Fills the log with rows of these months and seals it in segments of three rows. */
async function sealed(months: Record<string, number>) {
  const api = await startApi()
  for (const [month, count] of Object.entries(months)) {
    const time = Date.parse(`${month}-03T08:00:00Z`)
    const rows = Array.from({ length: count }, (_, n) => ({
      age: Date.now() - time - (n + 1) * 60_000,
      username: 'someone',
      title: 'title',
      path: `/path/${n + 1}`,
      body: { n: n + 1 },
    }))
    await writeLog(api, ...rows)
  }
  await makeLogPartitions(api.db)
  await sealLog(api.db, 3)
  const call = await api.signIn()
  const verify = async (query = '') => {
    const answer = await call('GET', `/adminApi/admin-log/verify?${query}`)
    expect(answer.code, answer.msg).toBe(200)
    return answer.data as { upTo: number; checked: number; done: boolean; broken: object | null; open: number }
  }
  return { ...api, call, verify }
}

const run = ({ db }: Pick<TestApi, 'db'>, statement: string) => db.execute(sql.raw(statement))

test('an untouched log verifies, with what is not sealed yet', async () => {
  const api = await sealed({ '2026-01': 7 })
  expect(await api.verify()).toMatchObject({ upTo: 3, checked: 7, done: true, broken: null, open: 0 })
  await writeLog(api, { username: 'later' })
  expect(await api.verify()).toMatchObject({ upTo: 3, broken: null, open: 1 })
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ upTo: 4, checked: 8, broken: null, open: 0 })
})

test.each([
  ['a changed value', `update admin_log set username = 'somebody' where id = 5`, 'changed', 2, [5]],
  ['a changed request', `update admin_log set body = '{"n": 9}' where id = 5`, 'changed', 2, [5]],
  [
    'another time',
    `update admin_log set create_time = create_time + interval '1 second' where id = 5`,
    'changed',
    2,
    [5],
  ],
  [
    'a changed row with a new digest',
    `update admin_log l set username = 'x', digest = admin_log_digest(l) where id = 5`,
    'changed',
    2,
    [5],
  ],
  ['a row marked as redacted', `update admin_log set username = '', redacted = 9 where id = 5`, 'changed', 2, [5]],
  ['a row without its salt', `update admin_log set salt = null where id = 5`, 'changed', 2, [5]],
  ['a deleted row', 'delete from admin_log where id = 4', 'missing', 2, []],
  ['a deleted last row', 'delete from admin_log where id = 7', 'missing', 3, []],
  ['all rows', 'truncate admin_log', 'missing', 1, []],
  ['a changed seal', `update admin_log_seal set count = 2 where number = 2`, 'seal', 2, []],
  ['a changed hash', `update admin_log_seal set hash = root where number = 2`, 'seal', 2, []],
  ['a removed seal', 'delete from admin_log_seal where number = 2', 'link', 3, []],
  ['a removed first seal', 'delete from admin_log_seal where number = 1', 'link', 2, []],
] as const)('finds %s', async (_name, statement, fault, number, rows) => {
  const api = await sealed({ '2026-01': 7 })
  await run(api, statement)
  expect(await api.verify()).toMatchObject({ done: true, broken: { fault, number } })
  const { broken } = await api.verify()
  if (rows.length > 0) expect(broken).toMatchObject({ rows })
})

test('finds a row that was inserted under a sealed number', async () => {
  const api = await sealed({ '2026-01': 7 })
  await run(
    api,
    `insert into admin_log (id, create_time, event) select id, create_time + interval '1 second', event from admin_log where id = 4`,
  )
  expect(await api.verify()).toMatchObject({ broken: { fault: 'added', number: 2, sealed: 3, found: 4 } })
})

test('finds a row that was inserted under a sealed number in another month', async () => {
  const api = await sealed({ '2026-01': 7 })
  await run(api, `insert into admin_log (id, create_time, event) values (4, '2026-02-02T00:00:00Z', 'write')`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'added', number: null, rows: [4] } })
})

test('finds a row that was inserted with a time of before, where no mark can tell', async () => {
  const api = await sealed({ '2026-01': 7 })
  await run(api, `insert into admin_log (create_time, event) values ('2026-01-03T07:00:00Z', 'write')`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'forged', number: null, rows: [8] } })
  keepSiteSecret('another secret of at least thirty-two characters')
  try {
    expect(await api.verify()).toMatchObject({ broken: { fault: 'late', number: null, rows: [8] } })
    await sealLog(api.db)
    expect(await api.verify()).toMatchObject({ broken: { fault: 'late', number: 4 } })
  } finally {
    keepSiteSecret(secret)
  }
})

test('a clock that was set forward and back is no fault, and hides none', async () => {
  const api = await sealed({ '2026-01': 2, '2028-03': 2, '2026-02': 2 })
  await writeLog(api, { age: Date.now() - Date.parse('2026-02-05T08:00:00Z') })
  expect(await api.verify()).toMatchObject({ broken: null, checked: 6, open: 1 })
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ broken: null, checked: 7 })
  await run(api, `update admin_log set username = 'other' where id = 7`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'changed', rows: [7] } })
})

test('a month that was removed while the clock was set forward can have rows again', async () => {
  const api = await sealed({ '2026-01': 4 })
  expect(await pruneLog(api.db, 1, '2027-01-01')).toContain('202601')
  await makeLogPartitions(api.db)
  await writeLog(api, { age: Date.now() - Date.parse('2026-01-03T09:00:00Z') })
  expect(await api.verify()).toMatchObject({ broken: null, open: 1 })
  await makeLogPartitions(api.db)
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ broken: null, checked: 1, open: 0 })
  await run(api, `insert into admin_log (id, create_time, event) values (2, '2026-01-03T08:02:00Z', 'write')`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'added' } })
})

test('finds a change of a row that is not sealed yet', async () => {
  const api = await sealed({ '2026-01': 3 })
  await writeLog(api, { username: 'later' })
  await run(api, `update admin_log set username = 'other' where username = 'later'`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'changed', number: null, rows: [4] }, open: 1 })
})

test('finds removed newest seals by a seal that is known outside', async () => {
  const api = await sealed({ '2026-01': 6 })
  await run(api, 'create table earlier as select * from admin_log_newest')
  await writeLog(api, {})
  await sealLog(api.db)
  const newest = await newestSeal(api.db)
  const known = `number=${newest?.number}&hash=${newest?.hash}`
  expect(await api.verify(known)).toMatchObject({ broken: null })
  await run(api, 'delete from admin_log_seal where number = 3')
  await run(api, 'delete from admin_log where id = 7')
  expect(await api.verify()).toMatchObject({ broken: { fault: 'end', number: 3 } })
  // Who has kept an earlier note of the newest seal hides it from the product, not from what is known outside.
  await run(api, 'delete from admin_log_newest')
  await run(api, `insert into admin_log_newest select * from earlier`)
  expect(await api.verify()).toMatchObject({ broken: null })
  expect(await api.verify(known)).toMatchObject({ broken: { fault: 'outside', number: 3 } })
  // The product seals again.
  await writeLog(api, {})
  await sealLog(api.db)
  expect(await api.verify(known)).toMatchObject({ broken: { fault: 'outside', number: 3 } })
})

test('finds removed newest seals by the last one that was sent', async () => {
  const api = await sealed({ '2026-01': 7 })
  const newest = await newestSeal(api.db)
  await run(
    api,
    `insert into admin_log_send (way, recipient, number, hash) values ('mail', 'a@b.test', 3, '${newest?.hash}')`,
  )
  expect(await api.verify()).toMatchObject({ broken: null })
  await run(api, 'delete from admin_log_seal where number = 3')
  await run(api, 'delete from admin_log_newest')
  await run(api, 'update admin_log_seal set signature = null')
  expect(await api.verify()).toMatchObject({ broken: { fault: 'outside', number: 3 }, otherKey: 2 })
})

test('finds removed newest seals by the note of the newest one, also after the next seal', async () => {
  const api = await sealed({ '2026-01': 7 })
  await run(api, 'delete from admin_log_seal where number = 3')
  await run(api, 'delete from admin_log where id = 7')
  expect(await api.verify()).toMatchObject({ broken: { fault: 'end', number: 3 } })
  await writeLog(api, {})
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'link', number: 4 } })
})

test('finds a removed month', async () => {
  const api = await sealed({ '2026-01': 4, '2026-02': 4 })
  await run(api, 'drop table admin_log_202602')
  expect(await api.verify()).toMatchObject({ broken: { fault: 'missing', number: 3, sealed: 2, found: 0 } })
})

test('finds a row that was inserted with the present time and the next number, before and after it is sealed', async () => {
  const api = await sealed({ '2026-01': 3 })
  await run(
    api,
    `insert into admin_log (event, username, mark) select 'write', 'admin', mark from admin_log where id = 3`,
  )
  await writeLog(api, { username: 'after' })
  expect(await api.verify()).toMatchObject({ broken: { fault: 'forged', number: null, rows: [4] } })
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'forged', number: 2, rows: [4], sealed: 2, found: 2 } })
})

test('finds an open row that was changed with a new digest', async () => {
  const api = await sealed({ '2026-01': 3 })
  await writeLog(api, { username: 'after' })
  await run(api, `update admin_log l set username = 'other' where id = 4`)
  await run(api, `update admin_log l set digest = admin_log_digest(l) where id = 4`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'forged', number: null, rows: [4] } })
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'forged', number: 2, rows: [4] } })
})

test('finds a chain that was computed anew', async () => {
  const api = await sealed({ '2026-01': 7 })
  await run(api, `update admin_log l set username = 'other' where id = 5`)
  await run(api, `update admin_log l set digest = admin_log_digest(l) where id = 5`)
  await run(api, 'delete from admin_log_seal where number >= 2')
  await run(api, 'select seal_admin_log(7, 3, array[]::bigint[])')
  await run(api, 'select seal_admin_log(7, 3, array[]::bigint[])')
  await run(api, 'update admin_log_seal set number = number - 2 where number > 3')
  await run(api, 'update admin_log_seal set hash = admin_log_seal_hash(admin_log_seal) where number = 2')
  await run(
    api,
    'update admin_log_seal set previous = (select hash from admin_log_seal where number = 2) where number = 3',
  )
  await run(api, 'update admin_log_seal set hash = admin_log_seal_hash(admin_log_seal) where number = 3')
  expect(await api.verify()).toMatchObject({ broken: { fault: 'seal', number: 2 } })
})

test('a row without a digest does not stop the sealing', async () => {
  const api = await sealed({ '2026-01': 3 })
  await writeLog(api, {})
  await run(api, 'update admin_log set digest = null where id = 4')
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'changed', number: 2, rows: [4] } })
})

test('another secret of the site leaves the log verifiable, and says so', async () => {
  const api = await sealed({ '2026-01': 7 })
  await writeLog(api, { username: 'not sealed yet' })
  keepSiteSecret('another secret of at least thirty-two characters')
  try {
    expect(await api.verify()).toMatchObject({ broken: null, otherKey: 3, open: 1 })
    await writeLog(api, { username: 'with the new secret' })
    await sealLog(api.db)
    expect(await api.verify()).toMatchObject({ broken: null, otherKey: 3, upTo: 4, open: 0 })
    await run(api, `insert into admin_log (event) values ('write')`)
    await sealLog(api.db)
    expect(await api.verify()).toMatchObject({ broken: { fault: 'forged', number: 5 } })
    // From here on there are seals of this key alone.
    await run(api, 'update admin_log_seal set signature = null where number = 5')
    expect(await api.verify()).toMatchObject({ broken: { fault: 'seal', number: 5 } })
  } finally {
    keepSiteSecret(secret)
  }
})

test('months are removed whole, and the chain says so', async () => {
  const api = await sealed({ '2026-01': 7, '2026-02': 2, '2026-03': 4 })
  expect(await pruneLog(api.db, 0, '2026-05-10')).toEqual([])
  expect(await pruneLog(api.db, 2, '2026-05-10')).toEqual(['202601', '202602'])
  const { rows } = await run(api, 'select count(*)::int as count from admin_log')
  expect(rows[0]?.count).toBe(4)
  const { rows: links } = await run(api, `select month, count from admin_log_seal where kind = 'prune' order by number`)
  expect(links).toEqual([
    { month: '202601', count: 7 },
    { month: '202602', count: 2 },
  ])
  expect(await api.verify()).toMatchObject({ broken: null, checked: 4 })
  await run(api, `insert into admin_log (id, create_time, event) values (2, '2026-01-03T08:02:00Z', 'write')`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'added' } })
})

test('a person is redacted, and the log still verifies', async () => {
  const api = await startApi()
  const id = await addOfficer(api, { username: 'wanda', nodes: ['baseInfo/subject/index'], scope: 'all' })
  const admin = await api.signIn()
  const wanda = await api.signIn('admin', 'wanda')
  await wanda('POST', '/adminApi/subject/add', { code: 'X' }, { 'user-agent': 'Browser of Wanda' })
  await admin('POST', '/adminApi/user/edit', { id, name: 'Wanda Known' })
  await admin('POST', '/adminApi/subject/add', { code: 'ABC', name: 'of wanda', optional: 0 })
  await admin('POST', '/adminApi/subject/add', { code: 'DEF', name: 'of nobody', optional: 0 })
  await expect.poll(async () => (await run(api, 'select id from admin_log')).rows.length).toBe(4)
  await sealLog(api.db)
  const by = { id: null, name: 'redact' }
  const count = await write(api.db, systemAuthor, 'save', (tx) => redactAdminLog(tx, { accountId: id, by }))
  expect(count).toBe(3)
  const { rows } = await run(api, 'select * from admin_log order by id')
  expect(JSON.stringify(rows)).not.toMatch(/wanda/i)
  expect(JSON.stringify(rows)).toContain('of nobody')
  const verify = async () => (await admin('GET', '/adminApi/admin-log/verify')).data
  expect(await verify()).toMatchObject({ broken: null, checked: 4 })
  // What is left of a redacted row is protected as before.
  await run(api, `update admin_log set body = '"something else"' where redacted > 0`)
  expect(await verify()).toMatchObject({ broken: { fault: 'changed' } })
})

test('a redaction cannot be added to', async () => {
  const api = await sealed({ '2026-01': 4 })
  await write(api.db, systemAuthor, 'save', (tx) =>
    redactAdminLog(tx, { accountId: 99, by: { id: null, name: 'redact' }, names: ['/nothing/of/that/kind'] }),
  )
  expect(await api.verify()).toMatchObject({ broken: null })
  await run(api, `update admin_log set username = '', redacted = 3 where id = 2`)
  await run(api, `insert into admin_log_redacted select 3, id, admin_log_digest(l) from admin_log l where id = 2`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'seal', number: 3 } })
})

test.each([
  ['a link that is no redaction', 1],
  ['a link that is not there', 99],
])('a row that was changed and marked as redacted by %s is found', async (_case, seal) => {
  const api = await sealed({ '2026-01': 4 })
  const change = async (id: number) => {
    await run(api, `update admin_log set username = 'other', redacted = ${seal} where id = ${id}`)
    await run(
      api,
      `insert into admin_log_redacted select ${seal}, id, admin_log_digest(l) from admin_log l where id = ${id}`,
    )
  }
  await writeLog(api, {})
  await change(5)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'changed', number: null, rows: [5] } })
  await change(4)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'changed', number: 2, rows: [4] } })
})
