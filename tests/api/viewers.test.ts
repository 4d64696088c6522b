import { expect, test } from 'vitest'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

type Viewer = { username: string; super: boolean; reads: string[]; sees: { scope: string; roles: string[] }[] }

async function district() {
  const api = await startApi()
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  const nodes = ['baseInfo/organization/index', 'user-role/user/index'] as const
  await addOfficer(api, { username: 'below', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D1 })
  await addOfficer(api, { username: 'school', nodes: [...nodes], scope: 'org', deptId: ids.S1 })
  await addOfficer(api, { username: 'other', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D2 })
  await addOfficer(api, { username: 'blind', nodes: ['dashboard'], scope: 'all', deptId: ids.S1 })
  const viewers = async (caller: typeof admin, key: string, id: number, more = '') => {
    const { data, ...answer } = await caller('GET', `/adminApi/${key}/viewers?id=${id}${more}`)
    return { ...answer, ...(data as { list: Viewer[]; next: string | null }) }
  }
  return { api, admin, ids, viewers }
}

test('who sees a row: super administrators, and whoever has both a role that reads and a data scope with the row', async () => {
  const { admin, ids, viewers } = await district()
  const { list } = await viewers(admin, 'organization', ids.S1)
  expect(list.map(({ username }) => username)).toEqual(['admin', 'below', 'school'])
  expect(list[0]).toMatchObject({ super: true, reads: [], sees: [] })
  expect(list[1]).toMatchObject({ reads: ['role of below'], sees: [{ scope: 'orgBelow', roles: ['role of below'] }] })
  expect(list[2]).toMatchObject({ reads: ['role of school'], sees: [{ scope: 'org', roles: ['role of school'] }] })
})

test('the answer stays within the data scope of whoever asks, and needs the right to see accounts', async () => {
  const { api, ids, viewers } = await district()
  const below = await api.signIn('admin', 'below')
  expect((await viewers(below, 'organization', ids.S1)).list.map(({ username }) => username)).toEqual([
    'below',
    'school',
  ])
  expect(await viewers(below, 'organization', ids.D2)).toMatchObject({ code: 404 })
  await addOfficer(api, { username: 'reader', nodes: ['baseInfo/organization/index'], scope: 'all' })
  expect(await viewers(await api.signIn('admin', 'reader'), 'organization', ids.S1)).toMatchObject({ code: 403 })
})

test('people are found by name, and page by page', async () => {
  const { admin, ids, viewers } = await district()
  const first = await viewers(admin, 'organization', ids.S1, '&limit=2')
  expect(first.list.map(({ username }) => username)).toEqual(['admin', 'below'])
  expect(first.next).toBe('below')
  const rest = await viewers(admin, 'organization', ids.S1, '&limit=2&after=below')
  expect(rest).toMatchObject({ list: [{ username: 'school' }], next: null })
  expect((await viewers(admin, 'organization', ids.S1, '&quickSearch=scho')).list).toHaveLength(1)
})
