import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readTable } from '#src/features/generator/table-read.server.ts'
import { OWN_TABLES } from '#src/features/resources/own-tables.server.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { sampleTables } from '../support/sample-tables.ts'

// Which tables of the database a screen can start from, and what is read of them.

const wide = `Wide "quoted" 表; drop table actor`

test('the list of the product’s own tables is complete', async () => {
  const { db } = await startApi()
  const { rows } = await db.execute<{ name: string }>(sql`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname collate "C"`)
  expect(rows.map(({ name }) => name)).toEqual([...OWN_TABLES].sort())
})

test('tables of others are listed and readable by a super admin with a fresh proof, and nothing else is', async () => {
  const api = await startApi()
  const { db } = api
  await sampleTables(db, 'rental')
  await db.execute(
    sql.raw(`
    create table queue.secret (id int primary key);
    create table heir (extra text) inherits (account);
    create table grandchild () inherits (heir);
    create foreign data wrapper nothing; create server far foreign data wrapper nothing; create foreign table far_table (id int) server far;
    create materialized view copied as select username from account;
    create table ${quoted(wide)} (id int)`),
  )
  const admin = await api.signIn()
  const { data } = await admin('GET', '/adminApi/crud/tables')
  expect(data).toEqual({
    total: 7,
    list: [wide, 'actor', 'film', 'film_actor', 'language', 'payment', 'staff'].map((name) =>
      expect.objectContaining({ name, key: null }),
    ),
  })
  expect((data as { list: unknown[] }).list).toContainEqual({ name: 'film_actor', comment: '', rows: 3, key: null })
  const hidden = [
    'account',
    'token',
    'change',
    'change_default',
    'candidate__part',
    'payment_2026_01',
    'film_list',
    'account_names',
  ]
  hidden.push(
    'heir',
    'grandchild',
    'copied',
    'far_table',
    'secret',
    'queue.secret',
    'queue.job',
    'job',
    'pg_authid',
    'pg_class',
    'tables',
  )
  hidden.push(
    'nothing',
    'FILM',
    '"film"',
    'public.film',
    "x' or true --",
    `${'n'.repeat(63)}`,
    'n'.repeat(64),
    '',
    ' film',
    '表',
  )
  for (const call of ['/admin/ajax/table', '/admin/ajax/getTablePk', '/admin/ajax/getTableFieldList']) {
    for (const name of hidden) {
      const answer = await admin('GET', `${call}?table=${encodeURIComponent(name)}`)
      expect([call, name, answer.status, answer.msg]).toEqual([
        call,
        name,
        404,
        'There is no such table, or none that a screen can start from',
      ])
    }
    const noProof = await api.api.request(`${call}?table=film`, {
      headers: { authorization: `Bearer ${admin.tokens.access_token}` },
    })
    expect(noProof.status).toBe(403)
  }
  await addOfficer(api, { username: 'chief', nodes: [], scope: 'all' })
  const chief = await api.signIn('admin', 'chief')
  for (const path of ['crud/tables']) expect((await chief('GET', `/adminApi/${path}`)).status).toBe(403)
  expect((await chief('GET', '/admin/ajax/getTablePk?table=film')).status).toBe(403)
})

test('the required helper calls tell keys, columns and comments', async () => {
  const { db, signIn } = await startApi()
  await sampleTables(db, 'world')
  await db.execute(sql.raw(`create table ${quoted(wide)} (a int)`))
  const admin = await signIn()
  const pk = async (table: string) =>
    (await admin('GET', `/admin/ajax/getTablePk?table=${encodeURIComponent(table)}`)).data
  expect(await pk('country')).toEqual({ pk: 'code' })
  expect(await pk('countrylanguage')).toEqual({ pk: ['countrycode', 'language'] })
  expect(await pk(wide)).toEqual({ pk: null })
  const fields = await admin('GET', '/admin/ajax/getTableFieldList?table=country')
  expect(fields.data).toMatchObject({ pk: 'code', fieldList: { code: 'code', kind: 'Kind', governmentform: '政体' } })
  const whole = await admin('GET', '/admin/ajax/getTableFieldList?table=country&clean=0')
  expect(whole.data).toMatchObject({ fieldList: { code: 'code', kind: 'Kind:0=Territory,1=State' } })
  expect((await admin('GET', '/admin/ajax/table?table=country')).data).toMatchObject({ list: { kind: 'Kind' } })
  expect((await admin('GET', '/admin/ajax/table?clean=1')).data).toEqual({
    list: { [wide]: wide, city: 'city', country: '国家表', countrylanguage: 'countrylanguage' },
  })
  expect((await admin('GET', '/admin/ajax/table?clean=2')).status).toBe(400)
  expect((await admin('GET', '/admin/ajax/getTablePk')).status).toBe(400)
})

test('types, keys, references, checks, indexes and triggers are read, under names of any kind', async () => {
  const { db } = await startApi()
  await sampleTables(db, 'rental', 'music')
  const film = await readTable(db, 'film')
  const column = (name: string) => film?.columns.find((one) => one.name === name)
  expect(film).toMatchObject({
    primary: ['film_id'],
    partitioned: false,
    references: [{ columns: ['language_id'], table: 'language', targets: ['language_id'], resource: null }],
    checks: [{ name: 'film_length_check', expression: expect.stringContaining('length > 0') }],
    indexes: [
      { name: 'film_pkey', unique: true, columns: ['film_id'], method: 'btree', partial: false },
      { name: 'idx_title', columns: ['title'] },
    ],
    triggers: [{ name: 'film_fulltext_trigger', run: 'film_words', enabled: true }],
    pointedBy: ['film_actor'],
  })
  expect(column('release_year')).toMatchObject({
    type: 'int4',
    domain: 'release_year',
    checks: [expect.stringContaining('1901')],
    nullable: true,
  })
  expect(column('rating')).toMatchObject({
    labels: ['G', 'PG', 'PG-13', 'R', 'NC-17'],
    default: expect.stringContaining("'G'"),
  })
  expect(column('rental_rate')).toMatchObject({
    type: 'numeric',
    precision: 4,
    scale: 2,
    nullable: false,
    default: '4.99',
  })
  expect(column('special_features')).toMatchObject({ type: 'text[]', written: 'text[]' })
  expect(await readTable(db, 'Album')).toMatchObject({
    primary: ['AlbumId'],
    columns: [{ name: 'AlbumId', default: null }, { name: 'Title', length: 160 }, { name: 'ArtistId' }],
    references: [{ columns: ['ArtistId'], table: 'Artist' }],
  })
  expect(await readTable(db, 'payment')).toMatchObject({ partitioned: true, columns: [{ identity: 'd' }, {}, {}, {}] })
  await db.execute(
    sql.raw(
      `create table ${quoted(wide)} ("a""b" numeric(3,-2) primary key, "C d" int generated always as (1 + 1) stored, ${quoted('é'.repeat(31))} text unique, e int, unique ("C d", e))`,
    ),
  )
  expect(await readTable(db, wide)).toMatchObject({
    primary: ['a"b'],
    columns: [
      { name: 'a"b', precision: 3, scale: -2 },
      { name: 'C d', generated: '(1 + 1)', default: null },
      { name: 'é'.repeat(31) },
      { name: 'e' },
    ],
    uniques: [{ columns: ['C d', 'e'] }, { columns: ['é'.repeat(31)] }],
  })
  const many = Array.from({ length: 100 }, (_, at) => `column_${at} int check (column_${at} > ${at})`).join()
  await db.execute(sql.raw(`create table hundred (${many})`))
  await readTable(db, 'hundred')
  const start = performance.now()
  expect((await readTable(db, 'hundred'))?.columns).toHaveLength(100)
  expect(performance.now() - start).toBeLessThan(200)
})

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
