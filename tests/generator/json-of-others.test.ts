import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { columnProperty } from '#src/features/generator/code/column-code.server.ts'
import { Imports } from '#src/features/generator/code/source-text.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { assets, generator, withFields } from '../support/generator.ts'

type Row = Record<string, unknown>
type Saved = { id: number; version: number; changeSetId: number | null }

const LONG = '12345678901234567890.12345678901234567890'
const plain = `{"b":1,  "a" : [${LONG}]}`

/** Airports with names for each language, as a public sample database has them. */
const airports = `create schema air; create table air.airports (airport_code char(3) primary key, airport_name jsonb not null, facts json, tags jsonb not null default '{}', codes jsonb[]);
  insert into air.airports (airport_code, airport_name, facts) values ('YKS', '{"en": "Yakutsk", "ru": "Якутск"}', '${plain}'), ('MJZ', '{"en": "Mirny", "size": ${LONG}}', null)`

async function startAirports() {
  const started = await startAdopted()
  await started.db.execute(sql.raw(airports))
  const screen = await started.adopt('air.airports')
  const { list } = await screen.list('?order=id,asc')
  const [yakutsk, mirny] = list.map(({ id }) => Number(id)) as [number, number]
  const stored = (id: number) =>
    started.one(
      `select airport_name::text as name, facts::text as facts, tags::text as tags, version from air.airports where id = ${id}`,
    )
  const edit = async (values: Row) => (await screen.call('POST', 'edit', values)) as Saved
  const refused = async (values: Row, action = 'add') =>
    started.admin('POST', `/adminApi/${screen.key}/${action}`, values)
  return { ...started, screen, yakutsk, mirny, stored, edit, refused }
}

test('columns of JSON become fields, and are read as the text that the database has', async () => {
  const { propose, screen, yakutsk } = await startAirports()
  const { description } = screen.design
  expect(description.fields.filter(({ type }) => type === 'json')).toMatchObject([
    { name: 'airportName', required: true },
    { name: 'facts' },
    { name: 'tags', required: true, default: '{}' },
  ])
  expect(description.verbs).toBeUndefined()
  expect([...description.sorts, ...description.quickSearch]).toEqual(['airportCode', 'airportCode'])
  const noKind = m.crudTable_noKind({ type: 'jsonb[]' }, { locale: 'en' })
  expect((await propose('air.airports')).notes).toContainEqual({ column: 'codes', text: noKind })
  const { list } = await screen.list('?order=id,asc')
  expect(list).toMatchObject([
    { airportName: '{"en": "Yakutsk", "ru": "Якутск"}', facts: plain, tags: '{}' },
    { airportName: `{"en": "Mirny", "size": ${LONG}}`, facts: null },
  ])
  expect(await screen.call('GET', `edit?id=${yakutsk}`)).toMatchObject({ row: { facts: plain } })
  const without = encodeURIComponent(JSON.stringify({ field: 'facts', operator: 'NULL', val: '' }))
  expect((await screen.list(`?filter=${without}`)).list).toMatchObject([{ airportCode: 'MJZ' }])
})

test('rows are added and changed, and what nobody changed is not written', async () => {
  const { screen, stored, edit, yakutsk, mirny } = await startAirports()
  const { id } = await screen.add({
    airportCode: 'KHV',
    airportName: `{"n": ${LONG}}`,
    facts: ' [1.50, "a"]\n',
    tags: '{}',
  })
  expect(await stored(id)).toMatchObject({ name: `{"n": ${LONG}}`, facts: '[1.50, "a"]', tags: '{}' })
  const before = await stored(yakutsk)
  const form = {
    airportName: '{\n  "en": "Yakutsk",\n  "ru": "Якутск"\n}',
    facts: `{\n  "b": 1,\n  "a": [\n    ${LONG}\n  ]\n}`,
    tags: '{ }',
  }
  expect(await edit({ id: yakutsk, version: 1, ...form })).toMatchObject({ version: 1, changeSetId: null })
  expect(await stored(yakutsk)).toEqual(before)
  // The last digit alone is a change.
  const other = LONG.replace(/0$/, '1')
  expect(
    await edit({ id: mirny, version: 1, airportName: `{"en": "Mirny", "size": ${other}}`, facts: '' }),
  ).toMatchObject({
    version: 2,
  })
  expect(await stored(mirny)).toMatchObject({ name: `{"en": "Mirny", "size": ${other}}`, facts: null })
  const bulk = { ids: [yakutsk, mirny], values: { tags: '{"x": 1}' } }
  await expect(screen.call('POST', 'bulkEdit', bulk)).rejects.toThrow('422')
})

test('what is no JSON is refused at its field, and so is what the database cannot hold', async () => {
  const { refused, yakutsk } = await startAirports()
  const row = { airportCode: 'KHV', airportName: '{}', tags: '{}' }
  const errors = async (values: Row) => ((await refused({ ...row, ...values })).data as { errors: object }).errors
  const locale = { locale: 'en' } as const
  for (const wrong of ["{'en': 1}", '{"en"', 'NaN', '{"a": 1,}', 'plain'])
    expect(await errors({ facts: wrong })).toEqual({ facts: [m.rule_json({}, locale)] })
  for (const wrong of ['"\\u0000"', '["\\ud800"]', '1e99999', `${'['.repeat(2000)}${']'.repeat(2000)}`])
    expect(await errors({ facts: wrong })).toEqual({ facts: [m.rule_jsonBeyond({}, locale)] })
  expect(await errors({ facts: `"${'a'.repeat(100_000)}"` })).toEqual({
    facts: [m.rule_maxLength({ max: 100_000 }, locale)],
  })
  expect(await errors({ airportName: '' })).toEqual({ airportName: [m.rule_required({}, locale)] })
  expect(await errors({ facts: { en: 1 } })).toEqual({ facts: [m.rule_type({}, locale)] })
  expect(await refused({ id: yakutsk, version: 1, tags: null }, 'edit')).toMatchObject({ status: 422 })
  // A value of JSON that means nothing is a value.
  expect(await refused({ ...row, airportName: 'null' })).toMatchObject({ code: 200 })
})

test('the history says the text, and what is taken back has all digits', async () => {
  const { screen, stored, edit, mirny, undo } = await startAirports()
  const { changeSetId } = await edit({ id: mirny, version: 1, airportName: '{"en": "Mirny"}', facts: '"x"' })
  const history = async () =>
    (await screen.call('GET', `history?id=${mirny}`)) as { list: { id: number; fields: Row[] }[] }
  const { list } = await history()
  expect(list[0]?.fields).toMatchObject([
    { field: 'airportName', before: `{"en": "Mirny", "size": ${LONG}}`, after: '{"en": "Mirny"}' },
    { field: 'facts', before: null, after: '"x"' },
  ])
  expect(await undo(Number(changeSetId))).toMatchObject({ code: 200 })
  expect(await stored(mirny)).toMatchObject({ name: `{"en": "Mirny", "size": ${LONG}}`, facts: null, version: 3 })
  await screen.call('POST', 'restore', { id: mirny, changeId: list[0]?.id })
  expect(await stored(mirny)).toMatchObject({ name: '{"en": "Mirny"}', facts: '"x"' })
  await screen.call('POST', 'restore', { id: mirny, changeId: (await history()).list[1]?.id, fields: ['airportName'] })
  expect(await stored(mirny)).toMatchObject({ name: `{"en": "Mirny", "size": ${LONG}}`, facts: '"x"' })
  const gone = (await screen.call('DELETE', `del?ids[]=${mirny}`)) as { changeSetId: number }
  const deleted = { list: [{ id: mirny, fields: expect.arrayContaining([expect.objectContaining({ value: '"x"' })]) }] }
  expect(await screen.call('GET', 'deleted')).toMatchObject(deleted)
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await stored(mirny)).toMatchObject({ name: `{"en": "Mirny", "size": ${LONG}}`, facts: '"x"', tags: '{}' })
})

test.each(['csv', 'xlsx'])(
  'the export as %s brings back the same values, and a changed file changes one',
  async (format) => {
    const { screen, stored, yakutsk, mirny, api, admin, one } = await startAirports()
    const headers = { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' }
    const answer = await api.request(`/adminApi/${screen.key}/export?format=${format}`, { headers })
    const file = Buffer.from(await answer.arrayBuffer())
    const before = [await stored(yakutsk), await stored(mirny)]
    const { job } = await screen.bring(file, { name: `rows.${format}` })
    expect(job).toMatchObject({ result: { counts: { unchanged: 2 } } })
    expect([await stored(yakutsk), await stored(mirny)]).toEqual(before)
    if (format === 'xlsx') return
    const csv = `Airport code,Airport name,Facts\nMJZ,"{""size"": 1${LONG}}",\nKHV,"{""n"": ${LONG}}","{""k"":  1}"\nYKS,"{""ru"":""Якутск"",""en"":""Yakutsk""}",{'`
    const sent = await screen.send(csv)
    const plan = { ...screen.planOf(sent.data), keys: ['airportCode'] }
    await screen.check(sent.data.id, plan)
    expect((await screen.rows(sent.data.id, 'changed')).list[0]?.changes).toEqual([
      {
        field: 'airportName',
        label: 'Airport name',
        before: `{"en": "Mirny", "size": ${LONG}}`,
        after: `{"size": 1${LONG}}`,
      },
    ])
    expect((await screen.rows(sent.data.id, 'refused')).list[0]?.errors).toMatchObject([
      { field: 'facts', text: m.rule_json({}, { locale: 'en' }) },
    ])
    await screen.run(sent.data.id, plan, true)
    expect(await stored(mirny)).toMatchObject({ name: `{"size": 1${LONG}}` })
    expect(
      await one(
        `select airport_name::text as name, facts::text as facts, tags::text as tags from air.airports where airport_code = 'KHV'`,
      ),
    ).toEqual({
      name: `{"n": ${LONG}}`,
      facts: '{"k":  1}',
      tags: '{}',
    })
  },
)

test('a new screen has such a field, and texts become JSON where they are some', async () => {
  const { admin, generate, stored, check, change } = await generator()
  await generate(
    withFields(assets(), (fields) => [...fields, { name: 'more', type: 'text', label: text('More'), max: 100 }]),
  )
  for (const [code, more] of [
    ['A1', '{"a": 1.50}'],
    ['A2', 'no'],
    ['A3', ''],
  ] as const)
    idOf(await admin('POST', '/adminApi/asset/add', { code, name: code, more }))
  const { design, base } = await stored()
  const next = withFields(design, (fields) =>
    fields.map((field) => (field.name === 'more' ? { name: 'more', type: 'json', label: field.label } : field)),
  )
  const { data } = await check(next, { key: 'asset', version: base.version })
  const effect = m.generator_effectUnfit({ count: 1 }, { locale: 'en' })
  expect(data).toMatchObject({
    changes: expect.arrayContaining([expect.objectContaining({ kind: 'type', field: 'more', effect, loss: true })]),
  })
  const done = await change(() => next)
  expect(done).toMatchObject({ code: 200 })
  const rows = await rowsBy(admin, 'asset', 'code')
  expect([rows.A1?.more, rows.A2?.more, rows.A3?.more]).toEqual(['{"a": 1.50}', null, null])
  expect(await admin('POST', '/adminApi/asset/add', { code: 'A4', name: 'A4', more: '[1]' })).toMatchObject({
    code: 200,
  })
  expect(await admin('POST', '/adminApi/crud/undo', { id: (done.data as { id: number }).id })).toMatchObject({
    code: 200,
  })
  const back = await rowsBy(admin, 'asset', 'code')
  expect([back.A1?.more, back.A2?.more, back.A4?.more]).toEqual(['{"a": 1.50}', 'no', '[1]'])
})

test.each([
  ['jsonb', 'storedJson()'],
  ['json', 'plainJson()'],
])('a field of JSON in a column of the type %s has its text in code, too', (type, source) => {
  const imports = new Imports()
  const column = { name: 'more', type, collation: null, notNull: false, fallback: null, generated: null }
  const field = { name: 'more', type: 'json', label: text('More') } as const
  expect(columnProperty('more', column, field, imports)).toEqual({ property: 'more', source })
  expect(imports.text).toContain('#src/db/columns.server.ts')
  expect(columnProperty('more', column, undefined, imports).source).toBe(`${type}()`)
})
