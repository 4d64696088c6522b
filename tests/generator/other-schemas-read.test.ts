import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'

// Which tables of other schemas a screen can start from, whatever their names are.

const english = { locale: 'en' } as const

test('tables of other schemas are read by their names, strange ones too; those of the server, of migrations and of a queue are not', async () => {
  const { adopt, admin, db, propose, one, undo } = await startAdopted('shop')
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
  const refused = [
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
  ]
  const paths = ['table?table=', 'getTablePk?table=', 'getTableFieldList?table=']
  for (const [at, name] of refused.entries())
    for (const path of ['/adminApi/crud/table?name=', `/admin/ajax/${paths[at % paths.length]}`])
      expect([name, path, (await admin('GET', `${path}${encodeURIComponent(name)}`)).status]).toEqual([name, path, 404])
  const own = await propose('sales.account')
  expect(own).toMatchObject({ adopt: null, refusal: m.crudSchema_ownName({ name: 'account' }, english) })

  // Schemas and tables with strange names, and a name that is too long.
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
