import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { generator } from '../support/generator.ts'

// Other programs have tables whose names begin like those of the generator. They stay what they are all the same.

test('a table of others keeps its columns, comments and place, though its name begins with res_', async () => {
  const { admin, db, generate, stored, change } = await generator()
  await db.execute(
    sql.raw(`create table res_partner (id serial primary key, "DisplayName" text not null, parent_id int references res_partner, type varchar(9));
      comment on table res_partner is 'Contact'; comment on column res_partner.type is 'Address type';
      create table sale (id serial primary key, partner_id int references res_partner);
      insert into res_partner ("DisplayName") values ('Azure')`),
  )
  const described = async () =>
    (
      await db.execute(sql`select a.attname, format_type(a.atttypid, a.atttypmod) as type, col_description(a.attrelid, a.attnum) as comment,
        obj_description(a.attrelid, 'pg_class') as title from pg_attribute a
        where a.attrelid = 'res_partner'::regclass and a.attnum between 1 and 4 order by a.attnum`)
    ).rows
  const before = await described()
  const { design } = (await admin('GET', '/adminApi/crud/table?name=res_partner')).data as {
    design: Parameters<typeof generate>[0]
  }
  expect(await generate(design)).toMatchObject({ code: 200 })
  const { key } = design.description
  expect(
    await change((was) => ({ ...was, description: { ...was.description, quickSearch: ['type'] } }), key),
  ).toMatchObject({
    code: 200,
  })
  expect(await described()).toEqual(before)
  expect((await admin('GET', `/adminApi/${key}/index`)).data).toMatchObject({ list: [{ displayName: 'Azure' }] })

  const { base } = await stored(key)
  const removal = { key, version: base.version, table: true }
  expect(await admin('POST', '/adminApi/crud/remove', removal)).toMatchObject({
    code: 409,
    msg: m.generator_foreignStays({}, { locale: 'en' }),
  })
  const log = (await admin('GET', '/adminApi/crud/index?order=id,desc')).data as { list: { id: number }[] }
  for (const { id } of log.list) expect(await admin('POST', '/adminApi/crud/undo', { id })).toMatchObject({ code: 200 })
  expect(await described()).toEqual(before)
  expect(
    (
      await db.execute(
        sql`select from pg_attribute where attrelid = 'res_partner'::regclass and attnum > 4 and not attisdropped`,
      )
    ).rows,
  ).toEqual([])
})
