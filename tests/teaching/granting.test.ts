import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { RoleScope } from '#src/lib/role-scope.ts'
import { idOf } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { startTeaching } from '../support/teaching.ts'

const roleNodes = ['index', 'add', 'edit', 'del'].flatMap((verb) => [
  `user-role/role/${verb}`,
  `user-role/user/${verb}`,
]) as Parameters<typeof addOfficer>[1]['nodes']

/** A head of East School, a teacher there without a role, and a role that reads pupils of classes taught. */
async function school(headScope: RoleScope = 'orgBelow') {
  const api = await startTeaching()
  const { db, call, east } = api
  await addOfficer(api, {
    username: 'head',
    nodes: [...roleNodes, 'baseInfo/student/index'],
    scope: headScope,
    deptId: east.id,
  })
  const head = await api.signIn('admin', 'head')
  const { rows } = await db.execute<{ id: number }>(sql`select id from rule where area = 'admin'
    and name in ('baseInfo', 'baseInfo/student', 'baseInfo/student/index') order by id`)
  const ruleIds = rows.map(({ id }) => Number(id))
  const role = (scope: string) => ({
    name: `Pupils ${scope}`,
    scope,
    pid: null,
    organizationIds: [],
    ruleIds,
    note: '',
    status: 1,
  })
  const roleId = idOf(await call('POST', '/adminApi/role/add', role('teaching')))
  const { id } = await api.teacher('li', east.id, [])
  await db.execute(sql`delete from account_role where account_id = ${id}`)
  const give = (roleIds: number[]) => head('POST', '/adminApi/user/edit', { id, roleIds })
  return { ...api, head, li: id, role, roleId, give }
}

const more = (name: string) => ({
  code: 422,
  data: {
    errors: { roleIds: [`${name} would get as many rights as you or more. Grant only rights that you have yourself.`] },
  },
})

test('whoever sees a school with all below it makes roles with this scope, and gives them to its teachers', async () => {
  const { head, give, roleId, role, assign, li, east } = await school()
  idOf(await assign(li, east.one))
  expect((await give([roleId])).code).toBe(200)
  const own = { ...role('teaching'), name: 'Own' }
  expect((await head('POST', '/adminApi/role/add', own)).code).toBe(200)
  const { data } = await head('GET', '/adminApi/user/select?field=roleIds')
  expect(JSON.stringify(data)).toContain('Pupils teaching')
})

test('nobody gives it to somebody who teaches beyond their own sight, now or in a later term', async () => {
  const { call, give, roleId, assign, li, east, west, terms } = await school()
  idOf(await assign(li, east.one))
  const beyond = idOf(await assign(li, west.one))
  expect(await give([roleId])).toMatchObject(more('li'))
  await call('POST', '/adminApi/teaching/edit', { id: beyond, termId: terms.next })
  expect(await give([roleId])).toMatchObject(more('li'))
  // What is over gives nobody anything any more.
  await call('POST', '/adminApi/teaching/edit', { id: beyond, termId: terms.past })
  expect((await give([roleId])).code).toBe(200)
})

test('a role is not changed to this scope while somebody has it who teaches beyond the own sight', async () => {
  const { call, head, role, assign, li, east, west } = await school()
  const own = idOf(await head('POST', '/adminApi/role/add', { ...role('org'), name: 'Own' }))
  await call('POST', '/adminApi/user/edit', { id: li, roleIds: [own] })
  const beyond = idOf(await assign(li, west.one))
  expect(await head('POST', '/adminApi/role/edit', { id: own, scope: 'teaching' })).toMatchObject({ code: 403 })
  await call('POST', '/adminApi/teaching/edit', { id: beyond, orgId: east.one })
  expect(await head('POST', '/adminApi/role/edit', { id: own, scope: 'teaching' })).toMatchObject({ code: 200 })
})

test('an account that sees classes beyond the own sight is not changed', async () => {
  const { call, head, roleId, assign, li, west } = await school()
  await call('POST', '/adminApi/user/edit', { id: li, roleIds: [roleId] })
  expect((await head('POST', '/adminApi/user/edit', { id: li, nickname: 'Li' })).code).toBe(200)
  idOf(await assign(li, west.one))
  const refused = await head('POST', '/adminApi/user/edit', { id: li, nickname: 'Other' })
  expect(refused.code).not.toBe(200)
  expect(JSON.stringify(refused)).toContain('has as many rights as you or more')
})

test.each(['org', 'own', 'teaching'] as const)(
  'whoever sees by the scope %s alone does not grant it',
  async (scope) => {
    const { head, role, assign, db, east } = await school(scope)
    const { rows } = await db.execute<{ id: number }>(sql`select id from account where username = 'head'`)
    idOf(await assign(Number(rows[0]?.id), east.one))
    expect(await head('POST', '/adminApi/role/add', { ...role('teaching'), name: 'Own' })).toMatchObject({
      code: 422,
      data: { errors: { scope: ['This reaches beyond your own data scope.'] } },
    })
    const { data } = await head('GET', '/adminApi/user/select?field=roleIds')
    expect(JSON.stringify(data)).not.toContain('Pupils teaching')
  },
)
