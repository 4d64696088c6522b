import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations, type Caller, callerOf, startApi, type TestApi } from '../support/api.ts'
import { description, fields, full, text } from '../support/exam-room.ts'
import { addOfficer } from '../support/officer.ts'
import { rooms } from '../support/rooms.ts'

type Line = { id: number; title: string; resource: string; restored: number }
type Outcome = { id: number; title: string; state: string; notes: string[] }
type Done = { list: Outcome[]; restored: number; refused: number; changeSetId: number }
type Id = { id: number }

async function watching(made: TestApi, resource: string) {
  const call = await made.signIn()
  const rule = { name: `Watched ${resource}`, resource, months: 0, status: 1 }
  expect(await call('POST', '/adminApi/data-recycle/add', rule)).toMatchObject({ code: 200 })
  return { ...made, call, ...recycled(call) }
}

function recycled(call: Caller) {
  const lines = async (by = call) =>
    ((await by('GET', '/adminApi/data-recycle-log/index')).data as { list: Line[] }).list
  const lineOf = async (title: string) => (await lines()).find((one) => one.title === title)?.id ?? 0
  const restore = (ids: number[], by = call) => by('POST', '/adminApi/data-recycle-log/restore', { ids })
  const preview = async (ids: number[], by = call) =>
    (await by('POST', '/adminApi/data-recycle-log/preview', { ids })).data as Done
  return { lines, lineOf, restore, preview }
}

async function add(call: Caller, resource: string, values: object) {
  const answer = await call('POST', `/adminApi/${resource}/add`, values)
  expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: 200 })
  return (answer.data as Id).id
}

const person = { phone: '', email: '', password: 'Quiet-river-12', status: 1, roleIds: [], deptId: null, super: 0 }

test('two people restore the same row at once: one brings it back, the other is told that it is there', async () => {
  const { call, lineOf, restore, signIn, db } = await watching(await startApi(), 'organization')
  const ids = await addOrganizations(call)
  await call('DELETE', `/adminApi/organization/del?ids[]=${ids.S1}`)
  const line = await lineOf('Name S1')
  const other = await signIn()
  const answers = await Promise.all([restore([line]), restore([line], other), restore([line])])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  for (const { code, msg } of answers) if (code === 409) expect(msg).toBe('The row exists.')
  const { rows } = await db.execute(sql`select count(*)::int as n from change where table_name = 'organization'
    and row_id = ${ids.S1} and operation = 'insert'`)
  expect(rows).toEqual([{ n: 2 }])
})

test('a row of a runtime resource comes back although its fields have changed, or it is said why it cannot', async () => {
  const made = await rooms()
  const { admin, store, ids, db } = made
  await store()
  const { lineOf, restore } = await watching(made, 'exam-room')
  const id = await add(admin, 'exam-room', { ...full, orgId: ids.S1 })
  const bare = await add(admin, 'exam-room', { name: 'Bare' })
  const remove = (of: number[]) => admin('POST', '/adminApi/exam-room/bulkDel', { ids: of })
  await remove([id, bare])
  const { rows } = await db.execute<Id>(sql`select id from resource_description`)
  // One field is gone, another is new, a third is required now.
  await db.execute(sql`alter table res_exam_room drop column kind, add column floor int not null default 3`)
  const kept = fields.filter(({ name }) => name !== 'kind')
  const required = kept.map((one) => (one.name === 'seats' ? { ...one, required: true } : one))
  const floor = { name: 'floor', type: 'integer', label: text('Floor') }
  const edit = { id: Number(rows[0]?.id), description: { ...description, fields: [...required, floor] } }
  expect(await admin('POST', '/adminApi/resource/edit', edit)).toMatchObject({ code: 200 })
  expect((await restore([await lineOf('Room 1'), await lineOf('Bare')])).data).toMatchObject({
    restored: 2,
    list: [
      { notes: [] },
      { notes: ['It comes back as it was, but does not keep to the rules of today. Seats: Required'] },
    ],
  })
  expect((await admin('GET', `/adminApi/exam-room/edit?id=${id}`)).data).toMatchObject({
    row: { floor: 3, seats: 30, orgId: ids.S1 },
  })
  // What the database itself refuses leaves the others alone.
  await remove([id, bare])
  await db.execute(sql`alter table res_exam_room alter seats set not null`)
  expect((await restore([await lineOf('Room 1'), await lineOf('Bare')])).data).toMatchObject({
    restored: 1,
    list: [{ state: 'restored' }, { state: 'refused', notes: ['Seats: Required'] }],
  })
  await remove([id])
  await db.execute(sql`alter table res_exam_room drop column name, add column name int`)
  expect(await restore([await lineOf('Room 1')])).toMatchObject({
    code: 409,
    msg: 'The table has changed since, and what was deleted does not fit it any more.',
  })
})

test('accounts that somebody may not give rights to are refused by row, and the others come back', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const { lineOf, restore, preview } = recycled(call)
  const places = await addOrganizations(call)
  const verbs = ['index', 'add', 'edit', 'del'] as const
  await addOfficer(made, {
    username: 'boss',
    nodes: [
      ...verbs.map((verb) => `user-role/user/${verb}` as const),
      'security/dataRecycleLog/index',
      'security/dataRecycleLog/restore',
    ],
    scope: 'orgBelow',
    deptId: places.D1,
  })
  const strong = { name: 'Strong', scope: 'all', status: 1, ruleIds: [], organizationIds: [] }
  const roleIds = [await add(call, 'role', strong)]
  const inSchool = { ...person, deptId: places.S1 }
  const ids = [
    await add(call, 'user', { ...inSchool, username: 'plain', name: 'Plain' }),
    await add(call, 'user', { ...inSchool, username: 'strong', name: 'Strong', roleIds }),
    await add(call, 'user', { ...inSchool, username: 'mighty', name: 'Mighty', super: 1 }),
  ]
  await call('POST', '/adminApi/user/bulkDel', { ids })
  const boss = await made.signIn('admin', 'boss')
  const lines = [await lineOf('plain'), await lineOf('strong'), await lineOf('mighty')]
  const states = ({ list }: Done) => list.map(({ state }) => state)
  expect(states(await preview(lines, boss))).toEqual(['restored', 'refused', 'refused'])
  const done = await restore(lines, boss)
  expect(states(done.data as Done)).toEqual(['restored', 'refused', 'refused'])
  expect((done.data as Done).list[1]?.notes.join()).toContain('strong')
})

test('a restoration that gives rights asks for a fresh proof, and its preview does not', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const { lineOf, restore, preview } = recycled(call)
  const role = { name: 'Readers', scope: 'all', status: 1, ruleIds: [], organizationIds: [] }
  const roleIds = [await add(call, 'role', role)]
  const id = await add(call, 'user', { ...person, username: 'goner', name: 'Goner', roleIds })
  await call('DELETE', `/adminApi/user/del?ids[]=${id}`)
  const line = await lineOf('goner')
  const bare = callerOf(made.api, (await made.signIn()).tokens)
  expect(await preview([line], bare)).toMatchObject({ restored: 1, refused: 0 })
  expect(await restore([line], bare)).toMatchObject({ status: 403, data: { reason: 'stepUp' } })
  expect(await lineOf('goner')).toBe(line)
  expect(await restore([line])).toMatchObject({ code: 200 })
})

test('rows that were deleted with their children come back in any order, and an older deletion is said to be over', async () => {
  const { call, lines, restore } = await watching(await startApi(), 'organization')
  const ids = await addOrganizations(call)
  await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.D1, ids.S1] })
  const both = (await lines()).map(({ id }) => id).sort()
  expect(await restore([...both])).toMatchObject({ data: { restored: 2 } })
  const row = async () => (await call('GET', `/adminApi/organization/edit?id=${ids.S1}`)).data
  expect(await row()).toMatchObject({ row: { pid: ids.D1, name: 'Name S1' } })
  await call('POST', '/adminApi/organization/edit', { id: ids.S1, name: 'Renamed' })
  await call('DELETE', `/adminApi/organization/del?ids[]=${ids.S1}`)
  expect((await restore((await lines()).map(({ id }) => id))).data).toMatchObject({
    restored: 1,
    list: [
      { title: 'Renamed', state: 'restored' },
      { title: 'Name S1', state: 'already', notes: ['The row exists.'] },
      { title: 'Name D1', state: 'already' },
    ],
  })
  expect(await row()).toMatchObject({ row: { name: 'Renamed' } })
})

test('what a deletion took along and emptied is named only to those who may see it', async () => {
  const made = await watching(await startApi(), 'organization')
  const { call, lines, db } = made
  const ids = await addOrganizations(call)
  const reader = ['security/dataRecycleLog/index', 'baseInfo/organization/index'] as const
  await addOfficer(made, { username: 'reader', nodes: [...reader], scope: 'all' })
  await call('DELETE', `/adminApi/organization/del?ids[]=${ids.S1}`)
  // One action deletes a row of another resource too.
  const levels = await call('GET', '/adminApi/educate-level/index')
  const [level] = (levels.data as { list: { id: number; name: string }[] }).list
  const [line] = await lines()
  await db.execute(sql`insert into change (change_set_id, table_name, row_id, operation, before)
    select change_set_id, 'educate_level', ${level?.id ?? 0}, 'delete', ${JSON.stringify({ id: level?.id, name: 'Level X' })}::jsonb
    from change where id = ${line?.id ?? 0}`)
  const info = async (by: Caller) =>
    JSON.stringify((await by('GET', `/adminApi/data-recycle-log/info?id=${line?.id}`)).data)
  expect(await info(call)).toContain('Level X')
  expect(await info(await made.signIn('admin', 'reader'))).not.toContain('Level X')
})

test('restored rows alone are found, by whatever way they came back', async () => {
  const { call, restore, lineOf } = await watching(await startApi(), 'organization')
  const ids = await addOrganizations(call)
  const remove = async (id: number) => (await call('DELETE', `/adminApi/organization/del?ids[]=${id}`)).data
  await remove(ids.S1)
  const { changeSetId } = (await remove(ids.S2)) as { changeSetId: number }
  await restore([await lineOf('Name S1')])
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  await remove(ids.S2)
  const found = async (val: number) => {
    const filter = encodeURIComponent(JSON.stringify({ and: [{ field: 'restored', operator: 'IN', val: [val] }] }))
    const { data } = await call('GET', `/adminApi/data-recycle-log/index?filter=${filter}`)
    return (data as { list: Line[]; total: number }).list.map(({ title }) => title)
  }
  expect(await found(1)).toEqual(['Name S2', 'Name S1'])
  expect(await found(0)).toEqual(['Name S2'])
})
