import { expect, test } from 'vitest'
import { verbNodes } from '#src/resource/registry.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { assets, generator } from '../support/generator.ts'
import { addOfficer } from '../support/officer.ts'

test('rows form a tree, and are dragged into an order', async () => {
  const { admin, generate } = await generator()
  const made = await generate(
    assets(
      {
        tree: true,
        sortable: true,
        fields: [
          { name: 'pid', type: 'relation', label: text('Parent'), resource: 'asset' },
          { name: 'name', type: 'text', label: text('Name'), required: true, max: 50 },
        ],
        quickSearch: ['name'],
        sorts: ['name'],
        defaultOrder: 'sortKey,asc',
      },
      { columns: {} },
    ),
  )
  expect(made).toMatchObject({ code: 200 })
  const add = async (name: string, pid?: number) => idOf(await admin('POST', '/adminApi/asset/add', { name, pid }))
  const [house, barn] = [await add('House'), await add('Barn')]
  const room = await add('Room', house)
  expect(await admin('POST', '/adminApi/asset/sortable', { id: barn, targetId: house })).toMatchObject({ code: 200 })
  const { data } = await admin('GET', '/adminApi/asset/index?order=sortKey,asc')
  expect((data as { list: { name: string }[] }).list.map(({ name }) => name)).toEqual(['Barn', 'House', 'Room'])
  expect(await admin('POST', '/adminApi/asset/edit', { id: house, version: 1, pid: room })).toMatchObject({
    status: 422,
  })
})

test('a screen of entries that are only added has no other calls, and its rows belong to organizations', async () => {
  const made = await generator()
  const { admin, generate, ids, signIn } = made
  await generate(assets({ verbs: ['index', 'add'] }, { scopeField: 'orgId' }))
  for (const [code, orgId] of [
    ['A1', ids.S1],
    ['A2', ids.S2],
  ] as const)
    idOf(await admin('POST', '/adminApi/asset/add', { code, name: 'Lamp', orgId }))
  expect(await admin('POST', '/adminApi/asset/edit', { id: 1, version: 1, name: 'X' })).toMatchObject({ status: 404 })
  const nodes = verbNodes({ key: 'asset', menu: 'baseInfo/asset', verbs: ['index', 'add'] }).map(({ node }) => node)
  await addOfficer(made, { username: 'keeper', scope: 'org', deptId: ids.S1, nodes })
  const keeper = await signIn('admin', 'keeper')
  expect(Object.keys(await rowsBy(keeper, 'asset', 'code'))).toEqual(['A1'])
})
