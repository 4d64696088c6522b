import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { moduleLog } from '#src/features/modules/module.table.server.ts'
import type { ModulePlan } from '#src/features/modules/store.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowsBy } from '../support/base-info.ts'
import { temporaryFolder } from '../support/folders.ts'
import { manifest, moduleKey, sampleFiles, signedArchive } from '../support/module-archives.ts'
import { moduleStore, secondVersion, small } from '../support/store.ts'

const english = { locale: 'en' } as const
const label = { 'zh-cn': '名', en: 'Name' }
const texts = (plan: ModulePlan) => plan.steps.map(({ text }) => text)

test('an update says what goes, and asks about permissions that were changed here', async () => {
  const { admin, upload, install, plan, call } = await moduleStore()
  await upload()
  await install('lending')
  const role = (
    (await admin('GET', '/adminApi/role/index?quickSearch=Name')).data as { list: { id: number; version: number }[] }
  ).list[0]
  expect(await admin('POST', '/adminApi/role/edit', { id: role?.id, ruleIds: [] })).toMatchObject({ code: 200 })
  const second = secondVersion()
  await upload({
    ...second,
    pages: [],
    config: {
      title: { t: 'title' },
      items: [{ name: 'days', title: 'Days', type: 'text' }],
    },
    roles: [{ ...manifest.roles[0], nodes: ['lending/thing/index', 'lending/thing/add'] }],
  })
  const shown = await plan('lending')
  expect(shown.conflicts).toMatchObject([
    {
      id: 'role:keeper',
      text: m.modules_conflictRights({ name: 'Name' }, english),
      choices: [{ label: m.modules_waySite({}, english) }, { label: m.modules_wayModule({}, english) }],
    },
  ])
  const taken = await plan('lending', { 'role:keeper': 'module' })
  expect(texts(taken)).toEqual(
    expect.arrayContaining([
      m.modules_stepRetyped({ title: 'Days' }, english),
      m.modules_stepScreenGoes({ title: 'Lending' }, english),
      m.modules_stepMenuGoes({ title: 'Lending' }, english),
      m.modules_stepRights({ name: 'Name' }, english),
    ]),
  )
  expect(taken.steps.find(({ text }) => text.startsWith('Remove the screen'))).toMatchObject({
    effect: m.modules_effectRows({ count: 1 }, english),
    loss: true,
  })
  await call('changeState', { uid: 'lending', state: 6 })
  await upload({ ...second, roles: [], config: { title: { t: 'title' }, items: [] }, version: '1.2.0' })
  const off = await plan('lending')
  expect(texts(off)).toEqual(
    expect.arrayContaining([
      m.modules_stepOn({}, english),
      m.modules_stepRoleGoes({ name: 'Name' }, english),
      m.modules_stepConfigGoes({ title: 'Days' }, english),
    ]),
  )
  expect(await install('lending')).toMatchObject({ code: 200 })
  expect(await call('back', { uid: 'lending' })).toMatchObject({ code: 200, msg: m.modules_wentBack({}, english) })
})

test('a table and a role that are there already are questions', async () => {
  const { admin, upload, install, plan, call } = await moduleStore()
  expect(await upload()).toMatchObject({ msg: m.modules_received({}, english) })
  await install('lending')
  expect(await call('uninstall', { uid: 'lending', data: 'keep' })).toMatchObject({
    msg: m.modules_uninstalled({}, english),
  })
  await upload()
  const shown = await plan('lending')
  expect(shown.conflicts).toMatchObject([
    {
      id: 'table:res_lending_thing',
      text: m.modules_conflictTable({ table: 'res_lending_thing', count: 1 }, english),
      choices: [{ label: m.modules_wayRows({}, english) }, { label: m.modules_wayEmpty({}, english) }],
    },
    { id: 'table:res_lending_loan' },
  ])
  expect(shown.steps.find(({ kind }) => kind === 'resource')).toMatchObject({
    effect: m.modules_effectKept({}, english),
  })
  expect(texts(shown)).toContain(m.modules_stepRoleWakes({ name: 'Name' }, english))
  expect(await call('discard', { uid: 'lending' })).toMatchObject({ msg: m.modules_discarded({}, english) })
  const roles = [{ key: 'reader', name: label, scope: 'own', nodes: ['beta/index'] }]
  await upload(small('beta', { roles }))
  const beside = m.modules_roleBeside({ name: 'Name', module: 'beta' }, english)
  expect(await plan('beta')).toMatchObject({
    conflicts: [
      {
        id: 'role:reader',
        text: m.modules_conflictRole({ name: 'Name' }, english),
        choices: [{ label: m.modules_wayBeside({ name: beside }, english) }, { label: m.modules_waySkip({}, english) }],
      },
    ],
  })
  expect(await install('beta', { 'role:reader': 'beside' })).toMatchObject({ code: 200 })
  expect(await admin('GET', '/adminApi/role/index?quickSearch=beta')).toMatchObject({
    data: { list: [{ name: beside }] },
  })
})

test('modules need and exclude one another', async () => {
  const { upload, install, plan, call } = await moduleStore()
  await upload(small('alpha', { excludes: { gamma: '*' } }))
  await install('alpha')
  const pointing = [{ name: 'alphaId', type: 'relation', resource: 'alpha', label }]
  await upload(small('beta', { needs: { alpha: '^1.0.0' } }, pointing))
  expect(await install('beta')).toMatchObject({ code: 200 })
  const needed = { status: 409, msg: m.modules_needed({ titles: 'beta' }, english) }
  expect(await call('changeState', { uid: 'alpha', state: 6 })).toMatchObject(needed)
  expect(await call('uninstall', { uid: 'alpha', data: 'keep' })).toMatchObject(needed)
  await upload(small('alpha', { version: '2.0.0' }))
  expect(await plan('alpha')).toMatchObject({ problems: [m.modules_neededOld({ title: 'beta' }, english)] })
  expect(await call('changeState', { uid: 'beta', state: 6 })).toMatchObject({ msg: m.modules_turnedOff({}, english) })
  expect(await call('changeState', { uid: 'alpha', state: 6 })).toMatchObject({ code: 200 })
  expect(await call('changeState', { uid: 'beta', state: 1 })).toMatchObject({
    status: 409,
    msg: m.modules_needsOpen({}, english),
    data: { answer: -2, needs: [{ uid: 'alpha', state: 'disabled' }] },
  })
  expect(await call('changeState', { uid: 'alpha', state: 1 })).toMatchObject({ msg: m.modules_turnedOn({}, english) })
  await upload(small('gamma'))
  expect(await plan('gamma')).toMatchObject({ problems: [m.modules_excludedBy({ title: 'alpha' }, english)] })
  await upload(small('delta', { excludes: { alpha: '>=1' }, needs: { beta: '*' }, nodes: ['beta/other'] }))
  expect(await plan('delta')).toMatchObject({
    problems: [m.modules_excludes({ title: 'alpha' }, english), m.modules_noNode({ node: 'beta/other' }, english)],
  })
})

test('a screen of the site that points to rows of a module keeps it on', async () => {
  const { admin, upload, install, call } = await moduleStore()
  await upload(small('alpha'))
  await install('alpha')
  const [{ description } = { description: {} }] = small('mine', {}, [
    { name: 'alphaId', type: 'relation', resource: 'alpha', label },
  ]).resources
  const design = { tableName: 'res_mine', scopeField: null, icon: '', columns: {}, description }
  const { plan } = (await admin('POST', '/adminApi/crud/check', { design, base: null })).data as { plan: string }
  expect(await admin('POST', '/adminApi/crud/generate', { design, base: null, plan })).toMatchObject({ code: 200 })
  const refused = { status: 409, msg: m.modules_pointedAt({ names: 'mine' }, english) }
  expect(await call('changeState', { uid: 'alpha', state: 6 })).toMatchObject(refused)
  expect(await call('uninstall', { uid: 'alpha', data: 'aside' })).toMatchObject(refused)
})

test('a new signer is a question, and a log entry whose process ended says so', async () => {
  const { db, admin, upload, install, plan, call } = await moduleStore()
  await upload(small('alpha'))
  await install('alpha')
  const other = moduleKey()
  expect(await call('trust', { name: 'Else', key: other.key })).toMatchObject({ msg: m.modules_trusted({}, english) })
  await upload(small('alpha', { version: '1.0.1' }), other)
  expect(await plan('alpha')).toMatchObject({
    conflicts: [
      {
        text: m.modules_conflictSigner({ old: 'Our workshop', signer: 'Else' }, english),
        choices: [{ label: m.modules_wayAccept({}, english) }],
      },
    ],
  })
  await db.insert(moduleLog).values({ uid: 'alpha', title: 'a', titleEn: 'a', kind: 'update', state: 'start' })
  expect(await admin('GET', '/adminApi/module-log/index')).toMatchObject({
    data: { list: [{ state: 'error', message: m.modules_interrupted({}, english) }, {}, {}, {}] },
  })
})

test('the store reads an index: its modules are found, updated and taken, and what it says falsely is refused', async () => {
  const { db, admin, key, install, call, detail } = await moduleStore()
  const folder = await temporaryFolder()
  const pack = async (changed: object) => readFile(await signedArchive(sampleFiles(changed), key))
  const entry = async (version: string, bytes: Buffer) => {
    await writeFile(join(folder, `${version}.zip`), bytes)
    return {
      uid: 'lending',
      title: label,
      intro: label,
      author: 'A school',
      category: 'office',
      version,
      archive: `${version}.zip`,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      price: { now: { money: 0, points: null }, was: { money: 9900, points: null } },
      downloads: 7,
    }
  }
  const list = async (...modules: object[]) =>
    writeFile(join(folder, 'index.json'), JSON.stringify({ format: 1, modules }))
  const first = await pack({})
  await list(await entry('1.0.0', first))
  await db.update(config).set({ value: folder }).where(eq(config.name, 'moduleIndex'))
  expect(await admin('GET', '/adminApi/moduleStore/index')).toMatchObject({
    data: { index: { address: folder, error: null } },
  })
  expect(await detail('lending')).toMatchObject({
    card: { state: 0, origin: 'index', downloads: 7, price: { was: { money: 9900 } }, update: false },
    adds: null,
  })
  expect(await call('download', { uid: 'lending' })).toMatchObject({ code: 200, data: { version: '1.0.0' } })
  expect(await install('lending')).toMatchObject({ code: 200 })
  await list(await entry('1.1.0', first))
  expect(await detail('lending')).toMatchObject({ card: { update: true, version: '1.1.0', installed: '1.0.0' } })
  expect(await call('download', { uid: 'lending' })).toMatchObject({
    status: 503,
    msg: m.modules_otherArchive({}, english),
  })
  await list(await entry('1.1.0', await pack(secondVersion())))
  expect(await call('download', { uid: 'lending' })).toMatchObject({ code: 200 })
  expect(await install('lending')).toMatchObject({ code: 200, data: { version: '1.1.0' } })
  await writeFile(join(folder, 'index.json'), '{')
  expect(await admin('GET', '/adminApi/moduleStore/index')).toMatchObject({
    data: {
      index: { error: m.module_indexBroken({}, english) },
      modules: [{}, {}, {}, {}, { uid: 'lending', state: 1 }],
    },
  })
})

test('a field that a version calls otherwise keeps its values, forward and back, and is new in a new installation', async () => {
  const { admin, upload, install, call } = await moduleStore()
  const note = (name: string) => [{ name, type: 'text', label, max: 20 }]
  const second = small('alpha', { version: '1.1.0' }, note('remark'))
  const [screen] = second.resources
  const renamed = { ...second, resources: [{ ...screen, columns: { remark: { from: 'note' } } }] }
  await upload(small('alpha', {}, note('note')))
  await install('alpha')
  expect(await admin('POST', '/adminApi/alpha/add', { name: 'One', note: 'Kept' })).toMatchObject({ code: 200 })
  expect(await upload(renamed)).toMatchObject({ code: 200 })
  expect(await install('alpha')).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'alpha', 'name')).toMatchObject({ One: { remark: 'Kept' } })
  expect(await call('back', { uid: 'alpha' })).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'alpha', 'name')).toMatchObject({ One: { note: 'Kept' } })
  await call('uninstall', { uid: 'alpha', data: 'aside' })
  await upload(renamed)
  expect(await install('alpha')).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'alpha', 'name')).toEqual({})
})
