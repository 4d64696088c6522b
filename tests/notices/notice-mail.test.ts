import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { messageOut } from '#src/db/message.table.server.ts'
import { notify } from '#src/server/notices/notify.server.ts'
import type { Caller, TestApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'
import { configure, startOutbox } from '../support/outbox.ts'
import { passwords } from '../support/passwords.ts'
import { smtpServer } from '../support/smtp.ts'

type Choices = { available: boolean; kinds: { kind: string; label: string; help: string; on: boolean }[] }

const choices = async (call: Caller, base = '/adminApi') => (await call('GET', `${base}/notice/mail`)).data as Choices
const choose = (call: Caller, kind: string, on: boolean, base = '/adminApi') =>
  call('POST', `${base}/notice/mail`, { kind, on })
const onOf = ({ kinds }: Choices) => Object.fromEntries(kinds.map(({ kind, on }) => [kind, on]))

async function start() {
  const { settings, arrived } = await smtpServer()
  const api = await startOutbox({ mailMode: 'smtp', ...settings })
  await addressOf(api, 1, 'admin@school.test')
  return { ...api, arrived, events: () => eventsOf(api) }
}

const addressOf = ({ db }: Pick<TestApi, 'db'>, id: number, email: string) =>
  db.update(account).set({ email }).where(eq(account.id, id))

const eventsOf = async ({ db }: Pick<TestApi, 'db'>) =>
  (await db.select().from(messageOut).orderBy(messageOut.id)).map(({ event, recipient, state }) => ({
    event,
    recipient,
    state,
  }))

const job = (id: number, state: 'done' | 'failed' = 'done') => ({
  id,
  state,
  title: { 'zh-cn': '导入机构', en: 'Import organizations' },
  text: { 'zh-cn': '新增 3 条', en: '3 added' },
})

async function signInFrom(api: TestApi, device: string, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('admin:admin')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-device': device.repeat(16),
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
      ...headers,
    },
    body: new URLSearchParams({ username: 'admin', password: passwords.admin }).toString(),
  }
  const path = '/auth/oauth/token?grant_type=password&scope=server'
  expect((await api.api.request(path, init, { address: '203.0.113.7' })).status).toBe(200)
}

test('each account chooses for itself; a member has no jobs; a choice keeps the others', async () => {
  const { db, signIn } = await start()
  await addOfficer({ db }, { username: 'other', nodes: [], scope: 'own' })
  const [call, other, member] = [await signIn(), await signIn('admin', 'other'), await signIn('user')]
  expect(onOf(await choices(call))).toEqual({
    job: false,
    device: true,
    factor: true,
    announcement: false,
    examReminder: true,
    correction: false,
    moduleReminder: true,
  })
  expect(onOf(await choices(member, '/api'))).toEqual({
    device: true,
    factor: true,
    family: true,
    announcement: false,
    markCheck: true,
    examPublished: false,
  })
  expect((await choices(call)).kinds.map(({ label, help }) => [label, help])).toEqual([
    ['Sign-ins from a new device', 'So that you learn of it when someone else signs in with your account.'],
    ['Changes of the sign-in security', 'When a second factor or a passkey is added to your account or removed.'],
    ['Announcements', 'Those that are meant for you, when they appear.'],
    ['Reminders of marks', 'When someone who manages an exam waits for the marks of your school.'],
    ['Decisions on corrections', 'When a correction of a mark that you asked for is accepted or refused.'],
    ['Reminders of modules', 'When a date of a record that is assigned to you comes close.'],
    ['Jobs that ended', 'Imports and other work in the background, done or failed.'],
  ])
  // Two windows choose at once.
  const [first] = await Promise.all([choose(call, 'job', true), choose(call, 'device', false)])
  expect(first.msg).toBe('Saved')
  expect(onOf(await choices(call))).toEqual({
    job: true,
    device: false,
    factor: true,
    announcement: false,
    examReminder: true,
    correction: false,
    moduleReminder: true,
  })
  expect(onOf(await choices(other))).toEqual({
    job: false,
    device: true,
    factor: true,
    announcement: false,
    examReminder: true,
    correction: false,
    moduleReminder: true,
  })
  await call('POST', '/adminApi/user/preferences', { language: 'en' })
  expect(onOf(await choices(call))).toMatchObject({ job: true, device: false })
  expect((await choose(member, 'job', true, '/api')).status).toBe(422)
  expect((await choose(call, 'later', true)).status).toBe(422)
  expect((await call('POST', '/adminApi/notice/mail', { kind: 'job', on: true, accountId: 2 })).status).toBe(422)
})

test('who views as another account changes no choice', async () => {
  const { db, signIn } = await start()
  const id = await addOfficer({ db }, { username: 'seen', nodes: [], scope: 'own' })
  const call = await signIn()
  await call('POST', '/adminApi/view-as/begin', { accountId: id })
  expect((await choose(call, 'device', false)).status).toBe(403)
  expect(onOf(await choices(await signIn('admin', 'seen')))).toMatchObject({ device: true })
})

test('a sign-in from a new device is mailed by default, a known one is not, and no more once it is switched off', async () => {
  const { outbox, arrived, events, ...api } = await start()
  await signInFrom(api, 'a')
  await signInFrom(api, 'a')
  expect(await events()).toEqual([])
  await signInFrom(api, 'b', { 'accept-language': 'en' })
  await outbox.round()
  expect(await events()).toEqual([{ event: 'new_device', recipient: 'admin@school.test', state: 'sent' }])
  expect(arrived[0]?.to).toEqual(['admin@school.test'])
  expect(arrived[0]?.source).toContain('Subject: A sign-in to Yardstick from a new device')
  expect(arrived[0]?.source).toContain('Chrome =C2=B7 Windows')
  await choose(await api.signIn(), 'device', false)
  await signInFrom(api, 'c')
  expect(await events()).toHaveLength(1)
})

test('the e-mail about a new device says in the language of the account where, when, with what, and what to do', async () => {
  const { outbox, arrived, ...api } = await start()
  await (await api.signIn())('POST', '/adminApi/user/preferences', { language: 'zh-cn' })
  await signInFrom(api, 'a')
  await signInFrom(api, 'b', { 'accept-language': 'en' })
  await outbox.round()
  const text = decoded(arrived[0]?.source ?? '')
  expect(text).toMatch(/时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d<br>地址：203\.0\.113\.7<br>设备：Chrome · Windows</)
  expect(text).toContain('如果不是您本人操作，请修改密码并退出其他登录。')
})

/** The quoted-printable text of an e-mail. */
function decoded(source: string): string {
  const bytes = source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('an e-mail is in the language that its account has chosen, else in that of what happened', async () => {
  const { db, events, signIn, outbox, arrived } = await start()
  const call = await signIn()
  await choose(call, 'job', true)
  await call('POST', '/adminApi/user/preferences', { language: 'en' })
  await db.transaction((tx) => notify(tx, secret, { accountId: 1, kind: 'job', data: job(1, 'failed') }))
  await call('POST', '/adminApi/user/preferences', { language: '' })
  await db.transaction((tx) => notify(tx, secret, { accountId: 1, kind: 'job', data: job(2) }))
  await outbox.round()
  expect((await events()).map(({ event }) => event)).toEqual(['job_failed', 'job_done'])
  const failed = arrived.find(({ source }) => source.includes('Failed: Import organizations'))
  expect(failed?.source).toMatch(/=E2=80=9CImport organizations=E2=80=9D has failed/)
  const subjects = await db.select({ subject: messageOut.subject }).from(messageOut).orderBy(messageOut.id)
  expect(subjects.map(({ subject }) => subject)).toEqual(['Failed: Import organizations', '已完成：导入机构'])
})

test('a notice and its e-mail are written together, or not at all', async () => {
  const { db, events, signIn } = await start()
  await choose(await signIn(), 'job', true)
  const lost = db.transaction(async (tx) => {
    await notify(tx, secret, { accountId: 1, kind: 'job', data: job(1) })
    throw new Error('taken back')
  })
  await expect(lost).rejects.toThrow('taken back')
  expect(await events()).toEqual([])
})

test('without an address, mail or a live account there is a notice and no e-mail', async () => {
  const { db, events, signIn } = await start()
  const call = await signIn()
  await choose(call, 'job', true)
  const tell = () => db.transaction((tx) => notify(tx, secret, { accountId: 1, kind: 'job', data: job(1) }))
  await addressOf({ db }, 1, '')
  await tell()
  await addressOf({ db }, 1, 'admin@school.test')
  await configure({ db }, { mailMode: 'off' })
  expect((await choices(call)).available).toBe(false)
  await tell()
  await configure({ db }, { mailMode: 'smtp' })
  expect((await choices(call)).available).toBe(true)
  await db.update(account).set({ status: 0 }).where(eq(account.id, 1))
  await tell()
  expect(await events()).toEqual([])
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from notice`)
  expect(rows).toEqual([{ count: 3 }])
})

test('an e-mail that waits does not leave for an account that was locked, deleted, or has chosen otherwise', async () => {
  const { db, events, signIn, outbox, arrived } = await start()
  const gone = await addOfficer({ db }, { username: 'gone', nodes: [], scope: 'own' })
  const locked = await addOfficer({ db }, { username: 'locked', nodes: [], scope: 'own' })
  const calls = { 1: await signIn(), [gone]: await signIn('admin', 'gone'), [locked]: await signIn('admin', 'locked') }
  for (const [id, call] of Object.entries(calls)) {
    await addressOf({ db }, Number(id), `${id}@school.test`)
    await choose(call, 'job', true)
    await db.transaction((tx) => notify(tx, secret, { accountId: Number(id), kind: 'job', data: job(1) }))
  }
  expect((await events()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  await db.update(account).set({ status: 0 }).where(eq(account.id, locked))
  await db.delete(account).where(eq(account.id, gone))
  await choose(calls[1], 'job', false)
  await outbox.round()
  expect((await events()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(arrived).toEqual([])
  const [row] = await db.select().from(messageOut)
  expect(row?.sealed).toBe('')
  expect(['Not sent: its account no longer gets it', '未发送：该账号不再接收']).toContain(row?.tries[0]?.result)
})
