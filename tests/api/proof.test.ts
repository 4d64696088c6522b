import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { proof } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { ADMIN_PASSWORD, type Caller, callerOf, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { importer, startImports } from '../support/imports.ts'
import { addAccount, editAccount, startPeople } from '../support/people.ts'

/** Somebody who has signed in and proved nothing since. */
async function bare(test: Pick<Awaited<ReturnType<typeof startApi>>, 'api' | 'signIn'>, name = 'admin') {
  const { tokens } = await test.signIn('admin', name)
  return callerOf(test.api, tokens)
}

async function give(call: Caller, password = ADMIN_PASSWORD): Promise<Record<string, string>> {
  const answer = await call('POST', '/adminApi/proof/give', { way: 'password', password })
  expect(answer.code, answer.msg).toBe(200)
  return { [PROOF_HEADER]: (answer.data as { proof: string }).proof }
}

const asked = { code: 403, data: { reason: 'stepUp', ways: ['password'] } }

test('nobody grants a right without a fresh proof, by whatever way', async () => {
  const people = await startPeople()
  const { admin, places, viewers, viewerId, bossId, db } = people
  const call = await bare(people)
  const answer = await addAccount(call, { deptId: places.S1, roleIds: [viewers] })
  expect(answer).toMatchObject({ ...asked, msg: m.proof_needed({}, { locale: 'en' }) })
  expect(await db.select().from(account).where(eq(account.username, 'wang_li'))).toEqual([])
  // Without a role, nothing is granted.
  const plain = await addAccount(call, { deptId: places.S1 })
  expect(plain.code, plain.msg).toBe(200)
  const { id } = plain.data as { id: number }

  const attempts: [string, () => Promise<{ code: number; data: unknown }>][] = [
    ['an edit', () => editAccount(call, id, { roleIds: [viewers] })],
    [
      'a bulk edit',
      () => call('POST', '/adminApi/user/bulkEdit', { ids: [id], values: { status: 0, roleIds: [viewers] } }),
    ],
    [
      'a role for an account',
      () => call('POST', '/adminApi/role/grant', { roleId: viewers, accountId: id, endTime: null }),
    ],
    ['another password', () => editAccount(call, id, { password: 'Another-12' })],
    ['a reset', () => call('POST', '/adminApi/user/resetPassword', { id })],
    ['all rights', () => editAccount(call, id, { super: 1 })],
    ['a wider scope', () => call('POST', '/adminApi/role/edit', { id: viewers, scope: 'all' })],
    ['a view', () => call('POST', '/adminApi/view-as/begin', { accountId: viewerId })],
    ['a wider department', () => editAccount(call, viewerId, { deptId: places.D1 })],
    ['a secret', () => call('POST', '/adminApi/config/edit', { values: { smtpPassword: 'a secret' } })],
  ]
  const said: unknown[] = []
  for (const [name, attempt] of attempts) {
    const { code, data } = await attempt()
    said.push([name, code, (data as { reason?: string } | null)?.reason])
  }
  expect(said).toEqual(attempts.map(([name]) => [name, 403, 'stepUp']))

  // What takes rights away needs none, but its undo does.
  const taken = await call('POST', '/adminApi/role/revoke', { roleId: viewers, accountId: viewerId })
  expect(taken.code, taken.msg).toBe(200)
  const undo = { changeSetId: (taken.data as { changeSetId: number }).changeSetId }
  expect(await call('POST', '/adminApi/history/undo', undo)).toMatchObject(asked)
  expect((await admin('POST', '/adminApi/history/undo', undo)).code).toBe(200)
  const shorter = { roleId: viewers, accountId: viewerId, endTime: new Date(Date.now() + 86_400_000).toISOString() }
  expect((await call('POST', '/adminApi/role/grant', shorter)).code).toBe(200)
  expect(await call('POST', '/adminApi/role/grant', { ...shorter, endTime: null })).toMatchObject(asked)
  // Who may not do it is not asked for a proof.
  const refused = await editAccount(await bare(people, 'viewer'), bossId, { roleIds: [] })
  expect(refused).toMatchObject({ code: 403, data: null })
})

test('a proof holds for its sign-in, for ten minutes, and is stored as a hash', async () => {
  const people = await startPeople()
  const { viewers, viewerId, db } = people
  const call = await bare(people)
  expect((await call('GET', '/adminApi/proof/ways')).data).toEqual({ ways: ['password'], providers: [] })
  const wrong = await call('POST', '/adminApi/proof/give', { way: 'password', password: 'wrong-one' })
  expect(wrong).toMatchObject({ code: 422, data: { errors: { password: [m.password_wrong({}, { locale: 'en' })] } } })
  const headers = await give(call)
  const edit = (by: Caller, scope: string, sent = headers) =>
    by('POST', '/adminApi/role/edit', { id: viewers, scope }, sent)
  // The same request goes through with the proof, under the same key.
  const key = { 'idempotency-key': 'the same request' }
  expect(await call('POST', '/adminApi/role/edit', { id: viewers, scope: 'all' }, key)).toMatchObject(asked)
  const done = await call('POST', '/adminApi/role/edit', { id: viewers, scope: 'all' }, { ...key, ...headers })
  expect(done.code, done.msg).toBe(200)
  const [stored] = await db.select().from(proof).where(sql`expire_time < now() + interval '10 minutes'`).limit(1)
  expect(Object.values(headers)).not.toContain(stored?.hash)
  // In another sign-in of the same account, and in that of another one, it is none.
  expect(await edit(await bare(people), 'orgBelow')).toMatchObject(asked)
  const { code } = await call(
    'POST',
    '/adminApi/view-as/begin',
    { accountId: viewerId },
    await give(await bare(people)),
  )
  expect(code).toBe(403)
  expect((await edit(call, 'orgBelow')).code).toBe(200)
  await db.execute(sql`update proof set expire_time = expire_time - interval '601 seconds'`)
  expect(await edit(call, 'all')).toMatchObject(asked)
})

test('a proof ends with the password that it was given with', async () => {
  const people = await startPeople()
  const call = await bare(people)
  const headers = await give(call)
  const passwords = { oldPassword: ADMIN_PASSWORD, newPassword: 'Another-12' }
  expect((await call('POST', '/adminApi/user/password', passwords)).code).toBe(200)
  const scope = { id: people.viewers, scope: 'all' }
  expect(await call('POST', '/adminApi/role/edit', scope, headers)).toMatchObject(asked)
  expect((await call('POST', '/adminApi/role/edit', scope, await give(call, 'Another-12'))).code).toBe(200)
})

test('wrong proofs count as failed sign-ins, and members give theirs', async () => {
  const api = await startApi()
  const call = await bare(api)
  const codes: number[] = []
  for (let tries = 0; tries < 7; tries++)
    codes.push((await call('POST', '/adminApi/proof/give', { way: 'password', password: `wrong-${tries}` })).code)
  expect(codes).toEqual([422, 422, 422, 422, 422, 422, 429])
  const { tokens } = await api.signIn('user')
  const member = callerOf(api.api, tokens)
  expect((await member('GET', '/api/proof/ways')).data).toEqual({ ways: ['password'], providers: [] })
  const body = { way: 'password', password: MEMBER_PASSWORD }
  expect((await member('POST', '/api/proof/give', body)).code).toBe(200)
  expect((await member('POST', '/adminApi/proof/give', body)).code).toBe(401)
})

test('whoever has nothing to prove with proves nothing', async () => {
  const api = await startApi()
  const call = await bare(api)
  await api.db.execute(sql`delete from credential where account_id = 1`)
  const answer = await call('POST', '/adminApi/proof/give', { way: 'password', password: ADMIN_PASSWORD })
  expect(answer).toMatchObject({ code: 422, data: { errors: { way: [m.proof_otherWay({}, { locale: 'en' })] } } })
  expect(await call('POST', '/adminApi/view-as/begin', { accountId: 2 })).toMatchObject({
    code: 403,
    data: { ways: [] },
  })
})

test('an import of accounts asks when it begins, and its job needs nobody later', async () => {
  const api = await startImports()
  const call = await bare(api)
  const file = importer(api, api.call, 'user')
  const sent = await file.send('Username,Name,Status\nzhao_a,Zhao A,Enabled')
  const plan = file.planOf(sent.data)
  expect((await file.check(sent.data.id, plan)).state).toBe('done')
  const body = { id: sent.data.id, plan, skipRefused: false, acceptWarnings: true }
  expect(await call('POST', '/adminApi/user/importRun', body)).toMatchObject(asked)
  expect((await file.run(sent.data.id, plan)).state).toBe('done')
})
