import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations, type Caller, callerOf, startApi } from '../support/api.ts'
import { description, fields, full } from '../support/exam-room.ts'
import { addOfficer } from '../support/officer.ts'
import { rooms } from '../support/rooms.ts'

type Line = { id: number; title: string; field: string; beforeText: string; afterText: string; rolledBack: number }
type Id = { id: number }

function logOf(call: Caller) {
  const lines = async (by = call, query = '') =>
    ((await by('GET', `/adminApi/sensitive-data-log/index${query}`)).data as { list: Line[] }).list
  const lineOf = async (field: string, afterText?: string) =>
    (await lines()).find((one) => one.field === field && (!afterText || one.afterText === afterText))?.id ?? 0
  const rollback = (id: number, more: object = {}, by = call) =>
    by('POST', '/adminApi/sensitive-data-log/rollback', { id, ...more })
  return { lines, lineOf, rollback }
}

async function watch(call: Caller, resource: string, watched: string[]) {
  const rule = { name: `Watched ${resource}`, resource, fields: watched, status: 1 }
  expect(await call('POST', '/adminApi/sensitive-data/add', rule)).toMatchObject({ code: 200 })
}

async function add(call: Caller, resource: string, values: object) {
  const answer = await call('POST', `/adminApi/${resource}/add`, values)
  expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: 200 })
  return (answer.data as Id).id
}

const person = { phone: '', email: '', password: 'Quiet-river-12', status: 1, roleIds: [], deptId: null, super: 0 }

test('several saves go back one after another, the newest first, without a question', async () => {
  const call = await (await startApi()).signIn()
  const { lineOf, lines, rollback } = logOf(call)
  const id = await add(call, 'user', { ...person, username: 'steps', name: 'Steps', phone: '13800138000' })
  const phones = ['13800138001', '13800138002', '13800138003']
  for (const phone of phones) await call('POST', '/adminApi/user/edit', { id, phone })
  const saves = []
  for (const phone of phones) saves.push(await lineOf('phone', phone))
  for (const line of saves.toReversed()) expect(await rollback(line)).toMatchObject({ code: 200 })
  const filter = encodeURIComponent(JSON.stringify({ field: 'rolledBack', operator: 'eq', val: 1 }))
  expect((await lines(call, `?filter=${filter}`)).map(({ id: one }) => one)).toEqual(saves.toReversed())
  expect((await call('GET', `/adminApi/user/edit?id=${id}`)).data).toMatchObject({ row: { phone: '13800138000' } })
})

test('a value that is not valid any more, or points to what is gone, is refused at its field', async () => {
  const made = await rooms()
  const { admin, store, ids, db } = made
  await store()
  await watch(admin, 'exam-room', ['seats', 'orgId', 'about'])
  const { lineOf, rollback } = logOf(admin)
  const id = await add(admin, 'exam-room', { ...full, orgId: ids.S1 })
  await admin('POST', '/adminApi/exam-room/edit', { id, seats: 20, orgId: ids.S2 })
  await admin('DELETE', `/adminApi/organization/del?ids[]=${ids.S1}`)
  expect(await rollback(await lineOf('orgId'))).toMatchObject({
    status: 422,
    data: { errors: { orgId: [expect.any(String)] } },
  })
  const { rows } = await db.execute<Id>(sql`select id from resource_description`)
  const smaller = fields.map((one) => (one.name === 'seats' ? { ...one, max: 25 } : one))
  const edit = (list: object[]) => ({ id: Number(rows[0]?.id), description: { ...description, fields: list } })
  expect(await admin('POST', '/adminApi/resource/edit', edit(smaller))).toMatchObject({ code: 200 })
  expect(await rollback(await lineOf('seats'))).toMatchObject({
    status: 422,
    data: { errors: { seats: [expect.any(String)] } },
  })
  // Nothing of a save goes back while a part of it cannot.
  expect(await rollback(await lineOf('seats'), { save: true })).toMatchObject({ status: 422 })
  expect((await admin('GET', `/adminApi/exam-room/edit?id=${id}`)).data).toMatchObject({
    row: { seats: 20, orgId: ids.S2 },
  })
  // The field is gone.
  const line = await lineOf('seats')
  const without = fields.filter(({ name }) => name !== 'seats')
  expect(await admin('POST', '/adminApi/resource/edit', edit(without))).toMatchObject({ code: 200 })
  expect(await rollback(line)).toMatchObject({ status: 404 })
})

test('a field that was made a secret is not shown with its earlier values', async () => {
  const made = await rooms()
  const { admin, store, db } = made
  await store()
  await watch(admin, 'exam-room', ['about', 'entryCode'])
  const { lines, rollback, lineOf } = logOf(admin)
  const id = await add(admin, 'exam-room', { ...full, entryCode: 'Code-1234' })
  await admin('POST', '/adminApi/exam-room/edit', { id, about: '<p>Plain once</p>', entryCode: 'Code-5678' })
  const said = async () => (await lines()).map((one) => [one.field, one.beforeText, one.afterText])
  expect(await said()).toEqual(
    expect.arrayContaining([
      ['entryCode', 'Not shown', 'Changed'],
      ['about', expect.stringContaining('Old'), expect.stringContaining('Plain once')],
    ]),
  )
  expect(await rollback(await lineOf('entryCode'))).toMatchObject({ status: 422 })
  const file = await made.api.request(
    '/adminApi/sensitive-data-log/export?format=csv&columns=field,beforeText,afterText',
    {
      headers: { authorization: `Bearer ${admin.tokens.access_token}` },
    },
  )
  expect(await file.text()).not.toContain('Code-')
  const { rows } = await db.execute<Id>(sql`select id from resource_description`)
  const secret = fields.map((one) => (one.name === 'about' ? { ...one, type: 'password' } : one))
  const edit = { id: Number(rows[0]?.id), description: { ...description, fields: secret } }
  expect(await admin('POST', '/adminApi/resource/edit', edit)).toMatchObject({ code: 200 })
  expect(JSON.stringify(await lines())).not.toContain('Plain once')
})

test('nobody sees or takes back changes of rows outside of the own data scope', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const places = await addOrganizations(call)
  await watch(call, 'organization', ['name', 'contact'])
  const { lineOf, lines, rollback } = logOf(call)
  await call('POST', '/adminApi/organization/edit', { id: places.S1, name: 'New S1' })
  await call('POST', '/adminApi/organization/edit', { id: places.S2, name: 'New S2' })
  const log = ['security/sensitiveDataLog/index', 'security/sensitiveDataLog/rollback'] as const
  await addOfficer(made, {
    username: 'district',
    nodes: [...log, 'baseInfo/organization/index', 'baseInfo/organization/edit'],
    scope: 'orgBelow',
    deptId: places.D1,
  })
  const district = await made.signIn('admin', 'district')
  expect((await lines(district)).map(({ afterText }) => afterText)).toEqual(['New S1'])
  expect(await rollback(await lineOf('name', 'New S2'), {}, district)).toMatchObject({ status: 404 })
  expect(await rollback(await lineOf('name', 'New S1'), {}, district)).toMatchObject({ code: 200 })
  // A row that was moved away, and one that is deleted, are seen where they are now, or were last.
  await call('POST', '/adminApi/organization/edit', { id: places.S1, pid: places.D2 })
  expect(await lines(district)).toEqual([])
  await call('DELETE', `/adminApi/organization/del?ids[]=${places.S1}`)
  expect(await lines(district)).toEqual([])
  expect((await lines()).length).toBeGreaterThan(2)
})

test('a roll-back that gives rights asks for a fresh proof and changes nothing before', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const { lineOf, lines, rollback } = logOf(call)
  await watch(call, 'rule', ['status', 'name'])
  const rules = (await call('GET', '/adminApi/role/select?field=ruleIds&whole=1')).data as { list: { value: number }[] }
  const ruleIds = rules.list.slice(0, 3).map(({ value }) => value)
  const values = { name: 'Holder', scope: 'all', status: 1, organizationIds: [], ruleIds }
  const role = await add(call, 'role', values)
  await call('POST', '/adminApi/role/edit', { id: role, ruleIds: [] })
  const bare = callerOf(made.api, (await made.signIn()).tokens)
  const line = await lineOf('ruleIds')
  for (const more of [{}, { save: true }])
    expect(await rollback(line, more, bare)).toMatchObject({ status: 403, data: { reason: 'stepUp' } })
  expect((await lines()).find(({ id }) => id === line)).toMatchObject({ rolledBack: 0 })
  expect(await rollback(line)).toMatchObject({ code: 200 })
  // A menu that is switched on again gives itself to its roles.
  const held = ruleIds[0] ?? 0
  expect(await call('POST', '/adminApi/rule/edit', { id: held, status: 0 })).toMatchObject({ code: 200 })
  expect(await rollback(await lineOf('status'), {}, bare)).toMatchObject({ status: 403, data: { reason: 'stepUp' } })
  // Another super administrator is one again.
  await watch(call, 'organization', ['name'])
  const rule = (
    (await call('GET', '/adminApi/sensitive-data/index?limit=20')).data as { list: (Id & { resource: string })[] }
  ).list
  const ofUsers = rule.find(({ resource }) => resource === 'user')?.id
  await call('POST', '/adminApi/sensitive-data/edit', { id: ofUsers, fields: ['super', 'roleIds', 'deptId'] })
  const other = await add(call, 'user', { ...person, username: 'second', name: 'Second', super: 1, roleIds: [role] })
  await call('POST', '/adminApi/user/edit', { id: other, super: 0, roleIds: [] })
  for (const field of ['super', 'roleIds'])
    expect(await rollback(await lineOf(field), {}, bare), field).toMatchObject({
      status: 403,
      data: { reason: 'stepUp' },
    })
})

test('a file has the lines as the list shows them, in the language of who asks for it', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const own = await add(call, 'user', { ...person, username: 'filed', name: 'Filed', phone: '13800138000' })
  await call('POST', '/adminApi/user/edit', { id: own, phone: '13900139000', status: 0, password: 'Another-34' })
  const file = async (query: string, language = 'en') => {
    const answer = await made.api.request(`/adminApi/sensitive-data-log/export?${query}`, {
      headers: { authorization: `Bearer ${call.tokens.access_token}`, 'accept-language': language },
    })
    expect(answer.status).toBe(200)
    return answer
  }
  const columns = 'columns=resourceTitle,fieldTitle,beforeText,afterText,rolledBack&format=csv'
  const text = await (await file(columns)).text()
  expect(text.replace('\ufeff', '').trim().split('\n').sort()).toEqual([
    'Accounts,Password,Not shown,Changed,In force',
    'Accounts,Phone,13800138000,13900139000,In force',
    'Accounts,Status,Enabled,Locked,In force',
    'Resource,Field,Before,After,State',
  ])
  expect(await (await file(columns, 'zh-cn')).text()).toContain('不显示,已更改')
  const book = Buffer.from(await (await file(columns.replace('csv', 'xlsx'))).arrayBuffer())
  expect(book.subarray(0, 2).toString()).toBe('PK')
})

test('an owned list is told and rolled back as it was at its save, whatever came after', async () => {
  const call = await (await startApi()).signIn()
  const { lines, rollback } = logOf(call)
  const rules = (await call('GET', '/adminApi/role/select?field=ruleIds&whole=1')).data as {
    list: { value: number; label: string }[]
  }
  const [one, two, three, four] = rules.list.filter(({ label }) => label !== '')
  const ids = (...of: (typeof one)[]) => of.map((rule) => rule?.value ?? 0).sort((a, b) => a - b)
  const values = { name: 'Steps', scope: 'all', status: 1, organizationIds: [] }
  const id = await add(call, 'role', { ...values, ruleIds: ids(one) })
  const edit = (ruleIds: number[]) => call('POST', '/adminApi/role/edit', { id, ruleIds })
  await edit(ids(one, two))
  await edit(ids(three))
  await edit(ids(three, four))
  const oldest = async () => (await lines(call, '?order=createTime,asc')).find(({ field }) => field === 'ruleIds')
  const line = await oldest()
  const has = (text: string | undefined, rule: typeof one) => (text ?? '').includes(rule?.label ?? '?')
  expect([has(line?.beforeText, one), has(line?.beforeText, two), has(line?.beforeText, four)]).toEqual([
    true,
    false,
    false,
  ])
  expect([has(line?.afterText, two), has(line?.afterText, three), has(line?.afterText, four)]).toEqual([
    true,
    false,
    false,
  ])
  for (const save of [false, true]) {
    const asked = await rollback(line?.id ?? 0, { save })
    expect(asked).toMatchObject({ status: 409, data: { reason: 'changed', rows: [{ title: 'Steps' }] } })
    const [row] = (asked.data as { rows: { name: string; version: number }[] }).rows
    const versions = { [row?.name ?? '']: row?.version ?? 0 }
    expect(await rollback(line?.id ?? 0, { save, versions })).toMatchObject({ code: 200 })
    expect((await call('GET', `/adminApi/role/edit?id=${id}`)).data).toMatchObject({ row: { ruleIds: ids(one) } })
    await edit(ids(three, four))
  }
  await call('DELETE', `/adminApi/role/del?ids[]=${id}`)
  expect(has((await oldest())?.afterText, two)).toBe(true)
})
