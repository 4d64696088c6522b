import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, credential, role, roleRule, rule } from '#src/db/identity.table.server.ts'
import type { createAccount } from '#src/features/auth/account.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { addOrganizations, type Caller, startApi } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

const verbs = ['index', 'add', 'edit', 'del'] as const
const nodes = verbs.map((verb) => `user-role/user/${verb}` as const)

/** `boss` administers D1 and below with all rights on accounts. `viewer` only reads there; its role is `Viewers`. */
async function start() {
  const api = await startApi()
  const admin = await api.signIn()
  const places = await addOrganizations(admin)
  const bossId = await addOfficer(api, {
    username: 'boss',
    nodes: [...nodes, 'baseInfo/organization/index'],
    scope: 'orgBelow',
    deptId: places.D1,
  })
  const viewerId = await addOfficer(api, {
    username: 'viewer',
    nodes: ['user-role/user/index'],
    scope: 'orgBelow',
    deptId: places.S1,
  })
  const roleId = async (name: string) => {
    const [found] = await api.db.select({ id: role.id }).from(role).where(eq(role.name, name))
    return found?.id ?? 0
  }
  const viewers = await roleId('role of viewer')
  const bosses = await roleId('role of boss')
  const boss = await api.signIn('admin', 'boss')
  const viewer = await api.signIn('admin', 'viewer')
  return { ...api, admin, boss, viewer, bossId, viewerId, places, viewers, bosses }
}

const fresh = { username: 'wang_li', name: 'Wang Li', password: 'Secret-12', status: 1 }
const add = (call: Caller, values: object) => call('POST', '/adminApi/user/add', { ...fresh, ...values })
const edit = (call: Caller, id: number, values: object) => call('POST', '/adminApi/user/edit', { id, ...values })
const errorsOf = ({ data }: { data: unknown }) => (data as { errors?: Record<string, string[]> } | null)?.errors

test('an account is added with its profile, roles and password, and signs in with it', async () => {
  const { admin, boss, signIn, places, viewers, db } = await start()
  const id = idOf(
    await add(boss, {
      deptId: places.S1,
      roleIds: [viewers],
      nickname: 'Li',
      phone: '13800000001',
      email: 'li@example.org',
    }),
  )
  const row = await rowOf(boss, 'user', id)
  expect(row).toMatchObject({
    username: 'wang_li',
    deptId: places.S1,
    roleIds: [viewers],
    status: 1,
    lastLoginTime: null,
  })
  expect(Object.keys(row)).not.toContain('password')
  // Only super administrators see who is one.
  expect(Object.keys(row)).not.toContain('super')
  expect(await rowOf(admin, 'user', id)).toMatchObject({ super: 0 })
  await signIn('admin', 'wang_li', fresh.password)
  expect(await rowOf(boss, 'user', id)).toMatchObject({ lastLoginTime: expect.any(String) })
  // `info` is the session's own call, beside the controller.
  expect((await boss('GET', '/adminApi/user/info')).data).toMatchObject({ username: 'boss', deptId: places.D1 })
  // Nothing of the password is recorded.
  const kept = await db.execute(sql`select coalesce(before::text, '') || coalesce(after::text, '') as text from change
    union all select coalesce(answer::text, '') from idempotency`)
  expect(JSON.stringify(kept.rows)).not.toMatch(/Secret-12|argon2/)
})

test('each field has its rule, with the message at the field', async () => {
  const { boss, places, viewers } = await start()
  const where = { deptId: places.S1, roleIds: [viewers] }
  const told = async (values: object) => errorsOf(await add(boss, { ...where, ...values }))
  expect(await told({ username: '1x' })).toEqual({
    username: ['3 to 15 characters, starting with a letter, containing only letters, digits and underscores'],
  })
  expect(await told({ password: '' })).toEqual({ password: ['Required'] })
  expect(await told({ password: 'ab<cdefg' })).toMatchObject({ password: [expect.stringContaining('6 to 32')] })
  expect(await told({ phone: '12' })).toMatchObject({ phone: [expect.any(String)] })
  expect(await told({ email: 'x' })).toMatchObject({ email: [expect.any(String)] })
  expect(await told({ name: '' })).toMatchObject({ name: ['Required'] })
  idOf(await add(boss, where))
  const taken = await add(boss, { ...where, username: 'WANG_LI' })
  expect([taken.code, errorsOf(taken)]).toEqual([409, { username: [expect.stringContaining('Username')] }])
})

test('an edit with an empty password leaves it, and a new one ends the sign-ins', async () => {
  const { boss, signIn, token, places } = await start()
  const id = idOf(await add(boss, { deptId: places.S1, roleIds: [] }))
  const li = await signIn('admin', 'wang_li', fresh.password)
  expect((await edit(boss, id, { phone: '13800000002', password: '' })).code).toBe(200)
  expect((await li('GET', '/adminApi/user/info')).code).toBe(200)
  expect((await edit(boss, id, { password: 'Another-34' })).code).toBe(200)
  expect((await li('GET', '/adminApi/user/info')).code).toBe(401)
  expect((await token('admin', { username: 'wang_li', password: fresh.password })).status).not.toBe(200)
  await signIn('admin', 'wang_li', 'Another-34')
  // Locking ends them too, and nobody signs in until it is unlocked.
  expect((await edit(boss, id, { status: 0 })).code).toBe(200)
  expect((await token('admin', { username: 'wang_li', password: 'Another-34' })).status).not.toBe(200)
  expect((await edit(boss, id, { status: 1 })).code).toBe(200)
  await signIn('admin', 'wang_li', 'Another-34')
})

test('an actor sees the accounts of the own departments, and puts none elsewhere', async () => {
  const { admin, boss, places, viewers } = await start()
  const far = idOf(await add(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
  const nowhere = idOf(await add(admin, { username: 'nowhere', deptId: null, roleIds: [] }))
  const near = idOf(await add(boss, { username: 'near', deptId: places.S1, roleIds: [viewers] }))
  expect(Object.keys(await rowsBy(boss, 'user', 'username')).sort()).toEqual(['boss', 'near', 'viewer'])
  expect(Object.keys(await rowsBy(admin, 'user', 'username'))).toEqual(
    expect.arrayContaining(['far', 'nowhere', 'admin']),
  )
  // Members are no accounts of the back office.
  expect(Object.keys(await rowsBy(admin, 'user', 'username'))).not.toContain('member')
  for (const id of [far, nowhere]) expect((await edit(boss, id, { name: 'X' })).code).toBe(404)
  expect(errorsOf(await edit(boss, near, { deptId: places.S2 }))).toHaveProperty('deptId')
  expect(errorsOf(await edit(boss, near, { deptId: null }))).toEqual({ deptId: ['Outside your data scope'] })
  expect(errorsOf(await add(boss, { username: 'lost', deptId: null, roleIds: [] }))).toEqual({
    deptId: ['Outside your data scope'],
  })
})

test('nobody grants what they do not hold, and nobody makes an equal', async () => {
  const { admin, boss, places, viewers, bosses, db } = await start()
  const wide = await roleWith(db, 'Wide', 'all', ['user-role/user/index'])
  const other = await roleWith(db, 'Other', 'own', ['baseInfo/subject/index'])
  const offered = async (call: Caller) =>
    ((await call('GET', '/adminApi/user/select?field=roleIds')).data as { list: { value: number }[] }).list.map(
      ({ value }) => value,
    )
  expect(await offered(boss)).toEqual(expect.arrayContaining([viewers, bosses]))
  expect(await offered(boss)).not.toEqual(expect.arrayContaining([wide]))
  expect(await offered(boss)).not.toContain(other)
  expect(await offered(admin)).toEqual(expect.arrayContaining([viewers, bosses, wide, other]))
  for (const one of [wide, other]) {
    expect(errorsOf(await add(boss, { deptId: places.S1, roleIds: [one] }))).toHaveProperty('roleIds')
  }
  const equal = await add(boss, { deptId: places.D1, roleIds: [bosses] })
  expect(errorsOf(equal)).toEqual({
    roleIds: ['wang_li would get as many rights as you or more. Grant only rights that you have yourself.'],
  })
  // Nobody but a super administrator makes one.
  expect((await add(boss, { deptId: places.S1, roleIds: [], super: 1 })).code).toBe(422)
  const made = idOf(await add(admin, { deptId: places.S1, roleIds: [], super: 1 }))
  const [row] = await db.select({ super: account.super }).from(account).where(eq(account.id, made))
  expect(row?.super).toBe(true)
  // A super administrator in the department is seen, and not touched.
  expect(errorsOf(await edit(boss, made, { phone: '13800000009' }))).toEqual({
    phone: ['wang_li has as many rights as you or more, so you cannot change this account.'],
  })
  expect(await boss('DELETE', `/adminApi/user/del?ids[]=${made}`)).toMatchObject({
    code: 403,
    msg: 'wang_li has as many rights as you or more, so you cannot change this account.',
  })
})

test('people edit their own names, and neither their rights nor their lock', async () => {
  const { admin, boss, bossId, places, viewers, db } = await start()
  expect(
    (await edit(boss, bossId, { nickname: 'The boss', name: 'Boss', phone: '13800000003', email: 'b@example.org' }))
      .code,
  ).toBe(200)
  const own = await rowOf(boss, 'user', bossId)
  expect((await edit(boss, bossId, { deptId: own.deptId, roleIds: own.roleIds, status: 1 })).code).toBe(200)
  const rights = 'You cannot change your own roles, department or permissions. Someone with more rights can.'
  expect(errorsOf(await edit(boss, bossId, { status: 0 }))).toEqual({ status: ['You cannot lock your own account.'] })
  expect(errorsOf(await edit(boss, bossId, { deptId: places.S1 }))).toEqual({ deptId: [rights] })
  expect(errorsOf(await edit(boss, bossId, { roleIds: [viewers] }))).toEqual({ roleIds: [rights] })
  expect(errorsOf(await edit(boss, bossId, { password: 'Another-34' }))).toEqual({
    password: ['Change your own password in your profile, which asks for the current one.'],
  })
  expect(await boss('DELETE', `/adminApi/user/del?ids[]=${bossId}`)).toMatchObject({
    code: 403,
    msg: 'You cannot delete your own account.',
  })
  const [me] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.username, 'admin'), eq(account.kind, 'admin')))
  const id = me?.id ?? 0
  expect(errorsOf(await edit(admin, id, { super: 0 }))).toEqual({ super: [rights] })
  expect(errorsOf(await edit(admin, id, { status: 0 }))).toEqual({ status: ['You cannot lock your own account.'] })
})

test('a bulk edit names the rows that it refuses', async () => {
  const { admin, boss, bossId, places, viewers } = await start()
  const near = idOf(await add(boss, { deptId: places.S1, roleIds: [viewers] }))
  const above = idOf(await add(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
  const body = { ids: [near, above, bossId], values: { status: 0 } }
  const preview = await boss('POST', '/adminApi/user/bulkEdit', { ...body, preview: true })
  const refused = (preview.data as { refused: { id: number; msg: string }[] }).refused
  expect(Object.fromEntries(refused.map(({ id, msg }) => [id, msg]))).toEqual({
    [above]: 'chief has as many rights as you or more, so you cannot change this account.',
    [bossId]: 'You cannot lock your own account.',
  })
  expect((await boss('POST', '/adminApi/user/bulkEdit', body)).code).toBe(422)
  expect((await boss('POST', '/adminApi/user/bulkEdit', { ...body, ids: [near] })).data).toMatchObject({ changed: 1 })
  const gone = await boss('POST', '/adminApi/user/bulkDel', { ids: [near, above, bossId], preview: true })
  expect(gone.data).toMatchObject({ refusedCount: 2, others: [near] })
})

test('a deleted account comes back locked, without a password, also for the administrator of its district', async () => {
  const { boss, token, places, viewers, db } = await start()
  const id = idOf(await add(boss, { deptId: places.S1, roleIds: [viewers] }))
  const gone = await boss('DELETE', `/adminApi/user/del?ids[]=${id}`)
  expect(gone.code).toBe(200)
  const { changeSetId } = gone.data as { changeSetId: number }
  expect((await boss('POST', '/adminApi/history/undo', { changeSetId })).code).toBe(200)
  expect(await rowOf(boss, 'user', id)).toMatchObject({ status: 0, deptId: places.S1, roleIds: [viewers] })
  expect((await edit(boss, id, { status: 1 })).code).toBe(200)
  expect((await token('admin', { username: 'wang_li', password: fresh.password })).status).not.toBe(200)
  expect(await db.select().from(credential).where(eq(credential.accountId, id))).toEqual([])
})

test('a deleted account of another district does not come back', async () => {
  const { admin, boss, places } = await start()
  const id = idOf(await add(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
  const { changeSetId } = (await admin('DELETE', `/adminApi/user/del?ids[]=${id}`)).data as { changeSetId: number }
  expect((await boss('POST', '/adminApi/history/undo', { changeSetId })).code).not.toBe(200)
  expect(((await boss('GET', '/adminApi/user/deleted')).data as { list: object[] }).list).toEqual([])
  expect(((await admin('GET', '/adminApi/user/deleted')).data as { list: object[] }).list).toHaveLength(1)
})

test('a workbook of a district is imported: no password is read, and refused lines say why', async () => {
  const api = await start()
  const { admin, boss, places, viewers, db, jobs, token } = api
  await jobs.start()
  idOf(await add(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
  idOf(await add(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
  const known = idOf(await add(boss, { username: 'known', deptId: places.S1, roleIds: [viewers] }))
  const file = importer(api, boss, 'user')
  const sent = await file.send(
    [
      '用户名,姓名,所属机构,角色,手机号码,密码',
      'lin_a,Lin A,Name S1,role of viewer,13800000011,Secret-12',
      'lin_b,Lin B,Name D1,,13800000012,Secret-12',
      'lin_c,Lin C,Name S2,,,',
      'lin_d,Lin D,Name D1,role of boss,,',
      'LIN_A,Lin E,Name S1,,,',
      'chief,Chief,Name S1,,13800000013,',
      'boss,The boss,Name S1,role of boss,,',
      'far,Far,Name S1,,,',
      'known,Known,Name D1,role of viewer,13800000014,Secret-12',
    ].join('\n'),
  )
  expect(sent.code, sent.msg).toBe(200)
  const view = sent.data
  expect(view.columns.map(({ field }) => field)).toEqual(['username', 'name', 'deptId', 'roleIds', 'phone', null])
  // The column is there, is no field, and the client is told why.
  expect(view.columns.map(({ secret }) => secret ?? false)).toEqual([false, false, false, false, false, true])
  expect(view.keys.proposed).toEqual(['username'])
  const plan = file.planOf(view)
  const stolen = { ...plan, mapping: plan.mapping.map((field) => field ?? 'password') }
  expect((await boss('POST', '/adminApi/user/importCheck', { id: view.id, plan: stolen })).code).toBe(422)
  const checked = await file.check(view.id, plan)
  expect((await file.rows(view.id, 'changed')).list[0]?.changes).toContainEqual({
    field: 'deptId',
    label: 'Organization',
    before: 'Name S1',
    after: 'Name D1',
  })
  const said = (await file.rows(view.id, 'refused')).list.map(({ title, errors }) => [
    title,
    errors[0]?.field,
    errors[0]?.text,
  ])
  expect(said).toEqual([
    ['lin_c', 'deptId', expect.stringContaining('not yours to use')],
    ['lin_d', 'roleIds', expect.stringContaining('would get as many rights as you or more')],
    ['LIN_A', 'username', 'The same as in row 2'],
    ['chief', expect.any(String), 'chief has as many rights as you or more, so you cannot change this account.'],
    ['boss', 'deptId', 'You cannot change your own roles, department or permissions. Someone with more rights can.'],
    ['far', 'username', 'This Username is taken by a row outside of your data scope'],
  ])
  expect(checked.result).toMatchObject({ counts: { new: 2, changed: 1, refused: 6 } })
  const run = await file.run(view.id, plan, true)
  expect(run.state, run.message).toBe('done')
  const rows = await rowsBy(boss, 'user', 'username')
  expect(Object.keys(rows).sort()).toEqual(['boss', 'chief', 'known', 'lin_a', 'lin_b', 'viewer'])
  expect(rows.lin_a).toMatchObject({ deptId: places.S1, roleIds: [viewers], status: 1, phone: '13800000011' })
  expect(rows.known).toMatchObject({ id: known, deptId: places.D1, phone: '13800000014' })
  // Nobody can sign in with an imported account yet, whatever the file said.
  expect((await token('admin', { username: 'lin_a', password: 'Secret-12' })).status).not.toBe(200)
  expect(
    await db
      .select()
      .from(credential)
      .where(eq(credential.accountId, Number(rows.lin_a?.id))),
  ).toEqual([])
})

test('a reset password is shown once, and is neither kept nor recorded', async () => {
  const { admin, boss, viewer, bossId, signIn, places, db, logged } = await start()
  const id = idOf(await add(boss, { deptId: places.S1, roleIds: [] }))
  const li = await signIn('admin', 'wang_li', fresh.password)
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
  const far = idOf(await add(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
  const chief = idOf(await add(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
  expect((await reset(boss, far, 'b')).code).toBe(404)
  expect((await reset(viewer, id, 'c')).code).toBe(403)
  expect(await reset(boss, chief, 'd')).toMatchObject({
    code: 403,
    msg: expect.stringContaining('chief has as many rights'),
  })
  expect(await reset(boss, bossId, 'e')).toMatchObject({ code: 403, msg: expect.stringContaining('your own password') })
})

test('whoever may edit an account sees and ends its sign-ins', async () => {
  const { admin, boss, viewer, signIn, places } = await start()
  const id = idOf(await add(boss, { deptId: places.S1, roleIds: [] }))
  const chief = idOf(await add(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
  const far = idOf(await add(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
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
  const api = await start()
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
  expect(lines[0]).toBe('Username,Name,Activation code')
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

  const next = await file.bring('Username,Name,Organization\nlin_d,Lin D,Name S1')
  const later = (next.job.result as { changeSetId: number }).changeSetId
  const lin_d = (await rowsBy(boss, 'user', 'username')).lin_d?.id ?? 0
  expect((await edit(boss, lin_d, { password: 'By-hand-12' })).code).toBe(200)
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

test('who made and changed something stays readable after the account is gone', async () => {
  const { admin, boss, bossId, places } = await start()
  const id = idOf(await add(boss, { deptId: places.S1, roleIds: [] }))
  const people = async (one: number) =>
    ((await admin('GET', `/adminApi/user/edit?id=${one}`)).data as { people: Record<string, string> }).people
  expect((await edit(admin, bossId, { nickname: 'The boss' })).code).toBe(200)
  expect(await people(id)).toEqual({ createBy: 'The boss', updateBy: 'The boss' })
  expect((await admin('DELETE', `/adminApi/user/del?ids[]=${bossId}`)).code).toBe(200)
  // As the history has it: the name that the account had when it acted.
  expect(await people(id)).toEqual({ createBy: 'boss', updateBy: 'boss' })
  const history = await admin('GET', `/adminApi/user/history?id=${id}`)
  expect(history.data).toMatchObject({ list: [{ actor: { id: bossId, name: 'boss' } }] })
  const changes = (await admin('GET', '/adminApi/dashboard/changes')).data
  expect(JSON.stringify(changes)).toContain('"name":"boss"')
})

test('super administrators cannot lock themselves, whatever writes, so one always remains', async () => {
  const { db } = await start()
  const lock = (id: number) =>
    guardedWrite(db, { id, name: 'admin', address: '', requestId: '' }, 'save', (tx) =>
      tx.update(account).set({ status: 0 }).where(eq(account.super, true)),
    )
  const [one] = await db.select({ id: account.id }).from(account).where(eq(account.super, true))
  await expect(lock(one?.id ?? 0)).rejects.toThrow('不能锁定您自己的账号。')
})

type Db = Parameters<typeof createAccount>[0]

async function roleWith(db: Db, name: string, scope: RoleScope, names: string[]): Promise<number> {
  const [made] = await db
    .insert(role)
    .values({ name, scope, sortKey: `z${name}` })
    .returning({ id: role.id })
  for (const one of names) {
    const [found] = await db
      .select({ id: rule.id })
      .from(rule)
      .where(and(eq(rule.area, 'admin'), eq(rule.name, one)))
    if (made && found) await db.insert(roleRule).values({ roleId: made.id, ruleId: found.id })
  }
  return made?.id ?? 0
}
