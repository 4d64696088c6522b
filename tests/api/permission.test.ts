import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberProfile } from '#src/db/identity.table.server.ts'
import { operations } from '#src/features/contract.server.ts'
import { operationName } from '#src/server/openapi/operation.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const index = 'baseInfo/organization/index' as const

/** Starts the API with organizations. `officerWith` adds an officer of the first district and signs in. */
async function district() {
  const test = await startApi()
  const admin = await test.signIn()
  const ids = await addOrganizations(admin)
  const officerWith = async (
    username: string,
    nodes: Parameters<typeof addOfficer>[1]['nodes'],
    scope: 'all' | 'orgBelow' | 'org' = 'orgBelow',
  ) => {
    await addOfficer(test, { username, nodes, scope, deptId: ids.D1 })
    return test.signIn('admin', username)
  }
  return { ...test, admin, ids, officerWith, officer: await officerWith('district', [index]) }
}

const codes = (data: unknown) => (data as { list: { code: string }[] }).list.map((row) => row.code).sort()

test('an account sees and writes the rows of its scope only, as far as its nodes reach', async () => {
  const made = await district()
  // An account with the scope of a district sees its rows only.
  {
    const { officer, ids } = made
    const list = await officer('GET', '/adminApi/organization/index')
    expect(codes(list.data)).toEqual(['D1', 'S1'])
    expect(list.data).toMatchObject({ total: 2 })
    expect(codes((await officer('GET', '/adminApi/organization/index?tree=1')).data)).toEqual(['D1', 'S1'])
    expect(codes((await officer('GET', '/adminApi/organization/index?tree=1&quickSearch=Name')).data)).toEqual([
      'D1',
      'S1',
    ])
    expect(await officer('GET', `/adminApi/organization/edit?id=${ids.S2}`)).toMatchObject({ code: 404 })
    const options = await officer('GET', '/adminApi/organization/select?field=pid&quickSearch=')
    expect((options.data as { list: { hint: string }[] }).list.map((option) => option.hint)).toEqual(['D1', 'S1'])
  }
  // The scope "own organization" is that row alone, "all" is everything.
  {
    const { officerWith } = made
    const own = await officerWith('own', [index], 'org')
    expect(codes((await own('GET', '/adminApi/organization/index')).data)).toEqual(['D1'])
    const all = await officerWith('all', [index], 'all')
    expect(codes((await all('GET', '/adminApi/organization/index')).data)).toEqual(['B', 'D1', 'D2', 'S1', 'S2'])
  }
  // Whoever may only view gets 403 from every write.
  {
    const { officer, ids } = made
    const refused = { status: 403, code: 403, msg: 'You do not have permission to operate!' }
    const row = { code: 'N', name: 'New', type: 'school', pid: ids.D1 }
    expect(await officer('POST', '/adminApi/organization/add', row)).toMatchObject(refused)
    expect(await officer('POST', '/adminApi/organization/edit', { id: ids.D1, name: 'x' })).toMatchObject(refused)
    expect(await officer('POST', '/adminApi/organization/sortable', { id: ids.D1, targetId: ids.D1 })).toMatchObject(
      refused,
    )
    expect(await officer('DELETE', `/adminApi/organization/del?ids[]=${ids.S1}`)).toMatchObject(refused)
    expect(await officer('POST', '/adminApi/organization/page', row)).toMatchObject(refused)
    expect(await officer('POST', '/adminApi/organization/page', { id: ids.D1, name: 'x' })).toMatchObject(refused)
    expect(await officer('DELETE', `/adminApi/organization/page/${ids.S1}`)).toMatchObject(refused)
  }
  // Whoever lacks the index node gets 403 from reading, too.
  {
    const { officerWith, ids } = made
    const officer = await officerWith('without', ['dashboard'])
    for (const path of ['index', 'page', `edit?id=${ids.D1}`, 'select?field=pid']) {
      expect(await officer('GET', `/adminApi/organization/${path}`)).toMatchObject({ code: 403 })
    }
  }
  // Menu and nodes of an account are what its roles hold.
  {
    const { officer } = made
    const info = await officer('GET', '/adminApi/user/info')
    expect(info.data).toMatchObject({ super: false, password: null, authNode: { 'baseInfo/organization': ['index'] } })
    const menu = await officer('GET', '/adminApi/menu')
    expect(menu.data).toMatchObject([
      {
        name: 'baseInfo',
        title: 'Basic information',
        children: [{ name: 'baseInfo/organization', children: [{ name: index }] }],
      },
    ])
  }
  // The super admin has the whole initial menu, and all nodes.
  {
    const { admin } = made
    type Entry = { name: string; type: string; children: Entry[] }
    const flat = (entries: Entry[]): string[] => entries.flatMap((entry) => [entry.name, ...flat(entry.children)])
    const buttons = (menu: string, names: string[]) => [menu, ...names.map((name) => `${menu}/${name}`)]
    const four = ['index', 'add', 'edit', 'del']
    const expected = [
      'dashboard',
      'baseInfo',
      ...buttons('baseInfo/organization', four),
      ...buttons('baseInfo/subject', ['index']),
      ...buttons('baseInfo/educate-level', ['index']),
      ...buttons('baseInfo/student-year', ['index']),
      ...buttons('baseInfo/exam-scheme', ['index']),
      'user-role',
      ...buttons('user-role/user', four),
      ...buttons('user-role/role', four),
      ...buttons('user-role/rule', four),
    ]
    const found = flat((await admin('GET', '/adminApi/menu')).data as Entry[])
    expect(found.filter((name) => expected.includes(name))).toEqual(expected)
    // New screens may be added, but none of these screens has more buttons than listed here.
    const screens = expected.filter((name) => expected.includes(`${name}/index`))
    const more = found.filter((name) => !expected.includes(name))
    expect(more.filter((name) => screens.includes(name.slice(0, name.lastIndexOf('/'))))).toEqual([])
    expect((await admin('GET', '/adminApi/user/info')).data).toMatchObject({
      super: true,
      authNode: { 'baseInfo/subject': four },
    })
  }
  // A member's token opens nothing of the back office, and the other way round.
  {
    const { signIn } = made
    const member = await signIn('user')
    expect(await member('GET', '/adminApi/user/info')).toMatchObject({ code: 401 })
    expect(await member('GET', '/adminApi/organization/index')).toMatchObject({ code: 401 })
    expect(await member('GET', '/api/user/info')).toMatchObject({
      code: 200,
      data: { username: 'member', gender: 0, money: 0, password: null },
    })
    const admin = await signIn()
    expect(await admin('GET', '/api/user/info')).toMatchObject({ code: 401 })
  }
  // An organization whose number only begins like that of the district is another one.
  {
    const { admin, officer, ids, db } = made
    await db.execute(sql`insert into organization (id, code, name, type, pid, sort_key)
      values (${ids.D1 * 10}, 'T1', 'Tenfold', 'school', ${ids.B}, 'a9')`)
    expect(codes((await officer('GET', '/adminApi/organization/index')).data)).toEqual(['D1', 'S1'])
    expect(codes((await admin('GET', '/adminApi/organization/index')).data)).toContain('T1')
  }
  // Writes stay inside the scope: other rows, other parents, the top.
  {
    const { officerWith, ids } = made
    const officer = await officerWith('writer', [
      index,
      'baseInfo/organization/add',
      'baseInfo/organization/edit',
      'baseInfo/organization/del',
    ])
    const row = { code: 'N', name: 'New', type: 'school' }
    expect(await officer('POST', '/adminApi/organization/add', { ...row, pid: ids.D1 })).toMatchObject({ code: 200 })
    expect(await officer('POST', '/adminApi/organization/add', { ...row, code: 'N2', pid: ids.D2 })).toMatchObject({
      code: 422,
      data: { errors: { pid: [expect.any(String)] } },
    })
    expect(await officer('POST', '/adminApi/organization/add', { ...row, code: 'N3' })).toMatchObject({
      code: 422,
      data: { errors: { pid: ['Outside your data scope'] } },
    })
    expect(await officer('POST', '/adminApi/organization/edit', { id: ids.S2, name: 'x' })).toMatchObject({ code: 404 })
    expect(await officer('POST', '/adminApi/organization/edit', { id: ids.S1, pid: null })).toMatchObject({ code: 422 })
    expect(await officer('DELETE', `/adminApi/organization/del?ids[]=${ids.S2}`)).toMatchObject({ code: 404 })
    expect(await officer('POST', '/adminApi/organization/sortable', { id: ids.S1, targetId: ids.S2 })).toMatchObject({
      code: 404,
    })
  }
})

// Whoever may do the call would get 415, 400 or 422 for these. matrix.test.ts sends each call a valid body.
const garbage: [body: string, type: string][] = [
  ['{"id":"x","plan":1,"ids":{}}', 'application/json'],
  ['{"id":', 'application/json'],
  ['[]', 'text/plain'],
]

const query = '?id=x&page=x&unknown=1'

test('whoever lacks the node of a call gets 403, whatever else is wrong with the request', async () => {
  const test = await startApi()
  // Each holds a node, so that a call finds someone who lacks just its own.
  await addOfficer(test, { username: 'guest', nodes: ['dashboard'], scope: 'all' })
  await addOfficer(test, { username: 'reader', nodes: ['baseInfo/organization/index'], scope: 'all' })
  const guest = await test.signIn('admin', 'guest')
  const reader = await test.signIn('admin', 'reader')
  // Members without a group hold nothing.
  await test.db.update(memberProfile).set({ groupId: null })
  const member = await test.signIn('user')
  const superOnly = [
    'POST /admin/ajax/clearCache',
    ...['index', 'add', 'edit', 'del'].map((name) => `/adminApi/resource/${name}`),
  ]
  const guarded = operations.filter(
    (call) => call.node !== undefined || superOnly.some((one) => operationName(call).endsWith(one)),
  )
  expect(guarded.length).toBeGreaterThan(90)
  const wrong: string[] = []
  for (const [at, call] of guarded.entries()) {
    const { tokens } = call.path.startsWith('/api/') ? member : call.node === 'dashboard' ? reader : guest
    // The calls take turns with the kinds of garbage: permission is checked in one place.
    const wrongBody = call.method === 'get' ? undefined : garbage[at % garbage.length]
    const [body, type] = wrongBody ?? []
    const response = await test.api.request(call.path.replace('{id}', 'x') + query, {
      method: call.method.toUpperCase(),
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        ...(type ? { 'content-type': type } : {}),
      },
      body,
    })
    if (response.status !== 403) wrong.push(`${operationName(call)} ${body} → ${response.status}`)
  }
  expect(wrong).toEqual([])
})
