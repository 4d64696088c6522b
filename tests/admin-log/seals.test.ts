import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { makeLogPartitions, pruneLog } from '#src/server/admin-log/keep-log.server.ts'
import { redactAdminLog } from '#src/server/admin-log/redact-log.server.ts'
import { newestSeal, sealLog } from '#src/server/admin-log/seal-log.server.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

/** Fills the log with rows of these months and seals it in segments of three rows. */
async function sealed(months: Record<string, number>) {
  const api = await startApi()
  for (const [month, count] of Object.entries(months)) {
    await api.db.execute(sql`insert into admin_log (create_time, event, username, title, path, body)
      select (${month} || '-03T08:00:00Z')::timestamptz + make_interval(mins => n), 'write', 'someone', 'title', '/path/' || n,
        jsonb_build_object('n', n) from generate_series(1, ${count}::int) n`)
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
  await run(api, `insert into admin_log (event, username) values ('write', 'later')`)
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

test('finds a row that was inserted with a time of before', async () => {
  const api = await sealed({ '2026-01': 7 })
  await run(api, `insert into admin_log (create_time, event) values ('2026-01-03T07:00:00Z', 'write')`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'late', number: null, rows: [8] } })
  await sealLog(api.db)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'late', number: 4 } })
})

test('finds a change of a row that is not sealed yet', async () => {
  const api = await sealed({ '2026-01': 3 })
  await run(api, `insert into admin_log (event, username) values ('write', 'later')`)
  await run(api, `update admin_log set username = 'other' where username = 'later'`)
  expect(await api.verify()).toMatchObject({ broken: { fault: 'changed', number: null, rows: [4] }, open: 1 })
})

test('finds removed newest seals by a seal that is known outside', async () => {
  const api = await sealed({ '2026-01': 7 })
  const newest = await newestSeal(api.db)
  const known = `number=${newest?.number}&hash=${newest?.hash}`
  expect(await api.verify(known)).toMatchObject({ broken: null })
  await run(api, 'delete from admin_log_seal where number = 3')
  await run(api, 'delete from admin_log where id = 7')
  expect(await api.verify()).toMatchObject({ broken: null })
  expect(await api.verify(known)).toMatchObject({ broken: { fault: 'outside', number: 3 } })
  // The product seals again, under the same number.
  await run(api, `insert into admin_log (event) values ('write')`)
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
  expect(await api.verify()).toMatchObject({ broken: { fault: 'outside', number: 3 } })
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
