import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { totpFactor } from '#src/db/factor.table.server.ts'
import { account, accountRole, credential, role } from '#src/db/identity.table.server.ts'
import { moneyLog } from '#src/db/ledger.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { type Caller, callerOf, startApi } from '../support/api.ts'
import { idOf, rowOf } from '../support/base-info.ts'
import { importer } from '../support/imports.ts'
import { addMember, editMember, freshMember, startMembers } from '../support/members.ts'

const en = { locale: 'en' } as const

test('a reset needs a fresh proof, ends the sign-ins, and is only of members in the scope', async () => {
  const { api, boss, other, viewer, places, signIn, token } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1 }))
  const li = await signIn('user', 'pupil_li')
  const reset = (call: Caller, which = id) => call('POST', '/adminApi/member/resetPassword', { id: which })
  expect((await reset(other)).code).toBe(404)
  expect((await reset(viewer)).code).toBe(403)
  // An account of the back office is no member, whatever the path says.
  expect((await reset(boss, 1)).code).toBe(404)
  expect(await reset(callerOf(api, boss.tokens))).toMatchObject({ code: 403, data: { reason: 'stepUp' } })
  const done = await reset(boss)
  expect(done).toMatchObject({ code: 200, data: { password: expect.stringMatching(/^\w{16}$/) } })
  expect((await li('GET', '/api/user/info')).code).toBe(401)
  expect((await token('user', { username: 'pupil_li', password: freshMember.password })).status).not.toBe(200)
  const { password } = done.data as { password: string }
  expect((await token('user', { username: 'pupil_li', password })).status).toBe(200)
})

test('a password in the form asks for the proof as well, and an API token gives none', async () => {
  const { api, boss, places } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1 }))
  const plain = callerOf(api, boss.tokens)
  expect(await editMember(plain, id, { password: 'Another-river-13' })).toMatchObject({
    code: 403,
    data: { reason: 'stepUp' },
  })
  expect((await editMember(plain, id, { motto: 'Without a proof' })).code).toBe(200)
  expect((await editMember(boss, id, { password: 'Another-river-13' })).code).toBe(200)
})

test('sign-ins of a member are listed and ended by whoever may edit it', async () => {
  const { boss, other, viewer, places, signIn } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1 }))
  const li = await signIn('user', 'pupil_li')
  const list = (call: Caller) => call('GET', `/adminApi/session/index?accountId=${id}`)
  expect(await list(boss)).toMatchObject({ code: 200, data: { total: 1, list: [{ client: 'user' }] } })
  expect((await list(other)).code).toBe(404)
  expect((await list(viewer)).code).toBe(403)
  expect(await boss('POST', `/adminApi/session/endOthers?accountId=${id}`)).toMatchObject({ data: { count: 1 } })
  expect((await li('GET', '/api/user/info')).code).toBe(401)
})

test('second factors of a member are removed for whoever has lost them', async () => {
  const { boss, other, places, db } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1 }))
  await db.insert(totpFactor).values({ accountId: id, sealedSecret: 'x', confirmTime: sql`now()` })
  expect(await rowOf(boss, 'member', id)).toMatchObject({ factor: 1 })
  const remove = (call: Caller) => call('POST', '/adminApi/member/removeFactors', { id })
  expect((await remove(other)).code).toBe(404)
  expect((await remove(boss)).code).toBe(200)
  expect((await remove(boss)).code).toBe(404)
  expect(await rowOf(boss, 'member', id)).toMatchObject({ factor: 0 })
})

test('imported members are activated with codes, which their importer fetches once', async () => {
  const api = await startMembers()
  const { boss, other, viewer, db, jobs, signIn } = api
  await jobs.start()
  const file = importer(api, boss, 'member')
  const text = 'Username,Name,Organization,Gender\npupil_a,Ann A,Name S1,Female\npupil_b,Ben B,Name D1,Male'
  const { job } = await file.bring(text)
  const { changeSetId } = job.result as { changeSetId: number }
  const fetch = (call: Caller) => call('POST', '/adminApi/member/activationFile', { changeSetId, format: 'csv' })
  expect((await fetch(other)).code).toBe(404)
  expect((await fetch(viewer)).code).toBe(403)
  const sealed = await fetch(boss)
  expect(sealed.code, sealed.msg).toBe(200)
  const { people } = sealed.data as { people: { username: string; organization: string; code: string }[] }
  // By organization: the slips of a school are together.
  expect(people.map(({ username, organization }) => [username, organization])).toEqual([
    ['pupil_b', 'Name D1'],
    ['pupil_a', 'Name S1'],
  ])
  expect((await fetch(boss)).code).toBe(409)
  const code = people.find(({ username }) => username === 'pupil_a')?.code ?? ''
  const activate = async (side: string, password = 'My-own-river-77') => {
    const response = await api.api.request('/auth/activate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ side, username: 'pupil_a', code, password }),
    })
    return (await response.json()) as { code: number; msg: string }
  }
  // The name of a member is no name of the back office.
  expect(await activate('admin')).toMatchObject({ code: 422, msg: m.error_activationCode({}, en) })
  expect(await activate('user')).toMatchObject({ code: 200, msg: m.activation_done({}, en) })
  expect((await activate('user')).code).toBe(422)
  await signIn('user', 'pupil_a', 'My-own-river-77')
  const kept = await db.execute(sql`select to_jsonb(i)::text as text from idempotency i union all
    select to_jsonb(c)::text from change c union all select to_jsonb(a)::text from account_activation a`)
  expect(JSON.stringify(kept.rows)).not.toContain(code)
})

test('nobody gets rights in the back office as a member, not even by a super administrator', async () => {
  const { admin, boss, places, db } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1 }))
  const [one] = await db.select({ id: role.id }).from(role).limit(1)
  const author = { id: 1, name: 'admin', address: '', requestId: '', proof: 'checked' as const }
  const attempt = (work: Parameters<typeof guardedWrite>[3]) => guardedWrite(db, author, 'save', work)
  const refusal = { code: 403, message: m.error_memberRights({ name: 'Li' }) }
  await expect(
    attempt((tx) => tx.insert(accountRole).values({ accountId: id, roleId: one?.id ?? 0 })),
  ).rejects.toMatchObject(refusal)
  await expect(
    attempt((tx) => tx.update(account).set({ super: true }).where(eq(account.id, id))),
  ).rejects.toMatchObject(refusal)
  await expect(
    attempt((tx) => tx.update(account).set({ kind: 'admin' }).where(eq(account.id, id))),
  ).rejects.toMatchObject(refusal)
  expect((await rowOf(admin, 'member', id)).status).toBe(1)
})

test('writes of members do not wait for those of accounts, and those of the back office are still checked', async () => {
  const { db, signIn } = await startApi()
  await signIn()
  const author = { id: 1, name: 'admin', address: '', requestId: '' }
  let done = 0
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('identity'))`)
    for (const name of ['pupil_a', 'pupil_b'])
      await guardedWrite(db, author, 'save', async (own) => {
        const [made] = await own.insert(account).values({ kind: 'user', username: name }).returning({ id: account.id })
        await own.insert(credential).values({ accountId: made?.id ?? 0, passwordHash: 'x' })
        done++
      })
  })
  expect(done).toBe(2)
  // Without the check, the database refuses what touches the back office.
  await expect(
    write(db, author, 'save', (tx) => tx.insert(account).values({ kind: 'admin', username: 'sneak' })),
  ).rejects.toThrow()
  await expect(
    write(db, author, 'save', (tx) => tx.update(account).set({ super: true }).where(eq(account.username, 'pupil_a'))),
  ).rejects.toThrow()
  await expect(
    write(db, author, 'save', (tx) => tx.update(credential).set({ passwordHash: 'y' }).where(sql`account_id > 1`)),
  ).rejects.toThrow()
})

test('a closed member is nobody any more, and the entries and sums stay', async () => {
  const { api, admin, boss, other, viewer, places, db, signIn, token } = await startMembers()
  const person = { orgId: places.S1, name: 'Xu Zhenzhen', nickname: 'Zhenzhen', phone: '13855556666' }
  const id = idOf(await addMember(boss, { ...person, email: 'zhenzhen@example.org', motto: 'My very own motto' }))
  const entry = { accountId: id, amount: 500, memo: 'Prize for Zhenzhen', seq: 0, before: 0, after: 0 }
  await write(db, systemAuthor, 'save', (tx) => tx.insert(moneyLog).values(entry))
  const own = await signIn('user', 'pupil_li')
  const close = (call: Caller, which = id) => call('POST', '/adminApi/member/close', { id: which })
  expect((await close(other)).code).toBe(404)
  expect((await close(viewer)).code).toBe(403)
  expect((await close(admin, 1)).code).toBe(404)
  expect(await close(callerOf(api, boss.tokens))).toMatchObject({ code: 403, data: { reason: 'stepUp' } })
  await db.execute(sql`insert into legal_hold (reason, extent) values ('Case', 'all')`)
  expect(await close(boss)).toMatchObject({ code: 409, msg: m.member_held({}, en) })
  await db.execute(sql`delete from legal_hold`)
  expect(await close(boss)).toMatchObject({ code: 200, msg: m.member_closed({}, en) })
  expect((await own('GET', '/api/user/info')).code).toBe(401)
  expect((await token('user', { username: `gone${id}`, password: freshMember.password })).status).not.toBe(200)
  expect(await rowOf(boss, 'member', id)).toMatchObject({ username: `gone${id}`, status: 0, money: 500, email: '' })
  expect(await close(boss)).toMatchObject({ code: 409, msg: m.member_isClosed({}, en) })
  const left = await db.execute(sql`select to_jsonb(c)::text as text from change c union all
    select to_jsonb(l)::text from money_log l union all select to_jsonb(a)::text from account a union all
    select to_jsonb(i)::text from idempotency i union all select to_jsonb(g)::text from admin_log g`)
  expect(JSON.stringify(left.rows)).not.toMatch(/Zhenzhen|13855556666|zhenzhen@|very own motto/)
  // It is never taken back.
  const { rows } = await db.execute<{ id: string }>(sql`select id from change_set where kind = 'redact'`)
  const undone = await boss('POST', '/adminApi/history/undo', { changeSetId: Number(rows[0]?.id) })
  expect(undone.code).toBe(422)
})
