import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account, accountRole } from '#src/db/identity.table.server.ts'
import { accountNameFrom } from '#src/features/providers/claims.ts'
import { accountPattern } from '#src/lib/account-pattern.ts'
import { ADMIN_PASSWORD, startApi } from '../support/api.ts'
import { codeOf, FACTOR_GRANT, setUpApp } from '../support/factors.ts'
import { startLiar } from '../support/identity-provider.ts'
import { addRole, startPeople } from '../support/people.ts'
import { addProvider, visitsOf } from '../support/provider-visits.ts'

test('the roles that claims have given go with their provider, and those of people stay', async () => {
  const people = await startPeople()
  const { admin, viewers, viewerId, db } = people
  const liar = await startLiar({ sub: 'li', groups: ['chiefs'] })
  const chiefs = await addRole(admin, 'Chiefs')
  const id = await addProvider(admin, liar.issuer, {
    roleClaim: 'groups',
    roleMap: [
      { value: 'chiefs', roleId: chiefs },
      { value: 'chiefs', roleId: viewers },
    ],
  })
  const visits = visitsOf(people)
  const come = async () => {
    const begun = await visits.begin(id)
    return { key: begun.key, answer: await visits.finish(begun.key, liar.authorize(begun.url)) }
  }
  const viewer = await people.signIn('admin', 'viewer')
  const { data } = await visits.beginAs(viewer, 'link', id)
  expect((await visits.finish(data.key, liar.authorize(data.url))).data.outcome).toBe('linked')
  expect((await come()).answer.data.outcome).toBe('signedIn')
  const held = async () =>
    (
      await db
        .select({ roleId: accountRole.roleId, by: accountRole.providerId })
        .from(accountRole)
        .where(eq(accountRole.accountId, viewerId))
    ).sort((one, other) => one.roleId - other.roleId)
  // The role that people gave is theirs, also when a claim names it.
  expect(await held()).toEqual([
    { roleId: viewers, by: null },
    { roleId: chiefs, by: id },
  ])
  // A role that was switched off or has ended, a super administrator, and the other person get nothing.
  liar.lies.claims = { groups: 'chiefs,viewers' }
  await come()
  expect((await held()).map(({ roleId }) => roleId)).toEqual([viewers, chiefs])
  await db.update(account).set({ super: true }).where(eq(account.id, viewerId))
  await come()
  expect((await held()).map(({ roleId }) => roleId)).toEqual([viewers])
  await db.update(account).set({ super: false }).where(eq(account.id, viewerId))
  await come()
  expect((await held()).map(({ roleId }) => roleId)).toEqual([viewers, chiefs])
  const gone = await admin('DELETE', `/adminApi/provider/del?ids[]=${id}`)
  expect(gone.code, gone.msg).toBe(200)
  expect(await held()).toEqual([{ roleId: viewers, by: null }])
  // It is in the history of the account, so the log of rights is complete.
  const { rows } = await db.execute(
    sql`select operation from change where table_name = 'account_role' and coalesce(after, before) ->> 'role_id' = ${String(chiefs)} order by id`,
  )
  expect(rows.map(({ operation }) => operation).at(-1)).toBe('delete')
})

test('claims give roles to the account of their person alone, and none before the identity is linked', async () => {
  const people = await startPeople()
  const { admin, bossId, db } = people
  const chiefs = await addRole(admin, 'Chiefs')
  const liar = await startLiar({ sub: 'viewer' })
  const roleMap = [{ value: 'chief', roleId: chiefs }]
  const id = await addProvider(admin, liar.issuer, { roleClaim: 'groups', roleMap })
  const visits = visitsOf(people)
  const viewer = await people.signIn('admin', 'viewer')
  const { data } = await visits.beginAs(viewer, 'link', id)
  expect((await visits.finish(data.key, liar.authorize(data.url))).data.outcome).toBe('linked')
  const chiefsAre = async () =>
    (await db.select().from(accountRole).where(eq(accountRole.roleId, chiefs))).map(({ accountId }) => accountId)
  // A chief lends their identity to somebody who is linked with another one of this provider.
  Object.assign(liar.lies, { claims: { sub: 'chief', groups: ['chief'] }, userinfo: { sub: 'chief' } })
  const come = async () => {
    const begun = await visits.begin(id)
    await visits.finish(begun.key, liar.authorize(begun.url))
    return begun.key
  }
  const link = (key: string, username: string) =>
    visits.post('/auth/provider/link', { key, username, password: ADMIN_PASSWORD })
  expect(await link(await come(), 'viewer')).toMatchObject({ code: 409 })
  expect(await chiefsAre()).toEqual([])
  // With a second factor, nothing is linked or given before it.
  const boss = await people.signIn('admin', 'boss')
  const { secret } = await setUpApp(people, boss)
  const asked = await link(await come(), 'boss')
  expect(asked).toMatchObject({ code: 400, data: { ways: ['totp', 'recovery'] } })
  expect(await chiefsAre()).toEqual([])
  const { mfa_token } = asked.data as { mfa_token: string }
  const factor = { mfa_token, way: 'totp', code: codeOf(secret, 0) }
  expect(await (await people.token('admin', factor, FACTOR_GRANT, '203.0.113.9')).json()).toMatchObject({ code: 200 })
  expect(await chiefsAre()).toEqual([bossId])
})

test('the roles that claims have given go with the identity when its owner unlinks it', async () => {
  const people = await startPeople()
  const { admin, viewers, viewerId, db } = people
  const chiefs = await addRole(admin, 'Chiefs')
  const liar = await startLiar({ sub: 'viewer', groups: ['chief'] })
  const roleMap = [{ value: 'chief', roleId: chiefs }]
  const id = await addProvider(admin, liar.issuer, { roleClaim: 'groups', roleMap })
  const visits = visitsOf(people)
  const viewer = await people.signIn('admin', 'viewer')
  const { data } = await visits.beginAs(viewer, 'link', id)
  await visits.finish(data.key, liar.authorize(data.url))
  const begun = await visits.begin(id)
  await visits.finish(begun.key, liar.authorize(begun.url))
  const held = async () =>
    (await db.select().from(accountRole).where(eq(accountRole.accountId, viewerId))).map(({ roleId }) => roleId).sort()
  expect(await held()).toEqual([viewers, chiefs].sort())
  const { list } = (await viewer('GET', '/adminApi/identity/index')).data as { list: [{ id: number }] }
  expect(await viewer('POST', '/adminApi/identity/unlink', { id: list[0].id })).toMatchObject({ code: 200 })
  expect(await held()).toEqual([viewers])
})

test('a claim gives no super administrator, and a provider whose author is locked gives nothing', async () => {
  const people = await startPeople()
  const { admin, viewers, bossId, db } = people
  const liar = await startLiar({ sub: 'plain', super: true, roles: ['all'], groups: ['v'] })
  const roleMap = [{ value: 'v', roleId: viewers }]
  const more = { createAccounts: 1, deptId: people.places.S1, roleClaim: 'groups', roleMap }
  const id = await addProvider(admin, liar.issuer, more)
  const visits = visitsOf(people)
  const begun = await visits.begin(id)
  expect((await visits.finish(begun.key, liar.authorize(begun.url))).data.outcome).toBe('account')
  const body = { key: begun.key, username: 'plain', name: 'Plain' }
  expect((await visits.post('/auth/provider/create', { ...body, super: 1 })).code).toBe(422)
  expect((await visits.post('/auth/provider/create', body)).code).toBe(200)
  const [plain] = await db.select().from(account).where(eq(account.username, 'plain'))
  expect(plain).toMatchObject({ super: false, status: 1 })
  const roles = () =>
    db
      .select()
      .from(accountRole)
      .where(eq(accountRole.accountId, plain?.id ?? 0))
  expect(await roles()).toMatchObject([{ roleId: viewers, providerId: id }])
  await db.execute(sql`update provider set configured_by = ${bossId}`)
  await db.update(account).set({ status: 0 }).where(eq(account.id, bossId))
  const again = await visits.begin(id)
  expect((await visits.finish(again.key, liar.authorize(again.url))).data.outcome).toBe('signedIn')
  expect(await roles()).toEqual([])
})

test('domains are compared whole, whatever the case, and a text is no verified address', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  const body = { username: 'teacher', name: '李老师', password: 'Blue-Harbor-27', status: 1, email: 'li@school.edu.cn' }
  const made = await admin('POST', '/adminApi/user/add', body)
  const accountId = (made.data as { id: number }).id
  const set = (address: string) =>
    api.db.transaction(async (tx) => {
      await tx.update(account).set({ email: address }).where(eq(account.id, accountId))
      await tx.delete(confirmedAddress).where(eq(confirmedAddress.accountId, accountId))
      await tx.insert(confirmedAddress).values({ accountId, channel: 'mail', address })
    })
  const liar = await startLiar({ sub: 'li' })
  const id = await addProvider(admin, liar.issuer, { mailDomains: ['School.edu.cn'] })
  const visits = visitsOf(api)
  const outcome = async (email: string, email_verified: unknown = true) => {
    liar.lies.claims = { email, email_verified }
    const begun = await visits.begin(id)
    return (await visits.finish(begun.key, liar.authorize(begun.url))).data.outcome
  }
  for (const address of [
    'li@sub.school.edu.cn',
    'li@evilschool.edu.cn',
    'li@school.edu.cn.evil.example',
    'li@evil.example',
    'li@evil.example@school.edu.cn',
    'school.edu.cn',
    '@school.edu.cn',
  ]) {
    await set(address)
    expect(await outcome(address), address).toBe('account')
  }
  await set('li@school.edu.cn')
  for (const verified of ['false', 'true', 1, null])
    expect(await outcome('li@school.edu.cn', verified), String(verified)).toBe('account')
  expect(await outcome(' li@school.edu.cn ')).toBe('account')
  expect(await outcome('LI@SCHOOL.EDU.CN')).toBe('signedIn')
})

test('account names are made of what the provider says, in three to fifteen letters', () => {
  const given = [
    '',
    'a',
    '李老师',
    'zhang.wei@school',
    '1234',
    'Élodie Müller-Østergård',
    '__x__',
    'admin'.repeat(9),
    '-.-',
    'a b',
    '张a',
  ]
  for (const one of given) expect(accountNameFrom(one), one).toMatch(accountPattern)
})
