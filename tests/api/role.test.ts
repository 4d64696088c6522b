import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, accountRole, role, rule } from '#src/db/identity.table.server.ts'
import type { Node } from '#src/resource/registry.ts'
import { addOrganizations, type Caller, startApi, type TestApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const at = '/adminApi/role'
const clerkNodes: Node[] = ['baseInfo/organization/index']
const headNodes: Node[] = [
  ...clerkNodes,
  'baseInfo/organization/edit',
  'user-role/role/index',
  'user-role/role/add',
  'user-role/role/edit',
  'user-role/role/del',
  'user-role/user/edit',
]

/** A district with a head and a clerk, a clerk of another district, and a way to name rules and roles by name. */
async function district() {
  const api = await startApi()
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  const people = {
    head: await addOfficer(api, { username: 'head', nodes: headNodes, scope: 'orgBelow', deptId: ids.D1 }),
    clerk: await addOfficer(api, { username: 'clerk', nodes: clerkNodes, scope: 'org', deptId: ids.S1 }),
    other: await addOfficer(api, { username: 'other', nodes: clerkNodes, scope: 'org', deptId: ids.S2 }),
  }
  const head = await api.signIn('admin', 'head')
  return { ...api, admin, head, clerk: await api.signIn('admin', 'clerk'), ids, people }
}

/** The ids of rules with the menus above them, as the form sends them. */
async function rulesOf({ db }: Pick<TestApi, 'db'>, ...nodes: string[]): Promise<number[]> {
  const names = nodes.flatMap((node) => node.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/')))
  const rows = await db.select({ id: rule.id }).from(rule).where(inArray(rule.name, names))
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

async function roleOf({ db }: Pick<TestApi, 'db'>, name: string): Promise<number> {
  const [found] = await db.select({ id: role.id }).from(role).where(eq(role.name, name))
  return found?.id ?? 0
}

const idIn = (answer: { data: unknown }) => (answer.data as { id: number }).id
const form = { name: 'Viewer', scope: 'org', pid: null, organizationIds: [], ruleIds: [], note: '', status: 1 }
const refusedAt = (field: string, text: string) => ({ code: 422, data: { errors: { [field]: [text] } } })

test('a list of roles counts accounts and permissions, and does not read the permissions themselves', async () => {
  const api = await district()
  const { admin, people } = api
  const ruleIds = await rulesOf(api, 'baseInfo/organization/index', 'baseInfo/organization/edit')
  const id = idIn(await admin('POST', `${at}/add`, { ...form, note: 'Reads only', ruleIds }))
  await admin('POST', `${at}/grant`, { roleId: id, accountId: people.clerk, endTime: null })
  for (const query of [
    '',
    'tree=1',
    'tree=1&quickSearch=reads',
    'tree=1&search[0][field]=ruleCount&search[0][operator]=eq&search[0][val]=2',
  ]) {
    const answer = await admin('GET', `${at}/index?limit=50&${query}`)
    expect(answer, query).toMatchObject({ code: 200 })
    const { list } = answer.data as { list: { id: number }[] }
    const row = list.find((one) => one.id === id)
    expect(row, query).toMatchObject({ name: 'Viewer', scope: 'org', accountCount: 1, ruleCount: 2, status: 1 })
    expect(row, query).not.toHaveProperty('ruleIds')
  }
  expect((await admin('GET', `${at}/edit?id=${id}`)).data).toMatchObject({
    row: { ruleIds, organizationIds: [] },
    labels: { ruleIds: { [ruleIds.at(-1) ?? 0]: 'Organizations / Edit' } },
  })
})

test('a name is unique, and chosen organizations are needed for that data scope alone', async () => {
  const { admin, ids } = await district()
  expect(await admin('POST', `${at}/add`, { ...form, name: '' })).toMatchObject(refusedAt('name', 'Required'))
  const { id } = (await admin('POST', `${at}/add`, form)).data as { id: number }
  const twice = await admin('POST', `${at}/add`, form)
  expect(twice).toMatchObject({ code: 409, data: { errors: { name: [expect.stringContaining('Name')] } } })
  const chosen = { ...form, name: 'Chosen', scope: 'chosen' }
  expect(await admin('POST', `${at}/add`, chosen)).toMatchObject(refusedAt('organizationIds', 'Required'))
  expect(await admin('POST', `${at}/add`, { ...chosen, organizationIds: [ids.S1] })).toMatchObject({ code: 200 })
  expect(await admin('POST', `${at}/edit`, { id, pid: id })).toMatchObject({ code: 422 })
})

test('nobody grants more than they hold, or as much, and the message is at the field', async () => {
  const api = await district()
  const { head, ids } = api
  const add = (values: object) => head('POST', `${at}/add`, { ...form, ...values })
  const del = await rulesOf(api, 'user-role/user/del')
  const own = await rulesOf(api, 'baseInfo/organization/index')
  expect(await add({ ruleIds: del })).toMatchObject(
    refusedAt('ruleIds', 'You do not have these permissions yourself: User management / Delete'),
  )
  const four = await rulesOf(
    api,
    'user-role/user/del',
    'user-role/user/add',
    'user-role/rule/add',
    'user-role/rule/del',
  )
  expect(await add({ ruleIds: four })).toMatchObject({
    code: 422,
    data: {
      errors: { ruleIds: [expect.stringMatching(/^You do not have these permissions yourself: .* and \d more$/)] },
    },
  })
  const beyond = 'This reaches beyond your own data scope.'
  expect(await add({ ruleIds: own, scope: 'all' })).toMatchObject(refusedAt('scope', beyond))
  const chosen = { ruleIds: own, scope: 'chosen' }
  expect(await add({ ...chosen, organizationIds: [ids.D2] })).toMatchObject(refusedAt('organizationIds', beyond))
  const everything = await rulesOf(api, ...headNodes)
  const asMuch =
    'The role would grant as much as you have yourself. Leave out a permission, or choose a narrower data scope.'
  expect(await add({ ruleIds: everything, scope: 'orgBelow' })).toMatchObject(refusedAt('ruleIds', asMuch))
  expect(await add({ ruleIds: own })).toMatchObject({ code: 200 })
  expect(await add({ ...chosen, name: 'S1', organizationIds: [ids.S1] })).toMatchObject({ code: 200 })
})

test('nobody changes or deletes a role of their own, an equal one, or one that others beyond reach have', async () => {
  const api = await district()
  const { admin, head, people } = api
  const own = await roleOf(api, 'role of head')
  const ruleIds = await rulesOf(api, 'baseInfo/organization/index')
  const higher = idIn(await admin('POST', `${at}/add`, { ...form, name: 'Higher', scope: 'all', ruleIds }))
  const shared = idIn(await admin('POST', `${at}/add`, { ...form, name: 'Shared', ruleIds }))
  await admin('POST', `${at}/grant`, { roleId: shared, accountId: people.other, endTime: null })
  const refusals: [number, string][] = [
    [own, 'You have the role role of head yourself, so you cannot change it.'],
    [higher, 'The role Higher grants as much as you have or more, so you cannot change it.'],
    [shared, 'The role Shared is also held by accounts that you cannot change, so you cannot change it.'],
  ]
  for (const [id, msg] of refusals) {
    expect(await head('POST', `${at}/edit`, { id, note: 'x' })).toMatchObject({ code: 403, msg })
    const many = await head('POST', `${at}/bulkEdit`, { ids: [id], values: { status: 0 } })
    expect(many).toMatchObject({ code: 422, data: { refused: [{ id, msg }] } })
  }
  expect(await head('DELETE', `${at}/del?ids[]=${higher}`)).toMatchObject({ code: 403, msg: refusals[1]?.[1] })
  const free = idIn(await head('POST', `${at}/add`, { ...form, name: 'Free', ruleIds }))
  expect(await head('POST', `${at}/bulkEdit`, { ids: [free], values: { status: 0 } })).toMatchObject({ code: 200 })
  expect(await head('DELETE', `${at}/del?ids[]=${free}`)).toMatchObject({ code: 200 })
})

test('a role that accounts have, or with roles below it, is not deleted', async () => {
  const { admin, people } = await district()
  const id = idIn(await admin('POST', `${at}/add`, form))
  const below = idIn(await admin('POST', `${at}/add`, { ...form, name: 'Below', pid: id }))
  const parent = await admin('DELETE', `${at}/del?ids[]=${id}`)
  expect(parent).toMatchObject({ code: 409, data: { reason: 'referenced' } })
  await admin('POST', `${at}/grant`, { roleId: below, accountId: people.clerk, endTime: null })
  expect(await admin('DELETE', `${at}/del?ids[]=${below}`)).toMatchObject({
    code: 409,
    data: { uses: [{ where: 'Accounts with this role', names: ['clerk'] }] },
  })
})

test('chosen organizations and permissions hold from the next request on', async () => {
  const api = await district()
  const { admin, clerk, ids, people } = api
  const codes = async (call: Caller) => {
    const { data } = await call('GET', '/adminApi/organization/index')
    return (data as { list: { code: string }[] }).list.map(({ code }) => code).sort()
  }
  expect(await codes(clerk)).toEqual(['S1'])
  const chosen = { ...form, scope: 'chosen', organizationIds: [ids.D2] }
  const id = idIn(await admin('POST', `${at}/add`, chosen))
  await admin('POST', `${at}/grant`, { roleId: id, accountId: people.clerk, endTime: null })
  expect(await codes(clerk)).toEqual(['D2', 'S1', 'S2'])
  await admin('POST', `${at}/edit`, { id, organizationIds: [ids.S2] })
  expect(await codes(clerk)).toEqual(['S1', 'S2'])
  expect(await clerk('GET', `${at}/index`)).toMatchObject({ code: 403 })
  await admin('POST', `${at}/edit`, { id, ruleIds: await rulesOf(api, 'user-role/role/index') })
  expect(await clerk('GET', `${at}/index`)).toMatchObject({ code: 200 })
})

test('a role for a limited time gives nothing after its end', async () => {
  const api = await district()
  const { admin, clerk, db, people } = api
  const ruleIds = await rulesOf(api, 'user-role/role/index')
  const roleId = idIn(await admin('POST', `${at}/add`, { ...form, ruleIds }))
  const grant = (endTime: string | null) => admin('POST', `${at}/grant`, { roleId, accountId: people.clerk, endTime })
  const past = new Date(Date.now() - 1000).toISOString()
  expect(await grant(past)).toMatchObject(refusedAt('endTime', 'Choose a time in the future'))
  expect(await grant('soon')).toMatchObject({ code: 422, data: { errors: { endTime: [expect.any(String)] } } })
  const end = new Date(Date.now() + 3_600_000).toISOString()
  expect(await grant(end)).toMatchObject({
    code: 200,
    msg: 'The role is given',
    data: { changeSetId: expect.any(Number) },
  })
  expect(await grant(end)).toMatchObject({ code: 200, data: { changeSetId: null } })
  expect(await clerk('GET', `${at}/index`)).toMatchObject({ code: 200 })
  const holders = async () => (await admin('GET', `${at}/holders?id=${roleId}`)).data
  expect(await holders()).toMatchObject({ list: [{ username: 'clerk', endTime: end, over: false }] })
  // The time passes.
  await db.execute(sql`update account_role set end_time = now() - interval '1 second' where role_id = ${roleId}`)
  expect(await clerk('GET', `${at}/index`)).toMatchObject({ code: 403 })
  expect(await holders()).toMatchObject({ list: [{ username: 'clerk', over: true }] })
  expect((await admin('GET', `${at}/index?quickSearch=Viewer`)).data).toMatchObject({ list: [{ accountCount: 0 }] })
  expect(await grant(null)).toMatchObject({ code: 200 })
  expect(await clerk('GET', `${at}/index`)).toMatchObject({ code: 200 })
})

test('the end of a role holds for permissions that a process keeps', async () => {
  const api = await district()
  const { admin, clerk, db, people } = api
  const ruleIds = await rulesOf(api, 'user-role/role/index')
  const roleId = idIn(await admin('POST', `${at}/add`, { ...form, ruleIds }))
  const soon = new Date(Date.now() + 1500).toISOString()
  await admin('POST', `${at}/grant`, { roleId, accountId: people.clerk, endTime: soon })
  expect(await clerk('GET', `${at}/index`)).toMatchObject({ code: 200 })
  await expect
    .poll(async () => (await db.execute(sql`select now() > ${soon}::timestamptz as over`)).rows[0])
    .toEqual({ over: true })
  expect(await clerk('GET', `${at}/index`)).toMatchObject({ code: 403 })
})

test('roles are given to and taken from accounts below, within the data scope', async () => {
  const api = await district()
  const { admin, head, clerk, db, ids, people } = api
  const ruleIds = await rulesOf(api, 'baseInfo/organization/index')
  const roleId = idIn(await head('POST', `${at}/add`, { ...form, ruleIds }))
  await addOfficer(api, { username: 'twin', nodes: headNodes, scope: 'orgBelow', deptId: ids.D1 })
  const [twin] = await db.select({ id: account.id }).from(account).where(eq(account.username, 'twin'))
  const grant = (accountId: number, own = roleId) =>
    head('POST', `${at}/grant`, { roleId: own, accountId, endTime: null })
  const outside = 'The selected item does not exist or is not available to you'
  expect(await grant(people.other)).toMatchObject(refusedAt('accountId', outside))
  const self = 'You cannot change your own roles, department or permissions. Someone with more rights can.'
  expect(await grant(people.head)).toMatchObject(refusedAt('accountId', self))
  const above = 'twin has as many rights as you or more, so you cannot change this account.'
  expect(await grant(twin?.id ?? 0)).toMatchObject(refusedAt('accountId', above))
  const all = idIn(await admin('POST', `${at}/add`, { ...form, name: 'All', scope: 'all', ruleIds }))
  expect(await grant(people.clerk, all)).toMatchObject({
    code: 403,
    msg: 'The role All grants more than you have, so you cannot give it to anyone.',
  })
  const deputy = await addOfficer(api, { username: 'deputy', nodes: clerkNodes, scope: 'org', deptId: ids.D1 })
  const equal = { ...form, name: 'Equal', scope: 'orgBelow', ruleIds: await rulesOf(api, ...headNodes) }
  expect(await grant(deputy, idIn(await admin('POST', `${at}/add`, equal)))).toMatchObject({
    code: 403,
    msg: 'deputy would get as many rights as you or more. Grant only rights that you have yourself.',
  })
  expect(await grant(people.clerk, 999_999)).toMatchObject({ code: 404 })
  expect(await clerk('POST', `${at}/grant`, { roleId, accountId: people.clerk, endTime: null })).toMatchObject({
    code: 403,
  })
  const version = async () =>
    (await db.select({ version: account.version }).from(account).where(eq(account.id, people.clerk)))[0]?.version ?? 0
  const before = await version()
  expect(await grant(people.clerk)).toMatchObject({ code: 200 })
  expect(await version()).toBe(before + 1)
  await admin('POST', `${at}/grant`, { roleId, accountId: people.other, endTime: null })
  const holders = await head('GET', `${at}/holders?id=${roleId}`)
  expect(holders.data).toMatchObject({
    list: [{ accountId: people.clerk, organization: 'Name B / Name D1 / Name S1', status: 1, refusal: null }],
    total: 1,
    hidden: 1,
    mayGrant: true,
    more: false,
  })
  expect((await head('GET', `${at}/holders?id=${roleId}&quickSearch=nobody`)).data).toMatchObject({
    list: [],
    total: 1,
  })
  expect(await head('GET', `${at}/holders?id=999999`)).toMatchObject({ code: 404 })
  const own = await head('GET', `${at}/holders?id=${await roleOf(api, 'role of head')}`)
  expect(own.data).toMatchObject({ list: [{ refusal: expect.stringMatching(/^You cannot change your own/) }] })
  const choices = await head('GET', `${at}/accounts?quickSearch=`)
  expect((choices.data as { list: { hint: string }[] }).list.map(({ hint }) => hint)).toEqual([
    'clerk',
    'deputy',
    'head',
    'twin',
  ])
  const revoke = (accountId: number) => head('POST', `${at}/revoke`, { roleId, accountId })
  expect(await revoke(people.other)).toMatchObject(refusedAt('accountId', outside))
  expect(await revoke(people.clerk)).toMatchObject({ code: 200, msg: 'The role is removed' })
  expect(await revoke(people.clerk)).toMatchObject({ code: 404, msg: 'The account does not have this role any more.' })
  expect(await db.$count(accountRole, eq(accountRole.roleId, roleId))).toBe(1)
})

test('two roles are compared by menu', async () => {
  const api = await district()
  const { admin, head, ids } = api
  const one = await rulesOf(api, 'dashboard', 'baseInfo/organization/index', 'baseInfo/organization/edit')
  const other = await rulesOf(api, 'baseInfo/organization/index', 'user-role/role')
  const A = idIn(await admin('POST', `${at}/add`, { ...form, name: 'A', ruleIds: one }))
  const hours = [{ days: 'workdays', from: '08:00:00', until: '18:00:00' }]
  const limits = { signInAddresses: '10.0.0.0/8', signInHours: hours, secondFactor: 'required', graceDays: 3 }
  const chosen = { ...form, ...limits, name: 'B', scope: 'chosen', organizationIds: [ids.S1] }
  const B = idIn(await admin('POST', `${at}/add`, { ...chosen, ruleIds: other }))
  const { data } = await head('GET', `${at}/compare?ids=${A},${B}`)
  expect(data).toMatchObject({
    roles: [
      { id: A, scope: 'org', organizations: [], signInAddresses: '', signInHours: [], secondFactor: 'free' },
      { id: B, scope: 'chosen', organizations: ['Name S1'], ...limits },
    ],
    groups: [
      { title: 'Dashboard', rules: [{ name: 'dashboard', roles: [A] }] },
      {
        title: 'Basic information / Organizations',
        rules: [
          { title: 'View', name: 'baseInfo/organization/index', roles: [A, B] },
          { title: 'Edit', roles: [A] },
        ],
      },
      { rules: [{ name: 'user-role/role', roles: [B] }] },
    ],
  })
  expect(await head('GET', `${at}/compare?ids=${A},999999`)).toMatchObject({ code: 404 })
  expect(await head('GET', `${at}/compare?ids=${A}`)).toMatchObject({ code: 400 })
})

test('a changed role comes back by undo and by restoring, with its permissions', async () => {
  const api = await district()
  const { admin } = api
  const ruleIds = await rulesOf(api, 'baseInfo/organization/index')
  const id = idIn(await admin('POST', `${at}/add`, { ...form, ruleIds }))
  const row = async () => ((await admin('GET', `${at}/edit?id=${id}`)).data as { row: { ruleIds: number[] } }).row
  const { changeSetId } = (await admin('POST', `${at}/edit`, { id, ruleIds: [] })).data as { changeSetId: number }
  expect((await row()).ruleIds).toEqual([])
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect((await row()).ruleIds).toEqual(ruleIds)
  const gone = (await admin('DELETE', `${at}/del?ids[]=${id}`)).data as { changeSetId: number }
  const back = { changeSetId: gone.changeSetId }
  expect(await admin('POST', '/adminApi/history/undo', back)).toMatchObject({ code: 200 })
  expect((await row()).ruleIds).toEqual(ruleIds)
})
