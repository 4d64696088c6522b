import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { generator, withFields } from '../support/generator.ts'
import { sampleTables } from '../support/sample-tables.ts'

const english = { locale: 'en' } as const

/** Tables of others, and designs whose fields become relations. */
async function tablesOf(sample: 'world' | 'orders') {
  const made = await generator()
  const { admin, db, generate, stored, change } = made
  await sampleTables(db, sample)
  const adopt = async (name: string) => {
    const { design } = (await admin('GET', `/adminApi/crud/table?name=${name}`)).data as { design: Design }
    const answer = await generate(design)
    expect(answer).toMatchObject({ code: 200 })
    return (answer.data as { id: number }).id
  }
  const undo = (id: number) => admin('POST', '/adminApi/crud/undo', { id })
  const offered = async (key: string) => ((await stored(key)) as unknown as { relations: object[] }).relations
  const become = (key: string, name: string, resource: string) =>
    change((design) => {
      const { description } = design
      const quickSearch = description.quickSearch.filter((one) => one !== name)
      return withFields({ ...design, description: { ...description, quickSearch } }, (fields) =>
        fields.map(({ name: own, label, required, ...rest }) =>
          own === name
            ? { name, label, required, type: 'relation', resource }
            : { name: own, label, required, ...rest },
        ),
      )
    }, key)
  const list = async (key: string) =>
    (await admin('GET', `/adminApi/${key}/index?order=id,asc`)).data as { list: object[]; labels: object }
  const one = async (text: string) => (await db.execute(sql.raw(text))).rows[0]
  return { ...made, adopt, undo, offered, become, list, one }
}

test('tables that point to one another become choices, whichever got its screen first, and an undo puts it back', async () => {
  const { adopt, undo, offered, become, list, one, admin, db } = await tablesOf('world')
  await db.execute(
    sql`alter table city add foreign key (countrycode) references country (code) deferrable initially deferred`,
  )
  const country = await adopt('country')
  await adopt('countrylanguage')
  expect(await offered('country')).toEqual([])
  const city = await adopt('city')
  expect(await offered('country')).toEqual([{ field: 'capital', resource: 'city' }])
  expect(await list('city')).toMatchObject({ labels: { countrycode: { 1: 'Afghanistan' } } })
  expect(await become('country', 'capital', 'countrylanguage')).toMatchObject({
    status: 422,
    data: { errors: { 'columns.capital': [m.generator_typeFixed({}, english)] } },
  })
  const made = await become('country', 'capital', 'city')
  expect(made).toMatchObject({ code: 200 })
  expect(await list('country')).toMatchObject({ list: [{ capital: 1 }, {}], labels: { capital: { 1: 'Kabul' } } })
  expect(await offered('country')).toEqual([])
  expect(await undo(city)).toMatchObject({
    status: 409,
    msg: m.generator_pointedAt({ tables: 'country' }, english),
  })
  const { id } = made.data as { id: number }
  expect(await undo(id)).toMatchObject({ code: 200 })
  expect(await list('country')).toMatchObject({ list: [{ capital: 1 }, {}], labels: {} })
  expect(await undo(id)).toMatchObject({ code: 200 })
  expect(await list('country')).toMatchObject({ labels: { capital: { 1: 'Kabul' } } })
  expect(await undo(id)).toMatchObject({ code: 200 })
  expect(await undo(city)).toMatchObject({ code: 200 })
  expect(await undo(country)).toMatchObject({ status: 409 })
  expect(await one(`select count(*)::int as count from city`)).toEqual({ count: 2 })
  expect(await admin('GET', '/adminApi/city/index')).toMatchObject({ status: 404 })
})

test('a field of keys becomes a choice with a column of ids, and is one of keys again after an undo', async () => {
  const { adopt, undo, offered, become, list, one, admin, db, stored } = await tablesOf('orders')
  const orders = await adopt('orders')
  const customers = await adopt('customers')
  expect(await offered('orders')).toEqual([{ field: 'customerId', resource: 'customers' }])
  const made = await become('orders', 'customerId', 'customers')
  expect(made).toMatchObject({ code: 200 })
  expect((await stored('orders')).design.columns).toMatchObject({ customerId: { column: 'customer_id_ref' } })
  expect(await list('orders')).toMatchObject({
    list: [{ customerId: 1 }, { customerId: 2 }],
    labels: { customerId: { 1: 'Alfreds Futterkiste' } },
  })
  await db.execute(sql`insert into orders (order_id, customer_id) values (20000, 'BERGS')`)
  const added = await admin('POST', '/adminApi/orders/add', { customerId: 1 })
  expect(added).toMatchObject({ code: 200 })
  expect(await one(`select string_agg(customer_id, ',' order by order_id) as keys from orders`)).toEqual({
    keys: 'ALFKI,BERGS,ALFKI,BERGS',
  })
  expect(await undo(customers)).toMatchObject({
    status: 409,
    msg: m.generator_pointedAt({ tables: 'orders' }, english),
  })
  const { id } = made.data as { id: number }
  expect(await undo(id)).toMatchObject({ code: 200 })
  expect(await list('orders')).toMatchObject({ list: [{ customerId: 'ALFKI' }, {}, { customerId: 'ALFKI' }, {}] })
  expect(
    await one(
      `select count(*)::int as count from pg_trigger where tgrelid = 'orders'::regclass and tgname like '%follow%'`,
    ),
  ).toEqual({ count: 0 })
  expect(await undo(id)).toMatchObject({ code: 200 })
  expect(await list('orders')).toMatchObject({ list: [{ customerId: 1 }, {}, { customerId: 1 }, { customerId: 2 }] })
  expect(await undo(id)).toMatchObject({ code: 200 })
  expect(await undo(customers)).toMatchObject({ code: 200 })
  expect(await undo(orders)).toMatchObject({ code: 200 })
  expect(
    await one(
      `select string_agg(column_name::text, ',' order by ordinal_position) as names from information_schema.columns where table_name = 'orders'`,
    ),
  ).toEqual({
    names: 'order_id,customer_id,order_date,freight',
  })
})
