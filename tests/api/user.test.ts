import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, credential, role, roleRule, rule } from '#src/db/identity.table.server.ts'
import type { createAccount } from '#src/features/auth/account.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import type { Caller } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { importer } from '../support/imports.ts'
import { addAccount, editAccount, errorsIn, freshAccount, startPeople } from '../support/people.ts'

test('accounts are added and edited by rule, in the own departments, and nobody grants what they do not hold', async () => {
  const api = await startPeople()
  // A deleted account of another district does not come back.
  {
    const { admin, boss, places } = api
    const id = idOf(await addAccount(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
    const { changeSetId } = (await admin('DELETE', `/adminApi/user/del?ids[]=${id}`)).data as { changeSetId: number }
    expect((await boss('POST', '/adminApi/history/undo', { changeSetId })).code).not.toBe(200)
    expect(((await boss('GET', '/adminApi/user/deleted')).data as { list: object[] }).list).toEqual([])
    expect(((await admin('GET', '/adminApi/user/deleted')).data as { list: object[] }).list).toHaveLength(1)
  }
  // An account is added with its profile, roles and password, and signs in with it.
  {
    await forget(api)
    const { admin, boss, signIn, places, viewers, db } = api
    const id = idOf(
      await addAccount(boss, {
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
    await signIn('admin', 'wang_li', freshAccount.password)
    expect(await rowOf(boss, 'user', id)).toMatchObject({ lastLoginTime: expect.any(String) })
    // `info` is the session's own call, beside the controller.
    expect((await boss('GET', '/adminApi/user/info')).data).toMatchObject({ username: 'boss', deptId: places.D1 })
    // Nothing of the password is recorded.
    const kept = await db.execute(sql`select coalesce(before::text, '') || coalesce(after::text, '') as text from change
      union all select coalesce(answer::text, '') from idempotency`)
    expect(JSON.stringify(kept.rows)).not.toMatch(/Hidden-kite-12|argon2/)
  }
  // Each field has its rule, with the message at the field.
  {
    await forget(api)
    const { boss, places, viewers } = api
    const where = { deptId: places.S1, roleIds: [viewers] }
    const told = async (values: object) => errorsIn(await addAccount(boss, { ...where, ...values }))
    expect(await told({ username: '1x' })).toEqual({
      username: ['3 to 15 characters, starting with a letter, containing only letters, digits and underscores'],
    })
    expect(await told({ password: '' })).toEqual({ password: ['Required'] })
    expect(await told({ password: 'ab<cdefg' })).toMatchObject({ password: [expect.stringContaining('6 to 32')] })
    expect(await told({ phone: '12' })).toMatchObject({ phone: [expect.any(String)] })
    expect(await told({ email: 'x' })).toMatchObject({ email: [expect.any(String)] })
    expect(await told({ name: '' })).toMatchObject({ name: ['Required'] })
    idOf(await addAccount(boss, where))
    const taken = await addAccount(boss, { ...where, username: 'WANG_LI' })
    expect([taken.code, errorsIn(taken)]).toEqual([409, { username: [expect.stringContaining('Username')] }])
  }
  // An edit with an empty password leaves it, and a new one ends the sign-ins.
  {
    await forget(api)
    const { boss, signIn, token, places } = api
    const id = idOf(await addAccount(boss, { deptId: places.S1, roleIds: [] }))
    const li = await signIn('admin', 'wang_li', freshAccount.password)
    expect((await editAccount(boss, id, { phone: '13800000002', password: '' })).code).toBe(200)
    expect((await li('GET', '/adminApi/user/info')).code).toBe(200)
    expect((await editAccount(boss, id, { password: 'Another-34' })).code).toBe(200)
    expect((await li('GET', '/adminApi/user/info')).code).toBe(401)
    expect((await token('admin', { username: 'wang_li', password: freshAccount.password })).status).not.toBe(200)
    await signIn('admin', 'wang_li', 'Another-34')
    // Locking ends them too, and nobody signs in until it is unlocked.
    expect((await editAccount(boss, id, { status: 0 })).code).toBe(200)
    expect((await token('admin', { username: 'wang_li', password: 'Another-34' })).status).not.toBe(200)
    expect((await editAccount(boss, id, { status: 1 })).code).toBe(200)
    await signIn('admin', 'wang_li', 'Another-34')
  }
  // An actor sees the accounts of the own departments, and puts none elsewhere.
  {
    await forget(api)
    const { admin, boss, places, viewers } = api
    const far = idOf(await addAccount(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
    const nowhere = idOf(await addAccount(admin, { username: 'nowhere', deptId: null, roleIds: [] }))
    const near = idOf(await addAccount(boss, { username: 'near', deptId: places.S1, roleIds: [viewers] }))
    expect(Object.keys(await rowsBy(boss, 'user', 'username')).sort()).toEqual(['boss', 'near', 'viewer'])
    expect(Object.keys(await rowsBy(admin, 'user', 'username'))).toEqual(
      expect.arrayContaining(['far', 'nowhere', 'admin']),
    )
    // Members are no accounts of the back office.
    expect(Object.keys(await rowsBy(admin, 'user', 'username'))).not.toContain('member')
    for (const id of [far, nowhere]) expect((await editAccount(boss, id, { name: 'X' })).code).toBe(404)
    expect(errorsIn(await editAccount(boss, near, { deptId: places.S2 }))).toHaveProperty('deptId')
    expect(errorsIn(await editAccount(boss, near, { deptId: null }))).toEqual({ deptId: ['Outside your data scope'] })
    expect(errorsIn(await addAccount(boss, { username: 'lost', deptId: null, roleIds: [] }))).toEqual({
      deptId: ['Outside your data scope'],
    })
  }
  // Nobody grants what they do not hold, and nobody makes an equal.
  {
    await forget(api)
    const { admin, boss, places, viewers, bosses, db } = api
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
      expect(errorsIn(await addAccount(boss, { deptId: places.S1, roleIds: [one] }))).toHaveProperty('roleIds')
    }
    const equal = await addAccount(boss, { deptId: places.D1, roleIds: [bosses] })
    expect(errorsIn(equal)).toEqual({
      roleIds: ['wang_li would get as many rights as you or more. Grant only rights that you have yourself.'],
    })
    // Nobody but a super administrator makes one.
    expect((await addAccount(boss, { deptId: places.S1, roleIds: [], super: 1 })).code).toBe(422)
    const equalId = idOf(await addAccount(admin, { deptId: places.S1, roleIds: [], super: 1 }))
    const [row] = await db.select({ super: account.super }).from(account).where(eq(account.id, equalId))
    expect(row?.super).toBe(true)
    // A super administrator in the department is seen, and not touched.
    expect(errorsIn(await editAccount(boss, equalId, { phone: '13800000009' }))).toEqual({
      phone: ['wang_li has as many rights as you or more, so you cannot change this account.'],
    })
    expect(await boss('DELETE', `/adminApi/user/del?ids[]=${equalId}`)).toMatchObject({
      code: 403,
      msg: 'wang_li has as many rights as you or more, so you cannot change this account.',
    })
  }
  // Super administrators cannot lock themselves, whatever writes, so one always remains.
  {
    await forget(api)
    const { db } = api
    const lock = (id: number) =>
      guardedWrite(db, { id, name: 'admin', address: '', requestId: '' }, 'save', (tx) =>
        tx.update(account).set({ status: 0 }).where(eq(account.super, true)),
      )
    const [one] = await db.select({ id: account.id }).from(account).where(eq(account.super, true))
    await expect(lock(one?.id ?? 0)).rejects.toThrow('不能锁定您自己的账号。')
  }
  // People edit their own names, and neither their rights nor their lock.
  {
    await forget(api)
    const { admin, boss, bossId, places, viewers, db } = api
    expect(
      (
        await editAccount(boss, bossId, {
          nickname: 'The boss',
          name: 'Boss',
          phone: '13800000003',
          email: 'b@example.org',
        })
      ).code,
    ).toBe(200)
    const own = await rowOf(boss, 'user', bossId)
    expect((await editAccount(boss, bossId, { deptId: own.deptId, roleIds: own.roleIds, status: 1 })).code).toBe(200)
    const rights = 'You cannot change your own roles, department or permissions. Someone with more rights can.'
    expect(errorsIn(await editAccount(boss, bossId, { status: 0 }))).toEqual({
      status: ['You cannot lock your own account.'],
    })
    expect(errorsIn(await editAccount(boss, bossId, { deptId: places.S1 }))).toEqual({ deptId: [rights] })
    expect(errorsIn(await editAccount(boss, bossId, { roleIds: [viewers] }))).toEqual({ roleIds: [rights] })
    expect(errorsIn(await editAccount(boss, bossId, { password: 'Another-34' }))).toEqual({
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
    expect(errorsIn(await editAccount(admin, id, { super: 0 }))).toEqual({ super: [rights] })
    expect(errorsIn(await editAccount(admin, id, { status: 0 }))).toEqual({
      status: ['You cannot lock your own account.'],
    })
  }
})

test('accounts are edited together, come back locked, are imported, and who made them stays readable', async () => {
  const api = await startPeople()
  // A bulk edit names the rows that it refuses.
  {
    const { admin, boss, bossId, places, viewers } = api
    const near = idOf(await addAccount(boss, { deptId: places.S1, roleIds: [viewers] }))
    const above = idOf(await addAccount(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
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
  }
  // A deleted account comes back locked, without a password, also for the administrator of its district.
  {
    await forget(api)
    const { boss, token, places, viewers, db } = api
    const id = idOf(await addAccount(boss, { deptId: places.S1, roleIds: [viewers] }))
    const gone = await boss('DELETE', `/adminApi/user/del?ids[]=${id}`)
    expect(gone.code).toBe(200)
    const { changeSetId } = gone.data as { changeSetId: number }
    expect((await boss('POST', '/adminApi/history/undo', { changeSetId })).code).toBe(200)
    expect(await rowOf(boss, 'user', id)).toMatchObject({ status: 0, deptId: places.S1, roleIds: [viewers] })
    expect((await editAccount(boss, id, { status: 1 })).code).toBe(200)
    expect((await token('admin', { username: 'wang_li', password: freshAccount.password })).status).not.toBe(200)
    expect(await db.select().from(credential).where(eq(credential.accountId, id))).toEqual([])
  }
  // A workbook of a district is imported: no password is read, and refused lines say why.
  {
    await forget(api)
    const { admin, boss, places, viewers, db, jobs, token } = api
    await jobs.start()
    idOf(await addAccount(admin, { username: 'chief', deptId: places.S1, roleIds: [], super: 1 }))
    idOf(await addAccount(admin, { username: 'far', deptId: places.S2, roleIds: [] }))
    const known = idOf(await addAccount(boss, { username: 'known', deptId: places.S1, roleIds: [viewers] }))
    const file = importer(api, boss, 'user')
    const sent = await file.send(
      [
        '用户名,姓名,所属机构,角色,手机号码,密码',
        'lin_a,Lin A,Name S1,role of viewer,13800000011,Hidden-kite-12',
        'lin_b,Lin B,Name D1,,13800000012,Hidden-kite-12',
        'lin_c,Lin C,Name S2,,,',
        'lin_d,Lin D,Name D1,role of boss,,',
        'LIN_A,Lin E,Name S1,,,',
        'chief,Chief,Name S1,,13800000013,',
        'boss,The boss,Name S1,role of boss,,',
        'far,Far,Name S1,,,',
        'known,Known,Name D1,role of viewer,13800000014,Hidden-kite-12',
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
    expect((await token('admin', { username: 'lin_a', password: 'Hidden-kite-12' })).status).not.toBe(200)
    expect(
      await db
        .select()
        .from(credential)
        .where(eq(credential.accountId, Number(rows.lin_a?.id))),
    ).toEqual([])
  }
  // Who made and changed something stays readable after the account is gone.
  {
    await forget(api)
    const { admin, boss, bossId, places } = api
    const id = idOf(await addAccount(boss, { deptId: places.S1, roleIds: [] }))
    const people = async (one: number) =>
      ((await admin('GET', `/adminApi/user/edit?id=${one}`)).data as { people: Record<string, string> }).people
    expect((await editAccount(admin, bossId, { nickname: 'The boss' })).code).toBe(200)
    expect(await people(id)).toEqual({ createBy: 'The boss', updateBy: 'The boss' })
    expect((await admin('DELETE', `/adminApi/user/del?ids[]=${bossId}`)).code).toBe(200)
    // As the history has it: the name that the account had when it acted.
    expect(await people(id)).toEqual({ createBy: 'boss', updateBy: 'boss' })
    const history = await admin('GET', `/adminApi/user/history?id=${id}`)
    expect(history.data).toMatchObject({ list: [{ actor: { id: bossId, name: 'boss' } }] })
    const changes = (await admin('GET', '/adminApi/dashboard/changes')).data
    expect(JSON.stringify(changes)).toContain('"name":"boss"')
  }
})

/** Removes the accounts that a case has added. */
const forget = ({ db }: Awaited<ReturnType<typeof startPeople>>) =>
  db.execute(sql`delete from account where username not in ('admin', 'member', 'boss', 'viewer')`)

type Db = Parameters<typeof createAccount>[0]

async function roleWith(db: Db, name: string, scope: RoleScope, names: string[]): Promise<number> {
  const [api] = await db
    .insert(role)
    .values({ name, scope, sortKey: `z${name}` })
    .returning({ id: role.id })
  for (const one of names) {
    const [found] = await db
      .select({ id: rule.id })
      .from(rule)
      .where(and(eq(rule.area, 'admin'), eq(rule.name, one)))
    if (api && found) await db.insert(roleRule).values({ roleId: api.id, ruleId: found.id })
  }
  return api?.id ?? 0
}
