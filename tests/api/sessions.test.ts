import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { callerOf, MEMBER_PASSWORD, startApi, type TestApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

type Session = { id: number; current: boolean; client: string; keep: boolean; lastUseTime: string; createTime: string }
type Caller = Awaited<ReturnType<TestApi['signIn']>>
const listOf = async (call: Caller, path = '/adminApi/session/index') =>
  ((await call('GET', path)).data as { list: Session[]; total: number }).list

test.each([
  ['admin', '/adminApi'],
  ['user', '/api'],
] as const)('%s: own sign-ins are listed, the last used first; one ends, all others end', async (side, base) => {
  const api = await startApi()
  const [one, two, three] = [await api.signIn(side), await api.signIn(side), await api.signIn(side)]
  const list = await listOf(one, `${base}/session/index`)
  expect(list).toHaveLength(3)
  expect(list.map(({ current }) => current)).toEqual([false, false, true])
  expect(list[0]).toEqual({
    id: expect.any(Number),
    client: side,
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    lastUseTime: expect.stringMatching(/Z$/),
    expireTime: expect.stringMatching(/Z$/),
    ip: expect.any(String),
    userAgent: expect.any(String),
    keep: false,
    current: false,
  })
  const ended = await one('DELETE', `${base}/session/del?ids[]=${list[0]?.id}`)
  expect(ended).toMatchObject({ code: 200, msg: '1 sign-in ended', data: { count: 1 } })
  expect(await three('GET', `${base}/user/info`)).toMatchObject({ code: 401 })
  expect(await two('POST', `${base}/session/endOthers`, undefined, { 'accept-language': 'zh-CN' })).toMatchObject({
    code: 200,
    msg: '已结束 1 个登录',
    data: { count: 1 },
  })
  expect(await one('GET', `${base}/user/info`)).toMatchObject({ code: 401 })
  expect(await two('GET', `${base}/user/info`)).toMatchObject({ code: 200 })
  expect(await listOf(two, `${base}/session/index`)).toHaveLength(1)
})

test('a sign-in that was ended cannot be refreshed', async () => {
  const api = await startApi()
  const [one, two] = [await api.signIn(), await api.signIn()]
  await one('POST', '/adminApi/session/endOthers')
  const answer = await api.token('admin', { refresh_token: two.tokens.refresh_token }, 'refresh_token')
  expect(answer.status).toBe(400)
})

test("another's sign-ins look like none: all or nothing is ended", async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'officer', nodes: [], scope: 'all' })
  const [admin, officer] = [await api.signIn(), await api.signIn('admin', 'officer')]
  const [theirs] = await listOf(admin)
  const [own] = await listOf(officer)
  expect(await officer('DELETE', `/adminApi/session/del?ids[]=${own?.id}&ids[]=${theirs?.id}`)).toMatchObject({
    status: 404,
    code: 404,
  })
  expect(await listOf(officer)).toHaveLength(1)
  expect(await admin('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
})

test.each([
  ['', 'This is not in the expected format'],
  ['?ids[]=', 'Please enter a whole number'],
  ['?ids[]=x', 'Please enter a whole number'],
  ['?ids=1,y', 'Please enter a whole number'],
])('ids that are none are a 400: %s', async (query, sentence) => {
  const call = await (await startApi()).signIn()
  expect(await call('DELETE', `/adminApi/session/del${query}`)).toMatchObject({
    code: 400,
    data: { errors: { ids: [sentence] } },
  })
})

test("a super admin sees and ends any account's sign-ins; nobody else does", async () => {
  const api = await startApi()
  const officerId = await addOfficer(api, { username: 'officer', nodes: ['baseInfo/organization/index'], scope: 'all' })
  const [admin, officer, member] = [await api.signIn(), await api.signIn('admin', 'officer'), await api.signIn('user')]
  const [found] = await api.db.select({ id: account.id }).from(account).where(eq(account.username, 'member'))
  const list = await listOf(admin, `/adminApi/session/index?accountId=${found?.id}`)
  expect(list).toMatchObject([{ client: 'user', current: false }])
  expect(await officer('GET', `/adminApi/session/index?accountId=${found?.id}`)).toMatchObject({ status: 403 })
  expect(await officer('DELETE', `/adminApi/session/del?accountId=${found?.id}&ids[]=${list[0]?.id}`)).toMatchObject({
    status: 403,
  })
  expect(await member('GET', `/api/session/index?accountId=${officerId}`)).toMatchObject({ status: 403 })
  expect(await officer('GET', `/adminApi/session/index?accountId=${officerId}`)).toMatchObject({ code: 200 })
  expect(await admin('DELETE', `/adminApi/session/del?accountId=${found?.id}&ids[]=${list[0]?.id}`)).toMatchObject({
    code: 200,
  })
  expect(await member('GET', '/api/user/info')).toMatchObject({ code: 401 })
  expect(await admin('POST', `/adminApi/session/endOthers?accountId=${officerId}`)).toMatchObject({
    data: { count: 1 },
  })
  expect(await officer('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
  expect(await admin('GET', '/adminApi/session/index?accountId=999999')).toMatchObject({ code: 404 })
  expect(await admin('GET', '/adminApi/session/index?accountId=x')).toMatchObject({ code: 400 })
})

test('a token of the other side, or none, is 401', async () => {
  const api = await startApi()
  const [admin, member] = [await api.signIn(), await api.signIn('user')]
  expect(await admin('GET', '/api/session/index')).toMatchObject({ code: 401 })
  expect(await member('GET', '/adminApi/session/index')).toMatchObject({ code: 401 })
  expect((await api.api.request('/adminApi/session/index')).status).toBe(401)
  expect((await api.api.request('/api/session/endOthers', { method: 'POST' })).status).toBe(401)
})

test('a repeat with the same Idempotency-Key gets the first answer', async () => {
  const api = await startApi()
  const [one] = [await api.signIn(), await api.signIn()]
  const key = { 'idempotency-key': 'end-others-1' }
  expect(await one('POST', '/adminApi/session/endOthers', undefined, key)).toMatchObject({ data: { count: 1 } })
  await api.signIn()
  expect(await one('POST', '/adminApi/session/endOthers', undefined, key)).toMatchObject({ data: { count: 1 } })
  expect(await listOf(one)).toHaveLength(2)
})

test('the last use is noted at most once a minute', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const lastUse = async () => (await listOf(call))[0]?.lastUseTime
  const first = await lastUse()
  await call('GET', '/adminApi/user/info')
  expect(await lastUse()).toBe(first)
  await api.db.update(tokenFamily).set({ lastUseTime: sql`now() - interval '61 seconds'` })
  const before = (await api.db.select({ at: tokenFamily.lastUseTime }).from(tokenFamily))[0]?.at ?? ''
  await Promise.all(Array.from({ length: 10 }, () => call('GET', '/adminApi/user/info')))
  expect((await lastUse()) ?? '' > before).toBeTruthy()
  expect(Date.now() - Date.parse((await lastUse()) ?? '')).toBeLessThan(20_000)
})

test('"keep me signed in", the address and the browser are told; what has run out is not listed', async () => {
  const api = await startApi()
  const response = await api.api.request(
    '/auth/oauth/token?grant_type=password',
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('user:user')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Firefox',
      },
      body: new URLSearchParams({ username: 'member', password: MEMBER_PASSWORD, keep: '1' }).toString(),
    },
    { address: '203.0.113.9' },
  )
  const call = callerOf(api.api, await response.json())
  await api.signIn('user')
  await api.db
    .update(tokenFamily)
    .set({ expireTime: sql`now() - interval '1 second'` })
    .where(eq(tokenFamily.keep, false))
  expect(await listOf(call, '/api/session/index')).toMatchObject([
    { ip: '203.0.113.9', userAgent: 'Firefox', keep: true, current: true },
  ])
})
