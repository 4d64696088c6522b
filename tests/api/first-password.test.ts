import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, credential } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { newCode } from '#src/server/codes/code.server.ts'
import { callerOf, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { startLiar } from '../support/identity-provider.ts'
import { addProvider, visitsOf } from '../support/provider-visits.ts'

// What an account does that a sign-in at a provider has created: it has no password to give.

const asked = { code: 403, data: { reason: 'stepUp', ways: ['provider'] } }

async function start() {
  const api = await startApi()
  const admin = await api.signIn()
  const { data: dept } = await admin('POST', '/adminApi/organization/add', {
    code: 'B',
    name: 'Bureau',
    type: 'bureau',
    pid: null,
    levelIds: [],
  })
  const liar = await startLiar({ sub: 'li', preferred_username: 'li_wei' })
  const more = { createAccounts: 1, deptId: (dept as { id: number }).id }
  const id = await addProvider(admin, liar.issuer, more)
  const visits = visitsOf(api)
  const come = async () => {
    const begun = await visits.begin(id)
    const { data } = await visits.finish(begun.key, liar.authorize(begun.url))
    return { key: begun.key, ...data }
  }
  const { key } = await come()
  const created = await visits.post('/auth/provider/create', { key, username: 'li_wei', name: 'Li Wei' })
  expect(created.code).toBe(200)
  const signIn = async () => {
    const { tokens } = await come()
    if (!tokens) throw new Error('no tokens')
    return callerOf(api.api, tokens)
  }
  const call = await signIn()
  const prove = async () => {
    liar.lies.claims = { auth_time: Math.floor(Date.now() / 1000) }
    const { data } = await visits.beginAs(call, 'proof', id)
    await visits.finish(data.key, liar.authorize(data.url))
    const given = await call('POST', '/adminApi/proof/give', { way: 'provider', key: data.key })
    return { [PROOF_HEADER]: (given.data as { proof: string }).proof }
  }
  const [row] = await api.db.select({ id: account.id }).from(account).where(eq(account.username, 'li_wei'))
  return { api, admin, call, signIn, prove, accountId: row?.id ?? 0 }
}

test('an account without a password sets its first one after a fresh proof, and from then on needs the current one', async () => {
  const { api, call, signIn, prove, accountId } = await start()
  const info = async () => (await call('GET', '/adminApi/user/info')).data
  expect(await info()).toMatchObject({ hasPassword: false })
  const other = await signIn()
  const path = '/adminApi/user/password'
  const first = { newPassword: 'Quiet-river-12' }
  expect(await call('POST', path, first)).toMatchObject(asked)
  // A current password that somebody makes up is no proof.
  expect(await call('POST', path, { ...first, oldPassword: 'Quiet-river-11' })).toMatchObject(asked)
  const proof = await prove()
  expect(await other('POST', path, first, proof)).toMatchObject(asked)
  expect(await call('POST', path, { newPassword: 'password1' }, proof)).toMatchObject({
    code: 422,
    data: { errors: { newPassword: [expect.any(String)] } },
  })
  const key = { ...proof, 'idempotency-key': 'first-password-1' }
  const both = await Promise.all([call('POST', path, first, key), call('POST', path, first, key)])
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  expect(await call('POST', path, first, key)).toMatchObject({ code: 200 })
  expect(await info()).toMatchObject({ hasPassword: true })
  expect((await other('GET', '/adminApi/user/info')).code).toBe(401)
  expect((await api.token('admin', { username: 'li_wei', password: first.newPassword })).status).toBe(200)
  // The proof does not stand in place of the password any more.
  const next = { newPassword: 'Other-river-13' }
  expect(await call('POST', path, next, proof)).toMatchObject({
    code: 422,
    data: { errors: { oldPassword: ['Required'] } },
  })
  expect(await call('POST', path, { ...next, oldPassword: first.newPassword })).toMatchObject({ code: 200 })
  const { rows } = await api.db.$client.query(
    "select s.actor_name, c.before from change c join change_set s on s.id = c.change_set_id where c.table_name = 'credential' and c.row_id = $1 order by c.id",
    [accountId],
  )
  expect(rows[0]).toEqual({ actor_name: 'li_wei', before: { change_time: null } })
})

test('an account without a password changes its address with a code and a fresh proof', async () => {
  const { api, call, prove, accountId } = await start()
  const address = 'new@school.test'
  const purpose = { purpose: 'user_change_email', channel: 'mail', address, accountId } as const
  const code = await api.db.transaction((tx) => newCode(tx, secret, purpose))
  const body = { email: address, code }
  expect(await call('POST', '/adminApi/user/email', body)).toMatchObject(asked)
  expect(await call('POST', '/adminApi/user/email', body, await prove())).toMatchObject({
    code: 200,
    data: { email: address },
  })
})

test('whoever has a password cannot leave it out, with a proof neither', async () => {
  const { api, admin } = await start()
  const required = { errors: { password: ['Required'] } }
  const email = { email: 'new@school.test', code: '123456' }
  expect(await admin('POST', '/adminApi/user/email', email)).toMatchObject({ code: 422, data: required })
  const member = await api.signIn('user', 'member', MEMBER_PASSWORD)
  const mobile = { mobile: '13800138000', code: '123456' }
  expect(await member('POST', '/api/user/mobile', mobile)).toMatchObject({ code: 422, data: required })
  // Without password, factor and provider, there is nothing to prove with.
  const [row] = await api.db.select({ id: account.id }).from(account).where(eq(account.username, 'member'))
  await api.db.delete(credential).where(eq(credential.accountId, row?.id ?? 0))
  expect(
    await callerOf(api.api, member.tokens)('POST', '/api/user/password', { newPassword: 'Quiet-river-12' }),
  ).toMatchObject({
    code: 403,
    msg: m.proof_impossible({}, { locale: 'en' }),
    data: { reason: 'stepUp', ways: [] },
  })
})
