import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { providerFlow } from '#src/db/external-identity.table.server.ts'
import { account, accountRole, credential } from '#src/db/identity.table.server.ts'
import { findAccount } from '#src/features/auth/account.server.ts'
import { takeProviderProof } from '#src/features/providers/flow.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ADMIN_PASSWORD, addOrganizations, callerOf, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { codeOf, FACTOR_GRANT, setUpApp } from '../support/factors.ts'
import { startProvider } from '../support/identity-provider.ts'
import { CLIENT } from '../support/oidc-server.ts'
import { addRole } from '../support/people.ts'
import { addProvider, type Finished, ORIGIN, signInAt, visitsOf } from '../support/provider-visits.ts'

const CALLBACK = `${ORIGIN}/sign-in/callback/admin`

async function start(people: Parameters<typeof startProvider>[1] = {}, more: object = {}) {
  const api = await startApi()
  const admin = await api.signIn()
  const { issuer, provider } = await startProvider(CALLBACK, people)
  const id = await addProvider(admin, issuer, more)
  const visits = visitsOf(api)
  /** A whole visit of somebody who is not signed in. */
  const come = async (subject: string) => {
    const begun = await visits.begin(id, { to: '{"path":"/admin/baseInfo/subject"}' })
    return { ...begun, answer: await visits.finish(begun.key, await signInAt(begun.url, subject)) }
  }
  return { api, admin, issuer, provider, id, visits, come }
}

const tokensOf = ({ tokens }: Pick<Finished, 'tokens'>) => {
  if (!tokens) throw new Error('no tokens')
  return tokens
}

test('a person links the account with its password once, and then signs in with the provider', async () => {
  const { api, admin, visits, come } = await start()
  const first = await come('wang.li')
  expect(first.url).toContain('code_challenge_method=S256')
  expect(first.answer).toMatchObject({ code: 200, data: { outcome: 'account', tokens: null, side: 'admin' } })
  expect(await visits.post('/auth/provider/pending', { key: first.key })).toMatchObject({
    data: { side: 'admin', provider: 'School cloud', label: 'wang.li', create: false, username: '' },
  })
  const link = { key: first.key, username: 'admin', password: 'Not-this-one1' }
  expect(await visits.post('/auth/provider/link', link)).toMatchObject({ code: 400 })
  expect(await visits.post('/auth/provider/link', { ...link, password: ADMIN_PASSWORD })).toMatchObject({
    code: 200,
    data: { side: 'admin', to: '{"path":"/admin/baseInfo/subject"}', tokens: { token_type: 'Bearer' } },
  })
  // The visit is over.
  expect(await visits.post('/auth/provider/pending', { key: first.key })).toMatchObject({ code: 400 })
  const { answer } = await come('wang.li')
  const here = callerOf(api.api, tokensOf(answer.data))
  expect(await here('GET', '/adminApi/user/info')).toMatchObject({ code: 200, data: { username: 'admin' } })
  const linked = await here('GET', '/adminApi/identity/index')
  expect(linked).toMatchObject({
    data: {
      list: [{ name: 'School cloud', label: 'wang.li', enabled: true, lastUseTime: expect.any(String) }],
      others: [],
    },
  })
  // The history has it, with the account as its author and without a secret.
  const { rows } = await api.db.execute(
    sql`select s.actor_name, c.operation from change c join change_set s on s.id = c.change_set_id where c.table_name = 'external_identity'`,
  )
  expect(rows).toEqual([{ actor_name: 'admin', operation: 'insert' }])
  const [{ id }] = (linked.data as { list: [{ id: number }] }).list
  expect(await admin('POST', '/adminApi/identity/unlink', { id })).toMatchObject({ code: 200, msg: 'Unlinked' })
  expect((await come('wang.li')).answer.data.outcome).toBe('account')
})

test('a second factor follows the provider, and the identity is linked only after it', async () => {
  const { api, admin, visits, come } = await start()
  const { secret: app } = await setUpApp(api, admin)
  const { key } = await come('wang.li')
  const link = { key, username: 'admin', password: ADMIN_PASSWORD }
  const asked = await visits.post<{ mfa_token: string }>('/auth/provider/link', link)
  const target = { side: 'admin', to: '{"path":"/admin/baseInfo/subject"}' }
  expect(asked).toMatchObject({
    code: 400,
    msg: m.mfa_needed({}, { locale: 'en' }),
    data: { ways: ['totp', 'recovery'], ...target },
  })
  expect((await come('wang.li')).answer.data).toMatchObject({ outcome: 'account' })
  const follow = (mfa_token: string, steps: number) =>
    api.token('admin', { mfa_token, way: 'totp', code: codeOf(app, steps) }, FACTOR_GRANT, '203.0.113.9')
  expect(await (await follow(asked.data.mfa_token, 0)).json()).toMatchObject({ code: 200, token_type: 'Bearer' })
  // From now on the identity leads to the account, and to its second factor.
  const { answer } = await come('wang.li')
  expect(answer).toMatchObject({ code: 400, data: target })
  const { mfa_token } = answer.data as unknown as { mfa_token: string }
  const tokens = await (await follow(mfa_token, 1)).json()
  expect(tokens).toMatchObject({ code: 200 })
  const here = callerOf(api.api, tokens)
  expect(await here('GET', '/adminApi/identity/index')).toMatchObject({ data: { list: [{ label: 'wang.li' }] } })
  // The provider can end the sign-in that it has begun.
  const { rows } = await api.db.execute(sql`select subject from provider_session order by family_id`)
  expect(rows).toEqual([{ subject: 'wang.li' }, { subject: 'wang.li' }])
  // Each sign-in is one row of the log, and the steps before it are none.
  const log = await admin(
    'GET',
    '/adminApi/admin-log/index?order=createTime,asc&filter={"field":"event","operator":"IN","val":["signIn","signInFailed"]}',
  )
  expect(
    (log.data as { list: { event: string; path: string }[] }).list.map(({ event, path }) => `${event} ${path}`),
  ).toEqual(['signIn /auth/oauth/token', 'signIn /auth/oauth/token'])
})

test('a person links the provider while signed in, and proves to be there with a new sign-in', async () => {
  const { api, admin, visits, id, come } = await start()
  expect(await visits.beginAs(admin, 'proof', id)).toMatchObject({
    code: 404,
    msg: 'Your account is not linked with this provider',
  })
  const { data: begun } = await visits.beginAs(admin, 'link', id)
  expect(await visits.finish(begun.key, await signInAt(begun.url, 'chen'))).toMatchObject({
    data: { outcome: 'linked', tokens: null },
  })
  // Another account cannot have the same identity, nor this account another one of the provider.
  const again = await visits.beginAs(admin, 'link', id)
  expect(await visits.finish(again.data.key, await signInAt(again.data.url, 'other'))).toMatchObject({
    code: 409,
    msg: 'Your account is linked with another person at School cloud. Unlink that one first, in your profile.',
  })
  const { data: proof } = await visits.beginAs(admin, 'proof', id)
  expect(proof.url).toMatch(/max_age=0.*prompt=login|prompt=login.*max_age=0/)
  expect(await visits.finish(proof.key, await signInAt(proof.url, 'chen'))).toMatchObject({
    data: { outcome: 'proven' },
  })
  const found = await findAccount(api.db, 'admin', 'admin')
  const { rows } = await api.db.execute<{ id: number }>(sql`select id from token_family order by id limit 1`)
  const mine = { key: proof.key, accountId: found?.id ?? 0, familyId: Number(rows[0]?.id) }
  expect(await takeProviderProof(api.db, secret, { ...mine, accountId: 0 })).toBe(false)
  expect(await takeProviderProof(api.db, secret, mine)).toBe(true)
  expect(await takeProviderProof(api.db, secret, mine)).toBe(false)
  const { data: other } = await visits.beginAs(admin, 'proof', id)
  expect(await visits.finish(other.key, await signInAt(other.url, 'somebody'))).toMatchObject({
    code: 403,
    msg: 'School cloud has named another person than the one who is signed in here',
  })
  // Whoever has signed out meanwhile links nothing.
  const late = await visits.beginAs(admin, 'link', id)
  await admin('DELETE', '/auth/token/logout')
  expect(await visits.finish(late.data.key, await signInAt(late.data.url, 'chen'))).toMatchObject({ code: 403 })
  expect((await come('chen')).answer.data.outcome).toBe('signedIn')
})

test('an account is created only where the configuration says so, under a name that the person confirms', async () => {
  const { api, admin, id, come, visits } = await start({ 'zhang.wei@school': { name: '张伟', groups: ['staff'] } })
  const none = await come('zhang.wei@school')
  const body = { key: none.key, username: 'zhangwei', name: '张伟' }
  expect(await visits.post('/auth/provider/create', body)).toMatchObject({
    code: 403,
    msg: 'This sign-in creates no accounts. Ask your administrator for an account.',
  })
  const { B } = await addOrganizations(admin)
  const roleId = await addRole(admin, 'Staff')
  const saved = { id, createAccounts: 1, deptId: B, roleClaim: 'groups', roleMap: [{ value: 'staff', roleId }] }
  expect(await admin('POST', '/adminApi/provider/edit', saved)).toMatchObject({ code: 200 })
  const { key } = await come('zhang.wei@school')
  expect(await visits.post('/auth/provider/pending', { key })).toMatchObject({
    data: { create: true, username: 'zhang_wei', name: '张伟' },
  })
  expect(await visits.post('/auth/provider/create', { key, username: 'admin', name: '张伟' })).toMatchObject({
    code: 422,
    data: { errors: { username: ['This account name is taken. Choose another one.'] } },
  })
  expect(await visits.post('/auth/provider/create', { key, username: '1x', name: '' })).toMatchObject({ code: 422 })
  const made = await visits.post<Finished>('/auth/provider/create', { key, username: 'zhang_wei', name: '张伟' })
  expect(made).toMatchObject({ code: 200 })
  const here = callerOf(api.api, tokensOf(made.data))
  expect(await here('GET', '/adminApi/user/info')).toMatchObject({ data: { username: 'zhang_wei', deptId: B } })
  const accountId = (await findAccount(api.db, 'admin', 'zhang_wei'))?.id ?? 0
  const roles = () => api.db.select().from(accountRole).where(eq(accountRole.accountId, accountId))
  expect(await roles()).toMatchObject([{ roleId, providerId: id }])
  const { rows } = await api.db.execute(
    sql`select distinct s.actor_name, s.actor_id from change c join change_set s on s.id = c.change_set_id where c.table_name = 'account_role'`,
  )
  expect(rows).toEqual([{ actor_name: '教育云 (identity provider)', actor_id: null }])
  // It has no password, so its only way in stays.
  expect(await api.db.select().from(credential).where(eq(credential.accountId, accountId))).toEqual([])
  const list = (await here('GET', '/adminApi/identity/index')).data as { list: [{ id: number }] }
  expect(await here('POST', '/adminApi/identity/unlink', { id: list.list[0].id })).toMatchObject({
    code: 409,
    msg: 'This is the last way into your account, so it cannot be unlinked. Add a passkey first, or ask your administrator for a password.',
  })
  // A claim that is gone takes its role away; a role that somebody gave stays.
  expect(await admin('POST', '/adminApi/provider/edit', { id, roleMap: [{ value: 'boss', roleId }] })).toMatchObject({
    code: 200,
  })
  await come('zhang.wei@school')
  expect(await roles()).toEqual([])
  await admin('POST', '/adminApi/user/edit', { id: accountId, roleIds: [roleId] })
  await come('zhang.wei@school')
  expect(await roles()).toMatchObject([{ roleId, providerId: null }])
})

test('locked accounts, providers that are switched off, and visits that are used get a sentence', async () => {
  const { api, admin, id, come, visits } = await start()
  const member = await api.signIn('user', 'member', MEMBER_PASSWORD)
  expect(await visits.beginAs(member, 'link', id, '/api')).toMatchObject({ code: 404 })
  const { key } = await come('li')
  const other = await admin('POST', '/adminApi/user/add', {
    username: 'teacher',
    name: '李老师',
    password: 'Blue-Harbor-27',
    status: 1,
  })
  expect(other).toMatchObject({ code: 200 })
  await visits.post('/auth/provider/link', { key, username: 'teacher', password: 'Blue-Harbor-27' })
  const twice = await visits.begin(id)
  const params = await signInAt(twice.url, 'li')
  expect(await visits.finish('x'.repeat(43), params)).toMatchObject({ code: 400 })
  expect((await visits.finish(twice.key, params)).data.outcome).toBe('signedIn')
  expect(await visits.finish(twice.key, params)).toMatchObject({
    code: 400,
    msg: 'This sign-in was begun in another browser, has been used, or took longer than ten minutes. Start again.',
  })
  await api.db.update(account).set({ status: 0 }).where(eq(account.username, 'teacher'))
  expect((await come('li')).answer).toMatchObject({ code: 400, msg: 'The account or password is incorrect' })
  const running = await visits.begin(id)
  const arrived = await signInAt(running.url, 'li')
  await admin('POST', '/adminApi/provider/edit', { id, status: 0 })
  const off = { code: 403, msg: 'Signing in with School cloud is switched off' }
  expect(await visits.finish(running.key, arrived)).toMatchObject(off)
  expect(await visits.post('/auth/provider/begin', { provider: id })).toMatchObject(off)
  expect(await admin('GET', '/api/site')).toMatchObject({ data: { providers: [] } })
  expect(await visits.post('/auth/provider/begin', { provider: 999 })).toMatchObject({
    code: 404,
    msg: 'There is no such identity provider any more',
  })
  // A visit has an end.
  await admin('POST', '/adminApi/provider/edit', { id, status: 1 })
  const old = await visits.begin(id)
  await api.db.update(providerFlow).set({ expireTime: sql`now() - interval '1 second'` })
  expect(await visits.finish(old.key, await signInAt(old.url, 'li'))).toMatchObject({ code: 400 })
})

test('the secret of a provider is sealed, and neither answered nor recorded nor sent to another machine', async () => {
  const { api, admin, id, issuer } = await start()
  const { rows } = await api.db.execute<{ all: string }>(sql`select (select json_agg(c) from change c)::text
    || (select json_agg(p) from provider p)::text || coalesce((select json_agg(i) from idempotency i)::text, '') as all`)
  expect(rows[0]?.all).not.toContain(CLIENT.secret)
  expect(JSON.stringify(await admin('GET', `/adminApi/provider/edit?id=${id}`))).not.toContain('clientSecret')
  expect(api.logged.join('')).not.toContain(CLIENT.secret)
  expect(
    await admin('POST', '/adminApi/provider/edit', { id, issuer: issuer.replace('127.0.0.1', 'localhost') }),
  ).toMatchObject({
    code: 422,
    data: { errors: { clientSecret: ['Enter the secret again, since it would go to another machine'] } },
  })
  expect(await admin('GET', '/api/site')).toMatchObject({
    data: { providers: [{ id, side: 'admin', name: 'School cloud', icon: { viewBox: expect.any(String) } }] },
  })
})

test('the test of an address says what the provider can do, or why it was not found', async () => {
  const { admin, issuer } = await start()
  expect(await admin('POST', '/adminApi/provider/test', { issuer })).toMatchObject({
    code: 200,
    data: { issuer, pkce: true, iss: true, backchannel: true, endSession: expect.stringContaining('/session/end') },
  })
  const at = async (address: string) => {
    const answer = await admin('POST', '/adminApi/provider/test', { issuer: address })
    expect(answer.code).toBe(422)
    return (answer.data as { errors: { issuer: string[] } }).errors.issuer.join()
  }
  expect(await at('nothing')).toBe('Enter an https address without query and without fragment')
  expect(await at('http://example.com')).toBe(
    'An address without TLS (http) is allowed only for machines that OUTGOING_ALLOW lists',
  )
  expect(await at('https://10.0.0.1')).toContain('OUTGOING_ALLOW')
  expect(await at('http://127.0.0.1:9')).toContain('127.0.0.1:9')
  // The provider calls itself otherwise.
  expect(await at(issuer.replace('127.0.0.1', 'localhost'))).toContain('another provider')
})

test('the provider ends the sign-ins that it has begun, and signing out goes on there', async () => {
  const { api, admin, id, come, visits, issuer, provider } = await start({}, { signOut: 1 })
  const { data: begun } = await visits.beginAs(admin, 'link', id)
  await visits.finish(begun.key, await signInAt(begun.url, 'sun'))
  const here = callerOf(api.api, tokensOf((await come('sun')).answer.data))
  const leave = async (call: typeof here) =>
    visits.post<{ url: string | null }>(
      '/adminApi/identity/leave',
      {},
      { authorization: `Bearer ${call.tokens.access_token}` },
    )
  expect((await leave(admin)).data).toEqual({ url: null })
  const { url } = (await leave(here)).data
  expect(url).toContain(`${issuer}/session/end?`)
  expect(url).toContain('id_token_hint=')
  expect(url).toContain(encodeURIComponent(`${ORIGIN}/admin/login`))
  const send = (token: string) =>
    api.api.request('/auth/provider/backchannel', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
  const wrong = await send('no.token.at-all')
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { error_description: 'The logout token is not valid' },
  ])
  expect(await here('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
  const client = await provider.Client.find(CLIENT.id)
  const { IdToken } = provider
  const token = new IdToken({ sub: 'sun' }, { client: client as never, ctx: undefined as never })
  token.set('events', { 'http://schemas.openid.net/event/backchannel-logout': {} })
  token.set('jti', 'one')
  token.set('sub', 'sun')
  const good = await send(await token.issue({ use: 'logout' } as never))
  expect(good.status).toBe(200)
  expect(await here('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
  expect(await admin('GET', '/adminApi/user/info')).toMatchObject({ code: 200 })
})
