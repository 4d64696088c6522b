import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { idOf, rowsBy } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { generator, withFields } from '../support/generator.ts'

const english = { locale: 'en' } as const
const undo = '/adminApi/crud/undo'

/** A table of others, with rows, a key of its own name and a view. */
async function shop() {
  const made = await generator()
  await made.db.execute(
    sql`create table "Customer" ("CustomerId" serial primary key, "FirstName" varchar(40) not null, email text unique, notes text)`,
  )
  // Whoever has no screen is in nobody's way.
  await made.db.execute(sql`create table "Visit" ("VisitId" int primary key, "CustomerId" int references "Customer")`)
  await made.db.execute(sql`create view customer_names as select "CustomerId", "FirstName" from "Customer"`)
  await made.db.execute(
    sql`insert into "Customer" ("FirstName", email) values ('Ann', 'ann@x.org'), ('Bob', 'bob@x.org')`,
  )
  const proposal = async () =>
    (await made.admin('GET', '/adminApi/crud/table?name=Customer')).data as { design: Design; refusal: string | null }
  const columns = async () =>
    (
      await made.db.execute<{ name: string }>(
        sql`select attname as name from pg_attribute where attrelid = '"Customer"'::regclass and attnum > 0 and not attisdropped order by attnum`,
      )
    ).rows.map(({ name }) => name)
  return { ...made, proposal, columns }
}

test('a table of others gets a screen after its question, keeps what others do with it, and is as before after an undo', async () => {
  const { admin, proposal, generate, plan, db, columns, stored } = await shop()
  const { design, refusal } = await proposal()
  expect(refusal).toBeNull()
  const shown = await plan(design)
  expect(shown.changes).toEqual([
    {
      kind: 'adopt',
      text: m.generator_changeAdopt({ table: 'Customer' }, english),
      effect: m.generator_effectAdopt({}, english),
      loss: false,
    },
  ])
  const before = await columns()
  const made = await generate(design)
  expect(made).toMatchObject({ code: 200 })
  const { key } = made.data as { key: string; id: number }
  const listed = await admin('GET', `/adminApi/${key}/index?order=firstName,asc&quickSearch=an`)
  expect(listed).toMatchObject({ data: { total: 1, list: [{ id: 1, firstName: 'Ann', email: 'ann@x.org' }] } })
  const third = idOf(await admin('POST', `/adminApi/${key}/add`, { firstName: 'Cid', email: 'cid@x.org' }))
  expect(third).toBe(3)
  expect(await admin('POST', `/adminApi/${key}/add`, { firstName: 'Dan', email: 'cid@x.org' })).toMatchObject({
    status: 409,
  })
  // Others go on as before.
  await db.execute(sql`insert into "Customer" ("FirstName") values ('Eve')`)
  expect((await db.execute(sql`select * from customer_names`)).rows).toHaveLength(4)
  expect((await stored(key)).design).toMatchObject({
    tableName: 'Customer',
    columns: { firstName: { column: 'FirstName' } },
  })
  expect(await admin('POST', undo, { id: (made.data as { id: number }).id })).toMatchObject({ code: 200 })
  expect(await columns()).toEqual(before)
  expect((await db.execute(sql`select * from "Customer"`)).rows).toHaveLength(4)
  expect(await admin('POST', undo, { id: (made.data as { id: number }).id })).toMatchObject({ code: 200 })
  expect(Object.keys(await rowsBy(admin, key, 'firstName')).sort()).toEqual(['Ann', 'Bob', 'Cid', 'Eve'])
})

test('a change of such a screen leaves the columns of others as they are, and may add its own', async () => {
  const { admin, proposal, generate, change, columns, stored } = await shop()
  const { key } = (await generate((await proposal()).design)).data as { key: string }
  const before = await columns()
  const typed = await change(
    (design) =>
      withFields(design, (fields) =>
        fields.map((field) => (field.name === 'notes' ? { name: 'notes', type: 'date', label: text('Notes') } : field)),
      ),
    key,
  )
  expect(typed).toMatchObject({
    status: 422,
    data: { errors: { 'columns.notes': [m.generator_typeFixed({}, english)] } },
  })
  const nameless = await change(({ columns: { firstName: _gone, ...columns }, ...design }) => {
    const description = { ...design.description, rowTitle: 'email', quickSearch: ['email'], sorts: ['email'] }
    return withFields({ ...design, columns, description }, (fields) =>
      fields.filter(({ name }) => name !== 'firstName'),
    )
  }, key)
  expect(nameless).toMatchObject({
    status: 422,
    data: { errors: { 'description.verbs': [m.generator_needed({ name: 'FirstName' }, english)] } },
  })
  const changed = await change((design) => {
    const { email, ...columns } = design.columns
    return {
      ...withFields(
        { ...design, description: { ...design.description, quickSearch: ['firstName'], sorts: ['firstName'] } },
        (fields) => [
          ...fields.flatMap((field) =>
            field.name === 'notes' ? [] : [field.name === 'email' ? { ...field, name: 'mail' } : field],
          ),
          { name: 'bornOn', type: 'date', label: text('Born on') },
        ],
      ),
      columns: { ...columns, mail: { ...email, from: 'email' }, bornOn: { from: null } },
    }
  }, key)
  expect(changed).toMatchObject({ code: 200 })
  expect(await columns()).toEqual([...before, 'born_on'])
  expect((await stored(key)).design.columns).toMatchObject({ mail: { column: 'email', unique: true } })
  expect(await rowsBy(admin, key, 'firstName')).toMatchObject({ Ann: { mail: 'ann@x.org', bornOn: null } })
  const { base } = await stored(key)
  expect(await admin('POST', '/adminApi/crud/remove', { key, version: base.version, table: true })).toMatchObject({
    status: 409,
    msg: m.generator_foreignStays({}, english),
  })
  expect(await admin('POST', '/adminApi/crud/remove', { key, version: base.version, table: false })).toMatchObject({
    code: 200,
  })
  // The table has all that a screen needs already.
  expect((await proposal()).refusal).toBeNull()
})
