import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manifestProblems } from '#src/features/modules/archive/check-manifest.server.ts'
import { productModules } from '#src/features/modules/product-modules.server.ts'
import type { ModulePlan } from '#src/features/modules/store.schema.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { idOf, listOf } from '../support/base-info.ts'
import { addAccount, freshAccount } from '../support/people.ts'

test('the modules that come with the product are the asset register and the work orders', async () => {
  const modules = await productModules()
  expect(modules.map(({ manifest }) => manifest.uid)).toEqual(['assets', 'orders'])
  expect(await productModules()).toBe(modules)
})

test.each(['assets', 'orders'])('nothing is wrong with %s, and its texts are in both languages', async (uid) => {
  const found = (await productModules()).find(({ manifest }) => manifest.uid === uid)
  if (!found) throw new Error(`no module ${uid}`)
  expect(manifestProblems(found.manifest, found.files)).toEqual([])
  // Seam: the files of the module, which the product has just read.
  const textsIn = (language: string) =>
    JSON.parse(readFileSync(`modules/${uid}/translations/${language}.json`, 'utf8')) as Record<string, string>
  const [zh, en] = [textsIn('zh-cn'), textsIn('en')]
  expect(Object.keys(zh)).toEqual(Object.keys(en))
  const used = readFileSync(`modules/${uid}/module.json`, 'utf8')
  for (const [key, text] of Object.entries(zh)) {
    expect(text, key).toMatch(/\p{Script=Han}/u)
    expect(en[key], key).not.toMatch(/\p{Script=Han}/u)
    expect(used, key).toContain(`"${key}"`)
  }
})

/** Installs modules that come with the product. */
async function installed(...uids: string[]) {
  const api = await startApi()
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  for (const uid of uids) {
    expect(await admin('POST', '/adminApi/moduleStore/download', { uid })).toMatchObject({ code: 200 })
    const shown = await admin('POST', '/adminApi/moduleStore/plan', { uid, choices: {} })
    // Seam: the answer of a contract that other tests describe.
    const { plan, problems, conflicts } = shown.data as ModulePlan
    expect({ problems, conflicts }).toEqual({ problems: [], conflicts: [] })
    const done = await admin('POST', '/adminApi/moduleStore/install', { uid, choices: {}, plan })
    expect(done).toMatchObject({ code: 200, data: { uid, state: 1 } })
  }
  return { admin, ids, api }
}

test('both modules install, bring their kinds, and take rows', async () => {
  const { admin, ids } = await installed('assets', 'orders')
  const add = async (resource: string, values: object) => idOf(await admin('POST', `/adminApi/${resource}/add`, values))
  const rowsOf = async (path: string) => {
    const { data, code, msg } = await admin('GET', `/adminApi/${path}`)
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    // Seam: the answer of a list.
    return data as { list: Record<string, unknown>[]; total: number }
  }
  const computers = (await rowsOf('assets-category/index?quickSearch=Computers')).list[0]
  expect(computers).toMatchObject({ name: 'Computers', years: 6 })
  const organizationId = ids.S1
  const placeId = await add('assets-place', { name: 'Lab 3', organizationId, room: '301' })
  const item = {
    code: 'PC-1',
    name: 'Computer',
    categoryId: computers?.id,
    state: 'repair',
    quantity: 30,
    organizationId,
  }
  const assetId = await add('assets-item', { ...item, placeId, price: 12_000_000, boughtOn: '2025-09-01' })
  expect(await admin('POST', '/adminApi/assets-item/add', item)).toMatchObject({ code: 409 })
  const moved = { organizationId, reason: 'Screen', startOn: '2026-11-01' }
  await add('assets-movement', { ...moved, assetId, kind: 'repair', cost: 5_000 })
  await add('assets-movement', { ...moved, assetId, kind: 'lend', dueOn: '2026-11-02' })
  const lines = [{ assetId, found: 'elsewhere', remark: 'Room 302' }]
  await add('assets-count', { name: 'Autumn', organizationId, state: 'done', lines })
  const kindId = (await rowsOf('orders-kind/index?quickSearch=Water')).list[0]?.id
  const order = {
    title: 'Tap',
    kindId,
    organizationId,
    state: 'reported',
    reportedOn: '2026-11-01',
    dueOn: '2026-11-02',
  }
  const log = [{ day: '2026-11-03', what: 'Looked at it', minutes: 20 }]
  await add('orders-order', { ...order, priority: 'urgent', log, costs: [{ what: 'Seal', amount: 300 }], cost: 300 })
  const refusedOrder = await admin('POST', '/adminApi/orders-order/add', {
    ...order,
    priority: 'low',
    state: 'refused',
  })
  expect(refusedOrder).toMatchObject({ code: 422, data: { errors: { refusal: [expect.anything()] } } })
  await add('orders-plan', { name: 'Extinguishers', organizationId, every: 'month', steps: ['Seal', 'Pressure'] })

  const found: Record<string, number> = {}
  for (const { manifest } of await productModules()) {
    for (const panel of manifest.panels ?? []) {
      const query = new URLSearchParams({ ...(panel.filter !== undefined && { filter: panel.filter }) })
      if (panel.kind === 'list' && panel.order) query.set('order', panel.order)
      found[`${manifest.uid} ${panel.key}`] = (await rowsOf(`${panel.resource}/index?${query}`)).total
    }
    for (const { key, resource, filter = '' } of manifest.reminders ?? []) {
      const query = new URLSearchParams({ filter })
      found[`${manifest.uid} reminder ${key}`] = (await rowsOf(`${resource}/index?${query}`)).total
    }
  }
  expect(found).toEqual({
    'assets states': 1,
    'assets repair': 1,
    'assets warranty': 0,
    'assets overdue': 1,
    'assets newest': 1,
    'assets reminder back': 1,
    'assets reminder warranty': 1,
    'orders urgent': 1,
    'orders overdue': 1,
    'orders mine': 0,
    'orders states': 1,
    'orders newest': 1,
    'orders reminder due': 1,
    'orders reminder check': 1,
  })
})

test('those who report and those who keep assets see what their school has, and change what their roles say', async () => {
  const { admin, api, ids } = await installed('assets', 'orders')
  const roles = (await admin('GET', '/adminApi/role/index?limit=100')).data
  // Seam: the answer of a list.
  const { list } = roles as { list: { id: number; name: string }[] }
  const role = (name: string) => list.find((one) => one.name === name)?.id ?? 0
  const someone = async (username: string, name: string) => {
    const id = idOf(
      await addAccount(admin, { ...freshAccount, username, name: username, deptId: ids.S1, roleIds: [role(name)] }),
    )
    return { id, call: await api.signIn('admin', username, freshAccount.password) }
  }
  const kind = (await listOf(admin, 'orders-kind'))[0]?.id
  const order = {
    kindId: kind,
    state: 'reported',
    priority: 'normal',
    reportedOn: '2026-11-01',
    organizationId: ids.S1,
  }
  idOf(await admin('POST', '/adminApi/orders-order/add', { ...order, title: 'Elsewhere', organizationId: ids.S2 }))
  const reporter = await someone('reporter', 'Reporter')
  const own = idOf(await reporter.call('POST', '/adminApi/orders-order/add', { ...order, title: 'Here' }))
  expect((await listOf(reporter.call, 'orders-order')).map(({ id }) => id)).toEqual([own])
  expect(await reporter.call('POST', '/adminApi/orders-order/edit', { id: own, state: 'done' })).toMatchObject({
    code: 403,
  })
  expect(await reporter.call('GET', '/adminApi/assets-item/index')).toMatchObject({ code: 403 })

  const category = (await listOf(admin, 'assets-category'))[0]?.id
  const item = { name: 'Chair', categoryId: category, state: 'inUse', quantity: 1 }
  idOf(await admin('POST', '/adminApi/assets-item/add', { ...item, code: 'A-1', organizationId: ids.S2 }))
  const keeper = await someone('keeper', 'Asset keeper')
  const kept = idOf(
    await keeper.call('POST', '/adminApi/assets-item/add', {
      ...item,
      code: 'A-2',
      organizationId: ids.S1,
      keeperId: keeper.id,
    }),
  )
  expect((await listOf(keeper.call, 'assets-item')).map(({ id }) => id)).toEqual([kept])
  expect(await keeper.call('DELETE', `/adminApi/assets-item/del?ids[]=${kept}`)).toMatchObject({ code: 403 })
  expect(await keeper.call('GET', '/adminApi/assets-category/index')).toMatchObject({ code: 200 })
})
