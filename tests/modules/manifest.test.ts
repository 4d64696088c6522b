import { expect, test } from 'vitest'
import { manifestProblems } from '#src/features/modules/archive/check-manifest.server.ts'
import { moduleContent } from '#src/features/modules/archive/module-content.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { drawing, manifest, pixel, sampleFiles } from '../support/module-archives.ts'
import { loans, reminder } from '../support/reminder-module.ts'

type Sample = typeof manifest
const at = (place: string, text: string) => m.module_at({ place, text })

/** What is wrong with the sample after a change. */
function problems(change: (sample: Sample) => object, files: Record<string, Buffer | null> = {}): string[] {
  const all = sampleFiles(change(structuredClone(manifest)))
  for (const [name, bytes] of Object.entries(files)) {
    if (bytes) all.set(name, bytes)
    else all.delete(name)
  }
  const { manifest: read, files: pictures } = moduleContent(all)
  return manifestProblems(read, pictures)
}

/** The sample with another first resource. */
const first = (sample: Sample, change: (design: Sample['resources'][number]) => object) => ({
  resources: sample.resources.map((one, n) => (n === 0 ? { ...one, ...change(one) } : one)),
})
const described = (sample: Sample, change: object) =>
  first(sample, ({ description }) => ({ description: { ...description, ...change } }))

test('nothing is wrong with the sample', () => {
  expect(problems(() => ({}))).toEqual([])
})

test.each([
  'exam',
  'student',
  'crud',
  'find',
  'admin',
  'api',
  'gone',
  'res',
  'routine',
  'security',
  'modules',
  'report',
  'constructor',
  'mail',
  'tostring',
])('the uid %s is one that the product uses', (uid) => {
  expect(problems(() => ({ uid }))).toContain(at('uid', m.module_uidTaken({ uid })))
})

test('what a module adds begins with its uid', () => {
  const own = (name: string, start: string) => m.module_notOwn({ name, start })
  const key = 'resources.0.description.key'
  for (const name of ['subject', 'lendings', 'other-thing'])
    expect(problems((sample) => described(sample, { key: name }))).toContain(at(key, own(name, 'lending-')))
  for (const name of ['thing', 'lendings/thing', 'baseInfo/thing'])
    expect(problems((sample) => described(sample, { menu: name }))).toContain(
      at('resources.0.description.menu', own(name, 'lending/')),
    )
  for (const tableName of [
    'account',
    'res_other',
    'res_lendings',
    'res_lending_',
    'res_lending__a',
    'RES_LENDING_A',
    'pg_class',
  ])
    expect(problems((sample) => first(sample, () => ({ tableName })))).toContain(
      at('resources.0.tableName', own(tableName, 'res_lending_')),
    )
  expect(problems(() => ({ menus: [{ name: 'routine', title: { t: 'title' } }] }))).toContain(
    at('menus.0.name', own('routine', 'lending/')),
  )
  expect(problems(({ pages }) => ({ pages: [{ ...pages[0], name: 'dashboard' }] }))).toContain(
    at('pages.0.name', own('dashboard', 'lending/')),
  )
})

test('a name occurs once', () => {
  const twice = (name: string) => m.module_twice({ name })
  expect(problems(({ menus }) => ({ menus: [...menus, ...menus] }))).toEqual([at('menus.1.name', twice('lending'))])
  expect(problems(({ pages }) => ({ pages: [{ ...pages[0], name: 'lending/thing/index' }], roles: [] }))).toEqual([
    at('resources.0.description.menu', twice('lending/thing/index')),
  ])
  expect(problems(({ resources }) => ({ resources: [...resources, ...resources.slice(0, 1)] }))).toEqual(
    expect.arrayContaining([
      at('resources.2.description.key', twice('lending-thing')),
      at('resources.2.tableName', twice('res_lending_thing')),
      at('resources.2.description.menu', twice('lending/thing')),
    ]),
  )
  expect(problems(({ roles }) => ({ roles: [...roles, ...roles] }))).toEqual([at('roles.1.key', twice('keeper'))])
  expect(problems(({ panels }) => ({ panels: [...panels, ...panels.slice(0, 1)] }))).toEqual([
    at('panels.3.key', twice('all')),
  ])
  const items = [...manifest.config.items, { ...manifest.config.items[0], name: 'DAYS' }]
  expect(problems(({ config }) => ({ config: { ...config, items } }))).toEqual([
    at('config.items.1.name', twice('DAYS')),
  ])
})

test('versions and ranges are those of semver, and a module neither needs nor excludes itself', () => {
  expect(problems(() => ({ version: '1.0.0-..' }))).toEqual([
    at('version', m.module_noVersion({ version: '1.0.0-..' })),
  ])
  expect(problems(() => ({ changes: [{ version: '1.0.0-..', text: { t: 'title' } }] }))).toEqual([
    at('changes.0.version', m.module_noVersion({ version: '1.0.0-..' })),
  ])
  for (const range of ['new', '>=1.0.0 <', '1.0.0 or later'])
    expect(problems(() => ({ product: range }))).toEqual([at('product', m.module_noRange({ range }))])
  expect(problems(() => ({ needs: { lending: '1' } }))).toEqual([at('needs.lending', m.module_itself())])
  expect(problems(() => ({ excludes: { lending: '*' } }))).toEqual([at('excludes.lending', m.module_itself())])
  expect(problems(() => ({ needs: { assets: '^1.0.0' }, excludes: { assets: '*' } }))).toEqual([
    at('excludes.assets', m.module_needed({ uid: 'assets' })),
  ])
})

test('a resource is one that the generator can make', () => {
  const field = (sample: Sample, change: object) =>
    described(sample, { fields: [{ ...sample.resources[0]?.description.fields[0], ...change }], sorts: [] })
  expect(problems((sample) => described(sample, { rowTitle: 'nothing' }))).toContain(
    at('resources.0.description', m.description_unknown({ name: 'nothing' })),
  )
  expect(problems((sample) => field(sample, { type: 'script' }))).toContain(
    at('resources.0.description.fields.0.type', m.rule_type()),
  )
  expect(problems((sample) => first(sample, () => ({ columns: { name: { column: 'password' } } })))).toContain(
    at('resources.0.columns.name', m.module_columns()),
  )
  expect(problems((sample) => first(sample, () => ({ columns: { name: { from: 'former' } } })))).not.toContain(
    at('resources.0.columns.name', m.module_columns()),
  )
  expect(problems((sample) => first(sample, () => ({ columns: { other: { unique: true } } })))).toContain(
    at('resources.0.columns.other', m.description_unknown({ name: 'other' })),
  )
  expect(problems((sample) => first(sample, () => ({ scopeField: 'name' })))).toEqual([
    at('resources.0.scopeField', m.description_scope({ name: 'name' })),
  ])
  for (const name of ['constructor', 'toString']) {
    const hidden = { name, type: 'text', label: { t: 'name' } }
    const fields = (sample: Sample) => [...(sample.resources[0]?.description.fields ?? []), hidden]
    expect(problems((sample) => described(sample, { fields: fields(sample) }))).toContain(
      at('resources.0.description.fields', m.generator_reserved({ name })),
    )
  }
  const reserved = { name: 'searchGrams', type: 'text', label: { t: 'name' } }
  expect(
    problems((sample) => described(sample, { fields: [...(sample.resources[0]?.description.fields ?? []), reserved] })),
  ).toEqual([at('resources.0.description.fields', m.generator_reserved({ name: 'search_grams' }))])
})

test('relations point to the product, to the module before, and to modules that are needed', () => {
  const pointing = (resource: string) => (sample: Sample) => ({
    ...described(sample, {
      fields: [
        ...(sample.resources[0]?.description.fields ?? []),
        { name: 'to', type: 'relation', resource, label: { t: 'name' } },
      ],
    }),
  })
  const unknown = (resource: string) => [at('resources.0.description.fields.to', m.module_noResource({ resource }))]
  for (const resource of ['organization', 'user', 'student', 'lending-thing'])
    expect(problems(pointing(resource))).toEqual([])
  for (const resource of ['lending-loan', 'assets-item', 'account', 'constructor'])
    expect(problems(pointing(resource))).toEqual(unknown(resource))
  expect(problems((sample) => ({ ...pointing('assets-item')(sample), needs: { assets: '^1.0.0' } }))).toEqual([])
})

test('roles name nodes of the module, or nodes that it asks for, which exist', () => {
  const roles = (nodes: string[]) => ({ roles: [{ ...manifest.roles[0], nodes }] })
  expect(
    problems(() => roles(['lending', 'lending/loan/del', 'lending/guide', 'baseInfo/organization/index'])),
  ).toEqual([])
  for (const node of ['user-role/user/edit', 'lending/none/index', 'super'])
    expect(problems(() => roles([node]))).toEqual([at('roles.0.nodes', m.module_noNode({ node }))])
  for (const node of ['super', 'nothing/index', 'assets/item/index'])
    expect(problems(() => ({ nodes: [node] }))).toEqual([at('nodes.0', m.module_noNode({ node }))])
  expect(problems(() => ({ nodes: ['assets/item/index'], needs: { assets: '*' } }))).toEqual([])
})

test('panels stand on the module’s own resources, with fields and filters that lists know', () => {
  const panel = (change: object) => () => ({ panels: [{ ...manifest.panels[1], ...change }] })
  const number = (change: object) => () => ({ panels: [{ ...manifest.panels[0], ...change }] })
  const groups = (by: string) => () => ({ panels: [{ ...manifest.panels[2], by }] })
  expect(problems(number({ resource: 'student' }))).toEqual([
    at('panels.0.resource', m.module_noResource({ resource: 'student' })),
  ])
  for (const filter of ['', 'name=1', '{"field":"name","operator":"like"}', '{"and":[]}', '1; drop table account'])
    expect(problems(number({ filter }))).toEqual([at('panels.0.filter', m.module_noFilter())])
  for (const filter of ['{"field":"salary"}', '{"or":[{"field":"name","val":"a"},{"field":"salary","val":1}]}'])
    expect(problems(number({ resource: 'lending-thing', filter }))).toEqual([
      at('panels.0.filter', m.module_noField({ name: 'salary' })),
    ])
  expect(problems(panel({ fields: ['name', 'salary'] }))).toEqual([
    at('panels.0.fields', m.module_noField({ name: 'salary' })),
  ])
  expect(problems(panel({ order: 'kind,asc' }))).toEqual([at('panels.0.order', m.module_noField({ name: 'kind' }))])
  const open = { name: 'open', type: 'switch', label: { t: 'name' } }
  const withSwitch = (sample: Sample) =>
    described(sample, { fields: [...(sample.resources[0]?.description.fields ?? []), open] })
  expect(problems((sample) => ({ ...withSwitch(sample), ...groups('open')() }))).toEqual([])
  expect(problems(groups('name'))).toEqual([at('panels.0.by', m.module_noField({ name: 'name' }))])
})

test('seeds fill fields of the module’s own resources, and point to rows before them', () => {
  const rows =
    (...given: object[]) =>
    () => ({ seeds: [{ resource: 'lending-thing', rows: given }] })
  const loans = (values: object) => ({ seeds: [manifest.seeds[0], { resource: 'lending-loan', rows: [{ values }] }] })
  const place = 'seeds.0.rows.0'
  expect(problems(() => ({ seeds: [{ resource: 'user', rows: [] }] }))).toEqual([
    at('seeds.0.resource', m.module_noResource({ resource: 'user' })),
  ])
  expect(problems(rows({ values: { kind: 'a' } }))).toEqual([at(`${place}.values`, m.module_noValue({ name: 'name' }))])
  expect(problems(rows({ values: { name: 'x', salary: 1 } }))).toEqual([
    at(`${place}.values.salary`, m.module_noField({ name: 'salary' })),
  ])
  expect(problems(rows({ values: { name: 'x', kind: 'b' } }))).toEqual([
    at(`${place}.values.kind`, m.module_badValue({ name: 'kind' })),
  ])
  expect(problems(rows({ values: { name: { 'zh-cn': '好', en: 'x'.repeat(61) } } }))).toEqual([
    at(`${place}.values.name`, m.module_badValue({ name: 'name' })),
  ])
  expect(problems(rows({ seed: 'a', values: { name: 'x' } }, { seed: 'a', values: { name: 'y' } }))).toEqual([
    at('seeds.0.rows.1.seed', m.module_twice({ name: 'a' })),
  ])
  expect(problems(() => loans({ name: 'x', thing: { seed: 'ball' } }))).toEqual([])
  expect(problems(() => loans({ name: 'x', thing: { seed: 'bat' } }))).toEqual([
    at('seeds.1.rows.0.values.thing', m.module_noSeed({ seed: 'bat' })),
  ])
  expect(problems(() => loans({ name: { seed: 'ball' } }))).toEqual([
    at('seeds.1.rows.0.values.name', m.module_noSeed({ seed: 'ball' })),
  ])
  // The ids of rows that are there are none of a module's business.
  expect(problems(() => loans({ name: 'x', thing: 1 }))).toEqual([
    at('seeds.1.rows.0.values.thing', m.module_badValue({ name: 'thing' })),
  ])
})

test('seeds and settings name no files, and settings neither rows nor secrets', () => {
  const image = { name: 'photo', type: 'image', label: { t: 'name' } }
  const seeded = (photo: string) => (sample: Sample) => ({
    ...described(sample, { fields: [...(sample.resources[0]?.description.fields ?? []), image] }),
    seeds: [{ resource: 'lending-thing', rows: [{ values: { name: 'x', photo } }] }],
  })
  expect(problems(seeded(''))).toEqual([])
  expect(problems(seeded('https://other.test/x.png'))).toEqual([
    at('seeds.0.rows.0.values.photo', m.module_badValue({ name: 'photo' })),
  ])
  const item = (change: object) => () => ({
    config: { title: { t: 'title' }, items: [{ name: 'one', title: 'One', ...change }] },
  })
  const bad = [at('config.items.0.value', m.module_badValue({ name: 'one' }))]
  for (const change of [
    { type: 'integer', value: 'x' },
    { type: 'password', value: 'secret' },
    { type: 'image', value: 'https://other.test/x.png' },
    { type: 'editor', value: '<script>x</script>' },
    { type: 'relation', resource: 'subject', value: 1 },
  ])
    expect(problems(item(change))).toEqual(bad)
  expect(problems(item({ type: 'relation', resource: 'account' }))).toEqual([
    at('config.items.0.resource', m.module_noResource({ resource: 'account' })),
  ])
  expect(problems(item({ type: 'select' }))).toEqual([at('config.items.0.options', m.rule_required())])
  expect(problems(item({ type: 'password', public: true }))).toEqual([
    at('config.items.0.public', m.module_badValue({ name: 'one' })),
  ])
  expect(problems(item({ type: 'select', options: [{ key: 'a', value: 'A' }], value: 'a' }))).toEqual([])
})

test('each file is named, and each name is a file', () => {
  const missing = (name: string) => m.module_noFile({ name })
  expect(problems(() => ({}), { 'pictures/list.png': null })).toEqual([at('pictures.0', missing('pictures/list.png'))])
  expect(problems(() => ({}), { 'icons/box.svg': null })).toEqual([
    at('icon', missing('icons/box.svg')),
    at('menus.0.icon', missing('icons/box.svg')),
  ])
  expect(problems(() => ({ icon: '../../etc/passwd.svg' }))).toContain(at('icon', missing('../../etc/passwd.svg')))
  expect(problems((sample) => first(sample, () => ({ icon: 'module-assets-box' })))).toEqual([
    at('resources.0.icon', missing('module-assets-box')),
  ])
  expect(problems(() => ({}), { 'pictures/more.png': pixel })).toEqual([at('pictures/more.png', m.module_unused())])
  expect(problems(() => ({}), { 'icons/more.svg': Buffer.from(drawing) })).toEqual([
    at('icons/more.svg', m.module_unused()),
  ])
})

test('a few problems are named at most', () => {
  const roles = [{ ...manifest.roles[0], nodes: Array.from({ length: 50 }, (_, n) => `none/n${n}`) }]
  expect(problems(() => ({ roles }))).toHaveLength(20)
})

test('what is wrong with a reminder is said at its place', () => {
  const wrong = (changed: object) => problems(() => loans([reminder(changed)]))
  expect(wrong({})).toEqual([])
  expect(wrong({ day: 'dueAt' })).toEqual([])
  const resource = 'other-thing'
  expect(wrong({ resource })).toEqual([at('reminders.0.resource', m.module_noResource({ resource }))])
  for (const day of ['name', 'nothing', 'createTime'])
    expect(wrong({ day })).toEqual([at('reminders.0.day', m.remind_noDay({ name: day }))])
  for (const to of ['name', 'peopleIds', 'organizationId', 'constructor'])
    expect(wrong({ to })).toEqual([at('reminders.0.to', m.remind_noPerson({ name: to }))])
  expect(wrong({ filter: 'open = 1' })).toEqual([at('reminders.0.filter', m.module_noFilter())])
  expect(wrong({ filter: '{"field":"nothing","val":1}' })).toEqual([
    at('reminders.0.filter', m.module_noField({ name: 'nothing' })),
  ])
  const both = (text: string) => ({ 'zh-cn': '{title}', en: text })
  expect(wrong({ subject: both('{code}'), text: both('{text} {day}') })).toEqual([
    at('reminders.0.subject.en', m.template_unknown({ name: '{code}' })),
    at('reminders.0.text.en', m.template_unknown({ name: '{text}' })),
  ])
  expect(problems(() => loans([reminder(), reminder()]))).toEqual([
    at('reminders.1.key', m.module_twice({ name: 'due' })),
  ])
  for (const changed of [
    { before: 61 },
    { before: -1 },
    { before: 1.5 },
    { key: 'A/b' },
    { also: 1 },
    { text: both('') },
  ])
    expect(() => wrong(changed)).toThrow()
  expect(() => problems(() => loans(Array.from({ length: 11 }, (_, n) => reminder({ key: `k${n}` }))))).toThrow()
})
