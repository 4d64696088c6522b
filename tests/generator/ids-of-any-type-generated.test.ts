import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'
import { startApi } from '../support/api.ts'
import { text } from '../support/exam-room.ts'
import { generator, withFields } from '../support/generator.ts'
import { importer } from '../support/imports.ts'
import { sampleTables } from '../support/sample-tables.ts'

// Screens on tables whose own column `id` holds no whole numbers, as the generator makes and changes them.

const english = { locale: 'en' } as const

test('a generation on such a table is changed and taken back without a trace, and comes back', async () => {
  const { db, signIn } = await startApi()
  const admin = await signIn()
  const one = async (text: string) => (await db.execute<Record<string, unknown>>(sql.raw(text))).rows[0]
  await sampleTables(db, 'staff')
  await db.execute(sql`create table board (id text primary key, yardstick_id text)`)
  const { data } = await admin('GET', '/adminApi/crud/table?name=board')
  expect(data).toMatchObject({ refusal: m.crudTable_idTaken({ name: 'yardstick_id' }, english) })
  const state = async () =>
    (
      await db.execute(sql`select attname::text as name from pg_attribute where attrelid in ('department'::regclass, 'worker'::regclass) and attnum > 0 and not attisdropped
        union all select tgname::text from pg_trigger where tgrelid in ('department'::regclass, 'worker'::regclass) and not tgisinternal
        union all select conname::text from pg_constraint where conrelid in ('department'::regclass, 'worker'::regclass)
        union all select relname::text from pg_class join pg_index on indexrelid = oid where indrelid in ('department'::regclass, 'worker'::regclass)
        union all select d::text from department d union all select w::text from worker w order by 1`)
    ).rows
  const before = await state()
  const generate = async (design: object, base: object | null = null) => {
    const shown = await admin('POST', '/adminApi/crud/check', { design, base })
    expect(shown).toMatchObject({ code: 200 })
    const { plan } = shown.data as { plan: string }
    const answer = await admin('POST', '/adminApi/crud/generate', { design, base, plan })
    expect(answer).toMatchObject({ code: 200 })
    return answer.data as { id: number; key: string }
  }
  type Stored = {
    design: { description: { fields: object[]; sorts: string[] } }
    base: { key: string; version: number }
  }
  const proposed = async (name: string) =>
    ((await admin('GET', `/adminApi/crud/table?name=${name}`)).data as Stored).design
  const department = await generate(await proposed('department'))
  const worker = await generate(await proposed('worker'))
  expect(
    await admin('POST', '/adminApi/worker/add', { ownId: 'w9', name: 'Zed', departmentId: 2, boss: 1 }),
  ).toMatchObject({ code: 200 })
  expect(await one(`select department_id from worker where id = 'w9'`)).toEqual({ department_id: 'd002' })
  await db.execute(sql`delete from worker where id = 'w9'`)
  const { design, base } = (await admin('GET', '/adminApi/crud/design?key=department')).data as Stored
  const { description } = design
  const changed = await generate(
    { ...design, description: { ...description, sorts: [...description.sorts, 'updateTime', 'floor'] } },
    { key: base.key, version: base.version },
  )
  expect(await admin('GET', '/adminApi/department/index?order=floor,asc')).toMatchObject({
    data: { list: [{ ownId: 'd001' }, {}, {}] },
  })
  const undo = async (id: number) =>
    expect(await admin('POST', '/adminApi/crud/undo', { id })).toMatchObject({ code: 200 })
  await undo(changed.id)
  await undo(worker.id)
  await undo(department.id)
  expect(await state()).toEqual(before)
  await undo(department.id)
  await undo(worker.id)
  expect(await admin('GET', '/adminApi/worker/index?order=id,asc')).toMatchObject({
    data: {
      list: [
        { ownId: 'w1', departmentId: 1 },
        { ownId: 'w2', boss: 1 },
      ],
    },
  })
  // A removed screen leaves its columns, and the next one finds them.
  const remove = async (key: string) => {
    const stored = (await admin('GET', `/adminApi/crud/design?key=${key}`)).data as Stored
    expect(
      await admin('POST', '/adminApi/crud/remove', { key, version: stored.base.version, table: false }),
    ).toMatchObject({ code: 200 })
  }
  await remove('worker')
  await remove('department')
  await db.execute(sql`update department set floor = 77 where id = 'd001'`)
  expect(
    await one(`select row_id::int as row from change where table_name = 'department' order by id desc limit 1`),
  ).toEqual({ row: 1 })
  await generate(await proposed('department'))
  expect(await admin('GET', '/adminApi/department/index?order=id,asc')).toMatchObject({
    data: { list: [{ id: 1, ownId: 'd001', floor: 77 }, {}, {}] },
  })
})

test('lists of ids and files are kept for such rows, also where their numbers come from a key', async () => {
  const made = await generator()
  const { admin, db, generate, change } = made
  await made.jobs.start()
  const one = async (text: string) => (await db.execute<Record<string, unknown>>(sql.raw(text))).rows[0]
  await sampleTables(db, 'staff')
  await db.execute(sql`create table desk (no int primary key, id text not null unique, day date)`)
  await db.execute(sql`insert into desk values (5, 'five', null), (9, 'nine', null)`)
  await db.execute(
    sql`create table log_line (id text not null, day date not null, primary key (id, day)) partition by range (day)`,
  )
  await db.execute(
    sql`create table log_line_2026 partition of log_line for values from ('2026-01-01') to ('2027-01-01')`,
  )
  await db.execute(sql`insert into log_line values ('a', '2026-02-01'), ('b', '2026-02-02')`)
  const screen = async (name: string) => {
    const { data } = await admin('GET', `/adminApi/crud/table?name=${name}`)
    const answer = await generate((data as { design: Design }).design)
    expect(answer).toMatchObject({ code: 200 })
    return (answer.data as { key: string }).key
  }
  const [department, worker, desk, line] = [
    await screen('department'),
    await screen('worker'),
    await screen('desk'),
    await screen('log_line'),
  ]
  const added = await change(
    (design) =>
      withFields(design, (fields) => [
        ...fields,
        { name: 'seats', type: 'relation', label: text('Seats'), resource: desk, multiple: true },
        { name: 'others', type: 'relation', label: text('Others'), resource: department, multiple: true },
        { name: 'photo', type: 'image', label: text('Photo') },
      ]),
    worker,
  )
  expect(added).toMatchObject({ code: 200 })
  const add = (values: object) => admin('POST', `/adminApi/${worker}/add`, { name: 'Fay', ...values })
  expect(await add({ ownId: 'w5', seats: [4] })).toMatchObject({ status: 422 })
  expect(await add({ ownId: 'w6', seats: [9], others: [2] })).toMatchObject({ code: 200 })
  await db.execute(sql`update worker set photo = '/storage/default/x.png' where id = 'w6'`)
  expect((await db.execute(sql`select table_name, row_id::int as row from file_use`)).rows).toEqual([
    { table_name: 'worker', row: 3 },
  ])
  for (const [key, id] of [
    [department, 2],
    [desk, 9],
  ])
    expect(await admin('DELETE', `/adminApi/${key}/del?ids[]=${id}`)).toMatchObject({
      status: 409,
      data: { uses: [{ id, names: ['Fay'], rows: [{ id: 3 }] }] },
    })
  await expect(db.execute(sql`delete from desk where no = 9`)).rejects.toThrow()
  await expect(db.execute(sql`update worker set others = array[77] where id = 'w6'`)).rejects.toThrow()
  expect(await admin('POST', `/adminApi/${desk}/add`, { ownId: 'ten' })).toMatchObject({ code: 200, data: { id: 10 } })
  expect(await one(`select no, yardstick_id::int as row from desk where id = 'ten'`)).toEqual({ no: 10, row: 10 })
  await importer(made, admin, desk).bring('Own ID,Day\nten,2026-05-01\neleven,2026-05-02\n')
  expect(await one(`select no, yardstick_id::int as row, day::text from desk where id = 'eleven'`)).toEqual({
    no: 11,
    row: 11,
    day: '2026-05-02',
  })
  const edited = await admin('POST', `/adminApi/${line}/add`, { ownId: 'c', day: '2026-03-01' })
  expect(edited).toMatchObject({ code: 200, data: { id: 3 } })
  const gone = await admin('DELETE', `/adminApi/${line}/del?ids[]=1`)
  const { changeSetId } = gone.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await one(`select yardstick_id::int as row, day::text from log_line where id = 'a'`)).toEqual({
    row: 1,
    day: '2026-02-01',
  })
  const code = await admin('GET', `/adminApi/crud/code?key=${department}`)
  expect(code).toMatchObject({ status: 409, msg: m.crudTable_noCode({ name: 'department' }, english) })
})

test('a watched deletion comes back, and a watched value goes back', async () => {
  const { adopt, admin, one } = await startAdopted('staff')
  const worker = await adopt('worker')
  const watched = { name: 'Watched', resource: worker.key, status: 1 }
  for (const [rules, more] of [
    ['data-recycle', { months: 0 }],
    ['sensitive-data', { fields: ['name', 'ownId'] }],
  ] as const)
    expect(await admin('POST', `/adminApi/${rules}/add`, { ...watched, ...more })).toMatchObject({ code: 200 })
  await worker.call('POST', 'edit', { id: 2, version: 1, name: 'Rob' })
  const logged = async (log: string) =>
    ((await admin('GET', `/adminApi/${log}/index`)).data as { list: { id: number; title: string }[] }).list
  const [change] = await logged('sensitive-data-log')
  expect(change).toMatchObject({ title: 'Rob', field: 'name', beforeText: 'Bob', afterText: 'Rob' })
  expect(await admin('POST', '/adminApi/sensitive-data-log/rollback', { id: change?.id })).toMatchObject({ code: 200 })
  expect(await one(`select name from worker where id = 'w2'`)).toEqual({ name: 'Bob' })
  await worker.call('DELETE', 'del?ids[]=2')
  const [gone] = await logged('data-recycle-log')
  expect(gone).toMatchObject({ title: 'Bob', restored: 0 })
  expect(await admin('POST', '/adminApi/data-recycle-log/restore', { ids: [gone?.id] })).toMatchObject({
    data: { restored: 1, refused: 0 },
  })
  expect(await one('select id, yardstick_id::int as row from worker where yardstick_id = 2')).toEqual({
    id: 'w2',
    row: 2,
  })
})
