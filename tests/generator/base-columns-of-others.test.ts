import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { verbNodes } from '#src/resource/registry.ts'
import { startAdopted } from '../support/adopted.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { generator } from '../support/generator.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

// Tables of others that use the names of the product's own columns for something else.

const english = { locale: 'en' } as const

type Row = Record<string, unknown> & { id: number; version: number }
type Changed = { changeSetId: number }

const documents = sql.raw(`
create table document (document_id serial primary key, name varchar(60) not null, version varchar(20), create_by varchar(64), create_time timestamp,
  update_by varchar(64), update_time timestamp);
create index document_version on document (version);
insert into document (name, version, create_by, create_time) values ('Rules', '1.0', 'admin', '2020-01-02 03:04:05'), ('Plan', null, null, null)`)

test('rows live like all others whose columns version, create_by and create_time hold something else', async () => {
  const { adopt, propose, db, undo, one } = await startAdopted()
  await db.execute(documents)
  const { design, refusal } = await propose('document')
  expect(refusal).toBeNull()
  expect(design.description.fields.map(({ name, type }) => [name, type])).toEqual([
    ['name', 'text'],
    ['versionField', 'text'],
    ['createByField', 'text'],
    ['createTimeField', 'datetime'],
    ['updateByField', 'text'],
    ['updateTimeField', 'datetime'],
  ])
  const document = await adopt('document')
  const rows = async (query = '') => (await document.list(query)).list as Row[]
  expect(await rows('?order=versionField,asc')).toMatchObject([
    {
      id: 1,
      version: 1,
      createBy: null,
      versionField: '1.0',
      createByField: 'admin',
      createTimeField: '2020-01-02T03:04:05.000Z',
    },
    { id: 2, version: 1, createBy: null, createTimeField: null },
  ])
  const { id: me } = (await one(`select id::int as id from account where username = 'admin'`)) ?? {}
  const added = await document.add({ name: 'Note', versionField: '2.0', createByField: 'ann' })
  expect(added.id).toBe(3)
  expect(await rows('?quickSearch=note')).toMatchObject([
    { id: 3, version: 1, createBy: me, updateBy: me, versionField: '2.0', createByField: 'ann', createTimeField: null },
  ])
  const byMe = JSON.stringify({ field: 'createBy', operator: 'eq', val: me })
  expect((await rows(`?filter=${encodeURIComponent(byMe)}`)).map(({ id }) => id)).toEqual([3])

  const edited = (await document.call('POST', 'edit', {
    id: 3,
    version: 1,
    versionField: '2.1',
    createByField: 'bob',
  })) as Changed
  await expect(document.call('POST', 'edit', { id: 3, version: 1, versionField: '2.2' })).rejects.toThrow(/409/)
  await document.call('POST', 'edit', { id: 3, version: 2, name: 'Notes' })
  expect(
    await one(
      `select version, create_by, update_time, yardstick_version as ours, yardstick_create_by::int as by from document where name = 'Notes'`,
    ),
  ).toEqual({ version: '2.1', create_by: 'bob', update_time: null, ours: 3, by: me })
  const { list } = (await document.call('GET', 'history?id=3')) as {
    list: { id: number; fields: { name: string }[] }[]
  }
  expect(list).toMatchObject([{ operation: 'update' }, { operation: 'update' }, { operation: 'insert' }])
  expect(await one(`select before, after from change where id = ${list[1]?.id}`)).toEqual({
    before: { version: '2.0', create_by: 'ann' },
    after: { version: '2.1', create_by: 'bob' },
  })
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await rows('?quickSearch=notes')).toMatchObject([{ version: 4, versionField: '2.0', createByField: 'ann' }])
  await document.call('POST', 'restore', { id: 3, changeId: list[1]?.id })
  expect(await rows('?quickSearch=note')).toMatchObject([{ version: 5, versionField: '2.1', createByField: 'bob' }])

  // What comes back has its own values and ours.
  const whole = await one('select * from document where document_id = 3')
  const gone = (await document.call('DELETE', 'del?ids[]=3')) as Changed
  expect(await document.call('GET', 'deleted')).toMatchObject({ list: [{ id: 3 }] })
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  const again = await one('select * from document where document_id = 3')
  expect(again).toEqual({ ...whole, yardstick_version: 6, yardstick_update_time: again?.yardstick_update_time })
  await document.call('DELETE', 'del?ids[]=3')
  const deleted = (await document.call('GET', 'deleted')) as { list: { changeId: number }[] }
  await document.call('POST', 'restore', { id: 3, changeId: deleted.list[0]?.changeId })
  expect(await rows('?quickSearch=note')).toMatchObject([{ version: 7, createBy: me, versionField: '2.1' }])
  // A row that is as it was added goes when its addition is undone, and one that was changed since stays.
  const fresh = (await document.call('POST', 'add', { name: 'Fresh', versionField: '1' })) as { id: number } & Changed
  await document.call('POST', 'edit', { id: fresh.id, versionField: '2' })
  expect(await undo(fresh.changeSetId)).toMatchObject({ code: 409 })
  await document.call('POST', 'edit', { id: fresh.id, versionField: '1' })
  expect(await undo(fresh.changeSetId)).toMatchObject({ code: 200 })

  // Other programs go on, and what they write is recorded.
  await db.execute(sql`update document set version = '1.1', update_by = 'other' where document_id = 1`)
  expect(await rows('?quickSearch=rules')).toMatchObject([{ version: 2, versionField: '1.1', updateByField: 'other' }])
  expect(await document.call('GET', 'history?id=1')).toMatchObject({ list: [{ operation: 'update' }] })

  const csv = await document.file('format=csv&columns=name,versionField,createByField&order=id,asc')
  expect(csv.replaceAll('\r', '')).toContain('Note,2.1,bob\n')
  await document.bring('Name,Version,Create by\nRules,1.2,cid\nMore,3.0,dee\n', { keys: ['name'] })
  expect(await rows('?order=id,asc')).toMatchObject([
    { name: 'Rules', version: 3, createBy: null, versionField: '1.2', createByField: 'cid' },
    { name: 'Plan', version: 1 },
    { name: 'Note', version: 7 },
    { name: 'More', version: 1, createBy: me, versionField: '3.0', createByField: 'dee' },
  ])
})

test('the logs of watched rows know who made them, whatever the columns of others hold', async () => {
  const { adopt, admin, db, one } = await startAdopted()
  await db.execute(documents)
  const document = await adopt('document')
  const watched = { name: 'Watched', resource: document.key, status: 1 }
  for (const [rules, more] of [
    ['data-recycle', { months: 0 }],
    ['sensitive-data', { fields: ['versionField'] }],
  ] as const)
    expect(await admin('POST', `/adminApi/${rules}/add`, { ...watched, ...more })).toMatchObject({ code: 200 })
  await document.call('POST', 'edit', { id: 1, version: 1, versionField: '1.1' })
  const logged = async (log: string) =>
    ((await admin('GET', `/adminApi/${log}/index`)).data as { list: { id: number }[] }).list
  const [change] = await logged('sensitive-data-log')
  expect(change).toMatchObject({ title: 'Rules', beforeText: '1.0', afterText: '1.1' })
  expect(await admin('POST', '/adminApi/sensitive-data-log/rollback', { id: change?.id })).toMatchObject({ code: 200 })
  await document.call('DELETE', 'del?ids[]=1')
  const [gone] = await logged('data-recycle-log')
  expect(await admin('POST', '/adminApi/data-recycle-log/restore', { ids: [gone?.id] })).toMatchObject({
    data: { restored: 1, refused: 0 },
  })
  expect(await one('select version, create_by from document where document_id = 1')).toEqual({
    version: '1.0',
    create_by: 'admin',
  })
  const { id: me } = await document.add({ name: 'Mine', createByField: 'ann' })
  await document.call('DELETE', `del?ids[]=${me}`)
  expect(await one('select create_by = actor_id as own from recycle_line order by id desc limit 1')).toEqual({
    own: true,
  })
})

test('who may see the own rows alone sees them, brings them along, and hears who has changed a row', async () => {
  const made = await generator()
  const { admin, db, generate, signIn, ids } = made
  await made.jobs.start()
  await db.execute(
    sql.raw(`create table memo (memo_id serial primary key, title varchar(60) unique, org_id bigint references organization (id), version text, create_by varchar(64));
    insert into memo (title, org_id, create_by) values ('Others', ${ids.S1}, 'admin')`),
  )
  const { design } = (await admin('GET', '/adminApi/crud/table?name=memo')).data as { design: Design }
  expect(design.scopeField).toBe('orgId')
  expect(await generate(design)).toMatchObject({ code: 200 })
  const nodes = verbNodes(design.description).map(({ node }) => node)
  await addOfficer(made, { username: 'keeper', scope: 'own', deptId: ids.S1, nodes })
  const keeper = await signIn('admin', 'keeper')
  const seen = async () => Object.keys(await rowsBy(keeper, 'memo', 'title'))
  expect(await seen()).toEqual([])
  const id = idOf(await keeper('POST', '/adminApi/memo/add', { title: 'Mine', createByField: 'x' }))
  expect(await seen()).toEqual(['Mine'])
  expect(await keeper('POST', '/adminApi/memo/edit', { id: 1, title: 'Stolen' })).toMatchObject({ code: 404 })
  const { bring, send, planOf, check, rows } = importer(made, keeper, 'memo')
  await bring('Title,Version\nBrought,2\n', { keys: ['title'] })
  expect((await seen()).toSorted()).toEqual(['Brought', 'Mine'])

  const { data } = await send('Title,Version\nMine,9\n')
  const plan = { ...planOf(data), keys: ['title'] }
  await check(data.id, plan)
  expect(await rows(data.id, 'changed')).toMatchObject({ list: [{ title: 'Mine' }] })
  await admin('POST', '/adminApi/memo/edit', { id, versionField: '3' })
  expect(await keeper('POST', '/adminApi/memo/importRun', { id: data.id, plan, acceptWarnings: true })).toMatchObject({
    code: 409,
    data: { rows: [{ title: 'Mine', drift: 'changed', by: 'admin', time: expect.stringMatching(/^\d{4}-.*Z$/) }] },
  })
  await keeper('DELETE', `/adminApi/memo/del?ids[]=${id}`)
  await admin('DELETE', '/adminApi/memo/del?ids[]=1')
  expect((await keeper('GET', '/adminApi/memo/deleted')).data).toMatchObject({ list: [{ id }] })
})

test('a screen on such a table changes, and leaves the table as it was', async () => {
  const { admin, db, generate, check, stored } = await generator()
  await db.execute(documents)
  const columns = async () =>
    (
      await db.execute(sql`select attname, format_type(atttypid, atttypmod) from pg_attribute
      where attrelid = 'document'::regclass and attnum > 0 and not attisdropped order by attnum`)
    ).rows
  const before = await columns()
  const triggers = async () =>
    (await db.execute(sql`select tgname from pg_trigger where tgrelid = 'document'::regclass`)).rows
  const { data } = await admin('GET', '/adminApi/crud/table?name=document')
  const { design } = data as { design: Design }
  design.description.sorts = [...design.description.sorts, 'createTime']
  expect(await generate(design)).toMatchObject({ code: 200 })
  expect(await triggers()).toHaveLength(2)
  const { design: kept, base } = await stored('document')
  expect(await check(kept, { key: 'document', version: base.version })).toMatchObject({
    code: 200,
    data: { changes: [] },
  })
  expect(await admin('GET', '/adminApi/crud/code?key=document')).toMatchObject({
    code: 409,
    msg: m.crudTable_noCodeBase({ name: 'document' }, english),
  })
  const indexes = async () =>
    (
      await db.execute<{ index: string }>(sql`select pg_get_indexdef(indexrelid) as index from pg_index
      where indrelid = 'document'::regclass`)
    ).rows.map(({ index }) => index.split('(')[1])
  expect(await indexes()).toContain('yardstick_create_time, id)')
  const ordered = { ...kept, description: { ...kept.description, defaultOrder: 'updateTime,desc' as const } }
  expect(await generate(ordered, { key: 'document', version: base.version })).toMatchObject({ code: 200 })
  expect(await indexes()).toContain('yardstick_update_time, id)')
  expect(await admin('GET', '/adminApi/document/index')).toMatchObject({ code: 200, data: { total: 2 } })
  const { list } = (await admin('GET', '/adminApi/crud/index?order=id,desc&limit=2')).data as { list: { id: number }[] }
  for (const { id } of list) expect(await admin('POST', '/adminApi/crud/undo', { id })).toMatchObject({ code: 200 })
  expect(await columns()).toEqual(before)
  expect(await triggers()).toEqual([])
})

test('a table is refused in which others use one of the names that are for the product alone', async () => {
  const { admin, db } = await generator()
  await db.execute(sql`create table taken (k int primary key, version text, yardstick_update_by text)`)
  expect((await admin('GET', '/adminApi/crud/table?name=taken')).data).toMatchObject({
    refusal: m.crudTable_baseTaken({ name: 'yardstick_update_by' }, english),
  })
})

test('a column path is one like all others in a table that is no tree', async () => {
  const { adopt, db, undo, one } = await startAdopted()
  await db.execute(
    sql.raw(`create table file_entry (id serial primary key, name varchar(60) not null, path varchar(200) unique, sort_key int);
    insert into file_entry (name, path, sort_key) values ('A', '/a', 1), ('B', '/b', 2)`),
  )
  const entry = await adopt('file_entry')
  const edited = (await entry.call('POST', 'edit', { id: 1, version: 1, pathField: '/c' })) as Changed
  expect(await one('select version, path from file_entry where id = 1')).toEqual({ version: 2, path: '/c' })
  expect(await entry.call('GET', 'history?id=1')).toMatchObject({ list: [{ operation: 'update' }] })
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select path from file_entry where id = 1')).toEqual({ path: '/a' })
  const gone = (await entry.call('DELETE', 'del?ids[]=1')) as Changed
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select path, sort_key from file_entry where id = 1')).toEqual({ path: '/a', sort_key: 1 })
  const added = (await entry.call('POST', 'add', { name: 'C', pathField: '/c' })) as { id: number } & Changed
  await entry.call('POST', 'edit', { id: added.id, pathField: '/d' })
  expect(await undo(added.changeSetId)).toMatchObject({ code: 409 })
  await entry.call('POST', 'edit', { id: added.id, pathField: '/c', sortKeyField: 9 })
  expect(await undo(added.changeSetId)).toMatchObject({ code: 409 })
  const { view } = await entry.bring('Name,Path\nD,/b\n', { keys: ['name'], mode: 'add', skipRefused: true })
  expect(await entry.rows(view.id, 'refused')).toMatchObject({ list: [{ errors: [{ field: 'pathField' }] }] })
})
