import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { descriptionSchema } from '#src/resource/description-schema.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { description as examRoom, full, text } from '../support/exam-room.ts'
import { assets, generator, withFields } from '../support/generator.ts'

const english = { locale: 'en' } as const
type Described = Partial<Design['description']>

/** A change of the screen alone, and what is said of it. */
const screenChanges: [Described & { icon?: string; scopeField?: string | null }, string][] = [
  [{ plural: text('Things') }, m.generator_changeTitle({}, english)],
  [{ icon: 'fa fa-cube' }, m.generator_changeIcon({}, english)],
  [{ scopeField: 'orgId' }, m.generator_changeScope({}, english)],
  [{ quickSearch: ['name'] }, m.generator_changeSearch({}, english)],
  [{ sorts: ['code', 'kind'] }, m.generator_changeSorts({}, english)],
  [{ form: { as: 'drawer' } }, m.generator_changeForm({}, english)],
  [{ verbs: ['index', 'add'] }, m.generator_changeVerbs({}, english)],
  [{ rowTitle: 'code' }, m.generator_changeRowTitle({}, english)],
  [{ sortable: true }, m.generator_changeSortable({}, english)],
]

test('each change of a screen is told, and done', async () => {
  const { admin, generate, stored, check } = await generator()
  await generate(assets())
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp' }))
  for (const [{ icon, scopeField, ...described }, said] of screenChanges) {
    const { design, base } = await stored()
    const next = {
      ...design,
      icon: icon ?? design.icon,
      scopeField: scopeField ?? design.scopeField,
      description: { ...design.description, ...described },
    }
    const shown = (await check(next, { key: 'asset', version: base.version })).data as { changes: { text: string }[] }
    expect(shown.changes.map((change) => change.text)).toEqual([said])
    expect(await generate(next, { key: 'asset', version: base.version })).toMatchObject({ code: 200 })
    expect((await stored()).design).toEqual(next)
  }
  const { design, base } = await stored()
  const first = (fields: Design['description']['fields']) => [...fields.slice(1), ...fields.slice(0, 1)]
  const labelled = (fields: Design['description']['fields']) =>
    fields.map((field) => (field.name === 'price' ? { ...field, help: text('In all') } : field))
  const { sortable: _sortable, ...unsortable } = design.description
  const last = { ...withFields(design, (fields) => labelled(first(fields))), scopeField: null }
  const next = { ...last, description: { ...unsortable, fields: last.description.fields } }
  const shown = await check(next, { key: 'asset', version: base.version })
  expect((shown.data as { changes: { text: string }[] }).changes.map((change) => change.text)).toEqual([
    m.generator_changeUnsortable({}, english),
    m.generator_changeUnscoped({}, english),
    m.generator_changeSettings({ label: 'Price' }, english),
    m.generator_changeOrder({}, english),
  ])
  expect(await generate(next, { key: 'asset', version: base.version })).toMatchObject({ code: 200 })
})

test('stricter rules say how many rows do not meet them, and unique values can be made and unmade', async () => {
  const { admin, generate, stored, check, change } = await generator()
  await generate(assets())
  for (const [code, name, count, kind] of [
    ['A1', 'Long name', 5, 'a'],
    ['A2', 'Short', 50, 'b'],
    ['A3', 'Other', null, 'b'],
  ] as const)
    idOf(await admin('POST', '/adminApi/asset/add', { code, name, count, kind }))
  const { design, base } = await stored()
  const stricter = withFields(design, (fields) =>
    fields.map((field) => {
      if (field.name === 'name') return { ...field, max: 6 }
      if (field.name === 'count') return { ...field, required: true, min: 10, max: 40 }
      if (field.name === 'kind') return { ...field, options: [{ value: 'a', label: text('A') }] }
      return field
    }),
  )
  const next = { ...stricter, columns: { name: { unique: true as const } } }
  const shown = (await check(next, { key: 'asset', version: base.version })).data as {
    changes: { text: string; effect?: string; loss: boolean }[]
  }
  const broken = (count: number) => m.generator_effectBroken({ count }, english)
  expect(Object.fromEntries(shown.changes.map((one) => [one.text, one.effect]))).toEqual({
    [m.generator_changeRule({ label: 'Name' }, english)]: broken(1),
    [m.generator_changeRule({ label: 'Count' }, english)]: broken(3),
    [m.generator_changeRule({ label: 'Kind' }, english)]: broken(2),
    [m.generator_changeNotUnique({ label: 'Code' }, english)]: undefined,
    [m.generator_changeUnique({ label: 'Name' }, english)]: undefined,
    ...Object.fromEntries(
      ['Name', 'Count', 'Kind'].map((label) => [m.generator_changeSettings({ label }, english), undefined]),
    ),
  })
  const done = await change(() => next)
  expect(done).toMatchObject({ code: 200 })
  expect(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'New', count: 20 })).toMatchObject({
    code: 200,
  })
  expect(await admin('POST', '/adminApi/asset/add', { code: 'B1', name: 'New', count: 20 })).toMatchObject({
    status: 409,
    data: { errors: { name: [expect.any(String)] } },
  })
  // Two rows have the same code by now: taken back, it is not unique again.
  expect(await admin('POST', '/adminApi/crud/undo', { id: (done.data as { id: number }).id })).toMatchObject({
    code: 200,
  })
  expect((await stored()).design).toEqual({ ...design, columns: {} })
})

/** Each type of field, with a value of its own, and what becomes of it as a text and back. */
test('every type of field is made, becomes a text and comes back, and no value is lost on the way', async () => {
  const { admin, generate, change, ids, db } = await generator()
  const described = v.parse(descriptionSchema, examRoom)
  const made = await generate(
    assets({ fields: described.fields, quickSearch: ['name'], sorts: ['name'] }, { columns: {} }),
  )
  expect(made).toMatchObject({ code: 200 })
  const values = { ...full, orgId: ids.S1, photos: [], plan: '' }
  idOf(await admin('POST', '/adminApi/asset/add', values))
  const stamps = { version: 2, updateBy: null, updateTime: expect.any(String) }
  const before = (await rowsBy(admin, 'asset', 'name'))['Room 1']
  const texts = [
    'seats',
    'area',
    'price',
    'kind',
    'uses',
    'open',
    'marks',
    'builtOn',
    'seenAt',
    'opensAt',
    'firstYear',
    'about',
  ]
  const changed = await change((design) =>
    withFields(design, (fields) =>
      fields.map((field) =>
        texts.includes(field.name) ? { name: field.name, type: 'text', label: field.label } : field,
      ),
    ),
  )
  expect(changed).toMatchObject({ code: 200 })
  expect((await rowsBy(admin, 'asset', 'name'))['Room 1']).toMatchObject({
    seats: '30',
    area: '62.5',
    price: '123.45',
    kind: 'a',
    uses: 'a、b',
    open: '0',
    marks: 'quiet',
    builtOn: '1998-09-01',
    opensAt: '08:30:00',
    firstYear: '1998',
    about: 'Old',
  })
  await db.execute(sql`update res_asset set seats = 'forty', area = '1e2', price = '7.5', marks = 'one，two'`)
  expect(await admin('POST', '/adminApi/crud/undo', { id: (changed.data as { id: number }).id })).toMatchObject({
    code: 200,
  })
  const after = (await rowsBy(admin, 'asset', 'name'))['Room 1']
  expect(after).toMatchObject({
    ...before,
    seats: null,
    area: 100,
    price: 750,
    marks: ['one', 'two'],
    ...stamps,
  })
})

test('values that do not fit another type are counted before', async () => {
  const { admin, generate, stored, check } = await generator()
  await generate(assets())
  for (const name of ['12', 'twelve', '1.0', '']) {
    idOf(await admin('POST', '/adminApi/asset/add', { code: `C${name}`, name: name || '7' }))
  }
  const { design, base } = await stored()
  const next = withFields(
    { ...design, description: { ...design.description, rowTitle: 'code', quickSearch: ['code'] } },
    (fields) =>
      fields.map((field) => (field.name === 'name' ? { name: 'name', type: 'integer', label: text('Name') } : field)),
  )
  const shown = await check(next, { key: 'asset', version: base.version })
  expect(shown.data).toMatchObject({
    changes: expect.arrayContaining([
      {
        kind: 'type',
        field: 'name',
        text: m.generator_changeType({ label: 'Name' }, english),
        effect: m.generator_effectUnfit({ count: 1 }, english),
        loss: true,
      },
    ]),
  })
})
