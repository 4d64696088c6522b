import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { rulesOfCheck } from '#src/features/generator/check-rules.server.ts'
import type { Design } from '#src/features/generator/design.schema.ts'
import { fieldNameOf } from '#src/features/generator/propose-names.server.ts'
import { descriptionSchema } from '#src/resource/description-schema.ts'
import { startApi } from '../support/api.ts'
import { sampleTables } from '../support/sample-tables.ts'

// The design that is proposed for a table, and the statements that the table needs.

type Answer = {
  design: Design
  notes: { column: string; text: string }[]
  adopt: { up: string[]; down: string[] } | null
  refusal: string | null
}

async function proposals() {
  const api = await startApi()
  const admin = await api.signIn()
  const propose = async (name: string) => {
    const { data, code, msg } = await admin('GET', `/adminApi/crud/table?name=${encodeURIComponent(name)}`)
    if (code !== 200) throw new Error(msg)
    const answer = data as Answer
    const checked = v.safeParse(descriptionSchema, answer.design.description)
    expect([name, checked.issues?.map((one) => one.message)]).toEqual([name, undefined])
    return answer
  }
  return { ...api, admin, propose }
}

test.each([
  ["x = ANY (ARRAY['a'::text, 'it''s'::text])", [{ column: 'x', kind: 'values', values: ['a', "it's"] }]],
  [
    "((x)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying(20)])::text[]))",
    [{ column: 'x', kind: 'values', values: ['a', 'b'] }],
  ],
  [
    '(("Score" >= 0) AND ("Score" <= \'-5\'::integer))',
    [
      { column: 'Score', kind: 'min', value: 0, open: false },
      { column: 'Score', kind: 'max', value: -5, open: false },
    ],
  ],
  ['(price > (0)::numeric)', [{ column: 'price', kind: 'min', value: 0, open: true }]],
  ['((0)::double precision < price)', [{ column: 'price', kind: 'min', value: 0, open: true }]],
  ['(char_length((code)::text) <= 10)', [{ column: 'code', kind: 'length', max: 10 }]],
  ["((x = 'a'::text) OR (x = 'b'::text))", [{ column: 'x', kind: 'values', values: ['a', 'b'] }]],
  ['((x IS NULL) OR (x > 3))', [{ column: 'x', kind: 'min', value: 3, open: true }]],
  ['((x IS NULL) OR (y > 3))', []],
  ['((x > 3) OR (y > 3))', []],
  ['(NOT (x > 3))', []],
  ['(x > y)', []],
  ["(upper(x) = 'A'::text)", []],
  ['((x + 1) > 3)', []],
  ["(x ~ '^(a OR b)$'::text)", []],
])('a check is read: %s', (expression, rules) => {
  expect(rulesOfCheck(expression)).toEqual(rules)
})

test('every column gets a name that a field can have', () => {
  const taken = new Set<string>()
  const names = [
    'AlbumId',
    'unit_price',
    'unit price',
    'HTTPCode',
    '2nd',
    'id',
    'Version',
    '姓名',
    'constructor',
    '__proto__',
    'a"b',
    'Ünïcode',
    'x'.repeat(63),
    'x'.repeat(62),
  ]
  for (const [at, name] of names.entries()) taken.add(fieldNameOf(name, at, taken))
  expect([...taken]).toEqual([
    'albumId',
    'unitPrice',
    'unitPrice2',
    'httpCode',
    'n2nd',
    'idField',
    'versionField',
    'column7',
    'constructorField',
    'proto',
    'aB',
    'unicode',
    'x'.repeat(36),
    `${'x'.repeat(36)}2`,
  ])
})

test('a film rental: types, checks, an enum and what is left out', async () => {
  const { db, propose } = await proposals()
  await sampleTables(db, 'rental')
  const { design, notes, adopt, refusal } = await propose('film')
  expect(refusal).toBeNull()
  expect(design).toMatchObject({
    tableName: 'film',
    scopeField: null,
    columns: { title: {}, releaseYear: {} },
    description: {
      key: 'film',
      menu: 'baseInfo/film',
      title: { en: 'Film' },
      rowTitle: 'title',
      quickSearch: ['title'],
      sorts: ['title'],
    },
  })
  const field = (name: string) => design.description.fields.find((one) => one.name === name)
  expect(field('title')).toMatchObject({ type: 'text', required: true })
  expect(field('description')).toMatchObject({ type: 'text', multiline: true })
  expect(field('releaseYear')).toMatchObject({ type: 'year', min: 1901, max: 2155 })
  expect(field('rentalRate')).toMatchObject({ type: 'number', decimals: 2, default: 4.99, max: 99.99 })
  expect(field('length')).toMatchObject({ type: 'integer', min: 1, max: 600 })
  expect(field('rating')).toMatchObject({
    type: 'select',
    default: 'G',
    options: [{ value: 'G' }, {}, { value: 'PG-13' }, {}, {}],
  })
  expect(field('specialFeatures')).toMatchObject({ type: 'texts' })
  expect(field('lastUpdate')).toMatchObject({ type: 'datetime', readOnly: true })
  expect(field('filmId')).toBeUndefined()
  expect(notes.map(({ column }) => column)).toEqual(['language_id', 'fulltext'])
  expect(adopt?.up).toEqual([
    'alter table public."film" add column "id" bigint generated always as ("film_id") stored not null unique, add column "version" integer not null default 1, add column "create_by" bigint, add column "create_time" timestamptz not null default now(), add column "update_by" bigint, add column "update_time" timestamptz not null default now()',
    `select setval('film_film_id_seq'::regclass, max("film_id")) from public."film" having max("film_id") > greatest(coalesce(pg_sequence_last_value('film_film_id_seq'::regclass), 0), 0)`,
    `create trigger "a_stamp" before insert or update on public."film" for each row execute function public.stamp_row('id')`,
    'create trigger "z_record" after insert or update or delete on public."film" for each row execute function public.record_change()',
  ])
  const staff = await propose('staff')
  expect(staff.notes.map(({ column }) => column)).toEqual(['password', 'picture'])
  expect(staff.adopt?.up.at(-2)).toContain("record_change('password')")
})

test('other names, text keys, dictionaries and every table of the samples give valid designs', async () => {
  const { db, propose } = await proposals()
  await sampleTables(db, 'rental', 'music', 'orders', 'world')
  const album = await propose('Album')
  expect(album.design.columns).toEqual({ title: { column: 'Title' }, artistId: { column: 'ArtistId' } })
  expect(album.adopt?.up.slice(1, 3)).toEqual([
    'alter table public."Album" alter column "AlbumId" add generated by default as identity',
    `select setval(pg_get_serial_sequence('public."Album"', 'AlbumId'), (select greatest(max("AlbumId"), 0) + 1 from public."Album"), false)`,
  ])
  const employee = await propose('Employee')
  expect(employee.design.description.fields).toMatchObject([
    { name: 'lastName' },
    { name: 'reportsTo', type: 'relation', resource: 'employee' },
    { name: 'hireDate' },
    { name: 'email', rule: 'email' },
  ])
  const customers = await propose('customers')
  expect(customers.design.description.fields[0]).toMatchObject({
    name: 'customerId',
    type: 'text',
    max: 5,
    required: true,
    addOnly: true,
  })
  expect(customers.design.columns.customerId).toEqual({ unique: true })
  const products = await propose('products')
  expect(products.design.description.fields).toMatchObject([
    { name: 'productName', required: true },
    { name: 'unitPrice', type: 'number', min: 0 },
    { name: 'discontinued', type: 'switch' },
  ])
  expect(products.design.columns.productName).toEqual({ unique: true })
  const country = await propose('country')
  expect(country.design.description.title).toEqual({ 'zh-cn': '国家', en: '国家' })
  const fields = Object.fromEntries(country.design.description.fields.map((field) => [field.name, field]))
  expect(fields).toMatchObject({
    continent: { type: 'select', required: true },
    kind: {
      type: 'select',
      label: { en: 'Kind' },
      default: 1,
      options: [{ value: 0, label: { en: 'Territory' } }, { value: 1 }],
    },
    governmentform: { type: 'select', label: { 'zh-cn': '政体' } },
    flags: { type: 'json' },
  })
  expect(country.notes.map(({ column }) => column)).toEqual(['capital'])
  for (const name of [
    'city',
    'countrylanguage',
    'order_details',
    'film_actor',
    'payment',
    'language',
    'Artist',
    'orders',
    'actor',
  ])
    expect((await propose(name)).refusal).toBeNull()
})

test('names promise what rows hold, secrets and strange tables are answered plainly', async () => {
  const { db, propose, admin } = await proposals()
  await db.execute(
    sql.raw(`
    create table "Cars; drop table x" (car_id serial primary key, color varchar(50), paint_color varchar(50), icon varchar(50), "Ünï" int, home_city varchar(6), page_content text, photo varchar(255), open_switch smallint not null, salt bytea not null);
    insert into "Cars; drop table x" (color, paint_color, home_city, photo, open_switch, salt) values ('Red', '#ff0000', 'Bonn', 'a b', 1, '');
    create table with_uuid (id uuid primary key, yardstick_id uuid);
    create table with_time (key_id serial primary key, update_time bigint);
    create table loose (id int, name text);
    create table nothing ();
    create table states (state_id serial primary key, state smallint not null default 0, code varchar(4) not null);
    comment on column states.state is 'State:0=Off,1=On';
    insert into states (state, code) values (7, '');
    create table parts (id int generated by default as identity, day date not null) partition by range (day)`),
  )
  const { design, notes, adopt } = await propose('Cars; drop table x')
  expect(design.description.fields.map(({ name, type }) => [name, type])).toEqual([
    ['color', 'text'],
    ['paintColor', 'color'],
    ['icon', 'icon'],
    ['uni', 'integer'],
    ['homeCity', 'text'],
    ['pageContent', 'editor'],
    ['photo', 'text'],
    ['openSwitch', 'switch'],
  ])
  expect(design.columns.uni).toEqual({ column: 'Ünï' })
  expect(design.description.verbs).toEqual(['index', 'edit', 'del'])
  expect(notes).toEqual([
    {
      column: 'salt',
      text: 'No kind of field holds values of type bytea. The column must have a value, so rows cannot be added here',
    },
  ])
  expect(design.description.key).toBe('cars-drop-table-x')
  for (const statement of [...(adopt?.up ?? []), ...(adopt?.down ?? [])]) await db.execute(sql.raw(statement))
  const refusals = {
    with_uuid: 'The column yardstick_id is for the ids of the rows',
    with_time: null,
    loose: 'Rows may have no id',
    nothing: null,
    parts: null,
  }
  for (const [name, refusal] of Object.entries(refusals)) {
    const { data } = await admin('GET', `/adminApi/crud/table?name=${name}`)
    expect(data).toMatchObject({
      refusal: refusal === null ? null : expect.stringContaining(refusal),
      adopt: refusal === null ? {} : null,
    })
  }
  expect((await propose('states')).design.description.fields).toMatchObject([
    { name: 'state', type: 'integer', required: true, label: { en: 'State' } },
    { name: 'code', type: 'text', max: 4 },
  ])
  expect((await propose('states')).design.description.fields[1]).not.toHaveProperty('required')
  const many = Array.from({ length: 100 }, (_, at) => `column_${at} int not null check (column_${at} > ${at})`).join()
  await db.execute(sql.raw(`create table hundred (${many})`))
  const start = performance.now()
  expect((await propose('hundred')).design.description.fields).toHaveLength(100)
  expect(performance.now() - start).toBeLessThan(1000)
  expect((await admin('GET', '/adminApi/crud/table?name=account')).status).toBe(404)
})

test.each([
  [
    'id uuid primary key, yardstick_id int',
    'The column yardstick_id is for the ids of the rows, but the table has another column of this name',
  ],
  ['id int', 'Rows may have no id, or the same one: a screen needs a unique id for each row'],
  [
    'id int primary key references base (id)',
    'The column id refers to another table, so new rows cannot get one by themselves',
  ],
  [
    'k int primary key, yardstick_version bigint',
    'The column yardstick_version is for the product itself, but the table has another column of this name',
  ],
])('a table that no screen can stand on is refused: %s', async (columns, refusal) => {
  const { db, admin } = await proposals()
  await db.execute(sql.raw(`create table base (id serial primary key); create table refused (${columns})`))
  const { data } = await admin('GET', '/adminApi/crud/table?name=refused')
  expect(data).toMatchObject({ refusal, adopt: null, design: { tableName: 'refused' } })
})

test('notes say what to know of columns', async () => {
  const { db, propose } = await proposals()
  const many = Array.from({ length: 201 }, (_, at) => `c${at} int`).join()
  await db.execute(
    sql.raw(`
    create table base (base_id serial primary key);
    create table noted (note_id serial primary key, base_id int references base, pwd text, version int not null default 1, shape point);
    create table many (${many})`),
  )
  expect((await propose('noted')).notes).toEqual([
    { column: 'base_id', text: 'It refers to rows of base, which has no screen that it could choose from' },
    { column: 'pwd', text: 'It looks like a column of secrets: it is not shown, and the history leaves it out' },
    { column: 'version', text: 'From now on, the product counts the changes of each row in it' },
    { column: 'shape', text: 'No kind of field holds values of type point' },
  ])
  expect((await propose('many')).notes).toEqual([{ column: 'c200', text: 'A screen has at most 200 fields' }])
})
