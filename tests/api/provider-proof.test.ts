import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, credential, role } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { type Caller, callerOf, startApi, type TestApi } from '../support/api.ts'
import { setUpApp } from '../support/factors.ts'
import { startLiar } from '../support/identity-provider.ts'
import { startPeople } from '../support/people.ts'
import { proofFor } from '../support/proofs.ts'
import { addProvider, visitsOf } from '../support/provider-visits.ts'

// A fresh proof of people who have neither a password nor a second factor.

const en = { locale: 'en' } as const
const now = () => Math.floor(Date.now() / 1000)
const asked = { code: 403, data: { reason: 'stepUp', ways: ['provider'] } }

/** An account whose only way in is a provider, in a sign-in that has proved nothing. */
async function start(username = 'admin', given?: TestApi) {
  const api = given ?? (await startApi())
  const admin = await api.signIn()
  const liar = await startLiar({ sub: username })
  const id = await addProvider(admin, liar.issuer, { name: `云 ${username}`, nameEn: `Cloud of ${username}` })
  const visits = visitsOf(api)
  const owner = await api.signIn('admin', username)
  const { data: begun } = await visits.beginAs(owner, 'link', id)
  expect((await visits.finish(begun.key, liar.authorize(begun.url))).data.outcome).toBe('linked')
  const [row] = await api.db.select({ id: account.id }).from(account).where(eq(account.username, username))
  await api.db.delete(credential).where(eq(credential.accountId, row?.id ?? 0))
  const call = callerOf(api.api, owner.tokens)
  /** A visit that is to prove something. @returns its key, and what the provider has shown */
  const visit = async (by: Caller = call, claims: Record<string, unknown> = { auth_time: now() }) => {
    liar.lies.claims = claims
    const { data } = await visits.beginAs(by, 'proof', id)
    return { key: data.key, answer: await visits.finish(data.key, liar.authorize(data.url)) }
  }
  const give = (key: string, by: Caller = call) => by('POST', '/adminApi/proof/give', { way: 'provider', key })
  return { api, admin, liar, id, visits, call, visit, give, accountId: row?.id ?? 0 }
}

const gone = { code: 422, data: { errors: { key: [m.proof_visitGone({}, en)] } } }

test('whoever has neither password nor factor proves with a new sign-in at the provider, once', async () => {
  const { api, call, visit, give, id, visits, liar } = await start()
  expect((await call('GET', '/adminApi/proof/ways')).data).toEqual({
    ways: ['provider'],
    providers: [{ id, name: 'Cloud of admin' }],
  })
  const viewAs = (headers = {}) => call('POST', '/adminApi/view-as/begin', { accountId: 1 }, headers)
  expect(await viewAs()).toMatchObject(asked)
  const { key, answer } = await visit()
  expect(answer.data).toMatchObject({ outcome: 'proven', tokens: null })
  const both = await Promise.all([give(key), give(key)])
  expect(both.map(({ code }) => code).sort()).toEqual([200, 422])
  const [proof = ''] = both.flatMap(({ data }) => (data as { proof?: string }).proof ?? [])
  expect(await viewAs({ [PROOF_HEADER]: proof })).not.toMatchObject({ code: 403 })
  expect(await give(key)).toMatchObject(gone)
  // The sign-in itself is no second step, and no proof.
  liar.lies.claims = {}
  const begun = await visits.begin(id)
  const { data } = await visits.finish(begun.key, liar.authorize(begun.url))
  expect(data.outcome).toBe('signedIn')
  if (!data.tokens) throw new Error('no tokens')
  const young = callerOf(api.api, data.tokens)
  expect(await young('POST', '/adminApi/view-as/begin', { accountId: 1 })).toMatchObject(asked)
})

test('an old sign-in, one in the future and one without a time prove nothing', async () => {
  const { visit, give } = await start()
  const stale = { code: 400, msg: m.provider_notFresh({ name: 'Cloud of admin' }, en) }
  for (const claims of [{}, { auth_time: now() - 120 }, { auth_time: now() + 3600 }]) {
    const { key, answer } = await visit(undefined, claims)
    expect(answer, JSON.stringify(claims)).toMatchObject(stale)
    expect(await give(key)).toMatchObject(gone)
  }
  const { key, answer } = await visit(undefined, { auth_time: String(now()) })
  expect(answer.code).toBe(400)
  expect(await give(key)).toMatchObject(gone)
})

test('the proof of another person, another sign-in, another visit or after ten minutes is none', async () => {
  const { api, call, visit, give, visits, liar, id } = await start()
  liar.lies.userinfo = { sub: 'somebody' }
  const other = await visit(undefined, { sub: 'somebody', auth_time: now() })
  expect(other.answer).toMatchObject({ code: 403, msg: m.provider_otherPerson({ name: 'Cloud of admin' }, en) })
  expect(await give(other.key)).toMatchObject(gone)
  liar.lies.userinfo = {}

  // Another sign-in of the same account gets nothing by it, and it is used up then.
  const second = callerOf(api.api, (await api.signIn()).tokens)
  const foreign = await visit()
  expect(await give(foreign.key, second)).toMatchObject(gone)

  // A visit that is at the provider still, or that waits for an account.
  const { data: sent } = await visits.beginAs(call, 'proof', id)
  expect(await give(sent.key)).toMatchObject(gone)
  Object.assign(liar.lies, { claims: { sub: 'new' }, userinfo: { sub: 'new' } })
  const begun = await visits.begin(id)
  expect((await visits.finish(begun.key, liar.authorize(begun.url))).data.outcome).toBe('account')
  expect(await give(begun.key)).toMatchObject(gone)
  Object.assign(liar.lies, { userinfo: {} })

  const late = await visit()
  await api.db.execute(sql`update provider_flow set expire_time = now() - interval '1 second'`)
  expect(await give(late.key)).toMatchObject(gone)

  // A provider with which the account is not linked proves nothing, whoever it shows.
  const stranger = await startLiar({ sub: 'admin', auth_time: now() })
  const linkedWith = await api.signIn('admin', 'admin')
  const strange = await addProvider(linkedWith, stranger.issuer, { name: '别的云', nameEn: 'Other cloud' })
  expect(await visits.beginAs(call, 'proof', strange)).toMatchObject({ code: 404 })

  const last = await visit()
  await call('DELETE', '/auth/token/logout')
  expect((await give(last.key)).code).toBe(401)
})

test('whoever has a password or a factor cannot prove with the provider, and nobody with one that is off', async () => {
  const { api, admin, call, visit, give, id, accountId } = await start()
  const { key } = await visit()
  await admin('POST', '/adminApi/provider/edit', { id, status: 0 })
  expect((await call('GET', '/adminApi/proof/ways')).data).toEqual({ ways: [], providers: [] })
  expect(await give(key)).toMatchObject({ code: 422, data: { errors: { way: [m.proof_otherWay({}, en)] } } })
  await admin('POST', '/adminApi/provider/edit', { id, status: 1 })
  await api.db.insert(credential).values({ accountId, passwordHash: 'any' })
  expect((await call('GET', '/adminApi/proof/ways')).data).toEqual({ ways: ['password'], providers: [] })
  expect(await give(key)).toMatchObject({ code: 422, data: { errors: { way: [m.proof_otherWay({}, en)] } } })
})

test('a sign-in of another provider is linked with a fresh proof alone', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  const liar = await startLiar({ sub: 'thief' })
  const id = await addProvider(admin, liar.issuer)
  const stolen = callerOf(api.api, admin.tokens)
  expect(await visitsOf(api).beginAs(stolen, 'link', id)).toMatchObject({
    code: 403,
    msg: m.proof_needed({}, en),
    data: { reason: 'stepUp', ways: ['password'] },
  })
  expect(await visitsOf(api).beginAs(admin, 'link', id)).toMatchObject({ code: 200 })
})

test('whoever must set up a factor and has a provider alone proves there, and links nothing before', async () => {
  const people = await startPeople()
  const { call, visit, give, visits, id } = await start('viewer', people)
  await people.db.update(role).set({ secondFactor: 'required', graceDays: 0 }).where(eq(role.id, people.viewers))
  expect(await call('GET', '/adminApi/user/index')).toMatchObject({ code: 403, data: { reason: 'enroll' } })
  expect(await call('POST', '/adminApi/factor/totpBegin', {})).toMatchObject(asked)
  const { key } = await visit()
  const { proof } = (await give(key)).data as { proof: string }
  const proven = callerOf(people.api, call.tokens, proof)
  expect(await visits.beginAs(proven, 'link', id)).toMatchObject({ code: 403, data: { reason: 'enroll' } })
  const { call: enrolled } = await setUpApp(people, proven)
  expect((await enrolled('GET', '/adminApi/user/index')).code).toBe(200)
  expect((await proofFor(people.db, call.tokens.access_token))?.proof).toBeDefined()
})
