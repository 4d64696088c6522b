import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ModulePanel } from '#src/features/modules/manifest.schema.ts'
import { moduleStates } from '#src/features/modules/store.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { type Caller, startApi } from '../support/api.ts'
import { full } from '../support/exam-room.ts'
import { setModuleState, storeModule } from '../support/installed-module.ts'
import { addOfficer } from '../support/officer.ts'
import { rooms } from '../support/rooms.ts'

const title = (en: string) => ({ 'zh-cn': `${en}（中）`, en })
const large: FilterTree = { and: [{ field: 'seats', operator: 'egt', val: 30 }] }
const resource = 'exam-room'
const panels: ModulePanel[] = [
  { kind: 'number', key: 'large', title: title('Large'), resource, filter: JSON.stringify(large) },
  {
    kind: 'list',
    key: 'first',
    title: title('First'),
    resource,
    order: 'name,desc',
    fields: ['name', 'orgId', 'price'],
    rows: 2,
  },
  { kind: 'groups', key: 'kinds', title: title('Kinds'), resource, by: 'kind' },
  { kind: 'groups', key: 'open', title: title('Open'), resource, by: 'open', filter: JSON.stringify(large) },
]

async function start(given = panels) {
  const made = await startApi()
  const api = await rooms(made)
  await api.store()
  await storeModule(api.db, { panels: given })
  const { S1, S2 } = api.ids
  for (const [name, seats, kind, open, orgId] of [
    ['Room 1', 30, 'a', 0, S1],
    ['Room 2', 40, 'b', 1, S2],
    ['Room 3', 10, 'a', 1, S1],
    ['Room 4', 50, null, 1, S1],
  ] as const) {
    const answer = await api.admin('POST', '/adminApi/exam-room/add', { ...full, name, seats, kind, open, orgId })
    if (answer.code !== 200) throw new Error(answer.msg)
  }
  return { ...api, made }
}

const entries = async (call: Caller) =>
  ((await call('GET', '/adminApi/dashboard/summary')).data as { panels: { key: string }[] }).panels
const panel = (call: Caller, key: string, uid = 'desk') =>
  call('GET', `/adminApi/dashboard/modulePanel?uid=${uid}&key=${key}`)

test('the dashboard knows the panels, and each shows what its list shows', async () => {
  const { admin, ids } = await start()
  expect(await entries(admin)).toEqual([
    { uid: 'desk', key: 'large', kind: 'number', title: 'Large', lines: 2 },
    { uid: 'desk', key: 'first', kind: 'list', title: 'First', lines: 2 },
    { uid: 'desk', key: 'kinds', kind: 'groups', title: 'Kinds', lines: 2 },
    { uid: 'desk', key: 'open', kind: 'groups', title: 'Open', lines: 2 },
  ])
  const menu = 'baseInfo/exam-room'
  expect((await panel(admin, 'large')).data).toEqual({
    kind: 'number',
    menu,
    filter: large,
    total: 3,
    estimated: false,
  })
  const listed = await admin('GET', `/adminApi/exam-room/count?filter=${encodeURIComponent(JSON.stringify(large))}`)
  expect(listed.data).toMatchObject({ total: 3 })
  expect((await panel(admin, 'first')).data).toMatchObject({
    kind: 'list',
    filter: null,
    fields: [{ name: 'name' }, { name: 'orgId' }, { name: 'price' }],
    rows: [{ values: ['Room 4', ids.S1, 12_345] }, { values: ['Room 3', ids.S1, 12_345] }],
    labels: { orgId: { [ids.S1]: 'Name S1' } },
  })
  expect((await panel(admin, 'kinds')).data).toMatchObject({
    field: 'kind',
    groups: [
      { value: 'a', label: 'A', tone: null, count: 2 },
      { value: 'b', label: 'B', tone: null, count: 1 },
      { value: null, label: m.part_panelNone({}, { locale: 'en' }), count: 1 },
    ],
  })
  expect((await panel(admin, 'open')).data).toMatchObject({
    groups: [
      { value: 1, count: 2 },
      { value: 0, count: 1 },
    ],
  })
})

test('a panel shows only what its reader may read: the node and the data scope of the resource', async () => {
  const { db, made, ids, signIn } = await start()
  await addOfficer(made, { username: 'officer', nodes: ['dashboard'], scope: 'orgBelow', deptId: ids.D2 })
  const officer = await signIn('admin', 'officer')
  expect(await entries(officer)).toEqual([])
  expect((await panel(officer, 'large')).status).toBe(403)
  await db.execute(sql`insert into role_rule (role_id, rule_id) select r.id, u.id from role r, rule u
    where r.name = 'role of officer' and u.name in ('baseInfo/exam-room', 'baseInfo/exam-room/index')`)
  expect(await entries(officer)).toHaveLength(4)
  expect((await panel(officer, 'large')).data).toMatchObject({ total: 1 })
  expect((await panel(officer, 'first')).data).toMatchObject({ rows: [{ values: ['Room 2', ids.S2, 12_345] }] })
  expect((await panel(officer, 'kinds')).data).toMatchObject({ groups: [{ count: 0 }, { value: 'b', count: 1 }] })
  expect((await panel(officer, 'open')).data).toMatchObject({ groups: [{ value: 1, count: 1 }, { count: 0 }] })
})

test('a filter or a field that the list does not know is an answer of that panel alone', async () => {
  const filter = (tree: object) => JSON.stringify(tree)
  const wrong: ModulePanel[] = [
    { kind: 'number', key: 'text', title: title('A'), resource, filter: 'seats > 3' },
    { kind: 'number', key: 'field', title: title('B'), resource, filter: filter({ field: 'nothing', val: 1 }) },
    { kind: 'number', key: 'secret', title: title('C'), resource, filter: filter({ field: 'entryCode', val: 'x' }) },
    { kind: 'list', key: 'hidden', title: title('D'), resource, fields: ['entryCode'], rows: 5 },
    { kind: 'list', key: 'order', title: title('E'), resource, fields: ['name'], rows: 5, order: 'seats,asc' },
    { kind: 'groups', key: 'many', title: title('F'), resource, by: 'uses' },
    { kind: 'groups', key: 'none', title: title('G'), resource, by: 'name' },
    { kind: 'groups', key: 'proto', title: title('H'), resource, by: 'constructor' },
  ]
  const { admin } = await start(wrong)
  expect(await entries(admin)).toHaveLength(wrong.length)
  for (const { key } of wrong) expect([key, (await panel(admin, key)).status]).toEqual([key, 400])
})

test('a panel goes with its resource and with its module', async () => {
  const { admin, db } = await start()
  const gone = { status: 404, msg: m.part_panelGone({}, { locale: 'en' }) }
  expect(await panel(admin, 'other')).toMatchObject(gone)
  expect(await panel(admin, 'large', 'other')).toMatchObject(gone)
  await setModuleState(db, 'desk', moduleStates.disabled)
  expect([await entries(admin), (await panel(admin, 'large')).status]).toEqual([[], 404])
  await setModuleState(db, 'desk', moduleStates.installed)
  expect(await entries(admin)).toHaveLength(4)
  await db.execute(sql`delete from resource_description where key = 'exam-room'`)
  expect([await entries(admin), (await panel(admin, 'large')).status]).toEqual([[], 404])
})
