import { sql } from 'drizzle-orm'
import pino from 'pino'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { watchTables } from '#src/server/cache/table-cache.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type FeedEvent, JobFeed } from '#src/server/jobs/job-feed.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { countUnread } from '#src/server/notices/notice-store.server.ts'
import { notify } from '#src/server/notices/notify.server.ts'
import { startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { configure } from '../support/outbox.ts'

const fact = { userAgent: 'curl/8', address: '10.0.0.1' }
const tell = (db: Parameters<typeof notify>[0], accountId = 1) =>
  notify(db, secret, { accountId, kind: 'device', data: fact })

/** A process of its own on the database, whose feed one person listens to. */
async function startProcess(url: string, hears: boolean, owner: number, familyId: number, viewing = false) {
  const db = openDatabase(url, 2)
  if (hears) watchTables([db], url, pino({ level: 'silent' }))
  const feed = new JobFeed(db, new Map())
  const events: FeedEvent[] = []
  const leave = feed.listen({
    owner,
    familyId,
    address: '',
    locale: 'en',
    viewing,
    send: (event) => events.push(event),
    end: () => undefined,
  })
  onTestFinished(async () => {
    leave()
    feed.stop()
    await db.$client.end()
  })
  return { counts: () => events.flatMap((one) => (one.event === 'notices' ? one.data.unread : [])) }
}

test('every process tells its listeners what any process writes, whether it hears of changes or not', async () => {
  const { db, url, signIn } = await startApi()
  const call = await signIn()
  const { rows } = await db.execute<{ id: number }>(sql`select max(id)::int as id from token_family`)
  const family = rows[0]?.id ?? 0
  const one = await startProcess(url, true, 1, family)
  const other = await startProcess(url, false, 1, family)
  await tell(db)
  await tell(db, 2)
  for (const { counts } of [one, other]) await expect.poll(() => counts().at(-1), { timeout: 8_000 }).toBe(1)
  await call('POST', '/adminApi/announcement/add', {
    title: 'Hello',
    content: 'x',
    audience: 'staff',
    roleIds: [],
    organizationIds: [],
    status: 'published',
  })
  for (const { counts } of [one, other]) await expect.poll(() => counts().at(-1), { timeout: 8_000 }).toBe(2)
  await call('POST', '/adminApi/notice/read', { all: true })
  for (const { counts } of [one, other]) await expect.poll(() => counts().at(-1), { timeout: 8_000 }).toBe(0)
})

test('who views as an account is told of its notices, but not of its sign-ins', async () => {
  const { db, url, signIn } = await startApi()
  await signIn()
  const { rows } = await db.execute<{ id: number }>(sql`select max(id)::int as id from token_family`)
  const family = rows[0]?.id ?? 0
  const own = await startProcess(url, true, 1, family)
  const viewed = await startProcess(url, true, 1, family, true)
  await expect.poll(() => [own, viewed].map(({ counts }) => counts()), { timeout: 8_000 }).toEqual([[0], [0]])
  await tell(db)
  await expect.poll(() => own.counts(), { timeout: 8_000 }).toEqual([0, 1])
  const said = { 'zh-cn': 'x', en: 'x' }
  await notify(db, secret, { accountId: 1, kind: 'job', data: { id: 1, state: 'done', title: said, text: said } })
  await expect.poll(() => own.counts(), { timeout: 8_000 }).toEqual([0, 1, 2])
  await expect.poll(() => viewed.counts(), { timeout: 8_000 }).toEqual([0, 1])
})

test('one query counts for many, and no further than a hundred', async () => {
  const { db } = await startApi()
  for (let at = 0; at < 105; at += 1) await tell(db)
  const counts = await countUnread(db, [1, 2])
  expect([counts.get(1)?.unread, counts.get(2)?.unread]).toEqual([100, 0])
})

test('a job that ends tells its owner, in both languages; a cancelled one does not', async () => {
  const { m } = await import('#src/i18n/paraglide/messages.js')
  const kind = defineJob({
    kind: 'told',
    input: v.object({ what: v.picklist(['done', 'refused', 'cancelled']) }),
    result: v.object({ count: v.number() }),
    title: ({ what }) => `${m.job_open()} ${what}`,
    summary: ({ count }) => `${m.notice_open()} ${count}`,
    about: () => ({ resource: 'subject', menu: 'baseInfo/subject' }),
    async run({ input: { what } }) {
      if (what === 'refused') throw new AppError(422, 'not this way')
      return { count: 3 }
    },
  })
  const { db, jobs, signIn } = await startApi({}, [], [kind])
  const call = await signIn()
  await configure({ db }, { mailMode: 'file' })
  await db.execute(sql`update account set email = 'admin@school.test' where id = 1`)
  await call('POST', '/adminApi/notice/mail', { kind: 'job', on: true })
  const author = { id: 1, name: '', address: '', requestId: '' }
  const send = (what: 'done' | 'refused' | 'cancelled') =>
    db.transaction((tx) => jobs.enqueue(tx, kind, { what }, { author, locale: 'en' }))
  await call('POST', '/adminApi/job/cancel', { id: await send('cancelled') })
  await send('done')
  await send('refused')
  await jobs.start()
  onTestFinished(() => jobs.stop())
  const titles = async (language: string) => {
    const { data } = await call('GET', '/adminApi/notice/index', undefined, { 'accept-language': language })
    return (data as { list: { title: string; text: string; link: string }[] }).list
      .map(({ title, text, link }) => `${title} | ${text} | ${link}`)
      .toSorted()
  }
  await expect
    .poll(() => titles('en'), { timeout: 8_000 })
    .toEqual([
      'Done: Background jobs done | Notices 3 | /admin/baseInfo/subject',
      'Failed: Background jobs refused | not this way | /admin/baseInfo/subject',
    ])
  // Its owner wants them by e-mail too, and has chosen no language: that of the job.
  const { rows } = await db.execute(sql`select event, subject, recipient from message_out order by event`)
  expect(rows).toEqual([
    { event: 'job_done', subject: 'Done: Background jobs done', recipient: 'admin@school.test' },
    { event: 'job_failed', subject: 'Failed: Background jobs refused', recipient: 'admin@school.test' },
  ])
  expect((await titles('zh-CN'))[1]).toMatch(/^已完成：.+ done \| .+ 3 \| /)
})
