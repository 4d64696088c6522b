import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signInTicket, totpFactor } from '#src/db/factor.table.server.ts'
import { role } from '#src/db/identity.table.server.ts'
import { resetAdminPassword } from '#src/features/prepare.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { noticeKinds, noticeWords } from '#src/server/notices/notice-kinds.server.ts'
import { builtInText } from '#src/server/outbox/built-in-texts.server.ts'
import { ADMIN_PASSWORD, callerOf, startApi, type TestApi } from '../support/api.ts'
import { codeOf, FACTOR_GRANT, later, setUpApp } from '../support/factors.ts'
import { startPeople } from '../support/people.ts'

const en = { locale: 'en' } as const

function ownClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

async function begin(api: TestApi, username = 'admin') {
  const answer = await api.token('admin', { username, password: ADMIN_PASSWORD })
  return { status: answer.status, body: await answer.json() }
}

async function finish(api: TestApi, form: Record<string, string>, side: 'admin' | 'user' = 'admin') {
  const answer = await api.token(side, form, FACTOR_GRANT)
  return { status: answer.status, body: await answer.json() }
}

test('an account with an authenticator app needs its code after the password, each code once', async () => {
  ownClock()
  const api = await startApi()
  const { secret } = await setUpApp(api, await api.signIn())
  const begun = await begin(api)
  expect(begun).toMatchObject({
    status: 400,
    body: { error: 'mfa_required', msg: m.mfa_needed({}, en), ways: ['totp', 'recovery'] },
  })
  const { mfa_token } = begun.body
  const wrong = await finish(api, { mfa_token, way: 'totp', code: '000000' })
  expect(wrong).toMatchObject({ status: 400, body: { error: 'mfa_invalid', msg: m.factor_codeWrong({}, en) } })
  // The other side does not know it.
  expect((await finish(api, { mfa_token, way: 'totp', code: codeOf(secret) }, 'user')).body.error).toBe('invalid_grant')
  const code = codeOf(secret)
  const both = await Promise.all([1, 2].map(() => finish(api, { mfa_token, way: 'totp', code })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  // Neither the token nor the code works again.
  const again = await finish(api, { mfa_token, way: 'totp', code: codeOf(secret, 1) })
  expect(again.body).toMatchObject({ error: 'invalid_grant', msg: m.mfa_over({}, en) })
  const second = (await begin(api)).body.mfa_token
  expect((await finish(api, { mfa_token: second, way: 'totp', code })).body.error).toBe('mfa_invalid')
  later(60)
  expect((await finish(api, { mfa_token: second, way: 'totp', code })).body.error).toBe('mfa_invalid')
  expect((await finish(api, { mfa_token: second, way: 'totp', code: codeOf(secret) })).status).toBe(200)
})

test('a begun sign-in ends after five minutes, after five tries, and with a new password', async () => {
  const api = await startApi()
  const { secret } = await setUpApp(api, await api.signIn())
  const late = (await begin(api)).body.mfa_token
  await api.db.update(signInTicket).set({ expireTime: sql`now() - interval '1 second'` })
  expect((await finish(api, { mfa_token: late, way: 'totp', code: codeOf(secret) })).body.error).toBe('invalid_grant')
  const tried = (await begin(api)).body.mfa_token
  const said: string[] = []
  for (let tries = 0; tries < 6; tries++)
    said.push((await finish(api, { mfa_token: tried, way: 'recovery', code: `WRONG-${tries}` })).body.error)
  expect(said).toEqual([...Array(5).fill('mfa_invalid'), 'invalid_grant'])
  const stored = await api.db.select().from(signInTicket)
  expect(JSON.stringify(stored)).not.toContain(tried)
  await api.db.execute(sql`update credential set password_hash = 'another' where account_id = 1`)
  expect(await api.db.select().from(signInTicket)).toEqual([])
  expect((await finish(api, { mfa_token: tried, way: 'passkey', origin: 'https://x', response: '' })).body.error).toBe(
    'invalid_grant',
  )
})

test('wrong factors make their account wait, wherever they come from', async () => {
  const api = await startApi()
  await setUpApp(api, await api.signIn())
  const call = callerOf(api.api, (await api.signIn()).tokens)
  const codes: number[] = []
  for (let tries = 0; tries < 7; tries++)
    codes.push((await call('POST', '/adminApi/proof/give', { way: 'recovery', code: `WRONG-${tries}` })).code)
  expect(codes).toEqual([422, 422, 422, 422, 422, 422, 429])
  const mfa_token = (await begin(api)).body.mfa_token
  expect((await finish(api, { mfa_token, way: 'totp', code: '000000' })).status).toBe(429)
})

test('each recovery code works once, and a new set ends the one before', async () => {
  const api = await startApi()
  const { codes, call } = await setUpApp(api, await api.signIn())
  expect(new Set(codes).size).toBe(10)
  const [first = '', second = ''] = codes
  const signIn = async (code: string) => {
    const { mfa_token } = (await begin(api)).body
    return (await finish(api, { mfa_token, way: 'recovery', code })).body.error
  }
  expect(await signIn(first.toLowerCase().replaceAll('-', ' '))).toBeUndefined()
  expect(await signIn(first)).toBe('mfa_invalid')
  const left = async () =>
    ((await call('GET', '/adminApi/factor/index')).data as { recoveryCodes: number }).recoveryCodes
  expect(await left()).toBe(9)
  const fresh = await call('POST', '/adminApi/factor/recovery', {})
  expect(fresh.msg).toBe(m.factor_recoveryMade({}, en))
  expect(await left()).toBe(10)
  expect(await signIn(second)).toBe('mfa_invalid')
  const wrong = await call('POST', '/adminApi/proof/give', { way: 'recovery', code: second })
  expect(wrong.data).toEqual({ errors: { code: [m.factor_recoveryWrong({}, en)] } })
})

test('whoever has a factor proves with it, and the password is none', async () => {
  ownClock()
  const api = await startApi()
  const { secret } = await setUpApp(api, await api.signIn())
  const call = callerOf(api.api, (await api.signIn()).tokens)
  expect(await call('POST', '/adminApi/view-as/begin', { accountId: 2 })).toMatchObject({
    code: 403,
    data: { reason: 'stepUp', ways: ['totp', 'recovery'] },
  })
  const password = await call('POST', '/adminApi/proof/give', { way: 'password', password: ADMIN_PASSWORD })
  expect(password.data).toEqual({ errors: { way: [m.proof_otherWay({}, en)] } })
  const code = codeOf(secret)
  const both = await Promise.all([1, 2].map(() => call('POST', '/adminApi/proof/give', { way: 'totp', code })))
  expect(both.map((one) => one.code).sort()).toEqual([200, 422])
})

test('a factor is set up and removed with a proof, recorded without what it is, and told', async () => {
  const api = await startApi()
  const bare = callerOf(api.api, (await api.signIn()).tokens)
  expect((await bare('POST', '/adminApi/factor/totpBegin', {})).code).toBe(403)
  const none = await api.signIn()
  expect((await none('POST', '/adminApi/factor/recovery', {})).msg).toBe(m.factor_recoveryNone({}, en))
  expect((await none('POST', '/adminApi/factor/totpRemove', {})).msg).toBe(m.factor_none({}, en))
  const begun = await none('POST', '/adminApi/factor/totpBegin', {})
  const { secret, uri } = begun.data as { secret: string; uri: string }
  expect(uri).toContain('otpauth://totp/')
  // It does not count before its confirmation.
  expect((await begin(api)).status).toBe(200)
  const wrong = await none('POST', '/adminApi/factor/totpConfirm', { code: '000000' })
  expect(wrong.data).toEqual({ errors: { code: [m.factor_codeWrong({}, en)] } })
  const done = await none('POST', '/adminApi/factor/totpConfirm', { code: codeOf(secret) })
  expect(done.msg).toBe(m.factor_totpAdded({}, en))
  const [stored] = await api.db.select().from(totpFactor)
  expect(stored?.sealedSecret).not.toContain(secret)
  const call = await api.signIn()
  expect((await call('POST', '/adminApi/factor/totpBegin', {})).msg).toBe(m.factor_totpThere({}, en))
  const { rows } = await api.db.execute(sql`select before, after from change where table_name = 'credential'`)
  expect(rows).toEqual([{ before: { factor: null }, after: { factor: 'totp' } }])
  const notices = await call('GET', '/adminApi/notice/index')
  expect(JSON.stringify(notices.data)).toContain(m.notice_totpAdded({}, en))
  expect((await call('POST', '/adminApi/factor/totpRemove', {})).msg).toBe(m.factor_totpRemoved({}, en))
  expect((await begin(api)).status).toBe(200)
  expect(JSON.stringify((await call('GET', '/adminApi/notice/index')).data)).toContain(m.notice_totpRemoved({}, en))
})

test('a role asks for a factor: a time of grace, then nothing but setting one up', async () => {
  const people = await startPeople()
  const { admin, viewers, db } = people
  const set = await admin('POST', '/adminApi/role/edit', { id: viewers, secondFactor: 'required', graceDays: 3 })
  expect(set.code, set.msg).toBe(200)
  const viewer = await people.signIn('admin', 'viewer')
  const due = async () => ((await viewer('GET', '/adminApi/user/info')).data as { factorDue: string | null }).factorDue
  expect(Date.parse((await due()) ?? '') / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 3, 1)
  expect((await viewer('GET', '/adminApi/user/index')).code).toBe(200)
  await db.update(role).set({ graceDays: 0 }).where(eq(role.id, viewers))
  const refused = { code: 403, msg: m.factor_enroll({}, en), data: { reason: 'enroll' } }
  expect(await viewer('GET', '/adminApi/user/index')).toMatchObject(refused)
  expect(await viewer('POST', '/adminApi/user/password', {})).toMatchObject(refused)
  expect((await viewer('GET', '/adminApi/menu')).code).toBe(200)
  const { call } = await setUpApp(people, viewer)
  expect((await call('GET', '/adminApi/user/index')).code).toBe(200)
  expect(await due()).toBeNull()
  expect((await call('POST', '/adminApi/factor/totpRemove', {})).msg).toBe(m.factor_required({}, en))
})

test('whoever manages an account removes its factors, and the operator those of everybody', async () => {
  const people = await startPeople()
  const { boss, bossId, viewerId, db } = people
  const viewer = await people.signIn('admin', 'viewer')
  await setUpApp(people, viewer)
  const list = await boss('GET', '/adminApi/user/index?search[0][field]=factor&search[0][val]=1')
  expect((list.data as { list: { username: string }[] }).list.map(({ username }) => username)).toEqual(['viewer'])
  const bare = callerOf(people.api, boss.tokens)
  expect((await bare('POST', '/adminApi/user/removeFactors', { id: viewerId })).data).toMatchObject({
    reason: 'stepUp',
  })
  expect((await viewer('POST', '/adminApi/user/removeFactors', { id: bossId })).code).toBe(403)
  expect((await boss('POST', '/adminApi/user/removeFactors', { id: bossId })).msg).toBe(m.factor_own({}, en))
  expect((await boss('POST', '/adminApi/user/removeFactors', { id: viewerId })).msg).toBe(m.factor_removed({}, en))
  expect((await begin(people, 'viewer')).status).toBe(200)
  expect(JSON.stringify((await viewer('GET', '/adminApi/notice/index')).data)).toContain(
    m.notice_factorsRemoved({}, en),
  )
  expect((await boss('POST', '/adminApi/user/removeFactors', { id: viewerId })).code).toBe(404)
  await setUpApp(people, await people.signIn('admin', 'viewer'))
  expect((await begin(people, 'viewer')).status).toBe(400)
  await resetAdminPassword(people.url, ADMIN_PASSWORD, 'viewer')
  expect((await begin(people, 'viewer')).status).toBe(200)
  expect(await db.select().from(totpFactor)).toEqual([])
})

test('each change of a factor has a notice of its own, which can also come by e-mail', () => {
  const said = (factor: string, added: boolean) =>
    withLocale('en', () => noticeWords('factor', { factor, added, address: '192.0.2.1' })?.title)
  expect(said('totp', true)).toBe(m.notice_totpAdded({}, en))
  expect(said('totp', false)).toBe(m.notice_totpRemoved({}, en))
  expect(said('passkey', true)).toBe(m.notice_passkeyAdded({}, en))
  expect(said('passkey', false)).toBe(m.notice_passkeyRemoved({}, en))
  expect(said('recovery', true)).toBe(m.notice_recoveryNew({}, en))
  expect(said('all', false)).toBe(m.notice_factorsRemoved({}, en))
  const { subject } = builtInText({ channel: 'mail', event: 'factor_changed', language: 'en' })
  expect(subject).toBe(m.letter_factorChangedSubject({ site: '{site}' }, en))
  const { label, help } = noticeKinds.factor.mail
  expect(withLocale('en', () => [label(), help()])).toEqual([
    m.noticeMail_factor({}, en),
    m.noticeMail_factorHelp({}, en),
  ])
})

test('passkeys are offered where browsers have them, and nowhere else', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const offered = async (origin: string) =>
    (
      (await call('GET', `/adminApi/factor/index?origin=${encodeURIComponent(origin)}`)).data as {
        passkeysOffered: boolean
      }
    ).passkeysOffered
  expect(await offered('http://localhost:3000')).toBe(true)
  expect(await offered('http://192.0.2.7')).toBe(false)
  expect(await offered('https://evil.example')).toBe(false)
  const none = await call('POST', '/adminApi/factor/passkeyOptions', { origin: 'http://192.0.2.7' })
  expect(none).toMatchObject({ code: 409, msg: m.passkey_noPlace({}, en) })
  const origin = 'http://localhost:3000'
  const sent = { origin, name: 'My key', response: '{}' }
  const wrong = await call('POST', '/adminApi/factor/passkeyAdd', sent)
  expect(wrong.data).toEqual({ errors: { response: [m.passkey_refused({}, en)] } })
  expect((await finish(api, { way: 'passkey', origin, response: '{}' })).body.error).toBe('mfa_invalid')
})
