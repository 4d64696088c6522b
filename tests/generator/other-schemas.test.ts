import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'
import { idOf } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { generator, withFields } from '../support/generator.ts'
import { addOfficer } from '../support/officer.ts'

// Tables of others in other schemas than public: screens stand on them where they are.

const english = { locale: 'en' } as const

/** A shop with two schemas, tables of one name in three of them, and types and keys of their own. */
const shop = `
create schema sales; create schema production;
create type production.line as enum ('road', 'mountain'); create domain production.weight as numeric(8,2) check (value > 0);
create table public.product (id serial primary key, name varchar(50) not null);
create table production.product (productid serial primary key, name varchar(50) not null unique, productline production.line, weight production.weight);
create index product_name on production.product (name, productid);
create table sales.product (productid int primary key references production.product (productid), name varchar(50) not null);
create table sales.customer (customerid int generated always as identity primary key, name varchar(60) not null, favorite int references production.product (productid));
create table sales.orderline (orderid int not null, line int not null, customerid int not null references sales.customer (customerid) on delete cascade,
  primary key (orderid, line));
create view sales.names as select customerid, name from sales.customer;
insert into public.product (name) values ('Public');
insert into production.product (name, productline, weight) values ('Frame', 'road', 2.5), ('Wheel', 'mountain', 1);
insert into sales.customer (name, favorite) values ('Ann', 1), ('Bob', null);
insert into sales.orderline values (7, 1, 1), (7, 2, 1)`

async function started() {
  const api = await startAdopted()
  await api.db.execute(sql.raw(shop))
  return api
}

test('tables of one name in three schemas: rows, relations, history and undo stay apart', async () => {
  const { adopt, undo, one } = await started()
  const plain = await adopt('product')
  const product = await adopt('production.product')
  const customer = await adopt('sales.customer')
  expect([plain.key, product.key, customer.key]).toEqual(['product', 'production-product', 'sales-customer'])
  expect((await product.list('?order=name,asc&quickSearch=frame')).list).toMatchObject([
    { id: 1, name: 'Frame', productline: 'road', weight: 2.5 },
  ])
  expect(await customer.list('?order=name,desc')).toMatchObject({
    list: [
      { id: 2, name: 'Bob', favorite: null },
      { id: 1, name: 'Ann', favorite: 1 },
    ],
    labels: { favorite: { 1: 'Frame' } },
  })
  const added = await product.add({ name: 'Saddle', productline: 'road', weight: 0.5 })
  await plain.add({ name: 'Other' })
  expect(added.id).toBe(3)
  await expect(product.add({ name: 'Bad', weight: -1 })).rejects.toThrow('422')
  await expect(product.add({ name: 'Saddle' })).rejects.toThrow('409')
  await expect(product.call('DELETE', 'del?ids[]=1')).rejects.toThrow('409')
  const edited = (await product.call('POST', 'edit', { id: 3, version: 1, name: 'Seat', productline: 'mountain' })) as {
    changeSetId: number
  }
  const history = async (key: typeof product) =>
    (await key.call('GET', 'history?id=3')) as { list: { operation: string }[] }
  expect((await history(product)).list).toHaveLength(2)
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select name, productline from production.product where productid = 3')).toEqual({
    name: 'Saddle',
    productline: 'road',
  })
  await product.call('DELETE', 'del?ids[]=3')
  const { list: deleted } = (await product.call('GET', 'deleted')) as { list: { id: number; changeId: number }[] }
  expect([deleted.length, ((await plain.call('GET', 'deleted')) as { list: unknown[] }).list.length]).toEqual([1, 0])
  await product.call('POST', 'restore', { id: 3, changeId: deleted[0]?.changeId })
  expect(await one('select name from production.product where productid = 3')).toEqual({ name: 'Saddle' })
})

test('rows of a table elsewhere are imported and exported, and the history has what others change', async () => {
  const { adopt, one, db } = await started()
  const product = await adopt('production.product')
  await adopt('sales.customer')
  await product.bring('Name,Productline\nImported,road\n', { mode: 'add', keys: ['name'] })
  await product.bring('Name,Productline\nImported,mountain\n', { mode: 'update', keys: ['name'] })
  expect(await one(`select productline, version from production.product where name = 'Imported'`)).toEqual({
    productline: 'mountain',
    version: 2,
  })
  expect(await product.file('columns=name,productline&order=name,asc&format=csv')).toContain('Frame,road')
  // Others go on, and the history has what they change.
  await db.execute(sql`update sales.customer set name = 'Cid' where customerid = 2`)
  expect(await one(`select table_name, row_id::int as row from change where table_name like '%customer'`)).toEqual({
    table_name: 'sales.customer',
    row: 2,
  })
  expect(await one('select count(*)::int as count from sales.names')).toEqual({ count: 2 })
})

test('rows that go with another row come back with it, across keys of several columns', async () => {
  const { adopt, undo, one } = await started()
  const customer = await adopt('sales.customer')
  const lines = await adopt('sales.orderline')
  expect((await lines.list()).list).toMatchObject([
    { orderid: 7, line: 2, customerid: 1 },
    { orderid: 7, line: 1, customerid: 1 },
  ])
  const gone = (await customer.call('DELETE', 'del?ids[]=1')) as { changeSetId: number }
  expect(await one('select count(*)::int as count from sales.orderline')).toEqual({ count: 0 })
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await one('select count(*)::int as count from sales.orderline')).toEqual({ count: 2 })
})

test('a generation on a table elsewhere is planned, changed, and taken back without a trace', async () => {
  const made = await generator()
  const { admin, db, plan, generate, change } = made
  await db.execute(sql.raw(shop))
  const state = async () =>
    (
      await db.execute(sql`select attname::text as name from pg_attribute where attrelid = 'sales.product'::regclass and attnum > 0 and not attisdropped
        union all select tgname::text from pg_trigger where tgrelid = 'sales.product'::regclass and not tgisinternal
        union all select relname::text from pg_class join pg_index on indexrelid = oid where indrelid = 'sales.product'::regclass order by 1`)
    ).rows
  const before = await state()
  const { design, refusal } = (await admin('GET', '/adminApi/crud/table?name=sales.product')).data as {
    design: Design
    refusal: string | null
  }
  expect(refusal).toBeNull()
  for (const statement of (await plan(design)).up) expect(statement).toContain('"sales"."product"')
  const { data } = await generate(design)
  const { key, id } = data as { key: string; id: number }
  expect(await admin('POST', `/adminApi/${key}/add`, { productid: 2, name: 'Wheel' })).toMatchObject({ code: 200 })
  const code = await admin('GET', `/adminApi/crud/code?key=${key}`)
  expect(code).toMatchObject({ status: 409, msg: m.crudSchema_noCode({ name: 'sales.product' }, english) })
  const moved = await change((old) => ({ ...old, tableName: 'production.product' }), key)
  expect(moved.status).toBe(422)
  const sorted = await change(
    (old) => ({ ...old, description: { ...old.description, sorts: [...old.description.sorts, 'updateTime'] } }),
    key,
  )
  expect(sorted).toMatchObject({ code: 200 })
  const undo = (entry: number) => admin('POST', '/adminApi/crud/undo', { id: entry })
  expect(await undo((sorted.data as { id: number }).id)).toMatchObject({ code: 200 })
  expect(await undo(id)).toMatchObject({ code: 200 })
  expect(await state()).toEqual(before)
  expect((await db.execute(sql`select * from sales.product`)).rows).toEqual([{ productid: 2, name: 'Wheel' }])
})

test('a screen elsewhere gets lists of ids and files of its own, which are guarded and tracked there', async () => {
  const { admin, db, generate, change } = await generator()
  await db.execute(sql.raw(shop))
  const made = async (name: string) => {
    const { data } = await admin('GET', `/adminApi/crud/table?name=${name}`)
    return ((await generate((data as { design: Design }).design)).data as { key: string }).key
  }
  const [product, customer] = [await made('production.product'), await made('sales.customer')]
  const added = await change(
    (design) =>
      withFields(design, (fields) => [
        ...fields,
        { name: 'wanted', type: 'relation', label: text('Wanted'), resource: product, multiple: true },
        { name: 'photo', type: 'image', label: text('Photo') },
      ]),
    customer,
  )
  expect(added).toMatchObject({ code: 200 })
  expect(await admin('POST', `/adminApi/${customer}/add`, { name: 'Dan', wanted: [9] })).toMatchObject({ status: 422 })
  expect(await admin('POST', `/adminApi/${customer}/add`, { name: 'Dan', wanted: [1, 2] })).toMatchObject({ code: 200 })
  await expect(db.execute(sql`delete from production.product where productid = 2`)).rejects.toThrow()
  expect(await admin('DELETE', `/adminApi/${product}/del?ids[]=2`)).toMatchObject({
    status: 409,
    data: { uses: [{ resource: customer, names: ['Dan'] }] },
  })
  await db.execute(sql`update sales.customer set photo = '/storage/default/x.png' where name = 'Dan'`)
  expect((await db.execute(sql`select table_name, field from file_use`)).rows).toEqual([
    { table_name: 'sales.customer', field: 'photo' },
  ])
  const undone = await admin('POST', '/adminApi/crud/undo', { id: (added.data as { id: number }).id })
  expect(undone).toMatchObject({ code: 200 })
  expect(await admin('DELETE', `/adminApi/${product}/del?ids[]=2`)).toMatchObject({ code: 200 })
  expect((await db.execute(sql`select from file_use`)).rows).toHaveLength(0)
})

test('the data scope of an officer holds for rows of a table elsewhere, also for those that were deleted', async () => {
  const made = await generator()
  const { admin, db, generate, ids } = made
  await db.execute(sql`create schema sales`)
  await db.execute(
    sql`create table sales.desk (deskid serial primary key, name varchar(20) not null, org_id bigint references public.organization (id))`,
  )
  const { data } = await admin('GET', '/adminApi/crud/table?name=sales.desk')
  const { design } = data as { design: Design }
  expect(design.scopeField).toBe('orgId')
  expect(await generate(design)).toMatchObject({ code: 200, data: { key: 'sales-desk' } })
  const add = async (name: string, orgId: number) =>
    idOf(await admin('POST', '/adminApi/sales-desk/add', { name, orgId }))
  const [mine, theirs] = [await add('Mine', ids.D1), await add('Theirs', ids.D2)]
  await addOfficer(made, { username: 'officer', nodes: [], scope: 'orgBelow', deptId: ids.D1 })
  await db.execute(sql`insert into role_rule (role_id, rule_id)
    select r.id, u.id from role r, rule u where r.name = 'role of officer' and starts_with(${design.description.menu}, split_part(u.name, '/', 1))
      and (starts_with(u.name, ${design.description.menu}) or u.name not like '%/%')`)
  const officer = await made.signIn('admin', 'officer')
  const names = async (call: string) => {
    const { list } = (await officer('GET', `/adminApi/sales-desk/${call}`)).data as { list: { name?: string }[] }
    return list.map(({ name }) => name)
  }
  expect(await names('index')).toEqual(['Mine'])
  expect(await officer('POST', '/adminApi/sales-desk/edit', { id: theirs, version: 1, name: 'X' })).toMatchObject({
    status: 404,
  })
  for (const id of [mine, theirs]) await admin('DELETE', `/adminApi/sales-desk/del?ids[]=${id}`)
  expect(await names('index')).toEqual([])
  const { list } = (await officer('GET', '/adminApi/sales-desk/deleted')).data as { list: { id: number }[] }
  expect(list.map(({ id }) => id)).toEqual([mine])
})

test('neither the schemas of the server, of migrations and of a queue, nor names that only look like them, are read', async () => {
  const { admin, db, propose } = await started()
  await db.execute(
    sql.raw(`create table queue.own (id int primary key); create table public."sales.customer" (id int);
    create table public.heir () inherits (queue.own); create schema "a.b"; create table "a.b".c (id int primary key);
    create table sales.account (id int primary key); create view sales.logins as select id, username from public.account`),
  )
  const { data } = await admin('GET', '/adminApi/crud/tables')
  const names = (data as { list: { name: string; rows: number }[] }).list.map(({ name }) => name)
  expect(names).toEqual([
    'product',
    'production.product',
    'sales.account',
    'sales.customer',
    'sales.orderline',
    'sales.product',
  ])
  expect(Object.keys(((await admin('GET', '/admin/ajax/table')).data as { list: object }).list)).toEqual(names)
  // The name is that of the table in the schema, not of the one with a dot in public.
  expect((await admin('GET', '/admin/ajax/getTablePk?table=sales.customer')).data).toEqual({ pk: 'customerid' })
  for (const name of [
    'queue.job',
    '"queue".job',
    'queue."job"',
    'QUEUE.JOB',
    'heir',
    'public.heir',
    'public.product',
    'public.account',
    '"public"."account"',
    'account',
    'pg_catalog.pg_class',
    'pg_class',
    'pg_catalog.pg_authid',
    'information_schema.tables',
    'drizzle.__drizzle_migrations',
    '"drizzle"."__drizzle_migrations"',
    'sales.names',
    'sales.logins',
    'SALES.customer',
    '"sales"."customer"',
    'sales.customer"; drop table sales.customer; --',
    'a.b.c',
    '.customer',
    'sales.',
    '.',
  ])
    for (const path of ['crud/table?name=', 'table?table=', 'getTablePk?table=', 'getTableFieldList?table=']) {
      const call = path.startsWith('crud') ? `/adminApi/${path}` : `/admin/ajax/${path}`
      expect([name, path, (await admin('GET', `${call}${encodeURIComponent(name)}`)).status]).toEqual([name, path, 404])
    }
  const own = await propose('sales.account')
  expect(own).toMatchObject({ adopt: null, refusal: m.crudSchema_ownName({ name: 'account' }, english) })
})

test('schemas and tables with strange names, and a name that is too long', async () => {
  const { adopt, propose, one, undo, db } = await started()
  const [schema, table] = ['学校 "x"; drop schema sales', `班级 'y'.z`]
  const [long, of] = ['s'.repeat(40), 't'.repeat(40)]
  await db.execute(
    sql.raw(`create schema ${quoted(schema)}; create table ${quoted(schema)}.${quoted(table)} ("编号" serial primary key, "名称" varchar(20) not null);
    create schema ${long}; create table ${long}.${of} (id int primary key)`),
  )
  const strange = await adopt(`${schema}.${table}`)
  const { id } = await strange.add({ [strange.design.description.rowTitle]: 'One' })
  const gone = (await strange.call('DELETE', `del?ids[]=${id}`)) as { changeSetId: number }
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect((await strange.list()).list).toMatchObject([{ id, [strange.design.description.rowTitle]: 'One' }])
  expect(await one('select count(*)::int as count from sales.customer')).toEqual({ count: 2 })
  expect(await propose(`${long}.${of}`)).toMatchObject({
    adopt: null,
    refusal: m.crudSchema_long({ name: `${long}.${of}`, limit: 63 }, english),
  })
})

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
