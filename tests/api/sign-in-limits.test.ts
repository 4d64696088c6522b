import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isWithinHours, wallTime } from '#src/lib/sign-in-hours.ts'
import { limitRefusal } from '#src/server/access/sign-in-limits.server.ts'
import { ADMIN_PASSWORD, startApi, type TestApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const nodes = ['baseInfo/organization/index', 'user-role/role/index', 'user-role/role/edit'] as const

/** Calls from an address. */
const from =
  (api: TestApi, token: string, address: string) =>
  async (path: string, method = 'GET', body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en', 'content-type': 'application/json' }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await api.api.request(path, init, { address })
    return (await answer.json()) as { code: number; msg: string; data: { reason?: string } }
  }

const signInFrom = async (api: TestApi, address: string, username: string, password: string = ADMIN_PASSWORD) => {
  const headers = {
    authorization: `Basic ${btoa('admin:admin')}`,
    'content-type': 'application/x-www-form-urlencoded',
    'accept-language': 'en',
  }
  const body = new URLSearchParams({ username, password }).toString()
  const answer = await api.api.request(
    '/auth/oauth/token?grant_type=password',
    { method: 'POST', headers, body },
    { address },
  )
  return (await answer.json()) as { error?: string; error_description?: string; access_token: string }
}

const roleOf = async (api: TestApi, username: string) => {
  const { rows } = await api.db.execute<{ id: number; version: number }>(
    sql`select id, version from role where name = ${`role of ${username}`}`,
  )
  return { id: Number(rows[0]?.id), version: Number(rows[0]?.version) }
}

const limit = async (api: TestApi, username: string, values: object) => {
  const admin = await api.signIn()
  const role = await roleOf(api, username)
  return admin('POST', '/adminApi/role/edit', { ...role, ...values })
}

/** Hours on the day before the present one in the time zone of the site, and hours that include now. */
const closed = () => {
  const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
  const { weekday } = wallTime(Date.now(), 'Asia/Shanghai')
  return [{ days: names[(weekday + 2) % 7], from: '08:00:00', until: '09:00:00' }]
}
const open = [{ days: 'all', from: '00:00:00', until: '00:00:00' }]

test('an account signs in and works from the addresses of its role alone', async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'office', nodes: [...nodes], scope: 'all' })
  const before = await signInFrom(api, '203.0.113.7', 'office')
  expect(await limit(api, 'office', { signInAddresses: '10.8.0.0/16\n2001:db8::/32' })).toMatchObject({ code: 200 })
  const sentence =
    'You cannot use this account from your address 203.0.113.7. Please use a computer in the allowed network, or ask an administrator.'
  expect(await signInFrom(api, '203.0.113.7', 'office')).toMatchObject({
    error: 'invalid_grant',
    error_description: sentence,
  })
  // A wrong password is told nothing of it.
  expect(await signInFrom(api, '203.0.113.7', 'office', 'wrong-word')).toMatchObject({
    error_description: expect.not.stringMatching(/address/),
  })
  // The sign-in from before is refused with the next request, and works again from inside.
  expect(await from(api, before.access_token, '203.0.113.7')('/adminApi/organization/index')).toMatchObject({
    code: 403,
    msg: sentence,
    data: { reason: 'signInLimit' },
  })
  expect(await from(api, before.access_token, '::ffff:10.8.3.4')('/adminApi/organization/index')).toMatchObject({
    code: 200,
  })
  const inside = await signInFrom(api, '2001:db8::7', 'office')
  expect(await from(api, inside.access_token, '2001:db8:1::9')('/adminApi/user/info')).toMatchObject({ code: 200 })
  expect(await from(api, inside.access_token, '2001:db9::9')('/adminApi/user/info')).toMatchObject({ code: 403 })
  // Super administrators, and who has no such role, are free.
  expect(await signInFrom(api, '203.0.113.7', 'admin')).toHaveProperty('access_token')
})

test('an account signs in and works in the hours of its role alone', async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'office', nodes: [...nodes], scope: 'all' })
  const before = await signInFrom(api, '10.0.0.1', 'office')
  expect(await limit(api, 'office', { signInHours: closed() })).toMatchObject({ code: 200 })
  const refusal = await signInFrom(api, '10.0.0.1', 'office')
  expect(refusal.error_description).toMatch(
    /^You can only use this account at these times: \w+day 08:00–09:00 \(Asia\/Shanghai\)\.$/,
  )
  expect(await from(api, before.access_token, '10.0.0.1')('/adminApi/user/info')).toMatchObject({ code: 403 })
  expect(await limit(api, 'office', { signInHours: open })).toMatchObject({ code: 200 })
  expect(await signInFrom(api, '10.0.0.1', 'office')).toHaveProperty('access_token')
  expect(await from(api, before.access_token, '10.0.0.1')('/adminApi/user/info')).toMatchObject({ code: 200 })
})

test('outside of the hours a sign-in is refreshed, which gives nothing, and can be ended', async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'office', nodes: [...nodes], scope: 'all' })
  const { tokens } = await api.signIn('admin', 'office')
  await limit(api, 'office', { signInHours: closed() })
  const answer = await api.token('admin', { refresh_token: tokens.refresh_token }, 'refresh_token')
  expect(answer.status).toBe(200)
  const { access_token } = (await answer.json()) as { access_token: string }
  const call = from(api, access_token, '10.0.0.1')
  expect(await call('/adminApi/user/info')).toMatchObject({ code: 403, data: { reason: 'signInLimit' } })
  expect(await call('/adminApi/user/password', 'POST', {})).toMatchObject({ code: 403 })
  expect(await call('/adminApi/session/endOthers', 'POST')).toMatchObject({ code: 403 })
  expect(await call('/auth/token/logout', 'DELETE')).toMatchObject({ code: 200 })
  expect(await call('/adminApi/user/info')).toMatchObject({ code: 401 })
})

test('each of several roles has to allow it, and one that has ended or is off does not count', async () => {
  const api = await startApi()
  const id = await addOfficer(api, { username: 'office', nodes: [...nodes], scope: 'all' })
  await addOfficer(api, { username: 'second', nodes: [...nodes], scope: 'all' })
  await limit(api, 'office', { signInAddresses: '10.0.0.0/8' })
  await limit(api, 'second', { signInAddresses: '10.8.0.0/16' })
  const { id: roleId } = await roleOf(api, 'second')
  const admin = await api.signIn()
  expect(await signInFrom(api, '10.1.0.1', 'office')).toHaveProperty('access_token')
  await admin('POST', '/adminApi/role/grant', { roleId, accountId: id, endTime: null })
  expect(await signInFrom(api, '10.1.0.1', 'office')).toHaveProperty('error')
  expect(await signInFrom(api, '10.8.0.1', 'office')).toHaveProperty('access_token')
  await limit(api, 'second', { status: 0 })
  expect(await signInFrom(api, '10.1.0.1', 'office')).toHaveProperty('access_token')
})

test('a wrong address is named, and nobody shuts themselves out', async () => {
  const api = await startApi()
  const id = await addOfficer(api, { username: 'office', nodes: [...nodes], scope: 'all' })
  expect(await limit(api, 'office', { signInAddresses: '10.0.0.0/8\nnonsense' })).toMatchObject({
    code: 422,
    data: { errors: { signInAddresses: [expect.stringContaining('nonsense')] } },
  })
  const wrongHours = [{ days: 'never', from: '08:00:00', until: '25:00:00' }]
  expect(await limit(api, 'office', { signInHours: wrongHours })).toMatchObject({ code: 422 })
  const { rows } = await api.db.execute<{ id: number }>(sql`select id from account where username = 'admin'`)
  await api.db.execute(
    sql`insert into account_role (account_id, role_id) select ${rows[0]?.id}, role_id from account_role where account_id = ${id}`,
  )
  const { access_token } = await signInFrom(api, '203.0.113.7', 'admin')
  const admin = from(api, access_token, '203.0.113.7')
  const role = await roleOf(api, 'office')
  expect(await admin('/adminApi/role/edit', 'POST', { ...role, signInAddresses: '10.0.0.0/8' })).toMatchObject({
    code: 422,
    data: {
      errors: {
        signInAddresses: [
          'You have this role and are at 203.0.113.7, which is not among these addresses. You would shut yourself out.',
        ],
      },
    },
  })
  expect(await admin('/adminApi/role/edit', 'POST', { ...role, signInHours: closed() })).toMatchObject({
    code: 422,
    data: {
      errors: {
        signInHours: ['You have this role, and it is not one of these hours now. You would shut yourself out.'],
      },
    },
  })
  expect(
    await admin('/adminApi/role/edit', 'POST', { ...role, signInAddresses: '203.0.113.0/24', signInHours: open }),
  ).toMatchObject({ code: 200 })
})

test('hours are those of the clock in the time zone of the site, over midnight too', () => {
  const office = [{ days: 'workdays', from: '08:00:00', until: '18:00:00' }] as const
  const at = (time: string, zone = 'Asia/Shanghai') => wallTime(Date.parse(time), zone)
  // Thursday, 26 November 2026, and the days after it.
  expect(isWithinHours(office, at('2026-11-26T00:00:00Z'))).toBe(true)
  expect(isWithinHours(office, at('2026-11-26T09:59:59Z'))).toBe(true)
  expect(isWithinHours(office, at('2026-11-26T10:00:00Z'))).toBe(false)
  expect(isWithinHours(office, at('2026-11-26T23:59:59Z'))).toBe(false)
  expect(isWithinHours(office, at('2026-11-26T00:00:00Z', 'Europe/Berlin'))).toBe(false)
  expect(isWithinHours(office, at('2026-11-28T02:00:00Z'))).toBe(false)
  const night = [{ days: 'fri', from: '22:00:00', until: '06:00:00' }] as const
  expect(isWithinHours(night, at('2026-11-27T14:00:00Z'))).toBe(true)
  expect(isWithinHours(night, at('2026-11-27T21:59:00Z'))).toBe(true)
  expect(isWithinHours(night, at('2026-11-27T22:00:00Z'))).toBe(false)
  expect(isWithinHours(night, at('2026-11-27T13:00:00Z'))).toBe(false)
  expect(isWithinHours(night, at('2026-11-26T21:00:00Z'))).toBe(false)
  expect(isWithinHours([], at('2026-11-26T21:00:00Z'))).toBe(true)
  const limits = [
    { role: 'a', addresses: '', hours: office },
    { role: 'b', addresses: '10.0.0.0/8', hours: night },
  ]
  const now = Date.parse('2026-11-27T03:00:00Z')
  expect(limitRefusal(limits, { address: '10.0.0.1', now }, 'Asia/Shanghai')).toContain('22:00–06:00')
  expect(limitRefusal(limits, { address: '11.0.0.1', now }, 'Asia/Shanghai')).toContain('11.0.0.1')
})
