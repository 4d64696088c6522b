import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { generator } from '../support/generator.ts'

// Other programs write values that the fields of a screen would refuse. They stay as they are while others are edited.

const table = `
create table gauge (gauge_id serial primary key, name text not null, amount numeric, built_year smallint, state int, website text,
  place text, labels text[] not null default '{}', began date not null default '2026-01-01', ended date);
comment on column gauge.state is 'State:0=Off,1=On'`

const odd = `insert into gauge (name, amount, built_year, state, website, place, labels, began, ended) values
  ('North  ', 123456789012345678901234567890.5, -5, 1, 'example.com/a b', 'Hall 12, south wing', '{" a ",""}', '2026-02-01', '2026-03-01'),
  ('South', 1, 2001, 7, 'https://example.com', 'Hall', '{}', '2026-02-01', null)`

async function gauges() {
  const api = await generator()
  for (const statement of table.split(/;\n/)) await api.db.execute(sql.raw(statement))
  const { design } = (await api.admin('GET', '/adminApi/crud/table?name=gauge')).data as {
    design: Parameters<typeof api.generate>[0]
  }
  const fields = design.description.fields.map((field) => {
    if (field.name === 'website' && field.type === 'text') return Object.assign({}, field, { rule: 'url' })
    if (field.name === 'place' && field.type === 'text') return Object.assign({}, field, { max: 5 })
    return field.name === 'began' ? Object.assign({}, field, { rangeTo: 'ended' }) : field
  })
  expect(
    await api.generate({ ...design, description: { ...design.description, fields, key: 'gauge', verbs: undefined } }),
  ).toMatchObject({ code: 200 })
  await api.db.execute(sql.raw(odd))
  const call = (action: string, body: object) => api.admin('POST', `/adminApi/gauge/${action}`, body)
  const stored = async () =>
    (
      await api.db.execute(
        sql`select name, amount::text, built_year, state, website, place, labels, ended::text from gauge order by gauge_id`,
      )
    ).rows
  const row = (await api.admin('GET', '/adminApi/gauge/edit?id=1')).data as { row: Record<string, unknown> }
  return { ...api, call, stored, row: row.row }
}

test('values that a field refuses stay as they are while another field of their row is edited', async () => {
  const { call, stored, row } = await gauges()
  const { id, amount, builtYear, state, website, place, labels, name } = row
  const sent = { amount, builtYear, state, website, place, labels, name }
  const before = await stored()
  expect(await call('edit', { id, version: 1, ...sent, ended: '2026-04-01' })).toMatchObject({
    code: 200,
    data: { version: 2 },
  })
  expect(await stored()).toEqual([{ ...before[0], ended: '2026-04-01' }, before[1]])
  // An answer with a value that is no option would be another one than described, so this row is not read.
  expect(await call('edit', { id: 2, version: 1, state: 7, website: '' })).toMatchObject({ code: 200 })
  expect(await stored()).toMatchObject([{}, { state: 7, website: '' }])
  // Nothing is written when nothing else was sent.
  expect(await call('edit', { id, version: 2, ...sent })).toMatchObject({ code: 200, data: { version: 2 } })
  expect((await stored())[0]).toEqual({ ...before[0], ended: '2026-04-01' })
})

test('another value that a field refuses is refused, and so is one that breaks a rule over several fields', async () => {
  const { call, stored, row } = await gauges()
  const before = await stored()
  const { id, website, place } = row
  const wrong = { builtYear: -6, state: 8, website: 'example.com', place: 'Hall 12', labels: [''] }
  for (const [name, value] of Object.entries(wrong)) {
    const answer = await call('edit', { id, version: 1, website, place, [name]: value })
    expect(answer, name).toMatchObject({ code: 422 })
    expect(Object.keys((answer.data as { errors: object }).errors)[0], name).toMatch(new RegExp(`^${name}\\b`))
  }
  expect(await call('edit', { id, version: 1, website, ended: '2026-01-01' })).toMatchObject({
    code: 422,
    data: { errors: { ended: [expect.any(String)] } },
  })
  // What is required is asked for, also where the row has none.
  expect(await call('edit', { id, version: 1, name: '', website })).toMatchObject({
    code: 422,
    data: { errors: { name: [expect.any(String)] } },
  })
  expect(await stored()).toEqual(before)
})

test('a value that somebody else has changed meanwhile is told, not taken for one that stayed', async () => {
  const { call, db, row } = await gauges()
  const { id, website } = row
  await db.execute(sql`update gauge set website = 'example.org/c d' where id = 1`)
  expect(await call('edit', { id, version: 1, website, name: 'South' })).toMatchObject({
    code: 409,
    data: { current: { website: 'example.org/c d', version: 2 } },
  })
  expect(await call('edit', { id, website, name: 'South' })).toMatchObject({ code: 422 })
  expect(await call('edit', { id, version: 9, website: 'example.com' })).toMatchObject({ code: 409 })
})

test('a column with values that are no options becomes a plain field, which begins as the database says', async () => {
  const { db, admin } = await generator()
  await db.execute(
    sql`create table pump (pump_id serial primary key, state int not null default 1, side char(1) not null default 'L')`,
  )
  await db.execute(sql`comment on column pump.state is 'State:0=Off,1=On'`)
  await db.execute(sql`comment on column pump.side is 'Side:L=Left,R=Right'`)
  await db.execute(sql`insert into pump (state, side) values (7, 'X')`)
  const { data } = await admin('GET', '/adminApi/crud/table?name=pump')
  expect((data as { design: { description: { fields: object[] } } }).design.description.fields).toMatchObject([
    { name: 'state', type: 'integer', required: true, default: 1 },
    { name: 'side', type: 'text', max: 1, required: true, default: 'L' },
  ])
})
