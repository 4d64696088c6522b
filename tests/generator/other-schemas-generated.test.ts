import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { idOf } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { generator, withFields } from '../support/generator.ts'
import { addOfficer } from '../support/officer.ts'
import { sampleTables } from '../support/sample-tables.ts'

// Screens on tables of other schemas, as the generator makes and changes them.

const english = { locale: 'en' } as const

test('a generation on a table elsewhere is planned, changed, and taken back without a trace', async () => {
  const made = await generator()
  const { admin, db, plan, generate, change } = made
  await sampleTables(db, 'shop')
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
  expect((await db.execute(sql`select * from sales.product`)).rows).toEqual([
    { productid: 2, name: 'Wheel', base: null },
  ])
  // The rows of the screen that is gone still keep those that they refer to, but nobody knows their names.
  const { data: other } = await admin('GET', '/adminApi/crud/table?name=production.product')
  const { key: product } = (await generate((other as { design: Design }).design)).data as { key: string }
  const used = await admin('DELETE', `/adminApi/${product}/del?ids[]=2`)
  expect(used).toMatchObject({ status: 409, data: { uses: [{ resource: null, count: 1, names: [] }] } })
})

test('a screen elsewhere gets lists of ids and files of its own, which are guarded and tracked there', async () => {
  const { admin, db, generate, change } = await generator()
  await sampleTables(db, 'shop')
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
