import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fields, text } from '../support/exam-room.ts'
import { rooms } from '../support/rooms.ts'

// Which descriptions of a resource are refused, and which tables.

const refused: [string, object, object, string][] = [
  ['a table of the product', {}, { tableName: 'organization' }, 'There is no usable table organization'],
  ['sessions', {}, { tableName: 'token_family' }, 'There is no usable table token_family'],
  ['a catalogue of the database', {}, { tableName: 'pg_authid' }, 'There is no usable table pg_authid'],
  ['a name with SQL in it', {}, { tableName: 'res_exam_room; drop table organization' }, 'There is no usable table'],
  ['a table that is not there', {}, { tableName: 'res_nothing' }, 'There is no usable table res_nothing'],
  ['a key of the product', { key: 'organization' }, {}, 'The key organization is taken'],
  ['a key that is a call of its own', { key: 'history' }, {}, 'The key history is taken'],
  ['a menu of the product', { menu: 'baseInfo/subject' }, {}, 'The menu baseInfo/subject is taken'],
  [
    'a field without a column',
    { fields: [...fields, { name: 'extra', type: 'text', label: text('x') }] },
    {},
    'The table has no column extra',
  ],
  [
    'a column of another type',
    {
      fields: fields.map((one) =>
        one.name === 'seats' ? { ...one, type: 'date', min: undefined, max: undefined } : one,
      ),
    },
    {},
    'Column seats is of type int4, which does not fit its field',
  ],
  ['a search for passwords', { quickSearch: ['name', 'entryCode'] }, {}, 'entryCode'],
  ['a search for numbers', { quickSearch: ['name', 'seats'] }, {}, '"description.quickSearch":["No field'],
  [
    'a total of texts',
    { fields: fields.map((one) => (one.name === 'name' ? { ...one, list: { total: 'sum' } } : one)) },
    {},
    '"description.fields.0.list.total":["No field',
  ],
  ...(
    [
      { rowTitle: 'zz' },
      { quickSearch: ['zz'] },
      { sorts: ['zz'] },
      { sortGroups: [['name', 'zz']] },
      { defaultOrder: 'zz,asc' },
      { synonyms: { zz: ['z'] } },
    ] satisfies object[]
  ).map((change): [string, object, object, string] => [
    `a name without a field, in ${Object.keys(change).join()}`,
    change,
    {},
    'No field or section named zz fits here',
  ]),
  ['an order without an index', { sorts: ['name', 'seats'] }, {}, 'There is no index for sorting by seats'],
  [
    'a relation to nothing',
    { fields: fields.map((one) => (one.name === 'orgId' ? { ...one, resource: 'nowhere' } : one)) },
    {},
    'There is no resource nowhere',
  ],
  ...['{name} {passwordHash}'].map((template): [string, object, object, string] => [
    `a label of ${template}`,
    { fields: fields.map((one) => (one.name === 'orgId' ? { ...one, template } : one)) },
    {},
    'organization has no such field to show',
  ]),
  ...['login', 'iframe/x'].map((menu): [string, object, object, string] => [
    `a page that is no menu, ${menu}`,
    { menu },
    {},
    `The menu ${menu} is taken`,
  ]),
  ['a scope that is no organization', {}, { scopeField: 'areaCode' }, 'areaCode is not a relation to one organization'],
]

test('a description or a table that does not fit is refused with 422 and a sentence, and nothing is stored', async () => {
  const made = await rooms()
  // A description is refused with 422 and a sentence, and nothing is stored.
  {
    const { store, db } = made
    for (const [why, change, given, sentence] of refused) {
      const answer = await store(change, given)
      expect(answer.status, why).toBe(422)
      expect(JSON.stringify(answer.data), why).toContain(sentence)
    }
    expect((await db.execute(sql`select 1 from resource_description`)).rows).toEqual([])
    expect((await db.execute(sql`select 1 from organization`)).rows).toHaveLength(5)
  }
  // A table without history or stamps is refused, and one that has lost a column is not served by halves.
  {
    const { store, db, admin } = made
    await db.execute(sql`drop trigger z_record on res_exam_room`)
    expect(JSON.stringify((await store()).data)).toContain('The table lacks the trigger record_change')
    await db.execute(
      sql`create trigger z_record after insert or update or delete on res_exam_room for each row execute function record_change()`,
    )
    await db.execute(sql`alter table res_exam_room drop constraint res_exam_room_pkey`)
    expect(JSON.stringify((await store()).data)).toContain('Each row of the table needs a unique id')
    await db.execute(sql`alter table res_exam_room add primary key (id)`)
    const { id } = (await store()).data as { id: number }
    await db.execute(sql`alter table res_exam_room drop column plan`)
    await db.execute(sql`update resource_description set scope_field = null where id = ${id}`)
    expect(await admin('GET', '/adminApi/exam-room/index')).toMatchObject({ status: 404 })
  }
})
