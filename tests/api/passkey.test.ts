import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { passkey } from '#src/db/factor.table.server.ts'
import { account, credential, role } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ADMIN_PASSWORD, callerOf, startApi } from '../support/api.ts'
import { addPasskey, SEEN_ONLY, signInOptions, signInWith } from '../support/authenticator.ts'
import { FACTOR_GRANT } from '../support/factors.ts'
import { startLiar } from '../support/identity-provider.ts'
import { startPeople } from '../support/people.ts'
import { addProvider, visitsOf } from '../support/provider-visits.ts'

const en = { locale: 'en' } as const
const refused = { status: 400, body: { error: 'mfa_invalid', msg: m.passkey_refused({}, en) } }

const noPlace = { status: 400, body: { error: 'invalid_request', msg: m.passkey_noPlace({}, en) } }

test('a passkey signs in alone, once for each question, and its counter only goes on', async () => {
  const api = await startApi()
  const { key, codes } = await addPasskey(api, await api.signIn())
  expect(codes).toHaveLength(10)
  const options = await signInOptions(api)
  // Nobody learns which accounts have one.
  expect(JSON.parse(options)).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: 'localhost' })
  const response = key.use(options)
  const both = await Promise.all([signInWith(api, response), signInWith(api, response)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const tokens = both.find(({ status }) => status === 200)?.body
  expect((await callerOf(api.api, tokens)('GET', '/adminApi/user/info')).data).toMatchObject({ username: 'admin' })
  // Replayed.
  expect(await signInWith(api, response)).toMatchObject(refused)
  // A copy of the authenticator counts from where it was copied.
  expect(await signInWith(api, key.use(await signInOptions(api), { counter: 1 }))).toMatchObject(refused)
  expect((await signInWith(api, key.use(await signInOptions(api), { counter: 9 }))).status).toBe(200)
  expect(await signInWith(api, key.use(await signInOptions(api), { counter: 8 }))).toMatchObject(refused)
  const log = await api.signIn()
  const { data } = await log('GET', '/adminApi/admin-log/index?filter={"field":"event","operator":"=","val":"signIn"}')
  expect((data as { list: { username: string }[] }).list.map(({ username }) => username)).toEqual(['admin', 'admin'])
})

test('what lies about site, host, person or question is refused', async () => {
  const api = await startApi()
  const { key } = await addPasskey(api, await api.signIn())
  const ask = () => signInOptions(api)
  const lies = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { host: 'evil.example' },
    { flags: SEEN_ONLY },
    { flags: 0 },
    { challenge: 'bm90LW91cnM' },
    { forged: true },
  ]
  for (const lie of lies)
    expect(await signInWith(api, key.use(await ask(), lie)), JSON.stringify(lie)).toMatchObject(refused)
  // A question of one origin is none of another one.
  const elsewhere = await signInWith(api, key.use(await ask()), { origin: 'http://localhost:3001' })
  expect(elsewhere).toMatchObject(refused)
  expect(await signInWith(api, key.use(await ask()), { origin: 'https://evil.example' })).toMatchObject(noPlace)
  // One that was asked for the second step of a sign-in is none for a whole one, and the other way round.
  const begun = await (await api.token('admin', { username: 'admin', password: ADMIN_PASSWORD })).json()
  const step = await signInOptions(api, { mfa_token: begun.mfa_token })
  expect(JSON.parse(step).allowCredentials).toHaveLength(1)
  expect(await signInWith(api, key.use(step))).toMatchObject(refused)
  const form = { mfa_token: begun.mfa_token, way: 'passkey', origin: key.origin }
  const alone = await api.token('admin', { ...form, response: key.use(await ask()) }, FACTOR_GRANT)
  expect(await alone.json()).toMatchObject(refused.body)
  const right = await api.token(
    'admin',
    { ...form, response: key.use(await signInOptions(api, { mfa_token: begun.mfa_token })) },
    FACTOR_GRANT,
  )
  expect(right.status).toBe(200)
  const late = await ask()
  await api.db.execute(sql`update passkey_challenge set expire_time = now() - interval '1 second'`)
  expect(await signInWith(api, key.use(late))).toMatchObject(refused)
})

test('the passkey of a locked account, of a member in the back office, and a removed one sign nobody in', async () => {
  const api = await startApi()
  const member = await addPasskey(api, await api.signIn('user'), '/api')
  expect(
    (await signInWith(api, member.key.use(await signInOptions(api, { side: 'user' })), { side: 'user' })).status,
  ).toBe(200)
  expect(await signInWith(api, member.key.use(await signInOptions(api)))).toMatchObject(refused)
  const admin = await addPasskey(api, await api.signIn())
  expect(
    await signInWith(api, admin.key.use(await signInOptions(api, { side: 'user' })), { side: 'user' }),
  ).toMatchObject(refused)
  await api.db.update(account).set({ status: 0 }).where(eq(account.username, 'admin'))
  expect(await signInWith(api, admin.key.use(await signInOptions(api)))).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', msg: m.error_signInFailed({}, en) },
  })
  await api.db.update(account).set({ status: 1 }).where(eq(account.username, 'admin'))
  await api.db.delete(passkey)
  expect(await signInWith(api, admin.key.use(await signInOptions(api)))).toMatchObject(refused)
})

test('the limits of roles hold for passkeys, and a passkey is the factor that a role asks for', async () => {
  const people = await startPeople()
  const { viewers, db } = people
  const { key } = await addPasskey(people, await people.signIn('admin', 'viewer'))
  await people.admin('POST', '/adminApi/role/edit', { id: viewers, secondFactor: 'required', graceDays: 0 })
  const { status, body } = await signInWith(people, key.use(await signInOptions(people)))
  expect(status).toBe(200)
  expect((await callerOf(people.api, body)('GET', '/adminApi/user/index')).code).toBe(200)
  await db.update(role).set({ signInAddresses: '10.8.0.0/16' }).where(eq(role.id, viewers))
  const limited = await signInWith(people, key.use(await signInOptions(people)))
  expect(limited).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(limited.body.msg).not.toBe(m.error_signInFailed({}, en))
})

test('guessing is hindered by the address', async () => {
  const api = await startApi()
  const { key } = await addPasskey(api, await api.signIn())
  let status = 400
  for (let tries = 0; tries < 90 && status === 400; tries++) status = (await signInWith(api, '{}')).status
  expect(status).toBe(429)
  expect((await signInWith(api, key.use(await signInOptions(api)))).status).toBe(429)
})

test('a passkey is a way in: it lets the last provider go, and does not go as the last one', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  const liar = await startLiar({ sub: 'chen' })
  const id = await addProvider(admin, liar.issuer)
  const visits = visitsOf(api)
  const { data: begun } = await visits.beginAs(admin, 'link', id)
  await visits.finish(begun.key, liar.authorize(begun.url))
  const { call } = await addPasskey(api, admin)
  await api.db.delete(credential).where(eq(credential.accountId, 1))
  const linked = (await call('GET', '/adminApi/identity/index')).data as { list: { id: number }[] }
  expect((await call('POST', '/adminApi/identity/unlink', { id: linked.list[0]?.id })).code).toBe(200)
  const { passkeys } = (await call('GET', '/adminApi/factor/index')).data as { passkeys: { id: number }[] }
  const last = await call('POST', '/adminApi/factor/passkeyRemove', { id: passkeys[0]?.id })
  expect(last).toMatchObject({ code: 409, msg: m.passkey_lastWayIn({}, en) })
})

test('where the site has no host name there are no passkeys, also none to sign in with', async () => {
  vi.stubEnv('SITE_URL', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const api = await startApi()
  const { key } = await addPasskey(api, await api.signIn())
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ side: 'admin', origin: 'http://192.0.2.7' }),
  }
  expect(await (await api.api.request('/auth/passkeyOptions', init)).json()).toMatchObject({
    code: 409,
    msg: m.passkey_noPlace({}, en),
  })
  const response = key.use(await signInOptions(api), { origin: 'http://192.0.2.7', host: '192.0.2.7' })
  expect(await signInWith(api, response, { origin: 'http://192.0.2.7' })).toMatchObject(noPlace)
})
