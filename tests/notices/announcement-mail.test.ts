import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { account, accountPreference } from '#src/db/identity.table.server.ts'
import { messageOut } from '#src/db/message.table.server.ts'
import { mailAnnouncements, purgeAnnouncementMail } from '#src/server/notices/announcement-mail.server.ts'
import { publish as publishAnnouncement } from '../support/announcements.ts'
import { addOrganizations, type Caller } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'
import { configure, startOutbox } from '../support/outbox.ts'
import { smtpServer } from '../support/smtp.ts'

type Given = Record<string, unknown>
const publish = async (call: Caller, values: Given = {}): Promise<number> => {
  const { data, msg } = await publishAnnouncement(call, values)
  if (!data) throw new Error(msg)
  return (data as { id: number }).id
}
const edit = (call: Caller, id: number, values: Given) => call('POST', '/adminApi/announcement/edit', { id, ...values })

/** Lets an account have announcements by e-mail. */
async function want(db: Database, id: number, language = 'en') {
  await db
    .update(account)
    .set({ email: `${id}@school.test` })
    .where(eq(account.id, id))
  const noticeMail = { announcement: true }
  await db.insert(accountPreference).values({ accountId: id, language, noticeMail })
}

async function start() {
  const { settings, arrived } = await smtpServer()
  const api = await startOutbox({ mailMode: 'smtp', ...settings })
  const { db, signIn } = api
  const chief = await signIn()
  const ids = await addOrganizations(chief)
  const officer = async (username: string, deptId: number) => {
    const id = await addOfficer(api, { username, nodes: [], scope: 'own', deptId })
    await want(db, id)
    return id
  }
  return {
    ...api,
    arrived,
    chief,
    ids,
    officer,
    /** Does all that is to be done now, as a process that runs. */
    sweep: async () => {
      while (await mailAnnouncements(db, secret));
    },
    letters: async () => (await db.select().from(messageOut).orderBy(messageOut.id)).map(letterOf),
  }
}

const letterOf = ({ accountId, subject, state }: typeof messageOut.$inferSelect) => `${accountId} ${subject} ${state}`

test('an announcement is mailed to those who are shown it and want it, once, in their language', async () => {
  const { db, chief, ids, officer, sweep, letters, outbox, arrived } = await start()
  const [inS1, inS2] = [await officer('in-s1', ids.S1), await officer('in-s2', ids.S2)]
  const silent = await addOfficer({ db }, { username: 'silent', nodes: [], scope: 'own', deptId: ids.S1 })
  await db.update(account).set({ email: 'silent@school.test' }).where(eq(account.id, silent))
  const bare = await officer('bare', ids.S1)
  const locked = await officer('locked', ids.S1)
  await db.update(account).set({ email: '' }).where(eq(account.id, bare))
  await db.update(account).set({ status: 0 }).where(eq(account.id, locked))
  const { rows } = await db.execute<{ id: number }>(sql`select id from account where kind = 'user'`)
  const member = Number(rows[0]?.id)
  await want(db, member, '')
  await db.execute(sql`update member_profile set org_id = ${ids.S1}`)
  await publish(chief, { title: 'D1', audience: 'organizations', organizationIds: [ids.D1] })
  await publish(chief, { title: 'Members', audience: 'members' })
  await publish(chief, { title: 'Draft', status: 'draft' })
  await sweep()
  await sweep()
  expect(await letters()).toEqual([`${member} D1 waiting`, `${inS1} D1 waiting`, `${member} Members waiting`])
  await outbox.round()
  expect(arrived.map(({ to }) => to.join()).toSorted()).toEqual(
    [`${member}@school.test`, `${inS1}@school.test`, `${member}@school.test`].toSorted(),
  )
  const [mine] = arrived.filter(({ to }) => to.includes(`${inS1}@school.test`))
  expect(mine?.source).toContain('Hello in-s1,')
  const { rows: languages } = await db.execute<{ language: string }>(
    sql`select distinct language from message_out where account_id = ${member}`,
  )
  expect(languages).toEqual([{ language: 'zh-cn' }])
  expect(inS2).toBeGreaterThan(0)
})

test('a role that does not see an announcement gets no mail of it, whoever loses the role gets none either', async () => {
  const { db, chief, ids, officer, sweep, letters, outbox } = await start()
  const [one, other, past] = [
    await officer('one', ids.S1),
    await officer('other', ids.S1),
    await officer('past', ids.S1),
  ]
  const roleOf = async (name: string) => {
    const { rows } = await db.execute<{ id: number }>(sql`select id from role where name = ${`role of ${name}`}`)
    return Number(rows[0]?.id)
  }
  await publish(chief, { title: 'Roles', audience: 'roles', roleIds: [await roleOf('one'), await roleOf('past')] })
  await sweep()
  expect(await letters()).toEqual([`${one} Roles waiting`, `${past} Roles waiting`])
  await db.execute(sql`update account_role set end_time = now() where role_id = ${await roleOf('past')}`)
  await outbox.round()
  expect(await letters()).toEqual([`${one} Roles sent`, `${past} Roles cancelled`])
  expect(other).toBeGreaterThan(0)
})

test('one that begins later is mailed then; one that is over, too old, or waits for mail to work, as it should', async () => {
  const { db, chief, ids, officer, sweep, letters } = await start()
  const one = await officer('one', ids.S1)
  const hour = (at: number) => new Date(Date.now() + at * 3_600_000).toISOString()
  await configure({ db }, { mailMode: 'off' })
  await publish(chief, { title: 'Now', untilTime: hour(2) })
  await publish(chief, { title: 'Later', fromTime: hour(1) })
  await publish(chief, { title: 'Over', fromTime: hour(-2), untilTime: hour(-1) })
  await publish(chief, { title: 'Old' })
  await db.execute(sql`update announcement set from_time = now() + interval '1 hour' where title = 'Old'`)
  await db.execute(sql`alter table announcement disable trigger b_time`)
  await db.execute(sql`update announcement set shown_time = now() - interval '4 days' where title = 'Old'`)
  await db.execute(sql`alter table announcement enable trigger b_time`)
  await sweep()
  expect(await letters()).toEqual([])
  await configure({ db }, { mailMode: 'smtp' })
  await sweep()
  expect(await letters()).toEqual([`${one} Now waiting`])
  // It is not sent after its time.
  const { rows } = await db.execute<{ hours: number }>(
    sql`select round(extract(epoch from expire_time - now()) / 3600)::int as hours from message_out`,
  )
  expect(rows).toEqual([{ hours: 2 }])
  await db.execute(sql`update announcement set from_time = now() where title = 'Later'`)
  await sweep()
  expect(await letters()).toEqual([`${one} Now waiting`, `${one} Later waiting`])
})

test('what waits is taken back with its announcement, and is as the announcement is when it leaves', async () => {
  const { db, chief, ids, officer, sweep, letters, outbox, arrived } = await start()
  const one = await officer('one', ids.S1)
  const two = await officer('two', ids.S2)
  const id = await publish(chief, { title: 'First', audience: 'organizations', organizationIds: [ids.S1] })
  await sweep()
  await edit(chief, id, { title: 'Second' })
  expect(await letters()).toEqual([`${one} First cancelled`])
  await sweep()
  expect((await letters()).at(-1)).toBe(`${one} Second waiting`)
  await edit(chief, id, { status: 'draft' })
  await sweep()
  expect((await letters()).at(-1)).toBe(`${one} Second cancelled`)
  await edit(chief, id, { status: 'published' })
  await sweep()
  await outbox.round()
  expect((await letters()).at(-1)).toBe(`${one} Second sent`)
  // Those who have it get it no second time, however it changes. Those whom it is for now get it.
  await edit(chief, id, { title: 'Third', organizationIds: [ids.S1, ids.S2] })
  await edit(chief, id, { status: 'draft' })
  await edit(chief, id, { status: 'published' })
  await sweep()
  expect((await letters()).slice(3)).toEqual([`${two} Third waiting`])
  await chief('DELETE', `/adminApi/announcement/del?ids=${id}`)
  expect((await letters()).slice(3)).toEqual([`${two} Third cancelled`])
  await sweep()
  await outbox.round()
  expect(arrived).toHaveLength(1)
  const { rows } = await db.execute(sql`select from announcement_mailing`)
  expect(rows).toEqual([])
})

test('a deleted announcement that is restored is no new one, until it is forgotten', async () => {
  const { db, chief, ids, officer, sweep, letters, outbox } = await start()
  const one = await officer('one', ids.S1)
  const id = await publish(chief)
  await sweep()
  await outbox.round()
  await chief('DELETE', `/adminApi/announcement/del?ids=${id}`)
  await purgeAnnouncementMail(db)
  const deleted = (await chief('GET', '/adminApi/announcement/deleted')).data as { list: { changeId: number }[] }
  const restored = await chief('POST', '/adminApi/announcement/restore', { id, changeId: deleted.list[0]?.changeId })
  expect(restored.code).toBe(200)
  const late = await officer('late', ids.S1)
  await sweep()
  expect(await letters()).toEqual([`${one} Hello sent`, `${late} Hello waiting`])
  await chief('DELETE', `/adminApi/announcement/del?ids=${id}`)
  await db.execute(sql`delete from message_out`)
  await purgeAnnouncementMail(db)
  expect((await db.execute(sql`select from announcement_mail`)).rows).toEqual([])
})

test('other e-mails go before those to many', async () => {
  const { chief, ids, officer, sweep, put, letters, outbox, db } = await start()
  const one = await officer('one', ids.S1)
  await publish(chief)
  await sweep()
  await configure({ db }, { outboxPerMinute: 1 })
  await put({ event: 'new_device', values: { name: 'Wang' }, seconds: undefined })
  await outbox.round()
  expect(await letters()).toEqual([`${one} Hello waiting`, 'null A sign-in to Yardstick from a new device sent'])
})

test('many are served in portions; a process that is killed in one leaves nothing twice and nobody out', async () => {
  const { db, url, chief, letters, sweep } = await start()
  await db.execute(sql`with made as (
      insert into account (kind, username, email) select 'admin', 'w' || n, 'w' || n || '@school.test'
      from generate_series(1, 120) n returning id)
    insert into account_preference (account_id, notice_mail) select id, '{"announcement": true}' from made`)
  await publish(chief)
  expect(await mailAnnouncements(db, secret)).toBe(true)
  expect(await letters()).toHaveLength(50)
  // The process comes as far as its first row of the next portion, and dies there.
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`lock table announcement_mail in share mode`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const child = spawn(process.execPath, ['tests/support/mailer-process.ts', url, secret], { stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const waiting = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_locks
      where not granted and relation = 'announcement_mail'::regclass`)
    return rows[0]?.count
  }
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1)
  // Another process leaves the announcement to it meanwhile.
  expect(await mailAnnouncements(db, secret)).toBe(false)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  held.resolve()
  await holding
  const swept = async () => {
    await Promise.all([sweep(), sweep(), sweep()])
    return (await letters()).length
  }
  await expect.poll(swept, { timeout: 15_000 }).toBe(120)
  expect(new Set(await letters()).size).toBe(120)
})
