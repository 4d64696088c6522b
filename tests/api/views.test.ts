import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, accountRole, role } from '#src/db/identity.table.server.ts'
import type { SavedView } from '#src/server/views/view.schema.ts'
import { savedViewTable } from '#src/server/views/view.table.server.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'

type Views = { list: SavedView[]; roles: { value: number; label: string }[] }

const state = {
  quickSearch: '一中',
  filter: {
    and: [
      { field: 'type', operator: 'eq', val: 'school' },
      { field: 'createTime', operator: 'RANGE', dynamic: 'thisMonth' },
    ],
  },
  order: ['name,asc'],
  columns: ['name', 'code'],
  widths: { name: 240 },
  pins: { name: 'start' },
  density: 'compact',
  limit: 50,
}

/** Sets up three users: Li and Wang share one role, Zhao has another. */
async function three() {
  const made = await startApi()
  const person = async (username: string) => {
    const id = await addOfficer(made, { username, nodes: ['baseInfo/organization/index'], scope: 'all' })
    const call = await made.signIn('admin', username, passwords.admin)
    const [own] = await made.db
      .select({ id: accountRole.roleId })
      .from(accountRole)
      .where(eq(accountRole.accountId, id))
    const views = async () => (await call('GET', '/adminApi/view/index?resource=organization')).data as Views
    const post = (action: string, body: object, headers?: Record<string, string>) =>
      call(
        'POST',
        `/adminApi/view/${action}`,
        action === 'edit' ? body : { resource: 'organization', ...body },
        headers,
      )
    return { id, call, views, post, roleId: own?.id ?? 0 }
  }
  const [li, wang, zhao] = [await person('li_lei'), await person('wang_wu'), await person('zhao_si')]
  await made.db.insert(accountRole).values({ accountId: wang.id, roleId: li.roleId })
  return { ...made, li, wang, zhao }
}

test('a view is kept with everything that it consists of, for its owner alone', async () => {
  const { li, wang, signIn } = await three()
  const added = await li.post('add', { name: 'Schools', state })
  expect(added).toMatchObject({ code: 200, msg: 'Added', data: { version: 1 } })
  expect((await li.views()).list).toMatchObject([
    { name: 'Schools', ownerId: li.id, ownerName: 'li_lei', editable: true, roleIds: [], state, isDefault: false },
  ])
  expect((await wang.views()).list).toEqual([])
  const admin = await signIn()
  expect((await admin('GET', '/adminApi/view/index?resource=organization')).data).toMatchObject({
    list: [{ name: 'Schools', editable: true }],
  })
  expect((await li.call('GET', '/adminApi/view/index?resource=subject')).data).toMatchObject({ list: [] })
})

test('a view that is shared with a role is there for its holders, to use and not to change', async () => {
  const { li, wang, zhao, db } = await three()
  const { id } = (await li.post('add', { name: 'Shared', state: {}, roleIds: [li.roleId] })).data as { id: number }
  await wang.post('add', { name: 'A view of mine', state: {} })
  expect((await wang.views()).list).toMatchObject([
    { name: 'A view of mine' },
    { id, ownerName: 'li_lei', editable: false },
  ])
  expect((await zhao.views()).list).toEqual([])
  expect(await wang.post('edit', { id, name: 'Mine now' })).toMatchObject({ status: 404 })
  expect(await wang.call('DELETE', `/adminApi/view/del?ids[]=${id}`)).toMatchObject({ status: 404 })
  // A disabled role shares no views any more.
  await db.update(role).set({ status: 0 }).where(eq(role.id, li.roleId))
  expect((await wang.views()).list).toHaveLength(1)
})

test('one shares with roles that one holds; a super admin with all', async () => {
  const { li, zhao, signIn } = await three()
  expect((await li.views()).roles).toEqual([{ value: li.roleId, label: 'role of li_lei' }])
  expect(await li.post('add', { name: 'x', state: {}, roleIds: [zhao.roleId] })).toMatchObject({
    status: 422,
    data: { errors: { roleIds: ['The selected item does not exist or is not available to you'] } },
  })
  const admin = await signIn()
  const body = { resource: 'organization', name: 'For all', state: {}, roleIds: [li.roleId, zhao.roleId] }
  const { id } = (await admin('POST', '/adminApi/view/add', body)).data as { id: number }
  expect((await zhao.views()).list).toMatchObject([{ id }])
  expect(((await admin('GET', '/adminApi/view/index?resource=organization')).data as Views).roles).toHaveLength(3)
})

test('everybody begins with the view of their own choice, also one that is shared', async () => {
  const { li, wang, zhao } = await three()
  const { id } = (await li.post('add', { name: 'Shared', state: {}, roleIds: [li.roleId] })).data as { id: number }
  expect(await wang.post('default', { id })).toMatchObject({ code: 200, data: { id } })
  expect((await wang.views()).list[0]?.isDefault).toBe(true)
  expect((await li.views()).list[0]?.isDefault).toBe(false)
  expect(await zhao.post('default', { id })).toMatchObject({ status: 404 })
  expect(await wang.call('POST', '/adminApi/view/default', { resource: 'subject', id })).toMatchObject({ status: 404 })
  await li.post('default', { id })
  const again = { 'idempotency-key': 'default-view-1' }
  for (const _ of ['first', 'repeat']) {
    const none = { resource: 'organization', id: null }
    expect(await wang.call('POST', '/adminApi/view/default', none, again)).toMatchObject({ code: 200 })
  }
  expect((await wang.views()).list[0]?.isDefault).toBe(false)
  expect((await li.views()).list[0]?.isDefault).toBe(true)
  await wang.post('default', { id })
  expect(await li.call('DELETE', `/adminApi/view/del?ids[]=${id}`)).toMatchObject({ code: 200, msg: '1 deleted' })
  expect((await wang.views()).list).toEqual([])
})

test('a stale change is refused with what is stored now, a taken name at its field', async () => {
  const { li, wang } = await three()
  const { id } = (await li.post('add', { name: 'One', state: {} })).data as { id: number }
  expect(await li.post('edit', { id, version: 1, name: 'Two' })).toMatchObject({ code: 200, data: { version: 2 } })
  expect(await li.post('edit', { id, version: 1, state })).toMatchObject({
    status: 409,
    data: { reason: 'stale', current: { name: 'Two' } },
  })
  expect(await li.post('add', { name: 'Two', state: {} })).toMatchObject({
    status: 409,
    data: { errors: { name: ['This Name already exists'] } },
  })
  expect(await wang.post('add', { name: 'Two', state: {} })).toMatchObject({ code: 200 })
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a name of 51 characters', { name: 'x'.repeat(51) }, 'name'],
  ['an order that is none', { state: { order: ['name'] } }, 'state.order.0'],
  ['a filter that is none', { state: { filter: { sql: '1=1' } } }, 'state.filter'],
  ['a width beyond every screen', { state: { widths: { name: 9000 } } }, 'state.widths.name'],
  ['a density that there is not', { state: { density: 'huge' } }, 'state.density'],
  ['an unknown part', { owner: 1 }, 'owner'],
  ['a resource that is none', { resource: '../x' }, 'resource'],
])('a view is refused with 422: %s', async (_why, change, path) => {
  const { li } = await three()
  const answer = await li.post('add', { name: 'x', state: {}, ...change })
  expect(answer.status).toBe(422)
  expect(Object.keys((answer.data as { errors: object }).errors)).toEqual([path])
})

test('of a view from another release the parts that can be read are there', async () => {
  const { li, db } = await three()
  await db.insert(savedViewTable).values({
    resource: 'organization',
    name: 'Old',
    ownerId: li.id,
    roleIds: [],
    state: {
      quickSearch: 'x',
      density: 'cosy',
      filter: { field: 'a', operator: 'SOUNDS LIKE', val: 1 },
      columns: ['gone', 'name'],
      theme: 'blue',
    },
  })
  expect((await li.views()).list[0]?.state).toEqual({ quickSearch: 'x', columns: ['gone', 'name'] })
})

test('a repeat with its key adds one view; views go with their owner', async () => {
  const { li, db } = await three()
  const headers = { 'idempotency-key': 'view-0000001' }
  const first = await li.post('add', { name: 'One', state: {} }, headers)
  expect((await li.post('add', { name: 'One', state: {} }, headers)).data).toEqual(first.data)
  await db.execute(sql`delete from account_role where account_id = ${li.id}`)
  await db.delete(account).where(eq(account.id, li.id))
  expect(await db.select().from(savedViewTable)).toEqual([])
})
