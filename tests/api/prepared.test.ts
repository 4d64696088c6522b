import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { runNamed } from '#src/db/statement.server.ts'
import { MOST_NAMES, StatementNames } from '#src/db/statement-names.server.ts'
import { transactionWith } from '#src/db/transaction.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { mounts } from '#src/features/mount.server.ts'
import { createApi } from '#src/server/api.server.ts'
import { callerOf, startApi } from '../support/api.ts'
import { apiDeps } from '../support/deps.ts'
import { openFresh } from '../support/open-fresh.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'

async function start(max: number): Promise<Database> {
  const db = await openFresh(max)
  await db.execute(sql`create table thing (id int, note varchar(10)); insert into thing values (1, 'a')`)
  return db
}

const text = 'select * from thing where id = $1'
const read = (db: Parameters<typeof runNamed>[0]) => runNamed(db, text, [1])

/** Uses the statement on every connection until it is prepared there. */
async function prepareEverywhere(db: Database, connections: number): Promise<void> {
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: connections }, () => read(db)))
}

test('a table that another release changes stops no query: the statement is prepared anew', async () => {
  const db = await start(3)
  await prepareEverywhere(db, 3)
  await db.execute(sql`alter table thing alter note type text, add more int`)
  const answers = await Promise.all([read(db), read(db), read(db)])
  expect(answers).toEqual(answers.map(() => [{ id: 1, note: 'a', more: null }]))
  expect(await read(db)).toHaveLength(1)
})

test('a transaction that meets such a statement runs once more, and writes once', async () => {
  const db = await start(1)
  await prepareEverywhere(db, 1)
  await db.execute(sql`alter table thing add more int`)
  const found = await transactionWith(db, {}, 'true', async (tx) => {
    await tx.execute(sql`insert into thing values (2, 'b')`)
    return read(tx)
  })
  expect(found).toEqual([{ id: 1, note: 'a', more: null }])
  expect((await db.execute(sql`select id from thing`)).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('a connection keeps no more prepared statements than it should', async () => {
  const db = await start(1)
  const prepared = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_prepared_statements`)
    return rows[0]?.count ?? 0
  }
  for (let at = 0; at < MOST_NAMES + 110; at += 1) {
    await runNamed(db, `select ${at} as one`, [])
    await runNamed(db, `select ${at} as one`, [])
  }
  expect(await prepared()).toBeLessThan(MOST_NAMES)
  expect(await runNamed(db, 'select 5 as one', []), 'it is prepared again when it is used again').toEqual([{ one: 5 }])
  expect(await runNamed(db, 'select 5 as one', [])).toEqual([{ one: 5 }])
})

test('the text that was not used for longest loses its name', () => {
  const names = new StatementNames()
  expect(names.nameOf('select 0')).toBeUndefined()
  const name = names.nameOf('select 0')
  expect(name).toMatch(/^[\w-]+$/)
  for (let at = 1; at <= MOST_NAMES + 10; at += 1) {
    names.nameOf(`select ${at}`)
    expect(names.nameOf('select 0')).toBe(name)
  }
  expect(names.nameOf('select 1'), 'forgotten').toBeUndefined()
  expect(names.nameOf(`select ${MOST_NAMES}`)).toBeDefined()
  expect(names.nameOf('begin')).toBeUndefined()
  expect(names.nameOf('begin')).toBeUndefined()
})

test('a query with a name of its own is prepared like the others, and anew when its table changes', async () => {
  const db = await start(1)
  const query = db.select({ note: sql`note` }).from(sql`thing`).prepare('things')
  const read = async () => (await query.execute()).length
  for (let round = 0; round < 3; round += 1) expect(await read()).toBe(1)
  await db.execute(sql`alter table thing alter note type text`)
  expect(await read()).toBe(1)
})

test('without prepared statements the server keeps none', async () => {
  const db = await openFresh(1, { prepare: false })
  for (let round = 0; round < 3; round += 1) await runNamed(db, 'select 1 as one', [])
  const query = db.select({ name: sql`rolname` }).from(sql`pg_roles`).prepare('roles')
  for (let round = 0; round < 3; round += 1) expect((await query.execute()).length).toBeGreaterThan(0)
  expect(await runNamed(db, 'select name from pg_prepared_statements', [])).toEqual([])
})

test.skipIf(!hasPooler)('lists, writes and cancelled lists go through a transaction pooler', async () => {
  const { url, db: direct, signIn } = await startApi()
  const call = await signIn()
  const pooler = await startPooler(url)
  const db = openDatabase(pooler.url, 6, {
    limits: { ...workLimits.request, lock: 50 },
    pooled: true,
    prepare: false,
  })
  onTestFinished(async () => {
    await db.$client.end()
    await pooler.stop()
  })
  const api = createApi({ ...apiDeps(direct), db, vitalDb: db }, mounts)
  const pooled = callerOf(api, call.tokens)
  for (let round = 0; round < 3; round += 1) {
    const lists = Array.from({ length: 6 }, () => pooled('GET', '/adminApi/subject/index?quickSearch=a&count=exact'))
    const trees = Array.from({ length: 3 }, () => pooled('GET', '/adminApi/organization/index?tree=1'))
    for (const answer of await Promise.all([...lists, ...trees])) expect(answer.code).toBe(200)
  }
  const added = await pooled('POST', '/adminApi/organization/add', { code: 'P', name: 'P', type: 'bureau' })
  expect(added.code).toBe(200)
  const [change] = (
    await direct.execute(
      sql`select username from account a join organization o on o.create_by = a.id where o.code = 'P'`,
    )
  ).rows
  expect(change, 'the settings of the transaction arrive').toEqual({ username: 'admin' })

  const holder = await direct.$client.connect()
  await holder.query('begin; lock table subject in access exclusive mode')
  onTestFinished(() => holder.release(true))
  const waiting = async () => {
    const { rows } = await direct.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${call.tokens.access_token}` }
  const list = api.fetch(new Request('http://localhost/adminApi/subject/index', { headers, signal: leaving.signal }))
  await expect.poll(waiting).toBe(1)
  leaving.abort()
  await list
  await expect.poll(waiting).toBe(0)
  const busy = await pooled('POST', '/adminApi/subject/add', {
    code: 'B',
    name: 'B',
    levelIds: [],
    type: 'required',
    fullMark: 100,
    color: '#ff0000',
    status: 1,
  })
  expect(busy).toMatchObject({ status: 409, data: { reason: 'busy' } })
})
