import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { operations } from '#src/features/contract.server.ts'
import { mounts } from '#src/features/mount.server.ts'
import { isRegistered } from '#src/resource/registry.ts'
import { createApi } from '#src/server/api.server.ts'
import { operationName } from '#src/server/openapi/operation.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { apiDeps } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'

const begin = '/adminApi/view-as/begin'
const end = '/adminApi/view-as/end'

async function district() {
  const api = await startApi()
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  const accountId = await addOfficer(api, {
    username: 'officer',
    nodes: ['baseInfo/organization/index', 'baseInfo/organization/edit'],
    scope: 'orgBelow',
    deptId: ids.D1,
  })
  return { api, admin, ids, accountId }
}

test('a super administrator sees what the other account sees, writes nothing, and the log and the end of it are told', async () => {
  const made = await district()
  // A super administrator sees what the other account sees, says so, and is the own person again after the end.
  {
    const { api, admin, ids, accountId } = made
    expect(await admin('POST', begin, { accountId })).toMatchObject({ code: 200 })
    const info = await admin('GET', '/adminApi/user/info')
    expect(info.data).toMatchObject({
      userId: accountId,
      username: 'officer',
      super: false,
      viewer: { username: 'admin' },
      last_login_time: null,
      last_login_ip: '',
    })
    const seen = await admin('GET', '/adminApi/organization/index?limit=100')
    const officer = await api.signIn('admin', 'officer')
    expect(seen.data).toEqual((await officer('GET', '/adminApi/organization/index?limit=100')).data)
    expect((await officer('GET', '/adminApi/user/info')).data).toMatchObject({ viewer: null })
    // Only the sign-in that has begun the view sees as the other account.
    const other = await api.signIn()
    expect((await other('GET', '/adminApi/user/info')).data).toMatchObject({ username: 'admin', viewer: null })
    expect(await admin('POST', '/adminApi/organization/edit', { id: ids.S1, contact: 'Li' })).toMatchObject({
      code: 403,
      msg: 'You are viewing as another account, so you can only look. End the view to make changes.',
    })
    expect(await admin('POST', end, {})).toMatchObject({ code: 200 })
    expect((await admin('GET', '/adminApi/user/info')).data).toMatchObject({ username: 'admin', super: true })
    expect(await admin('POST', '/adminApi/organization/edit', { id: ids.S1, contact: 'Li' })).toMatchObject({
      code: 200,
    })
  }
  // The log names the person who looks, beside the account that they view as.
  {
    await made.admin('POST', end, {})
    const { api, admin, accountId } = made
    await admin('POST', begin, { accountId })
    api.logged.length = 0
    await admin('GET', '/adminApi/menu')
    await admin('POST', end, {})
    const lines = api.logged.map((line): Record<string, unknown> => JSON.parse(line))
    expect(lines.find(({ path }) => path === '/adminApi/menu')).toMatchObject({ actor: 1, viewing: accountId })
    expect(lines.find(({ msg }) => String(msg).startsWith('ends to view'))).toMatchObject({
      actor: 1,
      viewing: accountId,
    })
  }
  // A view ends after half an hour, and at once when the other account becomes a super administrator or is locked.
  {
    await made.admin('POST', end, {})
    const { api, admin, accountId } = made
    const nameSeen = async () => (await admin('GET', '/adminApi/user/info')).data
    const started = Date.now()
    const { data } = await admin('POST', begin, { accountId })
    const until = Date.parse((data as { until: string }).until)
    expect(Math.abs(until - started - 30 * 60_000)).toBeLessThan(60_000)
    expect(await nameSeen()).toMatchObject({ username: 'officer' })
    await api.db.update(account).set({ super: true }).where(eq(account.id, accountId))
    expect(await nameSeen()).toMatchObject({ username: 'admin' })
    await api.db.update(account).set({ super: false, status: 0 }).where(eq(account.id, accountId))
    expect(await nameSeen()).toMatchObject({ username: 'admin' })
    await api.db.update(account).set({ status: 1 }).where(eq(account.id, accountId))
    expect(await nameSeen()).toMatchObject({ username: 'officer' })
    await api.db.execute(
      sql`update token_family set view_until = now() - interval '1 second' where view_until is not null`,
    )
    expect(await nameSeen()).toMatchObject({ username: 'admin' })
  }
  // While viewing, no call writes: other methods are refused, sign-ins stay private, and reads work on a database
  // that cannot be written.
  {
    await made.admin('POST', end, {})
    const { api, admin, ids, accountId } = made
    await admin('POST', begin, { accountId })
    const readOnly = openDatabase(`${api.url}&options=-c%20default_transaction_read_only%3Don`, 6)
    onTestFinished(() => readOnly.$client.end())
    const viewer = createApi(apiDeps(readOnly), mounts)
    const calls = operations.filter(
      ({ security, path }) => ['admin', 'either'].includes(security) && path !== end && !path.includes('logout'),
    )
    let read = 0
    const keys = new Set<string>()
    for (const call of calls) {
      // The reads of the kit are the same for each resource, so every sixth resource answers for all.
      const key = call.path.split('/')[2] ?? ''
      if (call.path.startsWith('/adminApi/') && isRegistered(key)) {
        keys.add(key)
        if (call.method === 'get' && keys.size % 6 !== 1) continue
      }
      const said = operationName(call)
      const send = async (query = '') => {
        const path = `${call.path.replace('{id}', '1')}${query}`
        const headers = { authorization: `Bearer ${admin.tokens.access_token}` }
        const response = await viewer.request(path, { method: call.method.toUpperCase(), headers })
        // A stream of events ends when nobody reads it any more.
        await response.body?.cancel()
        return response.status
      }
      if (call.method !== 'get') expect(await send(), said).toBe(403)
      else if (call.path.includes('/session/')) expect(await send(), said).toBe(403)
      else {
        // Each read gets what it needs by one of these.
        const answers = [await send(), await send(`?id=${ids.D1}`), await send('?field=pid'), await send('?format=csv')]
        if (answers.includes(200)) read += 1
        expect(Math.max(...answers), said).toBeLessThan(500)
      }
    }
    expect(read).toBeGreaterThan(12)
  }
  // Only super administrators view, never as another one, as somebody locked, or as a member.
  {
    await made.admin('POST', end, {})
    const { api, admin, accountId } = made
    const officer = await api.signIn('admin', 'officer')
    expect(await officer('POST', begin, { accountId: 1 })).toMatchObject({ code: 403 })
    expect(await admin('POST', begin, { accountId: 1 })).toMatchObject({
      code: 422,
      data: { errors: { accountId: ['You cannot view as another super administrator.'] } },
    })
    const { rows } = await api.db.execute<{ id: number }>(sql`select id from account where kind = 'user'`)
    expect(await admin('POST', begin, { accountId: Number(rows[0]?.id) })).toMatchObject({ code: 404 })
    expect(await admin('POST', begin, { accountId: 999_999 })).toMatchObject({ code: 404 })
    await api.db.update(account).set({ status: 0 }).where(eq(account.id, accountId))
    expect(await admin('POST', begin, { accountId })).toMatchObject({
      code: 422,
      data: { errors: { accountId: ['This account is locked. You can view only as an account that can sign in.'] } },
    })
  }
})
