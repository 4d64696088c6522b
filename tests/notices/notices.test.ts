import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purgeDevices } from '#src/server/notices/devices.server.ts'
import { notify, purgeNotices } from '#src/server/notices/notify.server.ts'
import { type Caller, startApi, type TestApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'

type Entry = { source: string; id: number; look: string; title: string; text: string; link: string; read: boolean }
type Page = { list: Entry[]; next: string | null; unread: number }

const pageOf = async (call: Caller, query = '', headers?: Record<string, string>) =>
  (await call('GET', `/adminApi/notice/index${query}`, undefined, headers)).data as Page

const job = (id: number) => ({
  id,
  state: 'done' as const,
  title: { 'zh-cn': '导入机构', en: `Import ${id}` },
  text: { 'zh-cn': '新增 3 条', en: '3 added' },
})

async function withNotices(count: number) {
  const api = await startApi()
  for (let at = 1; at <= count; at += 1)
    await notify(api.db, secret, { accountId: 1, kind: 'job', data: job(at), link: '/admin/baseInfo/organization' })
  return { ...api, call: await api.signIn() }
}

test('notices come newest first, page by page, each once, in the reader’s language', async () => {
  const { call } = await withNotices(45)
  const pages = [await pageOf(call)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await pageOf(call, `?before=${next}`))
  expect(pages.map(({ list }) => list.length)).toEqual([20, 20, 5])
  expect(pages[0]).toMatchObject({ unread: 45 })
  const titles = pages.flatMap(({ list }) => list).map(({ title }) => title)
  expect(titles).toEqual(Array.from({ length: 45 }, (_, at) => `Done: Import ${45 - at}`))
  const [chinese] = (await pageOf(call, '', { 'accept-language': 'zh-CN' })).list
  expect(chinese).toMatchObject({ title: '已完成：导入机构', text: '新增 3 条', link: '/admin/baseInfo/organization' })
  expect((await call('GET', '/adminApi/notice/index?before=nonsense')).status).toBe(400)
})

test('a kind of a later release is left out, and so is data in another form', async () => {
  const { db, call } = await withNotices(1)
  await db.execute(
    sql`insert into notice (account_id, kind, data) values (1, 'later', '{}'), (1, 'job', '{"id": "x"}')`,
  )
  expect((await pageOf(call)).list.map(({ title }) => title)).toEqual(['Done: Import 1'])
})

test('only the own ones are marked as read, some or all', async () => {
  const { db, signIn, call } = await withNotices(3)
  await addOfficer({ db }, { username: 'other', nodes: [], scope: 'own' })
  const other = await signIn('admin', 'other')
  const ids = (await pageOf(call)).list.map(({ id }) => id)
  expect((await other('POST', '/adminApi/notice/read', { ids })).data).toEqual({ unread: 0 })
  expect((await pageOf(other)).list).toEqual([])
  expect((await pageOf(call)).unread).toBe(3)
  expect((await call('POST', '/adminApi/notice/read', { ids: ids.slice(0, 1) })).data).toEqual({ unread: 2 })
  expect((await pageOf(call, '?unread=1')).list.map(({ id }) => id)).toEqual(ids.slice(1))
  expect(await call('POST', '/adminApi/notice/read', { all: true })).toMatchObject({
    msg: 'Operation successful',
    data: { unread: 0 },
  })
  expect((await call('GET', '/adminApi/notice/unread')).data).toEqual({ unread: 0 })
  expect((await pageOf(call)).list.map(({ read }) => read)).toEqual([true, true, true])
})

test('who views as another account sees its notices but for its sign-ins, and marks none', async () => {
  const { db, signIn } = await startApi()
  const id = await addOfficer({ db }, { username: 'seen', nodes: [], scope: 'own' })
  await notify(db, secret, { accountId: id, kind: 'job', data: job(1) })
  await notify(db, secret, { accountId: id, kind: 'device', data: { userAgent: 'curl/8', address: '10.0.0.1' } })
  const call = await signIn()
  await call('POST', '/adminApi/view-as/begin', { accountId: id })
  const seen = await pageOf(call)
  expect(seen.list.map(({ look }) => look)).toEqual(['done'])
  expect(seen.unread).toBe(1)
  expect((await call('GET', '/adminApi/notice/unread')).data).toEqual({ unread: 1 })
  expect((await call('POST', '/adminApi/notice/read', { all: true })).status).toBe(403)
  expect((await pageOf(await signIn('admin', 'seen'))).unread).toBe(2)
})

const windows = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0'

async function signInFrom(api: TestApi, side: 'admin' | 'user', headers: Record<string, string>) {
  const username = side === 'admin' ? 'admin' : 'member'
  const answer = await api.api.request('/auth/oauth/token?grant_type=password&scope=server', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${side}:${side}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams({ username, password: side === 'admin' ? passwords.admin : passwords.member }).toString(),
  })
  expect(answer.status).toBe(200)
}

test('a sign-in from a new device tells its account, the first and a known one do not', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const device = (id: string) => signInFrom(api, 'admin', { 'x-device': id.repeat(16), 'user-agent': windows })
  await device('a')
  await device('a')
  expect((await pageOf(call)).list).toEqual([])
  await device('b')
  expect((await pageOf(call)).list).toMatchObject([
    { look: 'device', title: 'Sign-in from a new device', text: 'Chrome · Windows', link: '/admin/routine/adminInfo' },
  ])
  // The same browser on the other side is another account's first device.
  await signInFrom(api, 'user', { 'x-device': 'b'.repeat(16) })
  const member = await api.signIn('user')
  expect((await member('GET', '/api/notice/index')).data).toEqual({ list: [], next: null, unread: 0 })
  await signInFrom(api, 'user', { 'x-device': 'c'.repeat(16) })
  expect((await member('GET', '/api/notice/index')).data).toMatchObject({ list: [{ link: '/user/account/profile' }] })
  expect((await member('POST', '/api/notice/read', { all: true })).data).toEqual({ unread: 0 })
  const { rows } = await api.db.execute<{ hash: string }>(sql`select hash from account_device`)
  expect(rows.some(({ hash }) => /^(.)\1{15}/.test(hash))).toBe(false)
})

test('a program is known by its name and its network', async () => {
  const api = await startApi()
  const call = await api.signIn()
  await signInFrom(api, 'admin', { 'user-agent': 'curl/8.1' })
  await signInFrom(api, 'admin', { 'user-agent': 'curl/8.2' })
  // What is no id of a device is as good as none.
  await signInFrom(api, 'admin', { 'user-agent': 'curl/8.2', 'x-device': '<b>' })
  expect((await pageOf(call)).unread).toBe(0)
  await signInFrom(api, 'admin', { 'user-agent': 'python-requests/2' })
  expect((await pageOf(call)).list).toMatchObject([{ text: 'python-requests' }])
})

test('read notices go after 90 days, unread ones after a year, and a forgotten device is new again', async () => {
  const { db, call } = await withNotices(4)
  const old = (id: number, created: number, read: number | null) =>
    db.execute(sql`update notice set create_time = now() - make_interval(days => ${created}),
      read_time = now() - make_interval(days => ${read}::int) where id = ${id}`)
  const [d = 0, c = 0, b = 0, a = 0] = (await pageOf(call)).list.map(({ id }) => id)
  await old(a, 100, 91)
  await old(b, 100, 80)
  await old(c, 364, null)
  await old(d, 366, null)
  await purgeNotices(db)
  expect((await pageOf(call)).list.map(({ id }) => id)).toEqual([b, c])
  await db.execute(sql`insert into account_device (account_id, hash, last_use_time) values
    (1, 'x', now() - interval '500 days'), (1, 'y', now() - interval '401 days'), (2, 'z', now() - interval '500 days')`)
  await purgeDevices(db)
  const { rows } = await db.execute(sql`select hash from account_device order by hash`)
  expect(rows).toEqual([{ hash: 'y' }, { hash: 'z' }])
})
