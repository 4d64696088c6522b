import { expect, test } from 'vitest'
import type { ChangeEntry } from '#src/server/history/latest-changes.server.ts'
import { addOrganizations, type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'

type Page = { list: ChangeEntry[]; next: number | null }

const ownChangesOf = async (call: Caller, before?: number) =>
  (await call('GET', `/adminApi/user/changes${before === undefined ? '' : `?before=${before}`}`)).data as Page

test('the own changes come page by page, each once, and nobody else’s among them', async () => {
  const { db, signIn } = await startApi()
  const chief = await signIn()
  const { D1, S1 } = await addOrganizations(chief)
  const nodes = ['baseInfo/organization/index', 'baseInfo/organization/edit'] as const
  await addOfficer({ db }, { username: 'edits', nodes: [...nodes], scope: 'orgBelow', deptId: D1 })
  const call = await signIn('admin', 'edits')
  expect(await ownChangesOf(call)).toEqual({ list: [], next: null })
  for (let at = 1; at <= 25; at += 1)
    await call('POST', '/adminApi/organization/edit', { id: S1, contact: `contact ${at}` })
  await chief('POST', '/adminApi/organization/edit', { id: S1, contact: 'of the chief' })
  const first = await ownChangesOf(call)
  const second = await ownChangesOf(call, first.next ?? 0)
  const third = await ownChangesOf(call, second.next ?? 0)
  expect([first, second, third].map(({ list }) => list.length)).toEqual([12, 12, 1])
  expect(third.next).toBeNull()
  const all = [first, second, third].flatMap(({ list }) => list)
  expect(new Set(all.map((one) => one.changeSetId)).size).toBe(25)
  expect(new Set(all.map((one) => one.actor.name))).toEqual(new Set(['edits']))
  expect(all[0]).toMatchObject({ row: { id: S1 }, menu: 'baseInfo/organization', self: false })
})

test('what users change of their own account is in their list without any node', async () => {
  const { db, signIn } = await startApi()
  const id = await addOfficer({ db }, { username: 'plain', nodes: [], scope: 'own' })
  const call = await signIn('admin', 'plain')
  const profile = { nickname: 'Plain', signature: 'Hello' }
  expect(await call('POST', '/adminApi/user/profile', profile)).toMatchObject({ code: 200, data: profile })
  const oldPassword = passwords.admin
  expect(await call('POST', '/adminApi/user/password', { oldPassword, newPassword: 'Quite-new-1' })).toMatchObject({
    code: 200,
  })
  const { list } = await ownChangesOf(call)
  expect(list).toHaveLength(2)
  for (const one of list)
    expect(one).toMatchObject({
      self: true,
      title: 'your own account',
      menu: '',
      resource: 'user',
      row: { id, title: 'plain' },
      undoable: false,
    })
})

test('API tokens that a user has created and revoked are in the list', async () => {
  const { db, signIn } = await startApi()
  await addOfficer({ db }, { username: 'plain', nodes: ['baseInfo/organization/index'], scope: 'own' })
  const call = await signIn('admin', 'plain')
  const made = await call('POST', '/adminApi/apiToken/add', { name: 'Sync', nodes: ['baseInfo/organization/index'] })
  const { id } = made.data as { id: number }
  await call('DELETE', `/adminApi/apiToken/del?ids[]=${id}`)
  const { list } = await ownChangesOf(call)
  expect(list.map(({ self, operation, title, undoable }) => ({ self, operation, title, undoable }))).toEqual([
    { self: true, operation: 'delete', title: 'API token Sync', undoable: false },
    { self: true, operation: 'insert', title: 'API token Sync', undoable: false },
  ])
})

test('rows that the user may no longer see are left out', async () => {
  const { db, signIn } = await startApi()
  const chief = await signIn()
  const { D1, S1, S2 } = await addOrganizations(chief)
  const nodes = ['baseInfo/organization/index', 'baseInfo/organization/edit'] as const
  const id = await addOfficer({ db }, { username: 'moves', nodes: [...nodes], scope: 'orgBelow', deptId: D1 })
  const call = await signIn('admin', 'moves')
  await call('POST', '/adminApi/organization/edit', { id: S1, contact: 'mine' })
  expect((await ownChangesOf(call)).list).toHaveLength(1)
  await chief('POST', '/adminApi/user/edit', { id, deptId: S2 })
  expect((await ownChangesOf(call)).list).toEqual([])
})
