import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { tellFamiliesJob } from '#src/features/exam-run/tell-families.jobs.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { JobStop } from '#src/server/jobs/job-kind.server.ts'
import type { Caller } from '../support/api.ts'
import { configure } from '../support/outbox.ts'
import { superActor } from '../support/super-actor.ts'
import { startResults } from './result-api.ts'

const en = { locale: 'en' } as const

type Entry = { title: string; text: string; link: string }
type Made = Awaited<ReturnType<typeof startResults>>

const told = async (by: Caller) =>
  ((await by('GET', '/api/notice/index')).data as { list: Entry[] }).list.filter(({ link }) => link.includes('results'))

/** The jobs that tell families, once all have ended: their messages, the first one first. */
async function ended({ call, db }: Made): Promise<string[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::float8 as id from job where kind = 'exam-tell' order by id`,
  )
  const read = async (id: number) =>
    (await call('GET', `/adminApi/job/info?id=${id}`)).data as { state: string; message: string }
  for (const { id } of rows) await expect.poll(async () => (await read(id)).state, { interval: 50 }).toBe('done')
  return Promise.all(rows.map(async ({ id }) => (await read(id)).message))
}

/** An attempt of the job. @param mayKeep the last check before a portion is committed */
const attempt = ({ db }: Made, examId: number, mayKeep: () => Promise<void> = async () => undefined, number = 1) =>
  tellFamiliesJob.run({
    id: 1,
    input: { examId, number, name: 'Midterm' },
    attempt: 1,
    db,
    files: '',
    secret: 'x'.repeat(32),
    log: pino({ level: 'silent' }),
    actor: superActor,
    author: systemAuthor,
    signal: new AbortController().signal,
    progress: () => undefined,
    mayKeep,
  })

test('families are told when a publication is for them: once each, with the way to the sheet', async () => {
  const made = await startResults()
  const { held, forFamilies, member, link, db, call } = made
  const exam = await held()
  const { caller: mother } = await member('mother')
  const { caller: lilei } = await member('lilei')
  const { caller: locked, id: lockedId } = await member('locked')
  const { caller: stranger } = await member('stranger')
  const { caller: shut, id: shutId } = await member('shut')
  const first = await link(mother, 'E1')
  await link(mother, 'W1')
  const self = await link(lilei, 'E1', 'self')
  await link(locked, 'E2')
  await link(shut, 'E3')
  await db.execute(sql`update account set status = 0 where id = ${lockedId}`)

  // A group without the page of results: the notice would lead nowhere.
  await write(db, systemAuthor, 'seed', async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into member_group (name, everything) values ('No results', false) returning id`)
    await tx.execute(sql`update member_profile set group_id = ${rows[0]?.id ?? 0} where account_id = ${shutId}`)
  })

  await forFamilies(exam, 'none')
  expect(await ended(made)).toEqual([])
  await forFamilies(exam, 'bands')
  expect(await ended(made)).toEqual([m.told_done({ count: 2, shown: '2' }, en)])
  const notice = (id: number, title: string) =>
    expect.objectContaining({ title, text: 'Midterm', link: `/user/account/results?link=${id}&exam=${exam}` })
  const published = m.notice_examPublished({}, en)
  const updated = m.notice_examUpdated({}, en)
  expect(await told(mother)).toEqual([notice(first, published)])
  expect(await told(lilei)).toEqual([notice(self, published)])
  expect(await told(stranger)).toEqual([])
  expect(await told(shut)).toEqual([])
  expect(
    (await db.execute(sql`select from notice where account_id = ${lockedId} and kind = 'examPublished'`)).rows,
  ).toEqual([])

  // The next version is news once more. Whoever has published is not told that all are told.
  await forFamilies(exam, 'marks')
  expect(await ended(made)).toHaveLength(2)
  expect(await told(mother)).toEqual([notice(first, updated), notice(first, published)])
  const own = (await call('GET', '/adminApi/notice/index')).data as { list: Entry[] }
  expect(JSON.stringify(own)).not.toContain(m.told_job({ name: 'Midterm', number: '2' }, en))

  // By e-mail only for those who choose it.
  await configure(made, { mailMode: 'smtp', smtpHost: '127.0.0.1' })
  await db.execute(sql`update account set email = username || '@home.test' where kind = 'user'`)
  expect((await mother('GET', '/api/notice/mail')).data).toMatchObject({
    kinds: expect.arrayContaining([
      {
        kind: 'examPublished',
        label: m.noticeMail_examPublished({}, en),
        help: m.noticeMail_examPublishedHelp({}, en),
        on: false,
      },
    ]),
  })
  expect(await mother('POST', '/api/notice/mail', { kind: 'examPublished', on: true })).toMatchObject({ code: 200 })
  await forFamilies(exam, 'marks')
  expect(await ended(made)).toHaveLength(3)
  const { rows: mails } = await db.execute(sql`select recipient from message_out where event = 'exam_published'`)
  expect(mails).toEqual([{ recipient: 'mother@home.test' }])
})

test('a job that is stopped at any portion and begins again tells nobody twice', async () => {
  const made = await startResults()
  const { held, forFamilies, students, db } = made
  const exam = await held()
  await forFamilies(exam, 'none')
  await db.execute(sql`update publication set audience = audience || '{"families": "marks"}'`)
  // 1,101 members are three portions.
  await db.execute(sql`
    with made as (insert into account (kind, username) select 'user', 'many' || n from generate_series(1, 1101) n returning id),
      profiles as (insert into member_profile (account_id, group_id) select made.id, g.id from made, member_group g where g.for_new)
    insert into guardian (student_id, account_id, relation) select ${students.E2}, id, 'other' from made`)
  const counted = async () => {
    const { rows } = await db.execute<{ all: number; accounts: number }>(sql`
      select count(*)::int as all, count(distinct account_id)::int as accounts from notice where kind = 'examPublished'`)
    return rows[0]
  }
  let asked = 0
  const stopsAt = (portion: number) => async () => {
    asked++
    if (asked === portion) throw new JobStop('lost')
  }
  await expect(attempt(made, exam, stopsAt(1))).rejects.toThrow('lost')
  expect(await counted()).toEqual({ all: 0, accounts: 0 })
  asked = 0
  await expect(attempt(made, exam, stopsAt(3))).rejects.toThrow('lost')
  expect(await counted()).toEqual({ all: 1000, accounts: 1000 })
  // Two processes at once: the second one of a job that only seemed to be dead.
  expect(await Promise.all([attempt(made, exam), attempt(made, exam)])).toEqual([
    { count: 1101, stopped: false },
    { count: 1101, stopped: false },
  ])
  expect(await counted()).toEqual({ all: 1101, accounts: 1101 })
  // Done, and its end was not stored.
  expect(await attempt(made, exam)).toEqual({ count: 1101, stopped: false })
  expect(await counted()).toEqual({ all: 1101, accounts: 1101 })
})

test('a publication that was withdrawn or replaced tells nobody any more', async () => {
  const made = await startResults()
  const { call, held, forFamilies, member, link, db } = made
  const exam = await held()
  await forFamilies(exam, 'none')
  await forFamilies(exam, 'none')
  const { caller: mother } = await member('mother')
  await link(mother, 'E1')
  await db.execute(sql`update publication set audience = audience || '{"families": "bands"}'`)
  expect(await attempt(made, exam, undefined, 1)).toEqual({ count: 0, stopped: true })
  await call('POST', '/adminApi/exam/withdraw', { id: exam, reason: 'Wrong' })
  expect(await attempt(made, exam, undefined, 2)).toEqual({ count: 0, stopped: true })
  expect(await told(mother)).toEqual([])
  expect(tellFamiliesJob.stepText('telling')).toBe(m.told_step())
  expect(tellFamiliesJob.summary({ count: 0, stopped: true })).toContain(m.told_stopped())
  await call('POST', '/adminApi/exam/withdraw', { id: exam, reason: 'Wrong' })
  expect(await attempt(made, exam, undefined, 1)).toEqual({ count: 0, stopped: true })
})
