import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import type { Caller } from '../support/api.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { importer } from '../support/imports.ts'
import { addAccount, editAccount, freshAccount, startPeople } from '../support/people.ts'

test('a reset password is shown once, and is neither kept nor recorded', async () => {
  const { admin, boss, viewer, bossId, signIn, places, db, logged } = await startPeople()
  const id = idOf(await addAccount(boss, { deptId: places.S1, roleIds: [] }))
  const li = await signIn('admin', 'wang_li', freshAccount.password)
  const reset = (call: Caller, one: number, key = 'reset-1') =>
    call('POST', '/adminApi/user/resetPassword', { id: one }, { 'idempotency-key': key })
  const answer = await reset(boss, id)
  expect([answer.code, answer.msg]).toEqual([200, 'Password reset. All sign-ins of the account have ended.'])
  const { password } = answer.data as { password: string }
  expect(password).toMatch(/^[A-Za-z0-9]{16}$/)
  expect((await li('GET', '/adminApi/user/info')).code).toBe(401)
  await signIn('admin', 'wang_li', password)
  expect(await reset(boss, id)).toMatchObject({
    code: 409,
    data: null,
    msg: 'The password was reset and shown already. Reset it again for another one.',
  })
  await signIn('admin', 'wang_li', password)
  const kept = await db.execute(
    sql`select to_jsonb(i)::text as text from idempotency i union all select to_jsonb(c)::text from change c`,
  )
  expect(JSON.stringify(kept.rows) + logged.join()).not.toContain(password)
  const far = idOf(await addAccount(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
  const chief = idOf(await addAccount(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
  expect((await reset(boss, far, 'b')).code).toBe(404)
  expect((await reset(viewer, id, 'c')).code).toBe(403)
  expect(await reset(boss, chief, 'd')).toMatchObject({
    code: 403,
    msg: expect.stringContaining('chief has as many rights'),
  })
  expect(await reset(boss, bossId, 'e')).toMatchObject({ code: 403, msg: expect.stringContaining('your own password') })
})

test('whoever may edit an account sees and ends its sign-ins', async () => {
  const { admin, boss, viewer, signIn, places } = await startPeople()
  const id = idOf(await addAccount(boss, { deptId: places.S1, roleIds: [] }))
  const chief = idOf(await addAccount(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
  const far = idOf(await addAccount(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
  const one = await signIn('admin', 'wang_li')
  const other = await signIn('admin', 'wang_li')
  const listed = await boss('GET', `/adminApi/session/index?accountId=${id}`)
  const { list } = listed.data as { list: { id: number; current: boolean }[] }
  expect(list).toHaveLength(2)
  const [last] = list
  expect((await boss('DELETE', `/adminApi/session/del?accountId=${id}&ids[]=${last?.id}`)).data).toEqual({ count: 1 })
  const alive = async () => [
    (await one('GET', '/adminApi/user/info')).code,
    (await other('GET', '/adminApi/user/info')).code,
  ]
  expect((await alive()).toSorted()).toEqual([200, 401])
  expect((await boss('POST', `/adminApi/session/endOthers?accountId=${id}`)).data).toEqual({ count: 1 })
  expect(await alive()).toEqual([401, 401])
  expect((await viewer('GET', `/adminApi/session/index?accountId=${id}`)).code).toBe(403)
  expect((await boss('GET', `/adminApi/session/index?accountId=${chief}`)).code).toBe(403)
  expect((await boss('GET', `/adminApi/session/index?accountId=${far}`)).code).toBe(404)
})

test('imported accounts are activated with codes, which their importer fetches once', async () => {
  const api = await startPeople()
  const { admin, boss, db, jobs, token, signIn } = api
  await jobs.start()
  const file = importer(api, boss, 'user')
  const { job } = await file.bring(
    'Username,Name,Organization\nlin_a,Lin A,Name S1\nlin_b,Lin B,Name S1\nlin_c,Lin C,Name S1',
  )
  const { changeSetId } = job.result as { changeSetId: number }
  const fetch = (call: Caller, format = 'csv', set = changeSetId) =>
    call('POST', '/adminApi/user/activationFile', { changeSetId: set, format }, { 'idempotency-key': 'codes' })
  expect((await fetch(admin)).code).toBe(404)
  expect((await fetch(api.viewer)).code).toBe(403)
  const sealed = await fetch(boss)
  expect(sealed.code, sealed.msg).toBe(200)
  expect(sealed.data).toMatchObject({ name: 'activation-codes.csv', type: 'text/csv;charset=utf-8' })
  const text = Buffer.from((sealed.data as { content: string }).content, 'base64').toString()
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toBe('Username,Name,Activation code,Organization')
  const codes = Object.fromEntries(lines.slice(1).map((line) => [line.split(',')[0], line.split(',')[2] ?? '']))
  expect(Object.keys(codes)).toEqual(['lin_a', 'lin_b', 'lin_c'])
  const code = codes.lin_a ?? ''
  expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
  expect(await fetch(boss)).toMatchObject({
    code: 409,
    msg: 'The activation codes of this import have been fetched already. Reset the passwords of accounts whose codes are lost.',
  })
  const kept =
    await db.execute(sql`select to_jsonb(i)::text as text from idempotency i union all select to_jsonb(c)::text from change c
    union all select to_jsonb(a)::text from account_activation a`)
  expect(JSON.stringify(kept.rows) + api.logged.join()).not.toContain(code)

  const activate = async (body: object, language = 'en') => {
    const response = await api.api.request('/auth/activate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ username: 'lin_a', code, password: 'My-own-77', ...body }),
    })
    return { status: response.status, ...((await response.json()) as { code: number; msg: string }) }
  }
  const wrong = 'Username or activation code is wrong, or the code has expired. Codes work once, for 14 days.'
  expect(await activate({ code: codes.lin_b })).toMatchObject({ code: 422, msg: wrong })
  expect(await activate({ username: 'nobody' })).toMatchObject({ code: 422, msg: wrong })
  expect((await activate({ password: 'x' })).code).toBe(422)
  // Typed from paper: without separators, in small letters.
  expect(await activate({ username: 'LIN_A', code: code.replaceAll('-', ' ').toLowerCase() })).toMatchObject({
    code: 200,
    msg: 'Account activated. Sign in with your new password.',
  })
  await signIn('admin', 'lin_a', 'My-own-77')
  expect(await activate({ password: 'Other-1234' })).toMatchObject({ code: 422, msg: wrong })
  // A locked account, and one whose code has expired.
  await db.update(account).set({ status: 0 }).where(eq(account.username, 'lin_b'))
  expect(await activate({ username: 'lin_b', code: codes.lin_b })).toMatchObject({ code: 422, msg: wrong })
  await db.execute(sql`update account_activation set expire_time = now() - interval '1 minute'`)
  expect(await activate({ username: 'lin_c', code: codes.lin_c })).toMatchObject({ code: 422, msg: wrong })
  // The same back-off as for sign-ins, also for names that do not exist.
  for (let at = 0; at < 6; at++) await activate({ username: 'guess', code: String(at) })
  expect((await activate({ username: 'guess' })).status).toBe(429)
  expect((await token('admin', { username: 'lin_c', password: 'My-own-77' })).status).not.toBe(200)

  // Whoever has got as many rights as the importer since is not in the file.
  const risen = await file.bring('Username,Name,Organization\nlin_e,Lin E,Name S1\nlin_f,Lin F,Name S1')
  const rising = (await rowsBy(boss, 'user', 'username')).lin_e?.id ?? 0
  expect((await editAccount(admin, rising, { super: 1 })).code).toBe(200)
  const fetched = await fetch(boss, 'csv', (risen.job.result as { changeSetId: number }).changeSetId)
  const others = Buffer.from((fetched.data as { content: string }).content, 'base64').toString()
  expect(others).toContain('lin_f')
  expect(others).not.toContain('lin_e')

  const next = await file.bring('Username,Name,Organization\nlin_d,Lin D,Name S1')
  const later = (next.job.result as { changeSetId: number }).changeSetId
  const lin_d = (await rowsBy(boss, 'user', 'username')).lin_d?.id ?? 0
  expect((await editAccount(boss, lin_d, { password: 'By-hand-12' })).code).toBe(200)
  expect(await fetch(boss, 'xlsx', later)).toMatchObject({
    code: 409,
    msg: 'This import has added no account that still waits for its activation.',
  })
  await db.execute(sql`update change_set set create_time = now() - interval '25 hours' where id = ${later}`)
  expect(await fetch(boss, 'xlsx', later)).toMatchObject({
    code: 409,
    msg: 'Activation codes can be fetched within 24 hours after the import. Reset the passwords of these accounts instead.',
  })
})
