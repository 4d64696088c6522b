import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'

// Tables of other programs that point to one another by keys of text: rows are chosen by their title, and the keys of
// the other programs stay right, whoever writes.

test('rows are chosen by title, and key and id follow one another, whoever writes', async () => {
  const { adopt, propose, undo, one, db } = await startAdopted('orders')
  const run = (text: string) => db.execute(sql.raw(text))
  const before = await propose('orders')
  const first = (proposed: typeof before) => proposed.design.description.fields.find(({ readOnly }) => !readOnly)
  expect(first(before)).toMatchObject({ name: 'customerId', type: 'text' })
  const customers = await adopt('customers')
  const proposed = await propose('orders')
  const { design, notes } = proposed
  expect(first(proposed)).toMatchObject({
    name: 'customerId',
    type: 'relation',
    resource: 'customers',
  })
  expect(design.columns.customerId).toEqual({ column: 'customer_id_ref' })
  const told = { table: 'customers', column: 'customer_id', id: 'customer_id_ref' }
  expect(notes).toContainEqual({ column: 'customer_id', text: m.crudTable_follows(told, { locale: 'en' }) })
  const orders = await adopt('orders')
  const { list, labels } = (await orders.call('GET', 'index?order=id,asc')) as {
    list: { id: number; customerId: number }[]
    labels: unknown
  }
  expect(list.map(({ customerId }) => customerId)).toEqual([1, 2])
  expect(labels).toMatchObject({ customerId: { 1: 'Alfreds Futterkiste', 2: 'Berglunds snabbkop' } })
  expect(await one('select max(version)::int as version from orders')).toEqual({ version: 1 })
  const state = (where: string) => one(`select customer_id, customer_id_ref::int as ref from orders where ${where}`)

  // Here: only ids are written.
  const added = await orders.add({ customerId: 2, freight: 1 })
  expect(await state(`id = ${added.id}`)).toEqual({ customer_id: 'BERGS', ref: 2 })
  const edited = (await orders.call('POST', 'edit', { id: added.id, version: 1, customerId: 1 })) as {
    changeSetId: number
  }
  expect(await state(`id = ${added.id}`)).toEqual({ customer_id: 'ALFKI', ref: 1 })
  expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  expect(await state(`id = ${added.id}`)).toEqual({ customer_id: 'BERGS', ref: 2 })
  const gone = (await orders.call('DELETE', `del?ids[]=${added.id}`)) as { changeSetId: number }
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await state(`id = ${added.id}`)).toEqual({ customer_id: 'BERGS', ref: 2 })
  await expect(orders.add({ customerId: 77 })).rejects.toThrow(/422.*customerId/)

  // There: only keys are written.
  await run(`insert into orders (order_id, customer_id) values (20000, 'ALFKI'), (20001, null)`)
  expect(await state('order_id = 20000')).toEqual({ customer_id: 'ALFKI', ref: 1 })
  expect(await state('order_id = 20001')).toEqual({ customer_id: null, ref: null })
  await run(`update orders set customer_id = 'BERGS' where order_id = 20000`)
  expect(await state('order_id = 20000')).toEqual({ customer_id: 'BERGS', ref: 2 })
  await run(`update orders set customer_id = null, freight = 3 where order_id = 20000`)
  expect(await state('order_id = 20000')).toEqual({ customer_id: null, ref: null })
  await expect(run('update orders set customer_id_ref = 77 where order_id = 20000')).rejects.toMatchObject({
    cause: { code: '23503' },
  })
  await expect(run(`update orders set customer_id = 'NOBOD' where order_id = 20000`)).rejects.toMatchObject({
    cause: { code: '23503' },
  })

  // A row that is pointed to is in use, in words.
  await expect(customers.call('DELETE', 'del?ids[]=2')).rejects.toThrow(/409.*Orders/)
})

test('a key that changes is followed, as is a deletion; a column can be both a key and part of one', async () => {
  const { adopt, one, db } = await startAdopted('world')
  const run = (text: string) => db.execute(sql.raw(text))
  await run(`alter table countrylanguage drop constraint countrylanguage_countrycode_fkey,
    add foreign key (countrycode) references country (code) on update cascade on delete cascade`)
  await adopt('city')
  const country = await adopt('country')
  const language = await adopt('countrylanguage')
  expect(language.design.description.fields[0]).toMatchObject({ type: 'relation', required: true })
  await run(`update country set code = 'UKD' where code = 'GBR'`)
  expect(
    await one(
      `select count(*)::int as count from countrylanguage l join country c on c.id = l.countrycode_ref and c.code = l.countrycode`,
    ),
  ).toEqual({ count: 3 })
  await expect(language.add({ language: 'Scots', isofficial: 1, percentage: 1 })).rejects.toThrow(/422.*countrycode/)
  const { id } = await one(`select id::int as id from country where code = 'UKD'`).then((row) => ({ id: row?.id }))
  await language.add({ countrycode: id, language: 'Scots', isofficial: 1, percentage: 1 })
  expect(await one(`select countrycode from countrylanguage where language = 'Scots'`)).toEqual({ countrycode: 'UKD' })
  await run(`update country set capital = null where code = 'UKD'`)
  await country.call('DELETE', `del?ids[]=${id}`)
  expect(await one('select count(*)::int as count from countrylanguage')).toEqual({ count: 1 })
})

test('a table that points to itself by a key is a choice of its own rows; what is taken back leaves the table as it was', async () => {
  const { adopt, one, db } = await startAdopted('orders')
  const run = (text: string) => db.execute(sql.raw(text))
  await run(`create table part (code varchar(8) primary key, name text not null, whole varchar(8) references part (code) on delete set null);
    insert into part values ('A', 'Bike', null), ('B', 'Wheel', 'A')`)
  const part = await adopt('part')
  expect(part.design.description.fields).toMatchObject([
    { name: 'code', type: 'text' },
    { name: 'name' },
    { name: 'whole', type: 'relation', resource: 'part' },
  ])
  const spoke = await part.add({ code: 'C', name: 'Spoke', whole: 2 })
  expect(await one(`select whole from part where id = ${spoke.id}`)).toEqual({ whole: 'B' })
  await run(`delete from part where code = 'B'`)
  expect(await one(`select whole, whole_ref from part where id = ${spoke.id}`)).toEqual({
    whole: null,
    whole_ref: null,
  })
  for (const statement of part.statements.down) await run(statement)
  expect(
    await one(
      `select string_agg(column_name::text, ',' order by ordinal_position) as names,
        (select count(*)::int from pg_trigger where tgrelid = 'part'::regclass and not tgisinternal) as triggers
      from information_schema.columns where table_name = 'part'`,
    ),
  ).toEqual({ names: 'code,name,whole', triggers: 0 })
})
