import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { verbNodes } from '#src/resource/registry.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { assets, generator, withFields } from '../support/generator.ts'
import { addOfficer } from '../support/officer.ts'

const english = { locale: 'en' } as const
const undo = '/adminApi/crud/undo'
type Fields = Design['description']['fields']
type Change = { text: string; effect?: string; loss: boolean }

/** Starts with a small screen, and says what a change of its fields would do. */
async function site(edit: (fields: Fields) => readonly object[] = (fields) => fields) {
  const made = await generator()
  await made.generate(withFields(assets({ sorts: ['name'], quickSearch: ['name'] }), edit))
  const told = async (design: Design) => {
    const { base } = await made.stored()
    const { data } = await made.check(design, { key: 'asset', version: base.version })
    return (data as { changes: Change[] }).changes
  }
  const rows = () => rowsBy(made.admin, 'asset', 'name')
  const back = async (done: { data: unknown }) => {
    expect(await made.admin('POST', undo, { id: (done.data as { id: number }).id })).toMatchObject({ code: 200 })
  }
  return { ...made, told, rows, back }
}

const as = (name: string, field: object) => (fields: Fields) =>
  fields.map((one) => (one.name === name ? { name, label: one.label, ...field } : one))

test('fields take the names of others that get another type, and a new field has the name of a removed one', async () => {
  const { admin, change, rows, back } = await site()
  idOf(await admin('POST', '/adminApi/asset/add', { code: '12', name: 'Lamp', price: 500, count: 7 }))
  const named = (fields: Fields, from: string, field: object) =>
    fields.flatMap((one) => (one.name === from ? { ...one, ...field } : []))
  const done = await change((design) => ({
    ...withFields(design, (fields) => [
      ...named(fields, 'code', {}),
      ...named(fields, 'name', {}),
      { name: 'price', type: 'text', label: text('Count'), max: 20 },
      { name: 'count', type: 'number', label: text('Price') },
      ...named(fields, 'orgId', {}),
      { name: 'kind', type: 'text', label: text('Kind'), max: 5 },
    ]),
    columns: { price: { from: 'count' }, count: { from: 'price' }, kind: { from: null } },
  }))
  expect(done).toMatchObject({ code: 200 })
  expect((await rows()).Lamp).toMatchObject({ price: '7', count: 5, kind: '' })
  await back(done)
  expect((await rows()).Lamp).toMatchObject({ price: 500, count: 7, kind: null })
  await back(done)
  expect((await rows()).Lamp).toMatchObject({ price: '7', count: 5, kind: '' })
  await back(done)
  const gone = await change((design) => ({
    ...withFields(design, (fields) => [
      ...fields.filter(({ name }) => name !== 'count' && name !== 'code'),
      { name: 'count', type: 'text', label: text('Code'), required: true, max: 20 },
    ]),
    columns: { count: { from: 'code', unique: true } },
  }))
  expect((await rows()).Lamp).toMatchObject({ count: '12' })
  await back(gone)
  expect((await rows()).Lamp).toMatchObject({ code: '12', count: 7 })
})

test('older changes can be undone and deleted rows restored after a field got another type, a new name or a namesake', async () => {
  const note = { name: 'note', type: 'text' as const, label: text('Note') }
  const { admin, change, rows, back, db } = await site((fields) => [...fields, note])
  const [lamp, desk] = [
    idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp', note: '12', count: 5 })),
    idOf(await admin('POST', '/adminApi/asset/add', { code: 'A2', name: 'Desk', note: 'old', count: 6 })),
  ]
  const gone = await admin('DELETE', `/adminApi/asset/del?ids[]=${lamp}`)
  const edited = await admin('POST', '/adminApi/asset/edit', { id: desk, version: 1, note: '77', count: 8 })
  const recorded = async () =>
    (await db.execute(sql`select before, after from change where table_name = 'res_asset' order by id`)).rows
  const before = await recorded()
  const done = await change((design) => ({
    ...withFields(design, (fields) =>
      as('note', { type: 'integer' })(fields.filter(({ name }) => name !== 'price')).map((one) =>
        'name' in one && one.name === 'count' ? { ...one, name: 'price' } : one,
      ),
    ),
    columns: { ...design.columns, price: { from: 'count' } },
  }))
  expect(done).toMatchObject({ code: 200 })
  await back(done)
  expect(await recorded()).toMatchObject(before)
  await back(done)
  const changeSet = (answer: { data: unknown }) => (answer.data as { changeSetId: number }).changeSetId
  for (const answer of [gone, edited])
    expect(await admin('POST', '/adminApi/history/undo', { changeSetId: changeSet(answer) })).toMatchObject({
      code: 200,
    })
  expect(await rows()).toMatchObject({ Lamp: { note: 12, price: 5 }, Desk: { note: null, price: 6 } })
  // What was recorded since then is read in the old columns.
  const later = await admin('POST', '/adminApi/asset/edit', { id: desk, version: 3, note: 9, price: 10 })
  await back(done)
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: changeSet(later) })).toMatchObject({ code: 200 })
  expect(await rows()).toMatchObject({ Lamp: { note: '12', count: 5 }, Desk: { note: '', count: 6 } })
})

test('rows lose their order and get one again', async () => {
  const { admin, change, back, rows, db } = await site()
  const add = (name: string) => admin('POST', '/adminApi/asset/add', { code: name, name })
  const sortable = (on: boolean) =>
    change((design) => ({ ...design, description: { ...design.description, sortable: on ? true : undefined } }))
  await sortable(true)
  const [lamp, desk] = [idOf(await add('Lamp')), idOf(await add('Desk'))]
  expect(await admin('POST', '/adminApi/asset/sortable', { id: desk, targetId: lamp })).toMatchObject({ code: 200 })
  const off = await sortable(false)
  expect(await add('Chair')).toMatchObject({ code: 200 })
  await back(off)
  const { rows: placed } = await db.execute(sql`select name from res_asset order by sort_key`)
  expect(placed.map(({ name }) => name)).toEqual(['Desk', 'Lamp', 'Chair'])
  await sortable(false)
  expect(await sortable(true)).toMatchObject({ code: 200 })
  expect(await add('Table')).toMatchObject({ code: 200 })
  expect(Object.keys(await rows())).toHaveLength(4)
})

test('days and times are those that people see, and what becomes shorter is told', async () => {
  const { admin, change, rows, back, told, stored } = await site((fields) => [
    ...fields,
    { name: 'at', type: 'datetime', label: text('At') },
    { name: 'day', type: 'date', label: text('Day') },
    { name: 'rich', type: 'editor', label: text('Rich') },
  ])
  const values = { at: '2026-01-01T16:30:00.000Z', day: '2026-01-01', rich: '<p>One</p><p>Two &lt;</p>' }
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp', ...values }))
  const shorter = (fields: Fields) =>
    as('at', { type: 'date' })(fields).map((one) => {
      if (one.name === 'day') return { name: 'day', type: 'datetime', label: text('Day') }
      return one.name === 'rich' ? { name: 'rich', type: 'text', label: text('Rich'), max: 4 } : one
    })
  const { design } = await stored()
  const said = await told(withFields(design, shorter))
  const effects = Object.fromEntries(said.map((one) => [one.text, [one.effect, one.loss]]))
  const [altered, broken] = [
    m.crudChange_altered({ count: 1 }, english),
    m.generator_effectBroken({ count: 1 }, english),
  ]
  expect(effects).toMatchObject({
    [m.generator_changeType({ label: 'At' }, english)]: [altered, true],
    [m.generator_changeType({ label: 'Day' }, english)]: [undefined, false],
    [m.generator_changeType({ label: 'Rich' }, english)]: [`${altered} ${broken}`, true],
  })
  const done = await change((one) => withFields(one, shorter))
  expect((await rows()).Lamp).toMatchObject({ at: '2026-01-02', day: '2025-12-31T16:00:00.000Z', rich: 'One\nTwo <' })
  await back(done)
  expect((await rows()).Lamp).toMatchObject(values)
  const texts = await change((one) => withFields(one, as('at', { type: 'text' })))
  expect((await rows()).Lamp).toMatchObject({ at: '2026-01-02 00:30:00' })
  await back(texts)
  expect((await rows()).Lamp).toMatchObject(values)
})

test('roles keep the buttons of a change that is taken back, and the menu its name and its place', async () => {
  const made = await site()
  const { admin, change, stored, back, signIn, db } = made
  const nodes = verbNodes({ key: 'asset', menu: 'baseInfo/asset' }).map(({ node }) => node)
  await addOfficer(made, { username: 'keeper', scope: 'all', nodes })
  const id = idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp' }))
  await db.execute(sql`update rule set title = '资产', title_en = 'Things of ours', pid = null, sort_key = 'zz', weight = 3
    where name = 'baseInfo/asset'`)
  const menu = async () =>
    (await db.execute(sql`select title, title_en, pid, sort_key, weight, icon from rule where name = 'baseInfo/asset'`))
      .rows
  const before = await menu()
  const fewer = await change((design) => ({
    ...design,
    description: { ...design.description, verbs: ['index', 'add'] },
  }))
  await back(fewer)
  const keeper = await signIn('admin', 'keeper')
  expect(await keeper('POST', '/adminApi/asset/edit', { id, version: 1, name: 'Light' })).toMatchObject({ code: 200 })
  expect(await menu()).toEqual(before)
  const { base } = await stored()
  await back(await admin('POST', '/adminApi/crud/remove', { key: 'asset', version: base.version, table: true }))
  expect(await menu()).toEqual(before)
})

test('what comes back points to no rows that were deleted meanwhile', async () => {
  const made = await site()
  const { admin, change, generate, back, rows } = made
  const loan = assets({
    key: 'loan',
    menu: 'baseInfo/loan',
    fields: [{ name: 'name', type: 'text', label: text('Name'), required: true }],
    quickSearch: ['name'],
    sorts: ['name'],
  })
  await generate({ ...loan, tableName: 'res_loan', columns: {} })
  const [one, two] = [
    idOf(await admin('POST', '/adminApi/loan/add', { name: 'One' })),
    idOf(await admin('POST', '/adminApi/loan/add', { name: 'Two' })),
  ]
  const pointing = { label: text('Loan'), resource: 'loan', type: 'relation' as const }
  await change((design) =>
    withFields(design, (fields) => [
      ...fields,
      { ...pointing, name: 'loanId' },
      { ...pointing, name: 'loans', multiple: true },
      { name: 'parts', type: 'rows', label: text('Parts'), maxItems: 3, fields: [{ ...pointing, name: 'of' }] },
    ]),
  )
  const parts = [{ of: one }, { of: two }]
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp', loanId: one, loans: [two, one], parts }))
  const gone = await change((design) => withFields(design, (fields) => fields.slice(0, 6)))
  expect(await admin('DELETE', `/adminApi/loan/del?ids[]=${one}`)).toMatchObject({ code: 200 })
  await back(gone)
  expect((await rows()).Lamp).toMatchObject({ loanId: null, loans: [two], parts: [{ of: null }, { of: two }] })
  expect(await admin('DELETE', `/adminApi/loan/del?ids[]=${two}`)).toMatchObject({ status: 409 })
})

test('a field of a table of others that was removed comes back with its column', async () => {
  const { admin, generate, change, db } = await generator()
  await db.execute(
    sql.raw(`create table gadget (id serial primary key, name text not null, note text);
    insert into gadget (name, note) values ('Cup', 'n1')`),
  )
  const { design } = (await admin('GET', '/adminApi/crud/table?name=gadget')).data as { design: Design }
  const { key } = design.description
  await generate(design)
  const edited = await admin('POST', `/adminApi/${key}/edit`, { id: 1, version: 1, note: 'n2' })
  const renamed = await change(
    (one) => ({
      ...withFields(one, (fields) =>
        fields.map((field) => (field.name === 'note' ? { ...field, name: 'remark' } : field)),
      ),
      columns: { ...one.columns, remark: { from: 'note' } },
    }),
    key,
  )
  expect(renamed).toMatchObject({ code: 200 })
  const { changeSetId } = edited.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect((await rowsBy(admin, key, 'name')).Cup).toMatchObject({ remark: 'n1' })
  const without = await change(
    (one) => ({ ...withFields(one, (fields) => fields.filter(({ name }) => name !== 'remark')), columns: {} }),
    key,
  )
  expect(without).toMatchObject({ code: 200 })
  const again = await change(
    (one) => ({
      ...withFields(one, (fields) => [...fields, { name: 'note', type: 'text', label: text('Note') }]),
      columns: { note: { from: null } },
    }),
    key,
  )
  expect(again).toMatchObject({ code: 200 })
  expect((await rowsBy(admin, key, 'name')).Cup).toMatchObject({ note: 'n1' })
})

test('names that are too long for the database are refused, and a quick search in what is no text', async () => {
  const { stored, check, change, told } = await site((fields) => [
    ...fields,
    { name: 'open', type: 'switch', label: text('Open') },
  ])
  const refused = async (edit: (design: Design) => Design) => {
    const { design, base } = await stored()
    return check(edit(design), { key: 'asset', version: base.version })
  }
  const long = 'aBCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLM'
  expect(
    await refused((design) =>
      withFields(design, (fields) => [...fields, { name: long, type: 'date', label: text('L') }]),
    ),
  ).toMatchObject({
    status: 422,
    data: { errors: { 'description.fields.7.name': [m.crudChange_longName({ most: 63 }, english)] } },
  })
  const searched = ({ description, ...design }: Design) => ({
    ...design,
    description: { ...description, quickSearch: ['name', 'count'] },
  })
  expect(await refused(searched)).toMatchObject({
    status: 422,
    data: { errors: { 'description.quickSearch': [m.crudChange_noWords({ label: 'Count' }, english)] } },
  })
  // Two names of which the database would keep the same part go aside beside each other.
  const alike = ['A', 'B'].map((end) => ({ name: `${long.slice(0, 30)}${end}`, type: 'text', label: text(end) }))
  await change((design) => withFields(design, (fields) => [...fields, ...alike]))
  expect(await change((design) => withFields(design, (fields) => fields.slice(0, 7)))).toMatchObject({ code: 200 })
  expect(await told((await stored()).design)).toEqual([])
})

test('a view that names a removed field says nothing of another field of that name, and names the old one again', async () => {
  const { admin, change, back } = await site()
  const state = { columns: ['name', 'kind', 'price'], order: ['kind,asc'], widths: { kind: 90 } }
  expect(await admin('POST', '/adminApi/view/add', { resource: 'asset', name: 'Kinds', state })).toMatchObject({
    code: 200,
  })
  const shown = async () => {
    const { data } = await admin('GET', '/adminApi/view/index?resource=asset')
    return (data as { list: { state: { columns: string[] } }[] }).list[0]?.state
  }
  await change((design) => withFields(design, (fields) => fields.filter(({ name }) => name !== 'kind')))
  expect(await shown()).toEqual(state)
  const named = await change((design) => ({
    ...withFields(design, (fields) => fields.map((one) => (one.name === 'price' ? { ...one, name: 'kind' } : one))),
    columns: { ...design.columns, kind: { from: 'price' } },
  }))
  expect((await shown())?.columns.filter((name) => !name.startsWith('gone_'))).toEqual(['name', 'kind'])
  await back(named)
  expect(await shown()).toEqual(state)
  const added = await change((design) => ({
    ...withFields(design, (fields) => [...fields, { name: 'kind', type: 'date', label: text('Kind') }]),
    columns: { ...design.columns, kind: { from: null } },
  }))
  expect(JSON.stringify(await shown())).not.toContain('"kind"')
  await back(added)
  expect(await shown()).toEqual(state)
})
