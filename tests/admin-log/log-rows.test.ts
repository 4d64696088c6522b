import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LogGatherer } from '#src/server/admin-log/log-gatherer.server.ts'
import { signInTitle } from '#src/server/admin-log/log-titles.server.ts'
import { ADMIN_PASSWORD, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { logRow } from '../support/log-row.ts'
import { logged, loggedSoon } from '../support/logged.ts'
import { addOfficer } from '../support/officer.ts'

const latin = { code: 'LAT', name: 'Latin', levelIds: [], type: 'school', fullMark: 150 }

test('a save is logged with menu and button, request, answer and change set', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const headers = { 'user-agent': 'Netscape', 'x-request-id': 'request-of-latin' }
  const answer = await call('POST', '/adminApi/subject/add', latin, headers)
  const [row] = await logged(api)
  expect(row).toMatchObject({
    event: 'write',
    side: 'admin',
    username: 'admin',
    title: '学科 – 添加',
    title_en: 'Subjects – Add',
    node: 'baseInfo/subject/add',
    method: 'POST',
    path: '/adminApi/subject/add',
    body: latin,
    code: answer.code,
    message: answer.msg,
    agent: 'Netscape',
    request_id: 'request-of-latin',
    times: 1,
  })
  if (answer.code !== 200) throw new Error(answer.msg + JSON.stringify(answer.data))
  const { rows: sets } = await api.db.execute<{ id: string }>(sql`select max(id)::text as id from change_set`)
  expect(String(row?.change_set_id)).toBe(sets[0]?.id)
})

test('a refused write is logged without a change set, and a repeat with none of its own', async () => {
  const api = await startApi()
  const call = await api.signIn()
  await call('POST', '/adminApi/subject/add', { ...latin, name: '' })
  const key = { 'idempotency-key': 'twice' }
  await call('POST', '/adminApi/subject/add', latin, key)
  await call('POST', '/adminApi/subject/add', latin, key)
  const rows = await loggedSoon(api, 3)
  expect(rows.map(({ code }) => code).sort()).toEqual([200, 200, 422])
  const sets = rows.map(({ change_set_id }) => change_set_id)
  expect(sets.filter((set) => set !== null)).toHaveLength(1)
})

test('a write that is taken back at its end leaves no row of success', async () => {
  const api = await startApi()
  const call = await api.signIn()
  await call('POST', '/adminApi/subject/add', latin)
  const again = await call('POST', '/adminApi/subject/add', latin)
  expect(again.code).toBe(409)
  const rows = await loggedSoon(api, 2)
  expect(rows.map(({ code, change_set_id }) => [code, change_set_id === null])).toEqual([
    [200, false],
    [409, true],
  ])
})

test('sign-in, failed sign-in, sign-out; a renewed token is no event', async () => {
  const api = await startApi()
  const call = await api.signIn('admin', 'admin', ADMIN_PASSWORD)
  await api.token('admin', { refresh_token: call.tokens.refresh_token }, 'refresh_token')
  await api.token('admin', { username: 'nobody', password: 'Wrong-one-1' })
  const again = await api.signIn('user', 'member', MEMBER_PASSWORD)
  await again('DELETE', '/auth/token/logout')
  const rows = await loggedSoon(api, 4)
  const seen = rows.map(({ event, side, username, code }) => [event, side, username, code])
  expect(seen.sort()).toEqual(
    [
      ['signIn', 'admin', 'admin', 200],
      ['signInFailed', 'admin', 'nobody', 400],
      ['signIn', 'user', 'member', 200],
      ['signOut', 'user', 'member', 200],
    ].sort(),
  )
  expect(rows.map(({ title_en }) => title_en)).toEqual([
    ...Array(3).fill('Sign in with a password'),
    'Sign out; ends this sign-in',
  ])
  const text = JSON.stringify(rows)
  for (const secret of ['Wrong-one-1', ADMIN_PASSWORD, MEMBER_PASSWORD]) expect(text).not.toContain(secret)
})

test('each way to sign in has a name', () => {
  const names = (['password', 'factor', 'passkey', 'provider'] as const).map(signInTitle)
  expect(names.map(({ en }) => en)).toEqual([
    'Sign in with a password',
    'Sign in with a second factor',
    'Sign in with a passkey',
    'Sign in with an identity provider',
  ])
})

test('a passkey and a second step that fail are failed sign-ins', async () => {
  const api = await startApi()
  await api.token(
    'admin',
    { way: 'passkey', response: '{}', origin: 'http://localhost' },
    'urn:yardstick:oauth:grant-type:factor',
  )
  await api.token(
    'admin',
    { mfa_token: 'nothing', way: 'totp', code: '123456' },
    'urn:yardstick:oauth:grant-type:factor',
  )
  const rows = await loggedSoon(api, 2)
  expect(rows.map(({ event, title_en }) => `${event}: ${title_en}`).sort()).toEqual([
    'signInFailed: Sign in with a passkey',
    'signInFailed: Sign in with a second factor',
  ])
})

test('of many failed sign-ins from one address, ten are listed and the others counted', async () => {
  const api = await startApi({}, [], [])
  const gatherer = new LogGatherer({ db: api.db, log: { warn() {}, error() {} }, minuteMs: 60_000 })
  const row = logRow({ event: 'signInFailed', path: '/auth/oauth/token', code: 400 })
  for (let n = 1; n <= 37; n++)
    gatherer.add({ ...row, username: `name${n}`, address: n === 5 ? '10.0.0.2' : '10.0.0.1' })
  await gatherer.flush()
  const rows = await logged(api)
  expect(rows).toHaveLength(12)
  expect(rows.filter(({ address }) => address === '10.0.0.2')).toHaveLength(1)
  const [counted] = rows.filter(({ times }) => times > 1)
  expect(counted).toMatchObject({ times: 26, address: '10.0.0.1', username: '' })
  expect(JSON.stringify(counted?.body)).toContain('name12')
})

test('several processes list ten failed sign-ins of an address together', async () => {
  const api = await startApi({}, [], [])
  const processes = [0, 1, 2].map(
    () => new LogGatherer({ db: api.db, log: { warn() {}, error() {} }, minuteMs: 60_000 }),
  )
  for (let n = 1; n <= 24; n++)
    processes[n % 3]?.add(logRow({ event: 'signInFailed', code: 400, username: `name${n}`, address: '10.0.0.1' }))
  await Promise.all(processes.map((one) => one.flush()))
  const rows = await logged(api)
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(24)
  expect(rows.filter(({ username }) => username !== '')).toHaveLength(10)
})

test('a refusal of permission is logged with who was refused what', async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'officer', nodes: ['baseInfo/subject/index'], scope: 'all' })
  const call = await api.signIn('admin', 'officer')
  expect((await call('POST', '/adminApi/subject/add', latin)).code).toBe(403)
  expect((await call('GET', '/adminApi/role/index')).code).toBe(403)
  const rows = await loggedSoon(api, 2)
  expect(rows).toMatchObject([
    { event: 'refused', username: 'officer', node: 'baseInfo/subject/add', title_en: 'Subjects – Add', code: 403 },
    {
      event: 'refused',
      username: 'officer',
      node: 'user-role/role/index',
      title_en: 'Role management – View',
      code: 403,
    },
  ])
})

test('an export is logged with its search, a list is not', async () => {
  const api = await startApi()
  const call = await api.signIn()
  await call('GET', '/adminApi/subject/index?limit=5')
  const file = await api.api.request('/adminApi/subject/export?format=csv&quickSearch=lat', {
    headers: { authorization: `Bearer ${call.tokens.access_token}` },
  })
  expect(file.status).toBe(200)
  await file.text()
  const rows = await loggedSoon(api, 1)
  expect(rows).toMatchObject([
    { event: 'export', title_en: 'Subjects – Export', username: 'admin', query: { format: 'csv', quickSearch: 'lat' } },
  ])
})

test('who views as somebody else is the one who acts', async () => {
  const api = await startApi()
  const id = await addOfficer(api, { username: 'officer', nodes: ['baseInfo/subject/index'], scope: 'all' })
  const call = await api.signIn()
  expect((await call('POST', '/adminApi/view-as/begin', { accountId: id })).code).toBe(200)
  expect((await call('POST', '/adminApi/subject/add', latin)).code).toBe(403)
  const rows = await loggedSoon(api, 2)
  expect(rows.at(-1)).toMatchObject({ event: 'refused', username: 'admin', seen_name: 'officer' })
})

test('a write of a member is marked with its side', async () => {
  const api = await startApi()
  const call = await api.signIn('user')
  const answer = await call('POST', '/api/user/profile', { nickname: 'New', motto: '' })
  const [row] = await loggedSoon(api, 1)
  expect(row).toMatchObject({ event: 'write', side: 'user', username: 'member', code: answer.code })
})

test('an upload is logged by name and size', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const body = new FormData()
  body.set('file', new File(['some text'], 'notes.txt'))
  await api.api.request('/admin/sys-file/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${call.tokens.access_token}` },
    body,
  })
  const [row] = await loggedSoon(api, 1)
  expect(row).toMatchObject({ event: 'write', body: { file: 'notes.txt', size: 9 } })
})
