import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowsBy } from '../support/base-info.ts'
import { manifest, moduleKey } from '../support/module-archives.ts'
import { moduleStore, secondVersion } from '../support/store.ts'

const english = { locale: 'en' } as const

test('a module is uploaded, planned, installed, disabled, updated, taken back, removed, and comes back', async () => {
  const { admin, upload, plan, install, detail, call } = await moduleStore()
  expect(await upload()).toMatchObject({ code: 200, data: { uid: 'lending', version: '1.0.0', state: 2 } })
  const shown = await plan('lending')
  expect(shown).toMatchObject({ state: 2, from: null, problems: [], conflicts: [], needs: [], signer: 'Our workshop' })
  expect(shown.steps.map(({ text }) => text)).toEqual([
    'Add 1 setting',
    'Add the menu directory “Lending”',
    'Create the screen “Lending” with the table res_lending_thing',
    'Create the screen “Lending” with the table res_lending_loan',
    'Add the page “Lending”',
    'Add the role “Name”, given to nobody',
    'Add 1 row to “Lending”',
    'Add 1 row to “Lending”',
    'Add the panel “Lending” to the dashboard',
    'Add the panel “Lending” to the dashboard',
    'Add the panel “Lending” to the dashboard',
  ])
  // Looking changes nothing.
  expect(await admin('GET', '/adminApi/lending-thing/index')).toMatchObject({ status: 404 })
  expect(await install('lending')).toMatchObject({ code: 200, msg: m.modules_installed({}, english) })
  expect(await rowsBy(admin, 'lending-thing', 'name')).toMatchObject({ Name: { kind: 'a' } })
  const thing = (await rowsBy(admin, 'lending-thing', 'name')).Name?.id
  expect(await rowsBy(admin, 'lending-loan', 'name')).toMatchObject({ First: { thing } })
  expect(await detail('lending')).toMatchObject({
    card: { state: 1, installed: '1.0.0', update: false, origin: 'upload' },
    adds: { resources: [{ path: '/admin/lending/thing' }, { path: '/admin/lending/loan' }], seeds: 2 },
    signer: 'Our workshop',
  })
  const config = await admin('GET', '/adminApi/config/index')
  expect(JSON.stringify(config.data)).toContain('lending_days')
  expect(await admin('GET', '/adminApi/role/index?quickSearch=Name')).toMatchObject({
    data: { list: [{ name: 'Name', accountCount: 0, scope: 'all' }] },
  })
  expect(await admin('GET', '/adminApi/module-log/index')).toMatchObject({
    data: { list: [{ uid: 'lending', kind: 'install', state: 'success', toVersion: '1.0.0' }, { kind: 'trust' }] },
  })

  // A disabled module is hidden and kept, and comes back as it was.
  expect(await call('changeState', { uid: 'lending', state: 1 })).toMatchObject({
    status: 409,
    msg: m.modules_isOn({}, english),
  })
  expect(await call('changeState', { uid: 'lending', state: 6 })).toMatchObject({ code: 200, data: { state: 6 } })
  expect(await admin('GET', '/adminApi/lending-thing/index')).toMatchObject({ status: 404 })
  expect(JSON.stringify((await admin('GET', '/adminApi/config/index')).data)).not.toContain('lending_days')
  expect(JSON.stringify((await admin('GET', '/adminApi/menu/index')).data ?? '')).not.toContain('lending')
  expect(await admin('GET', '/adminApi/role/index?quickSearch=Name')).toMatchObject({ data: { list: [{ status: 0 }] } })
  expect(await call('back', { uid: 'lending' })).toMatchObject({ status: 409, msg: m.modules_noPrevious({}, english) })
  expect(await call('changeState', { uid: 'lending', state: 6 })).toMatchObject({
    status: 409,
    msg: m.modules_isOff({}, english),
  })
  expect(await call('changeState', { uid: 'lending', state: 1 })).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'lending-thing', 'name')).toMatchObject({ Name: { kind: 'a' } })
  expect(JSON.stringify((await admin('GET', '/adminApi/config/index')).data)).toContain('lending_days')
  expect(await admin('GET', '/adminApi/role/index?quickSearch=Name')).toMatchObject({ data: { list: [{ status: 1 }] } })

  // An update goes forward and back, with rows and values.
  expect(await upload()).toMatchObject({
    status: 409,
    msg: m.modules_notNewer({ version: '1.0.0', installed: '1.0.0' }, english),
  })
  expect(await upload(secondVersion())).toMatchObject({ code: 200 })
  const second = await plan('lending')
  expect(second).toMatchObject({ from: '1.0.0', conflicts: [], problems: [] })
  expect(second.steps.filter(({ loss }) => loss)).toHaveLength(2)
  expect(await install('lending')).toMatchObject({ code: 200, data: { version: '1.1.0' } })
  expect(await admin('GET', '/adminApi/lending-loan/index')).toMatchObject({ status: 404 })
  expect((await rowsBy(admin, 'lending-thing', 'name')).Name).toMatchObject({ count: null })
  expect(await detail('lending')).toMatchObject({ previous: '1.0.0', card: { installed: '1.1.0', waiting: null } })
  expect(await call('back', { uid: 'lending' })).toMatchObject({ code: 200, data: { version: '1.0.0' } })
  expect((await rowsBy(admin, 'lending-thing', 'name')).Name).toMatchObject({ kind: 'a' })
  expect(await rowsBy(admin, 'lending-loan', 'name')).toHaveProperty('First')
  expect(JSON.stringify((await admin('GET', '/adminApi/config/index')).data)).not.toContain('lending_note')

  // A removed module keeps its data or puts it aside, and asks when it comes back.
  expect(await call('uninstall', { uid: 'lending', data: 'keep' })).toMatchObject({ code: 200, data: { state: 0 } })
  expect(await admin('GET', '/adminApi/lending-thing/index')).toMatchObject({ status: 404 })
  expect(await call('uninstall', { uid: 'lending', data: 'keep' })).toMatchObject({
    status: 404,
    msg: m.modules_notInstalled({}, english),
  })
  await upload()
  const tables = (way: string) => ({ 'table:res_lending_thing': way, 'table:res_lending_loan': way })
  expect(await plan('lending', tables('rows'))).toMatchObject({ state: 2, problems: [] })
  expect(await install('lending', tables('rows'))).toMatchObject({ code: 200 })
  expect(Object.keys(await rowsBy(admin, 'lending-thing', 'name'))).toEqual(['Name'])
  expect(await admin('GET', '/adminApi/role/index?quickSearch=Name')).toMatchObject({
    data: { list: [{ status: 1, name: 'Name' }], total: 1 },
  })
  expect(await call('uninstall', { uid: 'lending', data: 'aside' })).toMatchObject({ code: 200 })
  expect(await admin('GET', '/adminApi/role/index?quickSearch=Name')).toMatchObject({ data: { total: 0 } })
  await upload()
  expect(await plan('lending')).toMatchObject({ conflicts: [] })
  expect(await call('discard', { uid: 'lending' })).toMatchObject({ code: 200 })
  expect(await call('discard', { uid: 'lending' })).toMatchObject({
    status: 404,
    msg: m.modules_nothingWaits({}, english),
  })
})

test('what the site has changed is a question of an update', async () => {
  const { admin, upload, install, plan, call } = await moduleStore()
  await upload()
  await install('lending')
  const stored = (await admin('GET', '/adminApi/crud/design?key=lending-thing')).data as {
    design: { description: { fields: object[] } }
    base: { key: string; version: number }
  }
  const { design, base } = stored
  design.description.fields.push({ name: 'extra', type: 'text', label: { 'zh-cn': '另', en: 'Extra' } })
  const changes = (await admin('POST', '/adminApi/crud/check', { design, base })).data as { plan: string }
  const changed = { design, base: { key: base.key, version: base.version }, plan: changes.plan }
  const given = { design, base: changed.base }
  const { plan: digest } = (await admin('POST', '/adminApi/crud/check', given)).data as { plan: string }
  expect(await admin('POST', '/adminApi/crud/generate', { ...given, plan: digest })).toMatchObject({ code: 200 })
  const other = moduleKey()
  await call('trust', { name: 'Somebody else', key: other.key })
  await upload(secondVersion(), other)
  const shown = await plan('lending')
  expect(shown).toMatchObject({
    state: 3,
    conflicts: [
      { id: 'signer' },
      { id: 'resource:lending-thing', text: m.modules_conflictScreen({ title: 'Lending' }, english), chosen: null },
    ],
  })
  expect(await call('install', { uid: 'lending', choices: {}, plan: shown.plan })).toMatchObject({
    status: 409,
    msg: m.modules_conflictsOpen({}, english),
    data: { answer: -1, conflicts: [{ id: 'signer' }, { id: 'resource:lending-thing' }] },
  })
  const choices = { signer: 'accept', 'resource:lending-thing': 'site' }
  expect(await call('install', { uid: 'lending', choices, plan: shown.plan })).toMatchObject({
    status: 409,
    msg: m.generator_planChanged({}, english),
    data: { reason: 'changed' },
  })
  expect(await install('lending', choices)).toMatchObject({ code: 200 })
  expect((await rowsBy(admin, 'lending-thing', 'name')).Name).toMatchObject({ kind: 'a', extra: '' })
})

test('needs, exclusions, versions of the product and names that are taken stand against it', async () => {
  const { admin, upload, plan, install, call } = await moduleStore()
  await upload({ needs: { clubs: '^2.0.0' }, product: '>=9', nodes: ['baseInfo/organization/index'] })
  expect(await plan('lending')).toMatchObject({
    state: 4,
    needs: [{ uid: 'clubs', state: 'missing', range: '^2.0.0' }],
    problems: [m.modules_product({ range: '>=9', version: '1.0.0' }, english)],
    steps: [],
  })
  await upload({ needs: { clubs: '^2.0.0' } })
  expect(await install('lending')).toMatchObject({ status: 409, data: { answer: -2, needs: [{ uid: 'clubs' }] } })
  await upload()
  const name = { 'zh-cn': '占', en: 'Taken' }
  const fields = [{ name: 'name', type: 'text', label: name, required: true, max: 9 }]
  const design = {
    tableName: 'res_other',
    scopeField: null,
    icon: '',
    columns: {},
    description: {
      key: 'lending-thing',
      menu: 'other',
      title: name,
      rowTitle: 'name',
      fields,
      quickSearch: [],
      sorts: [],
      defaultOrder: 'id,desc',
    },
  }
  const { plan: digest } = (await admin('POST', '/adminApi/crud/check', { design, base: null })).data as {
    plan: string
  }
  await admin('POST', '/adminApi/crud/generate', { design, base: null, plan: digest })
  expect(await plan('lending')).toMatchObject({
    state: 5,
    problems: [m.modules_occupied({ name: 'lending-thing' }, english)],
  })
  expect(await call('plan', { uid: 'nothing', choices: {} })).toMatchObject({ status: 404 })
})

test('a module whose rows do not fit leaves nothing behind; of two who install at once one does; keys are trusted', async () => {
  const { admin, upload, plan, call, key } = await moduleStore()
  const rows = [{ values: { name: 'One', kind: 'a' } }, { values: { name: 'One', kind: 'a' } }]
  expect(await upload({ seeds: [{ resource: 'lending-thing', rows }] })).toMatchObject({ code: 200 })
  const shown = await plan('lending')
  const reason = m.error_409({}, english)
  expect(shown.problems).toEqual([m.modules_seedWrong({ title: 'Lending', row: 2, reason }, english)])
  expect(await call('install', { uid: 'lending', choices: {}, plan: 'x' })).toMatchObject({ status: 409 })
  expect(await admin('GET', '/adminApi/lending-thing/index')).toMatchObject({ status: 404 })
  expect(await admin('GET', '/adminApi/module-log/index')).toMatchObject({
    data: { list: [{ uid: 'lending', kind: 'install', state: 'error' }, { kind: 'trust' }] },
  })
  expect(await admin('GET', '/adminApi/role/index?quickSearch=Name')).toMatchObject({ data: { total: 0 } })
  expect(JSON.stringify((await admin('GET', '/adminApi/config/index')).data)).not.toContain('lending_days')

  // Of two who install at once, one does.
  await upload()
  const { plan: digest } = await plan('lending')
  const both = await Promise.all([1, 2].map(() => call('install', { uid: 'lending', choices: {}, plan: digest })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])

  // The keys of others are trusted and forgotten.
  expect(await call('trust', { name: 'Twice', key: key.key })).toMatchObject({
    status: 422,
    data: { errors: { key: [m.modules_keyKnown({}, english)] } },
  })
  expect(await call('trust', { name: 'Our workshop', key: moduleKey().key })).toMatchObject({
    data: { errors: { name: [m.modules_keyNamed({}, english)] } },
  })
  expect(await admin('GET', '/adminApi/moduleStore/keys')).toMatchObject({ data: { keys: [{ key: key.key }] } })
  expect(await call('distrust', { key: key.key })).toMatchObject({ code: 200, msg: m.modules_distrusted({}, english) })
  expect(await call('distrust', { key: key.key })).toMatchObject({
    status: 404,
    msg: m.modules_keyMissing({}, english),
  })
  expect(await upload()).toMatchObject({ status: 422 })
})

test('what comes with the product is installed without a key, and no archive takes its name', async () => {
  const { admin, upload, install, call, detail } = await moduleStore()
  const { modules } = (await admin('GET', '/adminApi/moduleStore/index')).data as { modules: { uid: string }[] }
  expect(modules.map(({ uid }) => uid)).toEqual(['richtext', 'announcements', 'assets', 'orders'])
  for (const uid of ['assets', 'orders']) {
    expect(await call('download', { uid })).toMatchObject({ code: 200, data: { uid } })
    expect(await install(uid)).toMatchObject({ code: 200 })
    expect(await detail(uid)).toMatchObject({ card: { state: 1, origin: 'product' }, signer: null })
  }
  expect(await call('download', { uid: 'nothing' })).toMatchObject({ status: 404, msg: m.modules_unknown({}, english) })
  const renamed = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('lending', 'assets'))
  expect(await upload(renamed(manifest))).toMatchObject({
    status: 422,
    data: { errors: { file: [m.modules_ofProduct({ uid: 'assets' }, english)] } },
  })
})
