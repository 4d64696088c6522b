import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, accountRole, role } from '#src/db/identity.table.server.ts'
import type { Node } from '#src/resource/registry.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const looks: Node[] = ['baseInfo/organization/index', 'user-role/user/index', 'user-role/role/index']
const works: Node[] = [
  ...looks,
  'user-role/user/add',
  'user-role/user/edit',
  'user-role/user/del',
  'user-role/role/add',
  'user-role/role/edit',
  'user-role/role/del',
]
const user = '/adminApi/user'
const roles = '/adminApi/role'

/** A district with a chief, a clerk below, and a stranger in the other district. */
async function district() {
  const api = await startApi()
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  const people = {
    chief: await addOfficer(api, { username: 'chief', nodes: works, scope: 'orgBelow', deptId: ids.D1 }),
    clerk: await addOfficer(api, { username: 'clerk', nodes: looks, scope: 'org', deptId: ids.S1 }),
    stranger: await addOfficer(api, { username: 'stranger', nodes: looks, scope: 'org', deptId: ids.D2 }),
    deputy: await addOfficer(api, { username: 'deputy', nodes: works, scope: 'orgBelow', deptId: ids.D1 }),
  }
  const roleOf = async (name: string) => {
    const [found] = await api.db
      .select({ id: role.id })
      .from(role)
      .where(eq(role.name, `role of ${name}`))
    return Number(found?.id)
  }
  const stateOf = async (id: number) => {
    const [row] = await api.db.select().from(account).where(eq(account.id, id))
    const held = await api.db.select({ id: accountRole.roleId }).from(accountRole).where(eq(accountRole.accountId, id))
    return row && { status: row.status, super: row.super, nickname: row.nickname, roles: held.map((one) => one.id) }
  }
  const setOf = (answer: { data: unknown }) => (answer.data as { changeSetId: number }).changeSetId
  return { ...api, admin, chief: await api.signIn('admin', 'chief'), ids, people, roleOf, stateOf, setOf }
}

test('by guessed ids nobody reads, changes, locks, resets, signs out or deletes accounts of another district', async () => {
  const { chief, people, stateOf, roleOf } = await district()
  const id = people.stranger
  const before = await stateOf(id)
  const attempts = [
    await chief('GET', `${user}/edit?id=${id}`),
    await chief('GET', `${user}/history?id=${id}`),
    await chief('GET', `${user}/viewers?id=${id}`),
    await chief('POST', `${user}/edit`, { id, nickname: 'x' }),
    await chief('POST', `${user}/page`, { id, status: 0 }),
    await chief('POST', `${user}/bulkEdit`, { ids: [id], values: { status: 0 } }),
    await chief('POST', `${user}/resetPassword`, { id }),
    await chief('GET', `/adminApi/session/index?accountId=${id}`),
    await chief('POST', `/adminApi/session/endOthers?accountId=${id}`, {}),
    await chief('POST', `${roles}/grant`, { roleId: await roleOf('clerk'), accountId: id, endTime: null }),
    await chief('POST', `${roles}/revoke`, { roleId: await roleOf('stranger'), accountId: id }),
    await chief('DELETE', `${user}/page/${id}`),
    await chief('DELETE', `${user}/del?ids[]=${id}`),
    await chief('POST', `${user}/bulkDel`, { ids: [id] }),
  ]
  for (const [at, { code }] of attempts.entries()) expect([403, 404, 409, 422], `attempt ${at}`).toContain(code)
  expect(await stateOf(id)).toEqual(before)
  const exported = await chief('GET', `${user}/index?limit=200`)
  expect(JSON.stringify(exported.data)).not.toContain('stranger')
})

test('an equal or a superior is changed by no call, and the answer says why', async () => {
  const { chief, people, stateOf, roleOf } = await district()
  for (const [id, name] of [
    [people.deputy, 'deputy'],
    [1, 'admin'],
  ] as const) {
    const before = await stateOf(id)
    const attempts = [
      await chief('POST', `${user}/edit`, { id, nickname: 'x' }),
      await chief('POST', `${user}/edit`, { id, roleIds: [] }),
      await chief('POST', `${user}/edit`, { id, password: 'Another-kite-1' }),
      await chief('POST', `${user}/bulkEdit`, { ids: [id], values: { status: 0 } }),
      await chief('POST', `${user}/resetPassword`, { id }),
      await chief('GET', `/adminApi/session/index?accountId=${id}`),
      await chief('POST', `/adminApi/session/endOthers?accountId=${id}`, {}),
      await chief('POST', `${roles}/grant`, { roleId: await roleOf('clerk'), accountId: id, endTime: null }),
      await chief('DELETE', `${user}/del?ids[]=${id}`),
      await chief('POST', `${user}/bulkDel`, { ids: [id] }),
    ]
    for (const [at, { code }] of attempts.entries()) expect([403, 404, 422], `${name}: attempt ${at}`).toContain(code)
    expect(await stateOf(id)).toEqual(before)
  }
  const refused = await chief('POST', `${user}/edit`, { id: people.deputy, nickname: 'x' })
  expect(JSON.stringify(refused)).toContain('deputy has as many rights as you or more')
})

test('what an undo or a restored row would grant is checked like anything else', async () => {
  const { admin, chief, people, stateOf, roleOf, setOf, db } = await district()
  const clerkRole = await roleOf('clerk')
  const chiefRole = await roleOf('chief')
  // The super administrator takes a strong role away from the clerk again. Nobody weaker brings it back.
  const form = { name: 'Everywhere', scope: 'all', pid: null, organizationIds: [], ruleIds: [], note: '', status: 1 }
  const strong = ((await admin('POST', `${roles}/add`, form)).data as { id: number }).id
  const given = await admin('POST', `${user}/edit`, { id: people.clerk, roleIds: [clerkRole, strong] })
  const taken = await admin('POST', `${user}/edit`, { id: people.clerk, roleIds: [clerkRole] })
  expect([given.code, taken.code]).toEqual([200, 200])
  const locked = await admin('POST', `${user}/edit`, { id: people.deputy, status: 0 })
  for (const changeSetId of [setOf(taken), setOf(locked)]) {
    const undone = await chief('POST', '/adminApi/history/undo', { changeSetId })
    expect([403, 409, 422]).toContain(undone.code)
  }
  const { rows: changes } = await db.execute<{ id: number }>(sql`
    select id from change where table_name = 'account' and row_id = ${people.deputy} order by id desc limit 1`)
  const restored = await chief('POST', `${user}/restore`, { id: people.deputy, changeId: Number(changes[0]?.id) })
  expect([403, 404, 422]).toContain(restored.code)
  expect(await stateOf(people.clerk)).toMatchObject({ roles: [clerkRole] })
  expect(await stateOf(people.deputy)).toMatchObject({ status: 0 })
  // Nor does an undo widen a role.
  const widened = await admin('POST', `${roles}/edit`, { id: clerkRole, scope: 'all' })
  const narrowed = await admin('POST', `${roles}/edit`, { id: clerkRole, scope: 'org' })
  expect([widened.code, narrowed.code]).toEqual([200, 200])
  expect([403, 409, 422]).toContain(
    (await chief('POST', '/adminApi/history/undo', { changeSetId: setOf(narrowed) })).code,
  )
  expect(chiefRole).toBeGreaterThan(0)
})

test('a grant and its undo: what somebody has given they take back in one step', async () => {
  const { chief, people, stateOf, roleOf, setOf } = await district()
  const clerkRole = await roleOf('clerk')
  const made = await chief('POST', `${roles}/add`, {
    name: 'Helper',
    scope: 'org',
    pid: null,
    organizationIds: [],
    ruleIds: [],
    note: '',
    status: 1,
  })
  expect(made.code).toBe(200)
  const helper = (made.data as { id: number }).id
  const given = await chief('POST', `${roles}/grant`, { roleId: helper, accountId: people.clerk, endTime: null })
  expect(given.code).toBe(200)
  expect((await stateOf(people.clerk))?.roles.toSorted()).toEqual([clerkRole, helper].toSorted())
  expect(await chief('POST', '/adminApi/history/undo', { changeSetId: setOf(given) })).toMatchObject({ code: 200 })
  expect(await stateOf(people.clerk)).toMatchObject({ roles: [clerkRole] })
})

test('of many that grant, revoke and delete the same at the same time, each is whole or not at all', async () => {
  const { admin, chief, people, roleOf, db } = await district()
  const clerkRole = await roleOf('clerk')
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) => {
      const by = at % 2 === 0 ? chief : admin
      if (at % 4 < 2) return by('POST', `${roles}/grant`, { roleId: clerkRole, accountId: people.clerk, endTime: null })
      return by('POST', `${roles}/revoke`, { roleId: clerkRole, accountId: people.clerk })
    }),
  )
  for (const { code } of answers) expect([200, 403, 404, 409, 422]).toContain(code)
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from account_role where account_id = ${people.clerk} and role_id = ${clerkRole}`)
  expect(rows[0]?.count).toBeLessThan(2)
})

test('an account of less rights sees a telephone number in part, and does not find by it', async () => {
  const { admin, chief, signIn, people, roleOf } = await district()
  await admin('POST', `${user}/edit`, { id: people.clerk, phone: '13800000001' })
  const clerk = await signIn('admin', 'clerk')
  const { data } = await clerk('GET', `${user}/index`)
  expect(data).toMatchObject({ list: [{ username: 'clerk', phone: '138****0001' }] })
  expect((await clerk('GET', `${user}/index?quickSearch=13800000001`)).data).toMatchObject({ list: [] })
  // Nor by what else looks for accounts.
  const held = `${roles}/holders?id=${await roleOf('clerk')}&quickSearch=`
  expect((await clerk('GET', `${held}13800000001`)).data).toMatchObject({ list: [] })
  expect((await clerk('GET', `${held}clerk`)).data).toMatchObject({ list: [{ username: 'clerk' }] })
  expect((await chief('GET', `${held}13800000001`)).data).toMatchObject({ list: [{ username: 'clerk' }] })
})
