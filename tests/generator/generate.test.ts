import { expect, test } from 'vitest'
import { importMemory } from '#src/db/import.table.server.ts'
import { findAccount } from '#src/features/auth/account.server.ts'
import type { Design } from '#src/features/generator/design.schema.ts'
import { idOf, rowsBy } from '../support/base-info.ts'
import { text } from '../support/exam-room.ts'
import { assets, generator } from '../support/generator.ts'

test('a design becomes a screen with table, menu, rules and history in one call', async () => {
  const { admin, generate, plan, ids, stored } = await generator()
  const shown = await plan(assets())
  expect(shown.changes).toEqual([{ kind: 'table', text: 'Create the table res_asset with 6 fields', loss: false }])
  expect(shown.up[0]).toContain('create table "res_asset"')
  const made = await generate(assets())
  expect(made).toMatchObject({
    code: 200,
    msg: 'The screen is ready.',
    data: { key: 'asset', path: '/admin/baseInfo/asset' },
  })
  const id = idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp', price: 1250, orgId: ids.S1 }))
  expect(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Other' })).toMatchObject({
    status: 409,
    data: { errors: { code: [expect.any(String)] } },
  })
  expect(await admin('GET', '/adminApi/asset/index?quickSearch=lam&order=name,asc')).toMatchObject({
    data: { total: 1, list: [{ id, price: 1250, orgId: ids.S1 }] },
  })
  expect(await admin('GET', `/adminApi/asset/history?id=${id}`)).toMatchObject({
    data: { list: [{ operation: 'insert' }] },
  })
  expect(await stored()).toMatchObject({
    design: assets(),
    base: { key: 'asset', version: 1, rows: 1 },
    path: '/admin/baseInfo/asset',
  })
})

/** Renames a field, removes one, changes the type of one and adds one. */
function reworked(design: Design): Design {
  const { description } = design
  return {
    ...design,
    description: {
      ...description,
      rowTitle: 'label',
      quickSearch: ['label'],
      sorts: ['code', 'label', 'boughtOn'],
      fields: [
        { name: 'code', type: 'text', label: text('Code'), required: true, max: 20 },
        { name: 'label', type: 'text', label: text('Name'), required: true, max: 50 },
        { name: 'count', type: 'text', label: text('Count') },
        { name: 'boughtOn', type: 'date', label: text('Bought'), required: true },
      ],
    },
    columns: { code: { unique: true }, label: { from: 'name' }, boughtOn: { from: null } },
  }
}

test('a change keeps rows: added, renamed, removed and converted fields, and its undo brings all of it back', async () => {
  const { admin, generate, change, stored, check, ids } = await generator()
  await generate(assets())
  for (const [code, count] of [
    ['A1', 5],
    ['A2', 12],
  ] as const)
    idOf(await admin('POST', '/adminApi/asset/add', { code, name: `No ${code}`, price: 100, count, orgId: ids.S1 }))
  const first = await stored()
  const rows = await rowsBy(admin, 'asset', 'code')
  const shown = await check(reworked(first.design), { key: 'asset', version: 1 })
  const { changes } = shown.data as { changes: { text: string; effect?: string; loss: boolean }[] }
  const effects = Object.fromEntries(changes.map(({ text, effect, loss }) => [text, [effect, loss]]))
  expect(effects).toMatchObject({
    'Remove the field “Price”': ['The values of 2 rows are put aside. They come back when this is taken back.', true],
    'Remove the field “Kind”': [undefined, false],
    'Rename the field name to label': [undefined, false],
    'Change the type of “Count”': [undefined, false],
    'Add the field “Bought”': ['2 rows have no value yet. It is asked for when they are edited next.', false],
  })
  const changed = await change(reworked)
  expect(changed).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'asset', 'code')).toMatchObject({
    A1: { label: 'No A1', count: '5', boughtOn: null },
    A2: { label: 'No A2', count: '12', boughtOn: null },
  })
  expect(await admin('GET', '/adminApi/asset/index?quickSearch=A2&order=boughtOn,asc')).toMatchObject({
    data: { list: [{ code: 'A2' }] },
  })
  const a1 = (await rowsBy(admin, 'asset', 'code')).A1
  const edited = { id: a1?.id, version: a1?.version, count: '7', label: 'Seven', boughtOn: '2026-01-02' }
  expect(await admin('POST', '/adminApi/asset/edit', edited)).toMatchObject({ code: 200 })
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A3', label: 'New', count: 'many', boughtOn: '2026-01-03' }))

  const { id } = changed.data as { id: number }
  expect(await admin('POST', '/adminApi/crud/undo', { id })).toMatchObject({
    code: 200,
    data: { path: '/admin/baseInfo/asset' },
  })
  const back = await rowsBy(admin, 'asset', 'code')
  expect(back).toMatchObject({
    A1: { name: 'Seven', count: 7, price: 100 },
    A2: { ...rows.A2, version: rows.A2?.version },
    A3: { name: 'New', count: null, price: null },
  })
  expect((await stored()).design).toEqual(first.design)
  // It comes back once more, with what was written in the fields that had gone.
  expect(await admin('POST', '/adminApi/crud/undo', { id })).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'asset', 'code')).toMatchObject({
    A1: { label: 'Seven', count: '7', boughtOn: '2026-01-02' },
    A3: { label: 'New', boughtOn: '2026-01-03' },
  })
})

test('views, watched fields and the history follow a field with a new name, and come back with it', async () => {
  const { admin, generate, change, db } = await generator()
  await generate(assets())
  const id = idOf(await admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp' }))
  const edited = await admin('POST', '/adminApi/asset/edit', { id, version: 1, name: 'Desk lamp' })
  const state = {
    filter: { and: [{ field: 'name', operator: 'LIKE', val: 'name' }] },
    order: ['name,asc'],
    columns: ['code', 'name'],
    widths: { name: 120 },
    pins: { name: 'start' },
  }
  const view = { resource: 'asset', name: 'Mine', state }
  expect(await admin('POST', '/adminApi/view/add', view)).toMatchObject({ code: 200 })
  const rule = { name: 'Names', resource: 'asset', fields: ['name'], note: '', status: 1 }
  expect(await admin('POST', '/adminApi/sensitive-data/add', rule)).toMatchObject({ code: 200 })
  const remembered = { chosen: { 名字: 'name', 其他: null }, keys: ['name'] }
  const owner = { accountId: (await findAccount(db, 'admin', 'admin'))?.id ?? 0, resource: 'asset' }
  await db.insert(importMemory).values({ ...owner, mapping: remembered })
  const memory = async () => (await db.select().from(importMemory))[0]?.mapping
  const changed = await change(reworked)
  expect(changed).toMatchObject({ code: 200 })
  expect(await memory()).toEqual({ chosen: { 名字: 'label', 其他: null }, keys: ['label'] })
  const seen = async () => [
    (await admin('GET', '/adminApi/view/index?resource=asset')).data,
    (await admin('GET', '/adminApi/sensitive-data/index')).data,
    (await admin('GET', `/adminApi/asset/history?id=${id}`)).data,
  ]
  const [views, rules, history] = await seen()
  expect(views).toMatchObject({
    list: [
      {
        state: {
          filter: { and: [{ field: 'label', operator: 'LIKE', val: 'name' }] },
          order: ['label,asc'],
          columns: ['code', 'label'],
          widths: { label: 120 },
          pins: { label: 'start' },
        },
      },
    ],
  })
  expect(JSON.stringify(rules)).toContain('"fields":["label"]')
  expect(JSON.stringify(history)).toContain('Desk lamp')
  expect(JSON.stringify(history)).toContain('label')
  const { changeSetId } = edited.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'asset', 'code')).toMatchObject({ A1: { label: 'Lamp' } })
  expect(await admin('POST', '/adminApi/crud/undo', { id: (changed.data as { id: number }).id })).toMatchObject({
    code: 200,
  })
  expect(await memory()).toEqual(remembered)
  const [viewsAgain, rulesAgain] = await seen()
  expect(viewsAgain).toMatchObject({ list: [{ state }] })
  expect(JSON.stringify(rulesAgain)).toContain('"fields":["name"]')
})
