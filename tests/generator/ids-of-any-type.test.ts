import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'

// Tables whose own column `id` holds no whole numbers: codes, or what the database draws.

const english = { locale: 'en' } as const

type Row = Record<string, unknown> & { id: number }
type Changed = { changeSetId: number }

test('rows of a table with a code as its id live like all others', async () => {
  const { adopt, propose, undo, one, db } = await startAdopted('staff')
  const { design, refusal } = await propose('department')
  expect(refusal).toBeNull()
  expect(design.columns.ownId).toEqual({ column: 'id', unique: true })
  expect(design.description.fields[0]).toMatchObject({
    name: 'ownId',
    label: { en: m.crudTable_ownId({}, english), 'zh-cn': m.crudTable_ownId({}, { locale: 'zh-cn' }) },
    type: 'text',
    max: 4,
    required: true,
    addOnly: true,
  })
  const department = await adopt('department')
  const rows = async (query = '') => (await department.list(query)).list as Row[]
  expect((await rows('?order=ownId,desc')).map(({ ownId }) => ownId)).toEqual(['x', 'd002', 'd001'])
  expect((await rows('?order=id,asc')).map(({ id, ownId }) => [id, ownId])).toEqual([
    [1, 'd001'],
    [2, 'd002'],
    [3, 'x'],
  ])
  expect(await rows('?quickSearch=fina')).toMatchObject([{ id: 2, ownId: 'd002', version: 1 }])
  const isCode = JSON.stringify({ field: 'ownId', operator: 'eq', val: 'd002' })
  expect(await rows(`?filter=${encodeURIComponent(isCode)}`)).toMatchObject([{ id: 2 }])
  expect(await department.call('GET', 'edit?id=2')).toMatchObject({ row: { id: 2, ownId: 'd002', name: 'Finance' } })

  const added = await department.add({ ownId: 'd003', name: 'Sales', floor: 3 })
  expect(added.id).toBe(4)
  await expect(department.add({ ownId: 'd003', name: 'Again' })).rejects.toThrow(/409.*"ownId"/)
  await expect(department.add({ name: 'None' })).rejects.toThrow(/422.*"ownId"/)
  const edited = (await department.call('POST', 'edit', { id: 4, version: 1, floor: 9 })) as Changed
  expect(await one(`select id, floor, yardstick_id::int as row from department where id = 'd003'`)).toEqual({
    id: 'd003',
    floor: 9,
    row: 4,
  })
  expect(await department.call('GET', 'history?id=4')).toMatchObject({
    list: [{ operation: 'update' }, { operation: 'insert' }],
  })
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await rows('?quickSearch=sales')).toMatchObject([{ id: 4, ownId: 'd003', floor: 3 }])
  const gone = (await department.call('DELETE', 'del?ids[]=4')) as Changed
  expect(await department.call('GET', 'deleted')).toMatchObject({ list: [{ id: 4 }] })
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one(`select yardstick_id::int as row, floor from department where id = 'd003'`)).toEqual({
    row: 4,
    floor: 3,
  })
  // What others write is recorded under the same ids.
  await db.execute(sql`update department set floor = 8 where id = 'd003'`)
  const { list } = (await department.call('GET', 'history?id=4')) as { list: { id: number; operation: string }[] }
  expect(list[0]?.operation).toBe('update')
  await department.call('POST', 'restore', { id: 4, changeId: list.at(-1)?.id })
  expect(await rows('?quickSearch=sales')).toMatchObject([{ id: 4, floor: 3 }])
  await department.call('DELETE', 'del?ids[]=4')
  const deleted = (await department.call('GET', 'deleted')) as { list: { id: number; changeId: number }[] }
  await department.call('POST', 'restore', { id: 4, changeId: deleted.list[0]?.changeId })
  expect(await rows('?quickSearch=sales')).toMatchObject([{ id: 4, ownId: 'd003' }])
  // A code that others change is the same row.
  await db.execute(sql`update department set id = 'd033' where id = 'd003'`)
  expect(await rows('?quickSearch=sales')).toMatchObject([{ id: 4, ownId: 'd033' }])
})

test('relations lead to such rows and from them, whoever writes, and files know them by their own ids', async () => {
  const { adopt, undo, one, db } = await startAdopted('staff')
  const department = await adopt('department')
  const worker = await adopt('worker')
  expect(worker.design.description.fields).toMatchObject([
    { name: 'ownId', addOnly: true },
    { name: 'name' },
    { name: 'departmentId', type: 'relation', resource: 'department' },
    { name: 'boss', type: 'relation', resource: 'worker' },
  ])
  expect(await worker.list('?order=id,asc')).toMatchObject({
    list: [
      { id: 1, departmentId: 1, boss: null },
      { id: 2, departmentId: 3, boss: 1 },
    ],
    labels: { departmentId: { 1: 'Marketing', 3: 'Short' }, boss: { 1: 'Ann' } },
  })
  const stored = (id: string) =>
    one(
      `select department_id, department_id_ref::int as department, boss, boss_ref::int as chief from worker where id = '${id}'`,
    )
  const added = await worker.add({ ownId: 'w3', name: 'Cid', departmentId: 2, boss: 2 })
  expect(await stored('w3')).toEqual({ department_id: 'd002', department: 2, boss: 'w2', chief: 2 })
  const edited = (await worker.call('POST', 'edit', {
    id: added.id,
    version: 1,
    departmentId: 3,
    boss: null,
  })) as Changed
  expect(await stored('w3')).toEqual({ department_id: 'x   ', department: 3, boss: null, chief: null })
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await stored('w3')).toEqual({ department_id: 'd002', department: 2, boss: 'w2', chief: 2 })
  await db.execute(sql`insert into worker values ('w4', 'Dee', 'd001', 'w3')`)
  expect(await stored('w4')).toEqual({ department_id: 'd001', department: 1, boss: 'w3', chief: 3 })
  await expect(department.call('DELETE', 'del?ids[]=2')).rejects.toThrow(/409.*Cid/)
  await expect(worker.call('DELETE', 'del?ids[]=3')).rejects.toThrow(/409.*Dee/)
  const both = (await worker.call('POST', 'bulkDel', { ids: [3, 4] })) as Changed
  expect(await undo(both.changeSetId)).toMatchObject({ code: 200 })
  expect(await stored('w4')).toEqual({ department_id: 'd001', department: 1, boss: 'w3', chief: 3 })

  expect(await department.file('format=csv&columns=id,ownId,name,floor&order=id,asc')).toBe(
    'ID,Own ID,Name,Floor\n1,d001,Marketing,1\n2,d002,Finance,2\n3,x,Short,\n',
  )
  const { view, plan, job } = await department.bring('Own ID,Name,Floor\nd002,Finance,7\nd009,Law,4\n')
  expect(view.columns.map(({ field }) => field)).toEqual(['ownId', 'name', 'floor'])
  expect(plan.keys).toEqual(['ownId'])
  expect(job).toMatchObject({ state: 'done' })
  expect(await one(`select floor, yardstick_id::int as row from department where id = 'd002'`)).toEqual({
    floor: 7,
    row: 2,
  })
  expect(await one(`select floor, yardstick_id::int as row from department where id = 'd009'`)).toEqual({
    floor: 4,
    row: 4,
  })
  // By the ids of the product, and with names of rows pointed to.
  await department.bring('ID,Floor\n4,6\n', { keys: ['id'] })
  expect(await one(`select floor from department where id = 'd009'`)).toEqual({ floor: 6 })
  await worker.bring('Own ID,Name,Department id,Boss\nw5,Eva,Law,Bob\n')
  expect(await stored('w5')).toEqual({ department_id: 'd009', department: 4, boss: 'w2', chief: 2 })
  const changeSet = await one('select max(id)::int as id from change_set')
  expect(await undo(Number(changeSet?.id))).toMatchObject({ code: 200 })
  expect(await stored('w5')).toBeUndefined()
})

const cloud = `
create table team (id uuid primary key default gen_random_uuid(), name text not null, token uuid);
create table player (id uuid primary key, name text not null, team_id uuid not null references team (id) on delete cascade);
create table badge (id text primary key default gen_random_uuid()::text, name text not null);
insert into team (id, name) values ('00000000-0000-4000-8000-00000000000a', 'Reds'), ('00000000-0000-4000-8000-00000000000b', 'Blues');
insert into player values ('00000000-0000-4000-8000-0000000000f1', 'Ann', '00000000-0000-4000-8000-00000000000a')`

test('an id that the database draws may stay empty, and one that it does not is checked', async () => {
  const { adopt, undo, one, db } = await startAdopted()
  await db.execute(sql.raw(cloud))
  const team = await adopt('team')
  const player = await adopt('player')
  const badge = await adopt('badge')
  expect(team.design.description).toMatchObject({
    rowTitle: 'name',
    fields: [
      { name: 'ownId', type: 'text', rule: 'uuid', addOnly: true },
      { name: 'name' },
      { name: 'token', type: 'text', rule: 'uuid' },
    ],
  })
  expect(team.design.description.fields[0]).not.toHaveProperty('required')
  expect(player.design.description.fields[0]).toMatchObject({ name: 'ownId', required: true })
  const drawn = await team.add({ ownId: '', name: 'Greens', token: '' })
  expect(await one(`select length(id::text) as length, token from team where yardstick_id = ${drawn.id}`)).toEqual({
    length: 36,
    token: null,
  })
  await badge.add({ ownId: '', name: 'Gold' })
  await badge.add({ name: 'Silver' })
  expect(await one('select count(distinct length(id))::int as lengths, min(length(id)) as length from badge')).toEqual({
    lengths: 1,
    length: 36,
  })
  const wrong = m.rule_uuid({}, english)
  await expect(team.add({ ownId: 'abc', name: 'Wrong' })).rejects.toThrow(`422`)
  await expect(team.add({ ownId: 'abc', name: 'Wrong' })).rejects.toThrow(wrong)
  await expect(player.add({ name: 'Bob', teamId: 1 })).rejects.toThrow(/422.*"ownId"/)
  const bob = '00000000-0000-4000-8000-0000000000F2'
  const added = await player.add({ ownId: bob, name: 'Bob', teamId: drawn.id })
  await expect(player.add({ ownId: bob, name: 'Again', teamId: 1 })).rejects.toThrow(/409.*"ownId"/)
  expect(await one(`select t.name from player p join team t on t.id = p.team_id where p.name = 'Bob'`)).toEqual({
    name: 'Greens',
  })

  const found = async (operator: string, val: unknown) => {
    const filter = encodeURIComponent(JSON.stringify({ field: 'ownId', operator, val }))
    return (await player.list(`?filter=${filter}`)).list.map(({ name }) => name)
  }
  expect(await found('eq', bob.toLowerCase())).toEqual(['Bob'])
  expect(await found('IN', [bob.toLowerCase(), 'nothing'])).toEqual(['Bob'])
  expect(await found('eq', 'nothing')).toEqual([])
  expect(await found('LIKE', '00f1')).toEqual(['Ann'])
  expect(await found('NULL', '')).toEqual([])
  expect((await player.list('?quickSearch=bob')).list).toHaveLength(1)
  const edited = (await team.call('POST', 'edit', { id: 1, version: 1, token: bob })) as Changed
  await expect(team.call('POST', 'edit', { id: 1, version: 2, token: 'x' })).rejects.toThrow(wrong)
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select token from team where yardstick_id = 1')).toEqual({ token: null })
  const gone = (await player.call('DELETE', `del?ids[]=${added.id}`)) as Changed
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one(`select id, yardstick_id::int as row from player where name = 'Bob'`)).toEqual({
    id: bob.toLowerCase(),
    row: added.id,
  })

  const lines = await player.file('format=csv&columns=ownId,name,teamId&order=id,asc')
  expect(lines).toContain(`${bob.toLowerCase()},Bob,Greens`)
  const eva = '00000000-0000-4000-8000-0000000000f3'
  await player.bring(`Own ID,Name,Team id\n${bob},Bobby,Reds\n${eva},Eva,Blues\n`)
  expect(await one(`select string_agg(name, ',' order by yardstick_id) as names from player`)).toEqual({
    names: 'Ann,Bobby,Eva',
  })
  const { view } = await player.bring('Own ID,Name,Team id\nzzz,Zoe,Reds\n', { skipRefused: true })
  expect(await player.rows(view.id, 'refused')).toMatchObject({ list: [{ errors: [{ field: 'ownId', text: wrong }] }] })
  const greens = await one(`select id from team where name = 'Greens'`)
  await team.bring(`Own ID,Name,Token\n${greens?.id},Limes,${bob}\n${eva},Whites,\n`)
  expect(await one(`select yardstick_id::int as row, token from team where name = 'Limes'`)).toEqual({
    row: drawn.id,
    token: bob.toLowerCase(),
  })
  await team.bring(`Own ID,Token\n${greens?.id},\n`, { blank: 'clear' })
  await team.bring('Name,Own ID\nGrays,\n', { keys: ['name'] })
  expect(await one(`select token from team where name = 'Limes'`)).toEqual({ token: null })
  expect(await one(`select length(id::text) as length from team where name = 'Grays'`)).toEqual({ length: 36 })
  await badge.bring('Name,Own ID\nBronze,\n', { keys: ['name'], mode: 'add' })
  expect(await one(`select length(id) as length from badge where name = 'Bronze'`)).toEqual({ length: 36 })
})
