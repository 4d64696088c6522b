import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { addOrganizations, type Caller, startApi } from '../support/api.ts'
import { startLiar } from '../support/identity-provider.ts'
import { addProvider, visitsOf } from '../support/provider-visits.ts'

const SUBJECT = { sub: 'subject-1', preferred_username: 'teacher' }
const now = () => Math.floor(Date.now() / 1000)

async function start(person: Record<string, unknown> = SUBJECT, more: object = {}) {
  const api = await startApi()
  const admin = await api.signIn()
  const liar = await startLiar(person)
  const id = await addProvider(admin, liar.issuer, more)
  const visits = visitsOf(api)
  const come = async (change: (params: URLSearchParams) => void = () => undefined) => {
    const begun = await visits.begin(id)
    const params = liar.authorize(begun.url)
    change(params)
    return { key: begun.key, answer: await visits.finish(begun.key, params) }
  }
  return { api, admin, liar, id, visits, come }
}

const addTeacher = async (admin: Caller, more: object = {}) => {
  const body = { username: 'teacher', name: '李老师', password: 'Blue-Harbor-27', status: 1, email: 'li@school.edu.cn' }
  const answer = await admin('POST', '/adminApi/user/add', { ...body, ...more })
  return (answer.data as { id: number }).id
}

const lies: [name: string, lie: object, words: RegExp][] = [
  [
    'another issuer in the token',
    { claims: { iss: 'https://elsewhere.example' } },
    /^The answer does not come from School cloud but from another provider, so nobody was signed in. Start again.$/,
  ],
  [
    'another nonce',
    { claims: { nonce: 'another' } },
    /^The answer of School cloud belongs to another sign-in, so nobody was signed in. Start again.$/,
  ],
  ['no nonce', { without: ['nonce'] }, /belongs to another sign-in/],
  [
    'another audience',
    { claims: { aud: 'somebody-else' } },
    /^School cloud has sent a sign-in that is not valid, so nobody was signed in. Try again; if it happens again, tell your administrator.$/,
  ],
  ['another authorized party', { claims: { aud: ['yardstick', 'other'], azp: 'other' } }, /not valid/],
  ['an old token', { claims: { exp: now() - 3600, iat: now() - 7200 } }, /not valid/],
  ['no subject', { without: ['sub'] }, /not valid|two different/],
  ['a key that is not published', { otherKey: true }, /not valid/],
  ['no signature', { header: { alg: 'none' as const } }, /not valid/],
  ['the client secret as the key', { header: { alg: 'HS256' as const } }, /not valid/],
  [
    'another person in the user information',
    { userinfo: { sub: 'subject-2' } },
    /^School cloud has named two different persons in one sign-in, so nobody was signed in. Tell your administrator.$/,
  ],
]

test('a provider that tells the truth shows a person, and each of its lies is refused', async () => {
  const { api, liar, come } = await start()
  expect((await come()).answer).toMatchObject({ code: 200, data: { outcome: 'account' } })
  const truth = { claims: {}, without: [], header: {}, otherKey: false, userinfo: {} }
  for (const [name, lie, words] of lies) {
    // Failures at the address count.
    await api.db.execute(sql`delete from throttle`)
    api.logged.length = 0
    Object.assign(liar.lies, truth, lie)
    const { answer, key } = await come()
    expect(answer, name).toMatchObject({ code: 400, msg: expect.stringMatching(words), data: null })
    // Nothing is left of it to go on with, and the log says why.
    expect(await visitsOf(api).post('/auth/provider/pending', { key }), name).toMatchObject({ code: 400 })
    expect(api.logged.join(''), name).toContain('sign-in refused')
  }
})

const changes: [name: string, change: (params: URLSearchParams) => void, words: RegExp][] = [
  ['another issuer', (params: URLSearchParams) => params.set('iss', 'https://elsewhere.example'), /does not come from/],
  [
    'no issuer, although the provider names itself',
    (params: URLSearchParams) => params.delete('iss'),
    /does not come from/,
  ],
  ['another state', (params: URLSearchParams) => params.set('state', 'x'.repeat(43)), /begun in another browser/],
  ['no state', (params: URLSearchParams) => params.delete('state'), /begun in another browser/],
  ['no code', (params: URLSearchParams) => params.delete('code'), /not valid/],
]

test('an answer that was changed, refused or cancelled is said, and none is of use for another provider', async () => {
  const made = await start()
  // An answer that was changed on its way is refused.
  {
    const { come } = made
    for (const [name, change, words] of changes)
      expect((await come(change)).answer, name).toMatchObject({ code: 400, msg: expect.stringMatching(words) })
  }
  // What the provider refuses, and what the person cancels, is said.
  {
    const { come } = made
    const denied = await come((params) => {
      params.delete('code')
      params.set('error', 'access_denied')
    })
    expect(denied.answer).toMatchObject({
      code: 400,
      msg: 'School cloud did not let you in, or you cancelled there. Nobody was signed in.',
    })
    const other = await come((params) => {
      params.delete('code')
      params.set('error', 'login_required')
    })
    expect(other.answer.msg).toBe('School cloud has refused the sign-in (login_required). Tell your administrator.')
  }
  // The rules of a provider are said at their fields.
  {
    const { admin, id, liar } = made
    const errors = async (body: object) => (await admin('POST', '/adminApi/provider/edit', { id, ...body })).data
    expect(await errors({ scopes: 'profile email' })).toMatchObject({
      errors: { scopes: ['The scopes have to contain openid'] },
    })
    expect(await errors({ mailDomains: ['not a domain'] })).toMatchObject({
      errors: { mailDomains: ['Enter domains such as school.edu.cn'] },
    })
    expect(await errors({ issuer: 'http://example.com' })).toMatchObject({
      errors: { issuer: [expect.stringContaining('OUTGOING_ALLOW')] },
    })
    const same = await addProvider(admin, liar.issuer, { name: '二' }).catch((error: unknown) => String(error))
    expect(same).toContain('clientId')
  }
  // The answer of one provider is of no use for a visit to another one.
  {
    const { admin, liar, visits, id } = made
    const other = await startLiar({ sub: 'subject-1' })
    const otherId = await addProvider(admin, other.issuer, { name: '另一个', nameEn: 'Other' })
    const begun = await visits.begin(id)
    const { url, key } = await visits.begin(otherId)
    // The state belongs to the visit to the one, the code and the issuer come from the other.
    const mixed = other.authorize(url)
    mixed.set('state', begun.state)
    expect(await visits.finish(begun.key, mixed)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('School cloud'),
    })
    expect(await visits.finish(key, liar.authorize(begun.url))).toMatchObject({ code: 400 })
  }
})

test('a proof needs a new sign-in at the provider, and the time of it', async () => {
  const { admin, liar, id, visits } = await start()
  const visit = async (purpose: 'link' | 'proof') => {
    const { data } = await visits.beginAs(admin, purpose, id)
    return visits.finish(data.key, liar.authorize(data.url))
  }
  expect((await visit('link')).data.outcome).toBe('linked')
  const stale = {
    code: 400,
    msg: 'School cloud did not ask you to sign in again, so this proves nothing. Nothing was done.',
  }
  expect(await visit('proof')).toMatchObject(stale)
  liar.lies.claims = { auth_time: now() - 600 }
  expect(await visit('proof')).toMatchObject(stale)
  liar.lies.claims = { auth_time: now() }
  expect((await visit('proof')).data.outcome).toBe('proven')
})

test('an address leads to an account only when the provider may speak for it and the account has confirmed it', async () => {
  const person = { ...SUBJECT, email: 'li@school.edu.cn', email_verified: true }
  const { api, admin, liar, id, come } = await start(person)
  const accountId = await addTeacher(admin)
  const outcome = async () => (await come()).answer.data.outcome
  const confirm = (address: string) =>
    api.db
      .insert(confirmedAddress)
      .values({ accountId, channel: 'mail', address })
      .onConflictDoUpdate({ target: [confirmedAddress.accountId, confirmedAddress.channel], set: { address } })
  await confirm('li@school.edu.cn')
  // Not authoritative for the domain.
  expect(await outcome()).toBe('account')
  await admin('POST', '/adminApi/provider/edit', { id, mailDomains: ['school.edu.cn'] })
  // Confirmed another address than the one that it has now.
  await confirm('old@school.edu.cn')
  expect(await outcome()).toBe('account')
  await confirm('li@school.edu.cn')
  liar.lies.claims = { email_verified: false }
  expect(await outcome()).toBe('account')
  liar.lies.claims = { email_verified: 'true' }
  expect(await outcome()).toBe('account')
  liar.lies.claims = {}
  // Never a super administrator, nor a locked account.
  for (const state of [{ super: true }, { status: 0 }]) {
    await api.db.update(account).set(state).where(eq(account.id, accountId))
    expect(await outcome()).toBe('account')
    await api.db.update(account).set({ super: false, status: 1 }).where(eq(account.id, accountId))
  }
  expect(await outcome()).toBe('signedIn')
  // The same address under another subject is another person.
  liar.lies.claims = { sub: 'subject-2' }
  liar.lies.userinfo = { sub: 'subject-2' }
  const changed = await come()
  expect(changed.answer.data.outcome).toBe('account')
  const link = { key: changed.key, username: 'teacher', password: 'Blue-Harbor-27' }
  expect(await visitsOf(api).post('/auth/provider/link', link)).toMatchObject({
    code: 409,
    msg: 'Your account is linked with another person at School cloud. Unlink that one first, in your profile.',
  })
  // Nor does the identity of one account come to another one.
  liar.lies.claims = {}
  liar.lies.userinfo = {}
  const { data: begun } = await visitsOf(api).beginAs(admin, 'link', id)
  expect(await visitsOf(api).finish(begun.key, liar.authorize(begun.url))).toMatchObject({
    code: 409,
    msg: 'This sign-in is linked with another account already. Unlink it there first.',
  })
})

test('nobody configures a provider that grants more than they hold, and it never does later either', async () => {
  const { api, admin, id, come } = await start({ ...SUBJECT, groups: ['chiefs'] })
  const { B } = await addOrganizations(admin)
  const rulesLike = async (pattern: string) => {
    const { rows } = await api.db.execute<{ id: number }>(
      sql`select id from rule where name like ${pattern} order by id`,
    )
    return rows.map(({ id }) => Number(id))
  }
  const own = await rulesLike('routine/provider%')
  const role = async (name: string, ruleIds: number[], scope = 'own') =>
    ((await admin('POST', '/adminApi/role/add', { name, scope, ruleIds, organizationIds: [] })).data as { id: number })
      .id
  const keeper = await role('Keeper', own, 'orgBelow')
  const small = await role('Small', own.slice(0, 1))
  const big = await role('Big', [...own, ...(await rulesLike('baseInfo/subject%'))])
  const keeperId = await addTeacher(admin, {
    username: 'keeper',
    name: '管理员',
    roleIds: [keeper],
    deptId: B,
    email: '',
  })
  const call = await api.signIn('admin', 'keeper', 'Blue-Harbor-27')
  const map = (roleId: number) => ({ id, roleClaim: 'groups', roleMap: [{ value: 'chiefs', roleId }] })
  expect(await call('POST', '/adminApi/provider/edit', map(big))).toMatchObject({ code: 422 })
  expect(await call('POST', '/adminApi/provider/edit', { id, createAccounts: 1, deptId: B })).toMatchObject({
    code: 422,
    data: { errors: { createAccounts: ['Only someone who may add accounts can switch this on'] } },
  })
  expect(await call('POST', '/adminApi/provider/edit', map(small))).toMatchObject({ code: 200 })
  const teacherId = await addTeacher(admin)
  const { key } = await come()
  const link = { key, username: 'teacher', password: 'Blue-Harbor-27' }
  expect(await visitsOf(api).post('/auth/provider/link', link)).toMatchObject({ code: 200 })
  const roles = async () => (await admin('GET', `/adminApi/user/edit?id=${teacherId}`)).data
  expect(await roles()).toMatchObject({ row: { roleIds: [small] } })
  // Somebody who holds more configures more; then somebody who holds less may not touch it.
  expect(await admin('POST', '/adminApi/provider/edit', map(big))).toMatchObject({ code: 200 })
  await come()
  expect(await roles()).toMatchObject({ row: { roleIds: [big] } })
  const touched = await call('POST', '/adminApi/provider/edit', { id, mailDomains: ['school.edu.cn'] })
  expect(touched).toMatchObject({
    code: 422,
    data: { errors: { roleMap: ['You do not hold all of what these roles grant: Big'] } },
  })
  await admin('POST', '/adminApi/provider/edit', map(small))
  await call('POST', '/adminApi/provider/edit', { id, mailDomains: ['school.edu.cn'] })
  await come()
  expect(await roles()).toMatchObject({ row: { roleIds: [small] } })
  // What its author does not hold any more is gone with the next sign-in.
  await admin('POST', '/adminApi/user/edit', { id: keeperId, roleIds: [] })
  await come()
  expect(await roles()).toMatchObject({ row: { roleIds: [] } })
})

test('a provider that is down gets a sentence, in the language of the person', async () => {
  const { admin, liar, id, visits, come, api } = await start()
  await come()
  Object.assign(liar.lies, { metadata: { token_endpoint: 'http://127.0.0.1:9/token' } })
  await admin('POST', '/adminApi/provider/edit', { id, scopes: 'openid' })
  const { answer } = await come()
  expect(answer).toMatchObject({ code: 503, msg: expect.stringContaining('does not answer properly') })
  const gone = await addProvider(admin, 'http://127.0.0.1:9', { name: '停机', nameEn: '' })
  expect(await visitsOf(api, 'zh-cn').post('/auth/provider/begin', { provider: gone })).toMatchObject({
    code: 503,
    msg: '停机 暂时无法正常响应。请稍后再试，或用其他方式登录。',
  })
  expect(await visits.post('/auth/provider/begin', { provider: gone })).toMatchObject({ code: 503 })
})

test('failures at an address count, and then it has to wait', async () => {
  const { visits, liar, id } = await start()
  const { url } = await visits.begin(id)
  let last = 0
  for (let count = 0; count < 40 && last !== 429; count++)
    last = (await visits.finish('x'.repeat(43), liar.authorize(url))).status
  expect(last).toBe(429)
  expect(await visits.post('/auth/provider/begin', { provider: id })).toMatchObject({ code: 429 })
})
