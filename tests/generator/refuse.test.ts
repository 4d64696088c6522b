import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { endInterrupted, GENERATION_LOCK } from '#src/features/generator/entry-log.server.ts'
import { crudLog } from '#src/features/generator/generation.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { idOf, listOf, rowsBy } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { assets, generator, withFields } from '../support/generator.ts'
import { addOfficer } from '../support/officer.ts'

const english = { locale: 'en' } as const

test('what is wrong with a design is said at its place, and nothing is made', async () => {
  const { admin, generate, check, db } = await generator()
  const at = async (design: ReturnType<typeof assets>) => ((await check(design)).data as { errors: object }).errors
  expect(await at(assets({}, { tableName: 'res_Asset' }))).toEqual({ tableName: [m.generator_tableName({}, english)] })
  expect(await at(assets({}, { tableName: 'account' }))).toEqual({ tableName: [m.generator_tableName({}, english)] })
  expect(await at(assets({ key: 'organization' }))).toHaveProperty(['description.key'])
  expect(await at(assets({ menu: 'user-role/user' }))).toHaveProperty(['description.menu'])
  expect(await at(assets({}, { scopeField: 'name' }))).toHaveProperty(['scopeField'])
  expect(await at(assets({}, { columns: { price: { unique: true }, kind: { unique: true }, nobody: {} } }))).toEqual({
    'columns.nobody': [m.description_unknown({ name: 'nobody' }, english)],
  })
  const optional = withFields(assets(), (fields) => fields.map((field) => ({ ...field, required: false })))
  expect(await at(optional)).toEqual({ 'columns.code.unique': [m.generator_uniqueRequired({}, english)] })
  const many = withFields(assets({}, { columns: { marks: { unique: true } } }), (fields) => [
    ...fields,
    { name: 'marks', type: 'texts', label: text('Marks'), max: 9, maxItems: 9 },
  ])
  expect(await at(many)).toEqual({ 'columns.marks.unique': [m.generator_uniqueKind({}, english)] })
  const none = await at(assets({ fields: [], rowTitle: '', quickSearch: [], sorts: [] }, { columns: {} }))
  expect(none).toEqual({ 'description.fields': [m.description_noFields({}, english)] })
  const reserved = withFields(assets(), (fields) => [
    ...fields,
    { name: 'searchGrams', type: 'text', label: text('X') },
  ])
  expect(await at(reserved)).toEqual({
    'description.fields.6.name': [m.generator_reserved({ name: 'search_grams' }, english)],
  })
  await db.execute(sql`create table res_asset (id int)`)
  expect(await at(assets())).toEqual({ tableName: [expect.stringMatching(/./)] })
  expect(await generate(assets())).toMatchObject({ status: 422 })
  expect(await rowsBy(admin, 'crud', 'state')).toEqual({})
  await db.execute(sql`drop table res_asset`)
  await generate(assets())
  const other = assets({ key: 'other', menu: 'baseInfo/other' })
  expect(await at(other)).toEqual({ tableName: [m.generator_tableTaken({ name: 'res_asset' }, english)] })
})

test('of two who generate the same at once, one makes it and the other hears of it', async () => {
  const { admin, plan } = await generator()
  const shown = await plan(assets())
  const send = () => admin('POST', '/adminApi/crud/generate', { design: assets(), base: null, plan: shown.plan })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
  expect(await admin('GET', '/adminApi/asset/index')).toMatchObject({ code: 200, data: { total: 0 } })
  // Different ones in one directory of the menu are all made.
  const others = ['chair', 'table', 'shelf'].map((key) =>
    withFields(assets({ key, menu: `baseInfo/${key}` }, { tableName: `res_${key}` }), (fields) => fields.slice(0, 2)),
  )
  const plans = await Promise.all(others.map((one) => plan(one)))
  const made = await Promise.all(
    others.map((one, at) =>
      admin('POST', '/adminApi/crud/generate', { design: one, base: null, plan: plans[at]?.plan }),
    ),
  )
  expect(made).toMatchObject([{ code: 200 }, { code: 200 }, { code: 200 }])
})

test('what is run is what was shown: a change of somebody else in between is refused', async () => {
  const { admin, generate, plan, stored, change } = await generator()
  await generate(assets())
  const { design, base } = await stored()
  const next = withFields(design, (fields) => [...fields, { name: 'note', type: 'text', label: text('Note') }])
  const shown = await plan(next, { key: 'asset', version: base.version })
  await change((mine) => withFields(mine, (fields) => fields.filter(({ name }) => name !== 'price')))
  const send = (version: number) =>
    admin('POST', '/adminApi/crud/generate', { design: next, base: { key: 'asset', version }, plan: shown.plan })
  expect(await send(base.version)).toMatchObject({ status: 409, data: { reason: 'stale' } })
  expect(await send(base.version + 1)).toMatchObject({
    status: 409,
    msg: m.generator_planChanged({}, english),
    data: { reason: 'changed' },
  })
})

test('values that occur twice, another tree and another key are refused', async () => {
  const { admin, generate, change } = await generator()
  await generate(assets())
  for (const code of ['A1', 'A2']) idOf(await admin('POST', '/adminApi/asset/add', { code, name: 'Same', count: 1 }))
  const unique = await change((design) => ({ ...design, columns: { ...design.columns, name: { unique: true } } }))
  expect(unique).toMatchObject({
    status: 422,
    data: { errors: { 'columns.name.unique': [m.generator_doubles({ count: 1, sample: 'Same' }, english)] } },
  })
  const tree = await change((design) => ({ ...design, description: { ...design.description, tree: true } }))
  expect(tree).toMatchObject({
    status: 422,
    data: { errors: { 'description.tree': [m.generator_treeFixed({}, english)] } },
  })
  const moved = await change((design) => ({ ...design, description: { ...design.description, menu: 'exam/asset' } }))
  expect(moved).toMatchObject({
    status: 422,
    data: { errors: { 'description.menu': [m.description_keyFixed({}, english)] } },
  })
  const twice = await change((design) => ({ ...design, columns: { ...design.columns, name: { from: 'code' } } }))
  expect(twice).toMatchObject({
    status: 422,
    data: { errors: { 'columns.name.from': [m.generator_fromTwice({ name: 'code' }, english)] } },
  })
})

test('whoever may look at the log neither generates nor removes', async () => {
  const made = await generator()
  const { generate, signIn, plan } = made
  await generate(assets())
  await addOfficer(made, { username: 'looker', scope: 'all', nodes: ['crud/crud/index'] })
  const looker = await signIn('admin', 'looker')
  expect(await looker('GET', '/adminApi/crud/design?key=asset')).toMatchObject({ code: 200 })
  const { plan: digest } = await plan(assets({ key: 'other', menu: 'baseInfo/other' }, { tableName: 'res_other' }))
  const body = { design: assets(), base: null, plan: digest }
  for (const [path, sent] of [
    ['generate', body],
    ['check', { design: assets(), base: null }],
    ['undo', { id: 1 }],
    ['remove', { key: 'asset', version: 1, table: true }],
  ] as const)
    expect(await looker('POST', `/adminApi/crud/${path}`, sent)).toMatchObject({ status: 403 })
})

test('an entry whose process has ended says so, and one that runs says that', async () => {
  const { admin, db } = await generator()
  const row = {
    key: 'asset',
    tableName: 'res_asset',
    title: 'A',
    titleEn: 'A',
    kind: 'create',
    state: 'start',
  } as const
  const [broken, running] = await db.insert(crudLog).values([row, row]).returning({ id: crudLog.id })
  const other = await db.$client.connect()
  onTestFinished(() => other.release(true))
  await other.query('select pg_advisory_lock($1, $2)', [GENERATION_LOCK, running?.id])
  const ended = { id: broken?.id, state: 'error', message: m.generator_interrupted({}, english) }
  const { data } = await admin('GET', '/adminApi/crud/index')
  expect(data).toMatchObject({
    list: expect.arrayContaining([
      expect.objectContaining(ended),
      expect.objectContaining({ id: running?.id, state: 'start' }),
    ]),
  })
  // A process that starts gives them their result.
  await endInterrupted(db, crudLog, GENERATION_LOCK)
  expect(await listOf(admin, 'crud', { field: 'state', operator: 'eq', val: 'error' })).toMatchObject([ended])
})
