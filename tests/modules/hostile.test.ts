import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { filledManifest } from '#src/features/modules/archive/texts.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { temporaryFolder } from '../support/folders.ts'
import { manifest, moduleKey, sampleFiles } from '../support/module-archives.ts'
import { moduleStore, secondVersion, small } from '../support/store.ts'

const english = { locale: 'en' } as const
const label = { 'zh-cn': '名', en: 'Name' }

test('another archive of the same version is not what was shown', async () => {
  const { upload, plan, call } = await moduleStore()
  await upload()
  const { plan: shown } = await plan('lending')
  // Steps and statements are the same: only what a role may do differs.
  await upload({ roles: [{ ...manifest.roles[0], nodes: ['lending/thing/index', 'lending/thing/del'] }] })
  const changed = { status: 409, msg: m.generator_planChanged({}, english) }
  expect(await call('install', { uid: 'lending', choices: {}, plan: shown })).toMatchObject(changed)
})

test('what waits goes with the key that has signed it, and another key with its name does not bring it back', async () => {
  const { db, upload, plan, install, call, detail, key } = await moduleStore()
  await upload()
  await install('lending')
  await upload(secondVersion())
  await upload(small('alpha'))
  await call('distrust', { key: key.key })
  await call('trust', { name: 'Our workshop', key: moduleKey().key })
  for (const uid of ['lending', 'alpha'])
    expect(await call('plan', { uid, choices: {} })).toMatchObject({ status: 404 })
  expect(await detail('lending')).toMatchObject({ card: { state: 1, installed: '1.0.0', waiting: null } })
  expect(await detail('alpha')).toBeNull()

  // An archive that arrives while somebody stops trusting its key.
  const { code } = await call('trust', { name: 'Back', key: key.key })
  expect(code).toBe(200)
  await upload(small('alpha'))
  await db.update(config).set({ value: [] }).where(eq(config.name, 'moduleKeys'))
  const gone = m.modules_signerGone({ name: 'Back' }, english)
  expect(await plan('alpha')).toMatchObject({ problems: [gone] })
  expect(await install('alpha')).toMatchObject({ status: 409, data: { problems: [gone] } })
})

test('one key is trusted once, however it is written', async () => {
  const { admin, call, key } = await moduleStore()
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const last = key.key.charAt(42)
  const odd = `${key.key.slice(0, 42)}${signs[signs.indexOf(last) + 1]}=`
  expect(await call('trust', { name: 'Twice', key: odd })).toMatchObject({
    status: 422,
    data: { errors: { key: [m.modules_keyKnown({}, english)] } },
  })
  await call('distrust', { key: key.key })
  expect(await call('trust', { name: 'Odd', key: odd })).toMatchObject({ code: 200 })
  expect(await admin('GET', '/adminApi/moduleStore/keys')).toMatchObject({ data: { keys: [{ key: key.key }] } })
})

test('a version comes back only where it could be installed', async () => {
  const { upload, install, call } = await moduleStore()
  await upload(small('alpha'))
  await install('alpha')
  await upload(small('beta', { needs: { alpha: '^1.0.0' }, excludes: { gamma: '*' } }))
  await install('beta')
  await upload(small('beta', { version: '1.1.0' }))
  await install('beta')
  await upload(small('gamma'))
  await install('gamma')
  expect(await call('back', { uid: 'beta' })).toMatchObject({
    status: 409,
    msg: m.modules_excludes({ title: 'gamma' }, english),
  })
  await call('uninstall', { uid: 'gamma', data: 'aside' })
  await call('changeState', { uid: 'alpha', state: 6 })
  expect(await call('back', { uid: 'beta' })).toMatchObject({ status: 409, data: { needs: [{ state: 'disabled' }] } })
  await call('changeState', { uid: 'alpha', state: 1 })
  expect(await call('back', { uid: 'beta' })).toMatchObject({ code: 200 })
})

test('a group of settings that the site has added is not taken, and what it adds to one of a module stays', async () => {
  const { admin, db, upload, plan, install, call } = await moduleStore()
  const site = (name: string) => ({ name, group: 'lending', title: 'Ours', titleEn: 'Ours', type: 'text' })
  const group = { name: 'lending', title: 'Ours', titleEn: 'Ours' }
  expect(await admin('POST', '/adminApi/config/addGroup', group)).toMatchObject({ code: 200 })
  await upload()
  const taken = (name: string) => ({ state: 5, problems: [m.modules_occupied({ name }, english)] })
  expect(await plan('lending')).toMatchObject(taken('lending'))
  await admin('POST', '/adminApi/config/delGroup', { name: 'lending' })
  expect(await install('lending')).toMatchObject({ code: 200 })
  for (const name of ['ours', 'lending_note'])
    expect(await admin('POST', '/adminApi/config/add', site(name))).toMatchObject({ code: 200 })
  await upload(secondVersion())
  expect(await plan('lending')).toMatchObject(taken('lending_note'))
  const there = async () =>
    (await db.execute(sql`select name, definition ? 'off' as off from config where "group" = 'lending' order by id`))
      .rows
  const ours = ['ours', 'lending_note'].map((name) => ({ name, off: false }))
  await call('changeState', { uid: 'lending', state: 6 })
  expect(await there()).toEqual([{ name: 'lending_days', off: true }, ...ours])
  await call('changeState', { uid: 'lending', state: 1 })
  expect(await there()).toEqual([{ name: 'lending_days', off: false }, ...ours])
  expect(await call('uninstall', { uid: 'lending', data: 'aside' })).toMatchObject({ code: 200 })
  expect(await there()).toEqual(ours)
})

test('settings that an earlier version has left stay hidden, and go with the data', async () => {
  const { db, upload, install, call } = await moduleStore()
  const two = { title: label, items: ['one', 'two'].map((name) => ({ name, title: name, type: 'text' })) }
  await upload(small('alpha', { config: two }))
  await install('alpha')
  await call('uninstall', { uid: 'alpha', data: 'keep' })
  await upload(small('alpha'))
  expect(await install('alpha', { 'table:res_alpha': 'rows' })).toMatchObject({ code: 200 })
  const there = async () =>
    (await db.execute(sql`select name, definition ? 'off' as off from config where "group" = 'alpha' order by id`)).rows
  for (const state of [6, 1]) await call('changeState', { uid: 'alpha', state })
  expect(await there()).toEqual([
    { name: 'alpha_one', off: false },
    { name: 'alpha_two', off: true },
  ])
  await call('uninstall', { uid: 'alpha', data: 'aside' })
  expect(await there()).toEqual([])
})

test('names that are too long, or those of a part of the product, and icons that are addresses are refused', async () => {
  const { upload } = await moduleStore()
  const [screen] = small('alpha').resources
  const key = `alpha-${'k'.repeat(35)}`
  const keyed = (name: string) => [{ ...screen, description: { ...screen?.description, key: name } }]
  for (const changed of [
    { version: `999999.999999.999999-${'a'.repeat(20)}` },
    { resources: keyed(key) },
    { icon: '/adminApi/index' },
    { icon: '//elsewhere' },
  ])
    expect(await upload(small('alpha', changed))).toMatchObject({ status: 422 })
  expect(await upload(small('alpha', { resources: keyed(key.slice(0, 40)) }))).toMatchObject({ code: 200 })
  for (const uid of ['richtext', 'announcements'])
    expect(JSON.stringify(await upload(small(uid)))).toContain(m.module_uidTaken({ uid }, english))
})

test('a table that was kept takes over what the new version says of its values', async () => {
  const { admin, upload, plan, install, call } = await moduleStore()
  const unique = (on: boolean) => {
    const [screen] = small('alpha').resources
    return small('alpha', { resources: [{ ...screen, columns: on ? { name: { unique: true } } : {} }] })
  }
  const add = () => admin('POST', '/adminApi/alpha/add', { name: 'Same' })
  const rows = { 'table:res_alpha': 'rows' }
  await upload(unique(false))
  await install('alpha')
  const ids = [await add(), await add()].map(({ data }) => (data as { id: number }).id)
  await call('uninstall', { uid: 'alpha', data: 'keep' })
  await upload(unique(true))
  const { problems } = await plan('alpha', rows)
  expect(problems).toEqual([m.generator_doubles({ count: 1, sample: 'Same' }, english)])
  await upload(unique(false))
  await install('alpha', rows)
  await admin('DELETE', `/adminApi/alpha/del?ids[]=${ids[0]}`)
  await call('uninstall', { uid: 'alpha', data: 'keep' })
  await upload(unique(true))
  expect(await install('alpha', rows)).toMatchObject({ code: 200 })
  expect(await add()).toMatchObject({ status: 409 })
})

test('seeds are limited for a resource and together, however they are split', async () => {
  const { upload } = await moduleStore()
  const rows = Array.from({ length: 501 }, () => ({ values: { name: 'One' } }))
  const seeds = (count: number) => Array.from({ length: count }, () => ({ resource: 'alpha', rows }))
  const text = m.module_manySeeds({ most: 1000, all: 5000 }, english)
  expect(await upload(small('alpha', { seeds: seeds(2) }))).toMatchObject({
    status: 422,
    data: { errors: { file: [m.module_at({ place: 'seeds', text }, english)] } },
  })
  expect(await upload(small('alpha', { seeds: seeds(1) }))).toMatchObject({ code: 200 })
})

test('rows that come meanwhile and lose nothing do not stand against an update', async () => {
  const { admin, upload, plan, install, call } = await moduleStore()
  const field = { name: 'note', type: 'text', label, max: 20, required: true }
  await upload(small('alpha'))
  await install('alpha')
  const add = (name: string) => admin('POST', '/adminApi/alpha/add', { name })
  await add('One')
  await upload(small('alpha', { version: '1.1.0' }, [field]))
  const { plan: digest, steps } = await plan('alpha')
  expect(steps).toMatchObject([{ effect: expect.stringContaining('1 row') }])
  await add('Two')
  expect(await call('install', { uid: 'alpha', choices: {}, plan: digest })).toMatchObject({ code: 200 })
})

test('whoever uses a screen while it goes is told so', async () => {
  const { db, admin, upload, install } = await moduleStore()
  await upload(small('alpha'))
  await install('alpha')
  const waiting = sql`select from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and not granted`
  const calls = await db.transaction(async (tx) => {
    await tx.execute(sql`alter table res_alpha rename to res_gone`)
    const both = [admin('POST', '/adminApi/alpha/add', { name: 'One' }), admin('GET', '/adminApi/alpha/index')]
    await expect.poll(async () => (await db.execute(waiting)).rows.length).toBeGreaterThanOrEqual(2)
    return { both }
  })
  const msg = m.error_screenChanged({}, english)
  expect(await Promise.all(calls.both)).toMatchObject([
    { status: 409, msg, data: { reason: 'changed' } },
    { status: 503, msg },
  ])
})

const files = (text: string) => new Map([...sampleFiles(), ['module.json', Buffer.from(text)]])

test('a property that is there twice is refused, also one that is written otherwise', () => {
  const twice = { code: 422, data: { errors: { file: [m.module_keyTwice({ name: 'module.json' })] } } }
  for (const text of ['{"a":1,"a":2}', '{"a":{"b":1,"c":[{"d":1,"\\u0064":1}]}}', '{"a":{"t":"title","t":"intro"}}'])
    expect(() => filledManifest(files(text)), text).toThrow(expect.objectContaining(twice))
  const texts = new Map([...sampleFiles(), ['translations/en.json', Buffer.from('{"title":"A","title":"B"}')]])
  expect(() => filledManifest(texts)).toThrow(
    expect.objectContaining({ data: { errors: { file: [m.module_keyTwice({ name: 'translations/en.json' })] } } }),
  )
  const said = 'a":1,"a": \\ "b"'
  expect(filledManifest(files(JSON.stringify({ a: said, b: [{ a: '"a":' }] })))).toMatchObject({ a: said })
})

test.each(['\u200b', '\u200e', '\u061c', '\ufeff', '\u00ad', '\u2028', '\u3164', 'a\u200db', 'a\ufe0f', '\u{e0041}'])(
  'the sign %j, which nobody sees, is in no text of a module',
  (sign) => {
    expect(() => filledManifest(files(JSON.stringify({ a: `A${sign}` })))).toThrow()
  },
)

test('pictures of several signs are texts like others', () => {
  const a = '👩‍🏫 👍🏽 ✔️ 1️⃣ 🏳️‍🌈'
  expect(filledManifest(files(JSON.stringify({ a })))).toEqual({ a })
})

test('an index shows no signs that nobody sees, no icon that is an address, and nothing with a name of the product', async () => {
  const { db, admin } = await moduleStore()
  const folder = await temporaryFolder()
  const entry = (uid: string, author = 'A school') => ({
    uid,
    title: label,
    intro: label,
    author,
    category: 'office',
    version: '1.0.0',
    icon: '//elsewhere',
    archive: 'a.zip',
    sha256: 'a'.repeat(64),
  })
  const modules = [entry('alpha'), entry('beta', 'A\u202eB'), entry('richtext'), entry('exam')]
  const name = { 'zh-cn': 'A\u200b', en: 'A' }
  await writeFile(join(folder, 'index.json'), JSON.stringify({ format: 1, name, modules }))
  await db.update(config).set({ value: folder }).where(eq(config.name, 'moduleIndex'))
  const { data } = await admin('GET', '/adminApi/moduleStore/index')
  const { modules: cards, index } = data as { modules: { uid: string; icon: string }[]; index: object }
  expect(cards.map(({ uid }) => uid)).toEqual(['richtext', 'announcements', 'assets', 'orders', 'alpha'])
  expect(cards.at(-1)).toMatchObject({ icon: '' })
  expect(index).toMatchObject({ name: null, error: null })
})
