import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { text } from '../support/exam-room.ts'
import { generator, withFields } from '../support/generator.ts'
import { sampleTables } from '../support/sample-tables.ts'

const english = { locale: 'en' } as const

/** The order system, with what the designer does to its tables. */
async function office() {
  const made = await generator()
  const { admin, db, generate } = made
  await sampleTables(db, 'orders')
  const propose = async (name: string) =>
    ((await admin('GET', `/adminApi/crud/table?name=${name}`)).data as { design: Design }).design
  const adopt = async (name: string) => {
    const answer = await generate(await propose(name))
    expect(answer).toMatchObject({ code: 200 })
    return (answer.data as { id: number }).id
  }
  const undo = async (id: number) => admin('POST', '/adminApi/crud/undo', { id })
  const columns = async () =>
    (
      await db.execute<{ name: string }>(
        sql`select attname as name from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped order by attnum`,
      )
    ).rows.map(({ name }) => name)
  return { ...made, propose, adopt, undo, columns }
}

const own = ['order_id', 'customer_id', 'order_date', 'freight']

test('a generation with a column of ids is taken back and comes back, and that of the rows pointed to waits for it', async () => {
  const { adopt, undo, columns, admin, db } = await office()
  const customers = await adopt('customers')
  // A table without a screen is no reason to keep one.
  expect(await undo(customers)).toMatchObject({ code: 200 })
  expect(await undo(customers)).toMatchObject({ code: 200 })
  const orders = await adopt('orders')
  expect(await columns()).toEqual(expect.arrayContaining([...own, 'customer_id_ref']))
  expect(await undo(customers)).toMatchObject({
    status: 409,
    msg: m.generator_pointedAt({ tables: 'orders' }, english),
  })
  expect(await undo(orders)).toMatchObject({ code: 200 })
  expect(await columns()).toEqual(own)
  await db.execute(sql`update orders set customer_id = 'BERGS' where order_id = 10248`)
  expect(await undo(orders)).toMatchObject({ code: 200 })
  expect(await admin('GET', '/adminApi/orders/index?order=id,asc')).toMatchObject({
    data: { list: [{ customerId: 2 }, { customerId: 2 }] },
  })
  expect(await undo(orders)).toMatchObject({ code: 200 })
  expect(await undo(customers)).toMatchObject({ code: 200 })
})

test('a designer may keep the keys as texts, and a removed screen finds its column of ids again', async () => {
  const { adopt, propose, generate, columns, admin, stored, undo } = await office()
  await adopt('customers')
  const design = await propose('orders')
  const plain = withFields(design, (fields) =>
    fields.map((field) =>
      field.name === 'customerId' ? { name: 'customerId', type: 'text', label: text('Customer') } : field,
    ),
  )
  const made = (await generate(plain)).data as { id: number }
  expect(await columns()).not.toContain('customer_id_ref')
  expect(await admin('GET', '/adminApi/orders/index?order=id,asc')).toMatchObject({
    data: { list: [{ customerId: 'ALFKI' }, { customerId: 'BERGS' }] },
  })
  expect(await undo(made.id)).toMatchObject({ code: 200 })
  await adopt('orders')
  const before = await columns()
  const { base } = await stored('orders')
  expect(
    await admin('POST', '/adminApi/crud/remove', { key: 'orders', version: base.version, table: false }),
  ).toMatchObject({ code: 200 })
  expect((await propose('orders')).columns.customerId).toEqual({ column: 'customer_id_ref' })
  await adopt('orders')
  expect(await columns()).toEqual(before)
  expect(await admin('GET', '/adminApi/orders/index?order=id,asc')).toMatchObject({
    data: { list: [{ customerId: 1 }, { customerId: 2 }] },
  })
  const changed = await generate(
    withFields((await stored('orders')).design, (fields) =>
      fields.map((field) => (field.name === 'customerId' ? { ...field, label: text('Buyer') } : field)),
    ),
    { key: 'orders', version: (await stored('orders')).base.version },
  )
  expect(changed).toMatchObject({ code: 200 })
})
