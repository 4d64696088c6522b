import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idOf } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { startTeaching } from '../support/teaching.ts'

const roleNodes = ['index', 'add', 'edit', 'del'].flatMap((verb) => [
  `user-role/role/${verb}`,
  `user-role/user/${verb}`,
]) as Parameters<typeof addOfficer>[1]['nodes']

/** A head of East School, a teacher there without a role, and a role that reads pupils of classes taught. */
async function school() {
  const api = await startTeaching()
  const { db, call, east } = api
  await addOfficer(api, {
    username: 'head',
    nodes: [...roleNodes, 'baseInfo/student/index'],
    scope: 'orgBelow',
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

/** Takes the assignments and the roles of the teacher away. */
async function clear({ db, li }: Pick<Awaited<ReturnType<typeof school>>, 'db' | 'li'>) {
  await db.execute(sql`delete from teaching`)
  await db.execute(sql`delete from account_role where account_id = ${li}`)
  await db.execute(sql`update permission_epoch set epoch = epoch || '.'`)
}

test('whoever sees a school with all below it gives the scope to teachers of the own sight, and nobody else does', async () => {
  const product = await school()
  // Whoever sees a school with all below it makes roles with this scope, and gives them to its teachers.
  {
    const { head, give, roleId, role, assign, li, east } = product
    idOf(await assign(li, east.one))
    expect((await give([roleId])).code).toBe(200)
    const own = { ...role('teaching'), name: 'Own' }
    expect((await head('POST', '/adminApi/role/add', own)).code).toBe(200)
    const { data } = await head('GET', '/adminApi/user/select?field=roleIds')
    expect(JSON.stringify(data)).toContain('Pupils teaching')
  }
  await clear(product)
  // Nobody gives it to somebody who teaches beyond their own sight, now or in a later term.
  {
    const { call, give, roleId, assign, li, east, west, terms } = product
    idOf(await assign(li, east.one))
    const beyond = idOf(await assign(li, west.one))
    expect(await give([roleId])).toMatchObject(more('li'))
    await call('POST', '/adminApi/teaching/edit', { id: beyond, termId: terms.next })
    expect(await give([roleId])).toMatchObject(more('li'))
    // What is over gives nobody anything any more.
    await call('POST', '/adminApi/teaching/edit', { id: beyond, termId: terms.past })
    expect((await give([roleId])).code).toBe(200)
  }
  await clear(product)
  // A role is not changed to this scope while somebody has it who teaches beyond the own sight.
  {
    const { call, head, role, assign, li, east, west } = product
    const own = idOf(await head('POST', '/adminApi/role/add', { ...role('org'), name: 'Another' }))
    await call('POST', '/adminApi/user/edit', { id: li, roleIds: [own] })
    const beyond = idOf(await assign(li, west.one))
    expect(await head('POST', '/adminApi/role/edit', { id: own, scope: 'teaching' })).toMatchObject({ code: 403 })
    await call('POST', '/adminApi/teaching/edit', { id: beyond, orgId: east.one })
    expect(await head('POST', '/adminApi/role/edit', { id: own, scope: 'teaching' })).toMatchObject({ code: 200 })
  }
  await clear(product)
  // An account that sees classes beyond the own sight is not changed.
  {
    const { call, head, roleId, assign, li, west } = product
    await call('POST', '/adminApi/user/edit', { id: li, roleIds: [roleId] })
    expect((await head('POST', '/adminApi/user/edit', { id: li, nickname: 'Li' })).code).toBe(200)
    idOf(await assign(li, west.one))
    const refused = await head('POST', '/adminApi/user/edit', { id: li, nickname: 'Other' })
    expect(refused.code).not.toBe(200)
    expect(JSON.stringify(refused)).toContain('has as many rights as you or more')
  }
  await clear(product)
  // Whoever sees by a scope that is not all below does not grant it.
  {
    const { head, role, assign, db, east } = product
    const { rows } = await db.execute<{ id: number }>(sql`select id from account where username = 'head'`)
    idOf(await assign(Number(rows[0]?.id), east.one))
    for (const scope of ['org', 'own', 'teaching']) {
      await db.execute(sql`update role set scope = ${scope} where name = 'role of head'`)
      await db.execute(sql`update permission_epoch set epoch = epoch || '.'`)
      expect(await head('POST', '/adminApi/role/add', { ...role('teaching'), name: 'Not own' })).toMatchObject({
        code: 422,
        data: { errors: { scope: ['This reaches beyond your own data scope.'] } },
      })
      const { data } = await head('GET', '/adminApi/user/select?field=roleIds')
      expect(JSON.stringify(data)).not.toContain('Pupils teaching')
    }
  }
})
