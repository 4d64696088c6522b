import { expect, test } from 'vitest'
import type { ChangeEntry } from '#src/server/history/latest-changes.server.ts'
import { addOrganizations, type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'

type Page = { list: ChangeEntry[]; next: number | null }

const ownChangesOf = async (call: Caller, before?: number) =>
  (await call('GET', `/adminApi/user/changes${before === undefined ? '' : `?before=${before}`}`)).data as Page

async function start() {
  const api = await startApi()
  const chief = await api.signIn()
  return { ...api, chief, ids: await addOrganizations(chief) }
}

test('the own changes come page by page, each once, of the own account without any node, and only what one may see', async () => {
  const made = await start()
  // The own changes come page by page, each once, and nobody else’s among them.
  {
    const { db, signIn, chief, ids } = made
    const { D1, S1 } = ids
    const nodes = ['baseInfo/organization/index', 'baseInfo/organization/edit'] as const
    await addOfficer({ db }, { username: 'edits', nodes: [...nodes], scope: 'orgBelow', deptId: D1 })
    const call = await signIn('admin', 'edits')
    expect(await ownChangesOf(call)).toEqual({ list: [], next: null })
    for (let at = 1; at <= 13; at += 1)
      await call('POST', '/adminApi/organization/edit', { id: S1, contact: `contact ${at}` })
    await chief('POST', '/adminApi/organization/edit', { id: S1, contact: 'of the chief' })
    const first = await ownChangesOf(call)
    const second = await ownChangesOf(call, first.next ?? 0)
    expect([first, second].map(({ list }) => list.length)).toEqual([12, 1])
    expect(second.next).toBeNull()
    const all = [first, second].flatMap(({ list }) => list)
    expect(new Set(all.map((one) => one.changeSetId)).size).toBe(13)
    expect(new Set(all.map((one) => one.actor.name))).toEqual(new Set(['edits']))
    expect(all[0]).toMatchObject({ row: { id: S1 }, menu: 'baseInfo/organization', self: false })
  }
  // What users change of their own account is in their list without any node.
  {
    const { db, signIn } = made
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
  }
  // API tokens that a user has created and revoked are in the list.
  {
    const { db, signIn } = made
    await addOfficer({ db }, { username: 'tokens', nodes: ['baseInfo/organization/index'], scope: 'own' })
    const call = await signIn('admin', 'tokens')
    const added = await call('POST', '/adminApi/apiToken/add', { name: 'Sync', nodes: ['baseInfo/organization/index'] })
    const { id } = added.data as { id: number }
    await call('DELETE', `/adminApi/apiToken/del?ids[]=${id}`)
    const { list } = await ownChangesOf(call)
    expect(list.map(({ self, operation, title, undoable }) => ({ self, operation, title, undoable }))).toEqual([
      { self: true, operation: 'delete', title: 'API token Sync', undoable: false },
      { self: true, operation: 'insert', title: 'API token Sync', undoable: false },
    ])
  }
  // Rows that the user may no longer see are left out.
  {
    const { db, signIn, chief, ids } = made
    const { D1, S1, S2 } = ids
    const nodes = ['baseInfo/organization/index', 'baseInfo/organization/edit'] as const
    const id = await addOfficer({ db }, { username: 'moves', nodes: [...nodes], scope: 'orgBelow', deptId: D1 })
    const call = await signIn('admin', 'moves')
    await call('POST', '/adminApi/organization/edit', { id: S1, contact: 'mine' })
    expect((await ownChangesOf(call)).list).toHaveLength(1)
    await chief('POST', '/adminApi/user/edit', { id, deptId: S2 })
    expect((await ownChangesOf(call)).list).toEqual([])
  }
})
