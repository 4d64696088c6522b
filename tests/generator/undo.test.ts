import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { verbNodes } from '#src/resource/registry.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { assets, generator, withFields } from '../support/generator.ts'
import { addOfficer } from '../support/officer.ts'

const english = { locale: 'en' } as const
const undo = '/adminApi/crud/undo'
const note = { name: 'note', type: 'text' as const, label: text('Note') }

test('an undone screen goes with its table, and comes back with rows, menu and permissions', async () => {
  const made = await generator()
  const { admin, generate, signIn } = made
  const { id } = (await generate(assets())).data as { id: number }
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp' }))
  const nodes = verbNodes({ key: 'asset', menu: 'baseInfo/asset' }).map(({ node }) => node)
  await addOfficer(made, { username: 'keeper', scope: 'all', nodes })
  const keeper = await signIn('admin', 'keeper')
  expect(await keeper('GET', '/adminApi/asset/index')).toMatchObject({ code: 200, data: { total: 1 } })
  expect(await admin('POST', undo, { id })).toMatchObject({ code: 200, data: { path: null } })
  expect(await admin('GET', '/adminApi/asset/index')).toMatchObject({ status: 404 })
  expect(await admin('GET', '/adminApi/crud/design?key=asset')).toMatchObject({ status: 404 })
  expect(await admin('POST', undo, { id })).toMatchObject({ code: 200, data: { path: '/admin/baseInfo/asset' } })
  const again = await signIn('admin', 'keeper')
  expect(await again('GET', '/adminApi/asset/index')).toMatchObject({ code: 200, data: { total: 1 } })
  expect(await again('POST', '/adminApi/asset/add', { code: 'A2', name: 'Desk' })).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'crud', 'kind')).toMatchObject({
    create: { state: 'success', tableName: 'res_asset', title: 'Assets' },
    undo: { state: 'success' },
    redo: { state: 'success', author: expect.stringMatching(/./) },
  })
})

test('a removed screen leaves its table, or takes it along when told, and an undo brings it back', async () => {
  const { admin, generate, stored, db } = await generator()
  const made = (await generate(assets())).data as { id: number }
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp' }))
  const remove = async (table: boolean) => {
    const { base } = await stored()
    return admin('POST', '/adminApi/crud/remove', { key: 'asset', version: base.version, table })
  }
  const count = async () =>
    (await db.execute<{ n: number }>(sql`select count(*)::int as n from pg_class where relname = 'res_asset'`)).rows[0]
      ?.n
  expect(await admin('POST', '/adminApi/crud/remove', { key: 'asset', version: 99, table: false })).toMatchObject({
    status: 409,
    data: { reason: 'stale' },
  })
  const kept = await remove(false)
  expect(kept).toMatchObject({ code: 200, msg: m.generator_removed({}, english) })
  expect([await count(), (await admin('GET', '/adminApi/asset/index')).status]).toEqual([1, 404])
  const log = await admin('GET', '/adminApi/crud/index')
  expect(log).toMatchObject({ data: { list: [{ kind: 'remove' }, { id: made.id, state: 'delete' }] } })
  expect(await admin('POST', undo, { id: made.id })).toMatchObject({
    status: 409,
    msg: m.generator_notUndoable({}, english),
  })
  expect(await admin('POST', undo, { id: (kept.data as { id: number }).id })).toMatchObject({ code: 200 })
  const gone = await remove(true)
  expect(gone).toMatchObject({ code: 200, msg: m.generator_removedTable({}, english) })
  expect(await count()).toBe(0)
  // The name is free, and the old table waits.
  const other = await generate(assets({ title: text('Other') }))
  expect(other).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'asset', 'code')).toEqual({})
  expect(await admin('POST', undo, { id: (other.data as { id: number }).id })).toMatchObject({ code: 200 })
  expect(await admin('POST', undo, { id: (gone.data as { id: number }).id })).toMatchObject({ code: 200 })
  expect(Object.keys(await rowsBy(admin, 'asset', 'code'))).toEqual(['A1'])
})

test('the newest generation is taken back first, and one comes back where it was made', async () => {
  const { admin, generate, change, stored } = await generator()
  const first = (await generate(assets())).data as { id: number }
  const add = (name: string) =>
    change((design) => ({
      ...withFields(design, (fields) => [...fields, { ...note, name }]),
      columns: { ...design.columns, [name]: { from: null } },
    }))
  const second = (await add('note')).data as { id: number }
  const third = (await add('more')).data as { id: number }
  const refused = { status: 409, msg: m.generator_newestFirst({}, english) }
  const turn = (id: number) => admin('POST', undo, { id })
  const fields = async () => (await stored()).design.description.fields.map(({ name }) => name).slice(6)
  expect(await turn(first.id)).toMatchObject(refused)
  expect(await turn(second.id)).toMatchObject(refused)
  expect(await turn(third.id)).toMatchObject({ code: 200, msg: m.generator_undone({}, english) })
  expect(await turn(second.id)).toMatchObject({ code: 200 })
  expect(await turn(third.id)).toMatchObject(refused)
  expect(await fields()).toEqual([])
  expect(await turn(second.id)).toMatchObject({ code: 200 })
  expect(await turn(third.id)).toMatchObject({ code: 200 })
  expect(await fields()).toEqual(['note', 'more'])
  // A new change after an undo takes the place of what was undone.
  expect(await turn(third.id)).toMatchObject({ code: 200 })
  const fourth = (await add('other')).data as { id: number }
  expect(await turn(third.id)).toMatchObject(refused)
  expect(await turn(fourth.id)).toMatchObject({ code: 200 })
  expect(await turn(9999)).toMatchObject({ status: 404 })
})

test('a screen that others point to stays', async () => {
  const { admin, generate, stored } = await generator()
  const { id } = (await generate(assets())).data as { id: number }
  const loan = assets({
    key: 'loan',
    menu: 'baseInfo/loan',
    fields: [
      { name: 'name', type: 'text', label: text('Name'), required: true },
      { name: 'assetId', type: 'relation', label: text('Asset'), resource: 'asset' },
      { name: 'others', type: 'relation', label: text('Others'), resource: 'asset', multiple: true },
    ],
    quickSearch: ['name'],
    sorts: ['name'],
  })
  expect(await generate({ ...loan, tableName: 'res_loan', columns: {} })).toMatchObject({ code: 200 })
  const refused = { status: 409, msg: m.generator_pointedAt({ tables: 'res_loan' }, english) }
  expect(await admin('POST', undo, { id })).toMatchObject(refused)
  const { base } = await stored()
  expect(
    await admin('POST', '/adminApi/crud/remove', { key: 'asset', version: base.version, table: true }),
  ).toMatchObject(refused)
  expect(await rowsBy(admin, 'crud', 'message')).toMatchObject({ [refused.msg]: { state: 'error' } })
  const a1 = idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp' }))
  idOf(await admin('POST', '/adminApi/loan/add', { name: 'One', assetId: a1, others: [a1] }))
  expect(await admin('DELETE', `/adminApi/asset/del?ids[]=${a1}`)).toMatchObject({ status: 409 })
})

test('what the database refuses is said, and nothing is changed; what is no longer there is not taken back', async () => {
  const { admin, generate, change, stored, db } = await generator()
  await generate(assets())
  await db.execute(sql`create view asset_words as select search_grams from res_asset`)
  const shorter = () => change((design) => withFields(design, (fields) => fields.slice(0, 5)))
  const refused = await shorter()
  expect(refused).toMatchObject({
    status: 409,
    msg: expect.stringContaining('The database refused the change: cannot drop column search_grams'),
  })
  expect((await stored()).design.description.fields).toHaveLength(6)
  await db.execute(sql`drop view asset_words`)
  // Whoever uses the table is waited for, but not for long.
  const reader = await db.$client.connect()
  onTestFinished(() => reader.release(true))
  await reader.query('begin; select from res_asset')
  expect(await shorter()).toMatchObject({ status: 409, data: { reason: 'busy' } })
  await reader.query('commit')
  expect(await rowsBy(admin, 'crud', 'message')).toMatchObject({ [m.error_busyRows({}, english)]: { state: 'error' } })
  const { id } = (await shorter()).data as { id: number }
  const { list } = (await admin('GET', '/adminApi/resource/index')).data as { list: { id: number }[] }
  expect(await admin('DELETE', `/adminApi/resource/del?ids[]=${list[0]?.id}`)).toMatchObject({ code: 200 })
  expect(await admin('POST', undo, { id })).toMatchObject({ status: 409, msg: m.generator_gone({}, english) })
})

test('a password that is removed as a field stays out of the history, and comes back with its hash', async () => {
  const { admin, generate, change, db } = await generator()
  const secret = { name: 'pin', type: 'password' as const, label: text('Pin') }
  await generate(withFields(assets(), (fields) => [...fields, secret]))
  const id = idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp', pin: 'secret-1' }))
  const hash = async () => (await db.execute<{ pin: string }>(sql`select pin from res_asset`)).rows[0]?.pin
  const before = await hash()
  expect(before).toContain('$argon2id$')
  const gone = await change((design) => withFields(design, (fields) => fields.slice(0, 6)))
  expect(await admin('DELETE', `/adminApi/asset/del?ids[]=${id}`)).toMatchObject({ code: 200 })
  const { rows } = await db.execute(sql`select 1 from change where before::text like '%argon2id%'`)
  expect(rows).toEqual([])
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A2', name: 'Desk' }))
  expect(await admin('POST', undo, { id: (gone.data as { id: number }).id })).toMatchObject({ code: 200 })
  expect(await hash()).toBe('')
})
