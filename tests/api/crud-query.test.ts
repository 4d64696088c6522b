import { expect, test } from 'vitest'
import { addOrganizations, startApi } from '../support/api.ts'

async function five() {
  const { signIn } = await startApi()
  const call = await signIn()
  const ids = await addOrganizations(call)
  await call('POST', '/adminApi/organization/edit', {
    id: ids.S1,
    levelIds: [1, 2],
    contact: '李',
    phone: '13800138000',
    areaCode: '440305',
  })
  const find = async (query: string) => {
    const answer = await call('GET', `/adminApi/organization/index?limit=50&${query}`)
    if (answer.code !== 200) return answer
    return (answer.data as { list: { code: string }[] }).list.map((row) => row.code)
  }
  const condition = (field: string, operator: string, val?: unknown) =>
    find(`filter=${encodeURIComponent(JSON.stringify({ field, operator, val }))}`)
  return { call, ids, find, condition }
}

test('each operator finds what it should', async () => {
  const { condition, ids } = await five()
  expect(await condition('code', 'eq', 'D1')).toEqual(['D1'])
  expect(await condition('code', '=', 'D1')).toEqual(['D1'])
  expect(await condition('type', 'ne', 'school')).toEqual(['B', 'D1', 'D2'])
  expect(await condition('id', 'gt', ids.S1)).toEqual(['S2'])
  expect(await condition('id', 'egt', ids.S1)).toEqual(['S1', 'S2'])
  expect(await condition('id', 'lt', ids.D1)).toEqual(['B'])
  expect(await condition('id', 'elt', ids.D1)).toEqual(['B', 'D1'])
  expect(await condition('name', 'LIKE', 'name d')).toEqual(['D1', 'D2'])
  expect(await condition('name', 'NOT LIKE', 'd')).toEqual(['B', 'S1', 'S2'])
  expect(await condition('code', 'IN', ['D1', 'S2'])).toEqual(['D1', 'S2'])
  expect(await condition('code', 'NOT IN', 'B,D1,D2')).toEqual(['S1', 'S2'])
  expect(await condition('id', 'RANGE', [ids.D1, ids.D2])).toEqual(['D1', 'D2'])
  expect(await condition('id', 'RANGE', `,${ids.D1}`)).toEqual(['B', 'D1'])
  expect(await condition('id', 'NOT RANGE', [ids.D1, ids.S2])).toEqual(['B'])
  expect(await condition('pid', 'NULL')).toEqual(['B'])
  expect(await condition('areaCode', 'NOT NULL')).toEqual(['S1'])
  expect(await condition('levelIds', 'FIND_IN_SET', '1,2')).toEqual(['S1'])
  expect(await condition('levelIds', 'NOT FIND_IN_SET', 1)).toEqual(['B', 'D1', 'D2', 'S2'])
  expect(await condition('createTime', 'gt', '2020-01-01')).toHaveLength(5)
  expect(await condition('createTime', 'lt', 1_600_000_000)).toEqual([])
})

test('wildcards in a search are taken literally', async () => {
  const { condition, find } = await five()
  expect(await condition('name', 'LIKE', '%')).toEqual([])
  expect(await condition('name', 'LIKE', '_')).toEqual([])
  expect(await find('quickSearch=%25')).toEqual([])
})

test('groups nest, and the flat shorthand is their AND', async () => {
  const { find } = await five()
  const tree = {
    or: [
      { field: 'code', val: 'B' },
      {
        and: [
          { field: 'type', val: 'school' },
          { field: 'code', operator: 'LIKE', val: '2' },
        ],
      },
    ],
  }
  expect(await find(`filter=${encodeURIComponent(JSON.stringify(tree))}`)).toEqual(['B', 'S2'])
  expect(
    await find(
      'search[0][field]=type&search[0][val]=school&search[1][field]=code&search[1][operator]=LIKE&search[1][val]=1',
    ),
  ).toEqual(['S1'])
  expect(await find('search[0][field]=code&search[0][operator]=IN&search[0][val][]=B&search[0][val][]=D2')).toEqual([
    'B',
    'D2',
  ])
})

test('quick search asks for every word, in name, short name or code', async () => {
  const { find } = await five()
  expect(await find('quickSearch=name%20s')).toEqual(['S1', 'S2'])
  expect(await find('quickSearch=S1')).toEqual(['S1'])
})

test('order by several fields; pages cut the same order', async () => {
  const { find, call } = await five()
  expect(await find('order=name,desc')).toEqual(['S2', 'S1', 'D2', 'D1', 'B'])
  expect(await find('order=code,asc&order=createTime,desc')).toEqual(['B', 'D1', 'D2', 'S1', 'S2'])
  const page = await call('GET', '/adminApi/organization/index?page=2&limit=2&order=code,asc')
  expect(page.data).toMatchObject({ total: 5, list: [{ code: 'D2' }, { code: 'S1' }] })
})

test('names of what relations point to come with the list', async () => {
  const { call, ids } = await five()
  const { data } = await call('GET', '/adminApi/organization/index?quickSearch=S1')
  expect(data).toMatchObject({
    labels: {
      pid: { [ids.D1]: 'Name D1' },
      levelIds: { 1: '学前', 2: '小学' },
      areaCode: { 440305: '广东省 / 深圳市 / 南山区' },
    },
  })
})

test.each([
  ['an unknown parameter', 'foo=1'],
  ['page 0', 'page=0'],
  ['a limit of 201', 'limit=201'],
  ['a limit that is no number', 'limit=ten'],
  ['an order by an unknown field', 'order=secret,asc'],
  ['an order by a field without index', 'order=contact,asc'],
  ['an order without direction', 'order=name'],
  ['an unknown field in a filter', `filter=${encodeURIComponent('{"field":"path","val":"/"}')}`],
  ['an unknown operator', `filter=${encodeURIComponent('{"field":"code","operator":"SLEEP","val":"1"}')}`],
  ['an operator that does not fit', `filter=${encodeURIComponent('{"field":"id","operator":"LIKE","val":"1"}')}`],
  ['a number that is none', `filter=${encodeURIComponent('{"field":"id","val":"1 or 1=1"}')}`],
  ['a filter that is no JSON', 'filter=%7B'],
  [
    'a filter six groups deep',
    `filter=${encodeURIComponent(`${'{"and":['.repeat(6)}{"field":"id","val":1}${']}'.repeat(6)}`)}`,
  ],
  ['a page beyond row 10,000', 'page=1002&limit=10'],
  ['a NUL character', `filter=${encodeURIComponent('{"field":"code","val":"a\\u0000b"}')}`],
])('a list query is refused with 400: %s', async (_why, query) => {
  const { signIn } = await startApi()
  const call = await signIn()
  expect(await call('GET', `/adminApi/organization/index?${query}`)).toMatchObject({ status: 400, code: 400 })
})

test('divisions come by province and city', async () => {
  const { signIn, api } = await startApi()
  const call = await signIn()
  const provinces = (await call('GET', '/admin/ajax/area')).data as unknown[]
  expect(provinces).toHaveLength(31)
  expect((await call('GET', '/admin/ajax/area?province=44')).data).toContainEqual({
    value: '4403',
    label: '深圳市',
    level: 2,
  })
  expect((await call('GET', '/admin/ajax/area?province=44&city=4403&uuid=x')).data).toContainEqual({
    value: '440305',
    label: '南山区',
    level: 3,
  })
  expect(await (await api.request('/api/ajax/area?province=44')).json()).toMatchObject({ code: 200 })
  expect(await (await api.request('/admin/ajax/area')).json()).toMatchObject({ code: 401 })
})
