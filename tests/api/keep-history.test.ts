import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makePartitions, pruneHistory } from '#src/server/history/keep-history.server.ts'
import { purge } from '#src/server/purge.server.ts'
import { addOrganizations, startApi, type TestApi } from '../support/api.ts'
import { importer, importNodes, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

async function texts(db: TestApi['db'], query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ text: string }>(query)
  return rows.map(({ text }) => text)
}

const partitions = (db: TestApi['db']) =>
  texts(
    db,
    sql`select inhrelid::regclass::text as text from pg_inherits where inhparent = 'change'::regclass order by 1`,
  )

/** The partitions that hold changes of organizations. */
const placesOf = (db: TestApi['db']) =>
  texts(
    db,
    sql`select distinct tableoid::regclass::text as text from change where table_name = 'organization' order by 1`,
  )

/** Moves the changes of a table, with their change sets, to another time. */
async function date(db: TestApi['db'], table: string, time: string) {
  await db.execute(sql`update change_set set create_time = ${time}::timestamptz
    where id in (select change_set_id from change where table_name = ${table})`)
  await db.execute(sql`update change set create_time = ${time}::timestamptz where table_name = ${table}`)
}

test('while the product runs it makes the partitions of the months to come', async () => {
  const { db } = await startApi()
  await makePartitions(db, '2031-11-30T23:59:59Z')
  const before = await partitions(db)
  expect(before).toEqual(expect.arrayContaining(['change_203111', 'change_203112', 'change_203201']))
  await makePartitions(db, '2032-01-31T23:59:59Z')
  expect((await partitions(db)).filter((name) => !before.includes(name))).toEqual(['change_203202', 'change_203203'])
  await makePartitions(db, '2032-01-31T23:59:59Z')
})

test('what fell into the default partition is moved to its month, and stays the history that it is', async () => {
  const { db, signIn } = await startApi()
  const call = await signIn()
  const { S1 } = await addOrganizations(call)
  const history = async () => (await call('GET', `/adminApi/organization/history?id=${S1}`)).data
  await date(db, 'organization', '2031-05-31T23:59:59.999Z')
  const before = await history()
  expect(await placesOf(db)).toEqual(['change_default'])
  await makePartitions(db)
  expect(await placesOf(db)).toEqual(['change_203105'])
  expect(await history()).toEqual(before)
  const indexes = (part: string) =>
    texts(
      db,
      sql`select regexp_replace(pg_get_indexdef(indexrelid), '.* USING', '') as text from pg_index where indrelid = ${part}::regclass order by 1`,
    )
  expect(await indexes('change_203105')).toEqual(await indexes('change_default'))
})

test('the history is kept for ever, or as long as is set', async () => {
  const { db, signIn } = await startApi()
  const call = await signIn()
  await addOrganizations(call)
  await date(db, 'organization', '2031-05-31T23:59:59Z')
  await makePartitions(db)
  await pruneHistory(db, 0, '2099-01-01T00:00:00Z')
  await pruneHistory(db, 3, '2031-08-31T23:59:59Z')
  expect(await placesOf(db), 'three whole months').toEqual(['change_203105'])
  await pruneHistory(db, 3, '2031-09-01T00:00:00Z')
  expect(await placesOf(db)).toEqual([])
  expect(
    await texts(db, sql`select id::text as text from change_set where create_time = '2031-05-31T23:59:59Z'`),
  ).toEqual([])
})

test('the months of published revisions and of imports that can still be undone are kept', async () => {
  const { db, call, send, planOf, run } = await startImports()
  const view = (await send('编码,名称,类型\nI1,导入的学校,学校\n')).data
  await run(view.id, planOf(view))
  await date(db, 'organization', '2001-05-10T00:00:00Z')
  await date(db, 'exam_scheme_revision', '2001-06-10T00:00:00Z')
  await date(db, 'subject', '2001-07-10T00:00:00Z')
  await makePartitions(db)
  const old = async () => (await partitions(db)).filter((name) => name.startsWith('change_2001'))
  expect(await old()).toEqual(['change_200105', 'change_200106', 'change_200107'])
  await pruneHistory(db, 1)
  expect(await old()).toEqual(['change_200105', 'change_200106'])
  expect((await call('POST', '/adminApi/job/dismiss', {})).code).toBe(200)
  await pruneHistory(db, 1)
  expect(await old()).toEqual(['change_200106'])
})

test('a step of the clean-up that fails is told, and the others are done', async () => {
  const { db, files } = await startApi()
  await db.execute(
    sql`insert into captcha (id_hash, purpose, targets, bits, expire_time) values ('old', 'login', '[]', 1, 'epoch')`,
  )
  await db.execute(sql`alter table token_family rename to token_family_away`)
  const failures = await purge(db, { files })
  expect(failures.map(({ step }) => step)).toEqual(['tokens'])
  expect(await texts(db, sql`select id_hash as text from captcha`)).toEqual([])
})

test('the rows of an uploaded file go with the account that sent it', async () => {
  const api = await startImports()
  const { db } = api
  const id = await addOfficer(api, { username: 'sender', nodes: importNodes.slice(), scope: 'all' })
  const { send, planOf, check } = importer(api, await api.signIn('admin', 'sender'))
  const view = (await send('编码,名称,类型\nI1,导入的学校,学校\n')).data
  await check(view.id, planOf(view))
  const staged = () =>
    texts(
      db,
      sql`select 'row ' || row_no as text from import_row union all select 'seen ' || row_no from import_seen
        union all select 'verdict ' || row_no from import_verdict order by 1`,
    )
  expect(await staged()).toEqual(['row 2', 'seen 2', 'verdict 2'])
  await db.execute(sql`delete from account where id = ${id}`)
  expect(await staged()).toEqual([])
})
