import { expect, test } from 'vitest'
import type { LatestChange } from '#src/features/dashboard/dashboard.queries.ts'
import { addOrganizations, type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const changesOf = async (call: Caller) =>
  ((await call('GET', '/adminApi/dashboard/changes')).data as { list: LatestChange[] }).list
const brief = ({ operation, count, row, resource }: LatestChange) => ({
  operation,
  count,
  resource,
  name: row?.title,
})

test('the latest changes name their rows, newest first, also of a row that is gone', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { S1, S2 } = await addOrganizations(call)
  await call('POST', '/adminApi/organization/edit', { id: S1, contact: 'Li' })
  await call('DELETE', `/adminApi/organization/del?ids[]=${S2}`)
  const list = await changesOf(call)
  expect(list.slice(-2).map(brief)).toEqual([
    { operation: 'insert', count: 1, resource: 'organization', name: 'Name D1' },
    { operation: 'insert', count: 1, resource: 'organization', name: 'Name B' },
  ])
  const deleted = list.find(({ operation }) => operation === 'delete')
  expect(deleted).toMatchObject({ row: { id: S2, title: 'Name S2', exists: false }, undoable: true })
  // The row was added before it was deleted, so that this entry still names it.
  expect(list.filter(({ row }) => row?.id === S2).map(brief)).toEqual([
    { operation: 'delete', count: 1, resource: 'organization', name: 'Name S2' },
    { operation: 'insert', count: 1, resource: 'organization', name: 'Name S2' },
  ])
  expect(list.find(({ operation }) => operation === 'update')).toMatchObject({ actor: { name: 'admin' }, kind: 'save' })

  const undone = await call('POST', '/adminApi/history/undo', { changeSetId: deleted?.changeSetId })
  expect(undone.code).toBe(200)
  const [newest, ...others] = await changesOf(call)
  expect(newest).toMatchObject({ undoes: deleted?.changeSetId, operation: 'insert', row: { exists: true } })
  expect(others.find(({ changeSetId }) => changeSetId === deleted?.changeSetId)).toMatchObject({
    undoable: false,
    undoneBy: newest?.changeSetId,
  })
})

test('an officer sees only changes of rows in the own scope, and may undo what the own nodes allow', async () => {
  const { db, signIn } = await startApi()
  const call = await signIn()
  const { S1, S2, D1 } = await addOrganizations(call)
  await call('POST', '/adminApi/organization/edit', { id: S2, contact: 'elsewhere' })
  await call('POST', '/adminApi/organization/edit', { id: S1, contact: 'here' })
  await call('DELETE', `/adminApi/organization/del?ids[]=${S2}`)
  await call('POST', '/adminApi/subject/add', {
    code: 'X1',
    name: 'Chess',
    type: 'school',
    fullMark: 100,
    levelIds: [],
  })
  const nodes = ['dashboard', 'baseInfo/organization/index'] as const
  await addOfficer({ db }, { username: 'reads', nodes: [...nodes], scope: 'orgBelow', deptId: D1 })
  await addOfficer(
    { db },
    { username: 'edits', nodes: [...nodes, 'baseInfo/organization/edit'], scope: 'orgBelow', deptId: D1 },
  )
  const seen = await changesOf(await signIn('admin', 'reads'))
  expect(seen.map(brief)).toEqual([
    { operation: 'update', count: 1, resource: 'organization', name: 'Name S1' },
    { operation: 'insert', count: 1, resource: 'organization', name: 'Name S1' },
    { operation: 'insert', count: 1, resource: 'organization', name: 'Name D1' },
  ])
  expect(seen.some(({ undoable }) => undoable)).toBe(false)
  const editor = await changesOf(await signIn('admin', 'edits'))
  expect(editor.map(({ operation, undoable }) => `${operation} ${undoable}`)).toEqual([
    'update true',
    'insert false',
    'insert false',
  ])
})

test('many rows are one entry with their number', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { S1, S2 } = await addOrganizations(call)
  expect((await call('DELETE', `/adminApi/organization/del?ids[]=${S1}&ids[]=${S2}`)).code).toBe(200)
  const [newest] = await changesOf(call)
  expect(newest).toMatchObject({ operation: 'delete', count: 2, undoable: true })
  expect(newest?.ids.toSorted((one, two) => one - two)).toEqual([S1, S2])
})

test('the own views come with their lists, if the list may be read', async () => {
  const { db, signIn } = await startApi()
  const state = { quickSearch: 'x' }
  await addOfficer(
    { db },
    { username: 'viewer', nodes: ['dashboard', 'baseInfo/organization/index'], scope: 'all', deptId: null },
  )
  const call = await signIn('admin', 'viewer')
  for (const resource of ['organization', 'subject'])
    expect((await call('POST', '/adminApi/view/add', { resource, name: `of ${resource}`, state })).code).toBe(200)
  expect((await call('GET', '/adminApi/dashboard/views')).data).toMatchObject({
    list: [{ name: 'of organization', menu: 'baseInfo/organization', state }],
  })
  expect((await (await signIn())('GET', '/adminApi/dashboard/views')).data).toEqual({ list: [] })
})

test('who sees only own rows learns of the own organizations alone', async () => {
  const { db, signIn } = await startApi()
  const { D1 } = await addOrganizations(await signIn())
  const nodes = ['dashboard', 'baseInfo/organization/index', 'baseInfo/organization/add'] as const
  await addOfficer({ db }, { username: 'owner', nodes: [...nodes], scope: 'own', deptId: D1 })
  const owner = await signIn('admin', 'owner')
  expect(await changesOf(owner)).toEqual([])
  await owner('POST', '/adminApi/organization/add', { code: 'X', name: 'Own', type: 'bureau', status: 1 })
  expect((await changesOf(owner)).map(brief)).toEqual([
    { operation: 'insert', count: 1, resource: 'organization', name: 'Own' },
  ])
})
