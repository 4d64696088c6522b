import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountRole, role } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { ADMIN_PASSWORD, callerOf, startApi, type TestApi } from '../support/api.ts'
import { codeOf, FACTOR_GRANT, later, setUpApp } from '../support/factors.ts'
import { startPeople } from '../support/people.ts'

const en = { locale: 'en' } as const

function ownClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

async function ticket(api: TestApi, username = 'admin', address?: string): Promise<string> {
  const answer = await api.token('admin', { username, password: ADMIN_PASSWORD }, 'password', address)
  return (await answer.json()).mfa_token
}

async function finish(api: TestApi, form: Record<string, string>, address?: string) {
  const answer = await api.token('admin', form, FACTOR_GRANT, address)
  return (await answer.json()) as { error?: string; access_token?: string }
}

test('no code of an earlier half minute works after a later one, and a clock that is set back brings none back', async () => {
  ownClock()
  const api = await startApi()
  const { secret } = await setUpApp(api, await api.signIn())
  const signIn = async (code: string) => (await finish(api, { mfa_token: await ticket(api), way: 'totp', code })).error
  later(120)
  const [earlier, next] = [codeOf(secret), codeOf(secret, 1)]
  expect(await signIn(next)).toBeUndefined()
  expect(await signIn(earlier)).toBe('mfa_invalid')
  later(-3600)
  expect(await signIn(codeOf(secret))).toBe('mfa_invalid')
  expect(await signIn(next)).toBe('mfa_invalid')
  later(3600 + 300)
  expect(await signIn(codeOf(secret, -2))).toBe('mfa_invalid')
  expect(await signIn(codeOf(secret, 2))).toBe('mfa_invalid')
  expect(await signIn(codeOf(secret, -1))).toBeUndefined()
})

test('a recovery code works once, also when two use it at the same time', async () => {
  const api = await startApi()
  const { codes } = await setUpApp(api, await api.signIn())
  const tickets = await Promise.all([1, 2, 3].map(() => ticket(api)))
  const code = codes[0] ?? ''
  const answers = await Promise.all(tickets.map((mfa_token) => finish(api, { mfa_token, way: 'recovery', code })))
  expect(answers.map(({ error }) => error ?? 'signed in').sort()).toEqual(['mfa_invalid', 'mfa_invalid', 'signed in'])
})

test('a begun sign-in is of one account and of one network, and asks for what the account has', async () => {
  ownClock()
  const people = await startPeople()
  const { secret } = await setUpApp(people, await people.signIn('admin', 'viewer'))
  const own = await setUpApp(people, await people.signIn())
  const mine = { mfa_token: await ticket(people), way: 'totp' }
  later(60)
  expect((await finish(people, { ...mine, code: codeOf(secret) })).error).toBe('mfa_invalid')
  expect((await finish(people, { ...mine, way: 'password', code: ADMIN_PASSWORD })).error).toBe('invalid_request')
  expect((await finish(people, { ...mine, code: codeOf(own.secret) }, '198.51.100.9')).error).toBe('invalid_grant')
  // The first step alone opens nothing.
  const stolen = callerOf(people.api, { ...(await people.signIn()).tokens, access_token: mine.mfa_token })
  expect((await stolen('GET', '/adminApi/user/info')).code).toBe(401)
  const tokens = await finish(people, { ...mine, code: codeOf(own.secret) })
  expect(tokens.error).toBeUndefined()
})

test('a role that asks for a factor binds who is signed in already, until it is gone', async () => {
  const people = await startPeople()
  const { viewers, viewerId, db } = people
  const viewer = await people.signIn('admin', 'viewer')
  const [strict] = await db
    .insert(role)
    .values({ name: 'Strict', scope: 'own', secondFactor: 'required', graceDays: 0, sortKey: 'zz' })
    .returning({ id: role.id })
  expect((await viewer('GET', '/adminApi/user/index')).code).toBe(200)
  const grant = { roleId: strict?.id ?? 0, accountId: viewerId, endTime: null }
  const given = await people.admin('POST', '/adminApi/role/grant', grant)
  expect(given.code, given.msg).toBe(200)
  expect(await viewer('GET', '/adminApi/user/index')).toMatchObject({ code: 403, data: { reason: 'enroll' } })
  expect((await viewer('GET', '/adminApi/proof/ways')).code).toBe(200)
  expect((await viewer('DELETE', '/auth/token/logout')).code).toBe(200)
  const again = await people.signIn('admin', 'viewer')
  expect((await again('GET', '/adminApi/user/index')).code).toBe(403)
  await db.delete(accountRole).where(eq(accountRole.roleId, strict?.id ?? 0))
  expect((await again('GET', '/adminApi/user/index')).code).toBe(200)
  expect(viewers).toBeGreaterThan(0)
})

test('a proof ends with its sign-in, and an API token can neither give nor use one', async () => {
  const people = await startPeople()
  const { admin } = people
  const proof = admin.proof ?? ''
  const made = await admin('POST', '/adminApi/apiToken/add', { name: 'Sync', nodes: ['user-role/role/edit'] })
  expect(made.code, made.msg).toBe(200)
  const { token: secret } = made.data as { token: string }
  const program = callerOf(people.api, { ...admin.tokens, access_token: secret })
  const refused = { code: 403, msg: m.apiToken_refused({}, en), data: { reason: 'apiToken' } }
  expect(await program('POST', '/adminApi/proof/give', { way: 'password', password: ADMIN_PASSWORD })).toMatchObject(
    refused,
  )
  const headers = { [PROOF_HEADER]: proof }
  expect(await program('POST', '/adminApi/view-as/begin', { accountId: people.viewerId }, headers)).toMatchObject(
    refused,
  )
  await admin('DELETE', '/auth/token/logout')
  const next = callerOf(people.api, (await people.signIn()).tokens, proof)
  expect(await next('POST', '/adminApi/role/edit', { id: people.viewers, scope: 'all' })).toMatchObject({
    code: 403,
    data: { reason: 'stepUp' },
  })
})
