import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import type { PoolWork } from '#src/db/patient-client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { mounts } from '#src/features/mount.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { createApi } from '#src/server/api.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { ADMIN_PASSWORD, addOrganizations, callerOf, startApi } from '../support/api.ts'
import { apiDeps } from '../support/deps.ts'
import { endPauses } from '../support/queue.ts'

/** The limits of requests, with some that end at once. */
const soon = (
  limits: Partial<(typeof workLimits)['request']> | Record<string, number>,
  more: Partial<PoolWork> = {},
) => ({
  limits: { ...workLimits.request, ...limits },
  ...more,
})

/** An API on another pool with these limits, beside the usual one. */
async function startLimited(work: Partial<PoolWork>) {
  const api = await startApi()
  const admin = await api.signIn()
  const db = openDatabase(api.url, 4, work)
  onTestFinished(() => db.$client.end())
  const call = callerOf(createApi({ ...apiDeps(api.db), db }, mounts), admin.tokens)
  return { ...api, admin, limited: db, call }
}

/** Runs a statement in a transaction that stays open until the test ends. */
async function hold(db: Database, text: string): Promise<void> {
  const client = await db.$client.connect()
  onTestFinished(async () => {
    await client.query('rollback')
    client.release()
  })
  await client.query('begin')
  await client.query(text)
}

const list = '/adminApi/subject/index'

test.each([
  ['the session limits the lock', {}],
  ['through a pooler, the transaction does', { pooled: true }],
])(
  'a row that somebody else holds is a conflict in the language of the caller, and nothing is saved: %s',
  async (_, more) => {
    const { admin, call, db } = await startLimited(soon({ lock: 50 }, more))
    const { S1 } = await addOrganizations(admin)
    await hold(db, `update organization set contact = 'x' where id = ${S1}`)
    const edit = { id: S1, contact: 'y' }
    const answer = await call('POST', '/adminApi/organization/edit', edit)
    expect(answer).toMatchObject({
      status: 409,
      code: 409,
      msg: 'Someone else is changing the same data. Try again in a moment.',
      data: { reason: 'busy' },
    })
    expect(answer.headers.get('retry-after')).toBe('5')
    const chinese = await call('POST', '/adminApi/organization/edit', edit, { 'accept-language': 'zh-CN' })
    expect(chinese.msg).toBe('其他操作正在修改相同的数据，请稍后再试。')
  },
)

test('a list that waits for a lock is late, not wrong', async () => {
  const { call, db } = await startLimited(soon({ lock: 50 }))
  await hold(db, 'lock table subject in access exclusive mode')
  expect(await call('GET', list)).toMatchObject({ status: 503, msg: m.error_busyRows({}, { locale: 'en' }) })
})

test.each([
  ['the server ends it', {}],
  ['through a pooler, this side cancels it', { pooled: true }],
])('a list that takes too long is stopped and says so: %s', async (_, more) => {
  const { call, db, limited } = await startLimited(soon({ read: 100 }, more))
  await hold(db, 'lock table subject in access exclusive mode')
  expect(await call('GET', list)).toMatchObject({
    status: 503,
    msg: 'This took too long and was stopped. Use fewer conditions or fewer rows, then try again.',
  })
  expect((await call('GET', list, undefined, { 'accept-language': 'zh' })).msg).toBe(
    '操作时间过长，已停止。请减少条件或数据后再试。',
  )
  expect((await limited.execute(sql`select 1 as one`)).rows, 'the pool works on').toEqual([{ one: 1 }])
})

test('a transaction that does nothing ends, and gives its locks back', async () => {
  const { db, url } = await startApi()
  const limited = openDatabase(url, 2, soon({ idle: 50 }))
  onTestFinished(() => limited.$client.end())
  const work = write(limited, systemAuthor, 'save', async (tx) => {
    await tx.execute(sql`lock table subject in access exclusive mode`)
    const held = sql`select 1 from pg_locks where relation = 'subject'::regclass and mode = 'AccessExclusiveLock' and granted`
    await expect.poll(async () => (await db.execute(held)).rows.length).toBe(0)
    await tx.execute(sql`select 1`)
  })
  await expect(work).rejects.toThrow()
  expect((await limited.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('each connection has its limits, and may not fill the disk with sorts', async () => {
  const { db, url } = await startApi()
  const name = new URL(url.replace('@/', '@localhost/')).pathname.slice(1)
  await db.execute(sql.raw(`alter database ${name} set temp_file_limit = -1`))
  const settings = async (work: Partial<PoolWork>) => {
    const fresh = openDatabase(url, 1, work)
    onTestFinished(() => fresh.$client.end())
    const { rows } = await fresh.execute(sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('temp_file_limit') as files`)
    return rows[0]
  }
  expect(await settings({})).toEqual({ statement: '15s', lock: '5s', idle: '1min', files: '4GB' })
  expect(await settings({ limits: workLimits.job })).toMatchObject({ statement: '1h', lock: '1min', idle: '10min' })
  expect(await settings({ pooled: true }), 'a pooler would give it to others').toMatchObject({ statement: '0' })
  const guest = `guest_${randomBytes(6).toString('hex')}`
  await db.execute(sql.raw(`create role ${guest}`))
  onTestFinished(async () => void (await db.execute(sql.raw(`drop role ${guest}`))))
  const asGuest = openDatabase(`${url}&options=${encodeURIComponent(`-c role=${guest}`)}`, 1)
  onTestFinished(() => asGuest.$client.end())
  const { rows } = await asGuest.execute(sql`select current_setting('temp_file_limit') as files`)
  expect(rows, 'where it is not allowed').toEqual([{ files: '-1' }])
})

test('a job that meets a held table three times says why', async () => {
  const waits = defineJob({
    kind: 'test-wait',
    input: v.object({}),
    result: v.object({}),
    title: () => 'waits',
    async run({ db }) {
      await db.execute(sql`set lock_timeout = 50`)
      await write(db, systemAuthor, 'save', async (tx) => {
        await tx.execute(sql`set local lock_timeout = 50`)
        await tx.execute(sql`lock table subject in access exclusive mode`)
      })
      return {}
    },
  })
  const { db, jobs, signIn } = await startApi({}, [], [waits])
  const call = await signIn()
  await hold(db, 'lock table subject in access share mode')
  const { rows } = await db.execute<{ id: number }>(sql`select id from account where username = 'admin'`)
  const author = { ...systemAuthor, id: Number(rows[0]?.id) }
  const id = await db.transaction((tx) => jobs.enqueue(tx, waits, {}, { author, locale: 'en' }))
  await jobs.start()
  await expect
    .poll(async () => {
      await endPauses(db)
      return (await call('GET', `/adminApi/job/info?id=${id}`)).data
    })
    .toMatchObject({ state: 'failed', message: withLocale('en', () => m.error_busyRows()) })
})

test('signing in and going on need none of the connections that lists hold', async () => {
  // A busy machine takes longer than the shortest waits to open a connection.
  const { call, limited, db } = await startLimited(soon({ wait: 1500 }))
  const held = await Promise.all(Array.from({ length: 4 }, () => limited.$client.connect()))
  onTestFinished(() => {
    for (const client of held) client.release()
  })
  const full = createApi({ ...apiDeps(db), db: limited }, mounts)
  expect((await call('GET', list)).status, 'the pool is full').toBe(503)
  expect((await call('GET', '/adminApi/user/info')).status).toBe(200)
  expect((await call('GET', '/adminApi/menu')).status).toBe(200)
  expect((await call('GET', '/adminApi/session/index')).status).toBe(200)
  expect((await full.request('/api/captcha?purpose=login')).status).toBe(200)
  const signIn = await postPassword(full)
  expect(signIn.status).toBe(200)
})

function postPassword(api: ReturnType<typeof createApi>) {
  return api.request('/auth/oauth/token?grant_type=password&scope=server', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD }).toString(),
  })
}

test('a sign-in that meets a held table is late, in the form of its protocol', async () => {
  const { db, limited } = await startLimited(soon({ lock: 50 }))
  await hold(db, 'lock table token_family in access exclusive mode')
  const answer = await postPassword(createApi({ ...apiDeps(db), vitalDb: limited }, mounts))
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ error: 'server_error', code: 503 })
})
