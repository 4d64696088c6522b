import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purgeFiles } from '#src/server/files/purge-files.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'
import { picture, read, send } from '../support/uploads.ts'

type Line = { id: number; title: string; resource: string; restored: number; restoreName: string; together: number }
type Outcome = { id: number; title: string; state: string; notes: string[] }
type Done = { list: Outcome[]; restored: number; refused: number; changeSetId?: number }

async function started(resource = 'organization') {
  const made = await startApi()
  const call = await made.signIn()
  // The product brings rules for accounts and files along.
  if (resource !== 'user' && resource !== 'attachment') {
    const rule = { name: `Watched ${resource}`, resource, months: 0, status: 1 }
    expect(await call('POST', '/adminApi/data-recycle/add', rule)).toMatchObject({ code: 200 })
  }
  const lines = async (query = '', by = call) =>
    ((await by('GET', `/adminApi/data-recycle-log/index${query}`)).data as { list: Line[] }).list
  const info = async (id: number) => (await call('GET', `/adminApi/data-recycle-log/info?id=${id}`)).data
  const restore = (ids: number[], by = call) => by('POST', '/adminApi/data-recycle-log/restore', { ids })
  const preview = async (ids: number[]) =>
    (await call('POST', '/adminApi/data-recycle-log/preview', { ids })).data as Done
  return { ...made, call, lines, info, restore, preview }
}

test('deletions of watched resources are logged, searched and filtered; others are not', async () => {
  const { call, lines, info } = await started()
  const ids = await addOrganizations(call)
  const subject = await call('POST', '/adminApi/subject/add', {
    code: 'X1',
    name: 'Not watched',
    type: 'first',
    fullMark: 100,
    status: 1,
    levelIds: [],
  })
  await call('DELETE', `/adminApi/subject/del?ids[]=${(subject.data as { id: number }).id}`)
  await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.S1, ids.S2] })
  await call('DELETE', `/adminApi/organization/del?ids[]=${ids.D2}`)
  const all = await lines()
  expect(all.map(({ title, together, restored }) => [title, together, restored])).toEqual([
    ['Name D2', 1, 0],
    ['Name S2', 2, 0],
    ['Name S1', 2, 0],
  ])
  expect(all[0]).toMatchObject({
    resource: 'organization',
    resourceTitle: 'Organizations',
    actorName: 'admin',
    ruleName: 'Watched organization',
  })
  expect((await lines('?quickSearch=S1')).map(({ title }) => title)).toEqual(['Name S1'])
  const by = (field: string, val: string) =>
    `?filter=${encodeURIComponent(JSON.stringify({ field, operator: 'eq', val }))}`
  expect(await lines(by('resource', 'user'))).toEqual([])
  expect(await lines(by('resource', 'organization'))).toHaveLength(3)
  const details = await info(all[2]?.id ?? 0)
  expect(details).toMatchObject({
    fields: expect.arrayContaining([{ field: 'name', label: 'Name', text: 'Name S1', secret: false }]),
  })
  expect(details).toMatchObject({ others: [{ title: 'Organizations', count: 1, names: ['Name S2'] }] })
})

test('a row comes back with what it owned, stays in the log, and says by whom and when', async () => {
  const made = await started('user')
  const { call, lines, info, restore, db, preview } = made
  const role = (
    await call('POST', '/adminApi/role/add', {
      name: 'Readers',
      scope: 'all',
      status: 1,
      ruleIds: [],
      organizationIds: [],
    })
  ).data as { id: number }
  const added = await call('POST', '/adminApi/user/add', {
    username: 'goner',
    name: 'Goner',
    phone: '13800138000',
    password: 'Hidden-kite-12',
    status: 1,
    roleIds: [role.id],
    deptId: null,
    super: 0,
  })
  expect(added).toMatchObject({ code: 200 })
  const { id } = added.data as { id: number }
  await call('DELETE', `/adminApi/user/del?ids[]=${id}`)
  const [line] = await lines('?quickSearch=goner')
  const details = await info(line?.id ?? 0)
  expect(details).toMatchObject({
    fields: expect.arrayContaining([
      { field: 'roleIds', label: 'Roles', text: 'Readers', secret: false },
      { field: 'password', label: 'Password', text: '••••••', secret: true },
    ]),
  })
  expect(JSON.stringify(details)).not.toContain('argon2')
  expect(await preview([line?.id ?? 0])).toMatchObject({ restored: 1, refused: 0, list: [{ state: 'restored' }] })
  expect(await lines('?quickSearch=goner')).toMatchObject([{ restored: 0 }])
  expect(await restore([line?.id ?? 0])).toMatchObject({
    code: 200,
    data: {
      restored: 1,
      list: [
        {
          notes: ['The account comes back locked and without a password. Reset its password before it is used again.'],
        },
      ],
    },
  })
  expect(await lines('?quickSearch=goner')).toMatchObject([
    { restored: 1, restoreName: 'admin', restoreTime: expect.any(String) },
  ])
  const row = (await call('GET', `/adminApi/user/edit?id=${id}`)).data as { row: Record<string, unknown> }
  expect(row.row).toMatchObject({ username: 'goner', phone: '13800138000', roleIds: [role.id], status: 0 })
  const kinds = await db.execute<{ kind: string }>(sql`select kind from change_set order by id desc limit 1`)
  expect(kinds.rows).toEqual([{ kind: 'restore' }])
  expect(await restore([line?.id ?? 0])).toMatchObject({ code: 409, msg: 'The row exists.' })
})

test('what conflicts is said by row, before and after, and leaves the others alone', async () => {
  const { call, lines, preview, restore } = await started()
  const ids = await addOrganizations(call)
  await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.S1, ids.S2] })
  await call('DELETE', `/adminApi/organization/del?ids[]=${ids.D2}`)
  await call('POST', '/adminApi/organization/add', {
    code: 'S1',
    name: 'Takes the code',
    type: 'school',
    pid: ids.D1,
    levelIds: [],
  })
  const [d2, s2, s1] = (await lines()).map(({ id }) => id)
  // The parent of S2 is gone.
  const alone = await preview([s1 ?? 0, s2 ?? 0])
  expect(alone).toMatchObject({ restored: 0, refused: 2 })
  expect(alone.list.map(({ title, notes }) => [title, notes.join()])).toEqual([
    ['Name S1', expect.stringContaining('Code')],
    ['Name S2', expect.stringContaining('Parent')],
  ])
  expect(await restore([s1 ?? 0, s2 ?? 0])).toMatchObject({
    code: 409,
    msg: 'No row could be restored.',
    data: { reason: 'changed', rows: [{ title: 'Name S1' }, { title: 'Name S2' }] },
  })
  const done = (await restore([s1 ?? 0, s2 ?? 0, d2 ?? 0])).data as Done
  expect(done).toMatchObject({ restored: 2, refused: 1 })
  expect(done.list.map(({ title, state }) => [title, state])).toEqual([
    ['Name S1', 'refused'],
    ['Name S2', 'restored'],
    ['Name D2', 'restored'],
  ])
  // The whole restoration is one change set, which can be undone.
  expect(await call('POST', '/adminApi/history/undo', { changeSetId: done.changeSetId })).toMatchObject({
    data: { removed: 2 },
  })
})

test('nobody sees or restores rows outside of the own rights and data scope', async () => {
  const made = await started()
  const { call, lines, restore } = made
  const ids = await addOrganizations(call)
  const log = ['security/dataRecycleLog/index', 'security/dataRecycleLog/restore'] as const
  await addOfficer(made, { username: 'other', nodes: [...log], scope: 'all' })
  await addOfficer(made, {
    username: 'district',
    nodes: [...log, 'baseInfo/organization/index'],
    scope: 'orgBelow',
    deptId: ids.D1,
  })
  await addOfficer(made, {
    username: 'looker',
    nodes: ['security/dataRecycleLog/index', 'baseInfo/organization/index'],
    scope: 'all',
  })
  await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.S1, ids.S2] })
  const other = await made.signIn('admin', 'other', passwords.admin)
  const district = await made.signIn('admin', 'district', passwords.admin)
  const looker = await made.signIn('admin', 'looker', passwords.admin)
  expect(await lines('', other)).toEqual([])
  expect((await lines('', district)).map(({ title, together }) => [title, together])).toEqual([['Name S1', 1]])
  const [s2, s1] = (await lines()).map(({ id }) => id)
  expect(await restore([s2 ?? 0], district)).toMatchObject({
    code: 404,
    msg: 'This deletion does not exist, or you may not see it.',
  })
  // The log's node is not enough: the row's resource asks for its own.
  expect(await restore([s1 ?? 0], district)).toMatchObject({ code: 409, data: { rows: [{ title: 'Name S1' }] } })
  expect(await restore([s1 ?? 0], looker)).toMatchObject({ status: 403 })
})

test('a file comes back as long as its bytes are there, and else it is said what is gone', async () => {
  const made = await started('attachment')
  const { call, lines, restore, db, files } = made
  const sent = await send(made, call, 'plan.png', await picture('png'))
  const { id } = sent.data.file
  await call('DELETE', `/adminApi/attachment/del?ids[]=${id}`)
  const [line] = await lines('?quickSearch=plan')
  expect(await restore([line?.id ?? 0])).toMatchObject({ code: 200 })
  expect((await read(made, call, sent.data.url)).status).toBe(200)
  await call('DELETE', `/adminApi/attachment/del?ids[]=${id}`)
  await purgeFiles(db, files)
  await db.execute(sql`update file_blob set gone_time = now() - interval '400 days' where gone_time is not null`)
  await purgeFiles(db, files)
  const [again] = await lines('?quickSearch=plan')
  expect(await restore([again?.id ?? 0])).toMatchObject({
    code: 409,
    msg: 'The stored file of this attachment is gone.',
  })
})

test('a row of a resource that does not exist any more is refused', async () => {
  const { call, lines, restore, db } = await started('subject')
  const subject = { code: 'G1', name: 'Ghost', type: 'first', fullMark: 100, status: 1, levelIds: [] }
  const { id } = (await call('POST', '/adminApi/subject/add', subject)).data as { id: number }
  await call('DELETE', `/adminApi/subject/del?ids[]=${id}`)
  await db.execute(sql`delete from resource_place where resource = 'subject'`)
  await db.execute(sql`insert into resource_place (resource, table_name, title_column, node, only_rows)
    values ('ghost', 'subject', 'name', 'baseInfo/ghost/index', '{}')`)
  await db.execute(sql`update recycle_rule set resource = 'ghost' where resource = 'subject'`)
  const [line] = await lines()
  expect(await restore([line?.id ?? 0])).toMatchObject({
    code: 409,
    msg: 'The resource of this row does not exist any more.',
  })
})

test('a deleted item of the configuration comes back, and its value is not shown', async () => {
  const { call, lines, restore, info } = await started('user')
  const item = { name: 'gatewayKey', group: 'mail', title: 'Key', type: 'password' }
  const added = await call('POST', '/adminApi/config/add', item)
  expect(added).toMatchObject({ code: 200 })
  const { id } = added.data as { id: number }
  const secret = { values: { gatewayKey: 'a-secret-of-ours' } }
  expect(await call('POST', '/adminApi/config/edit', secret)).toMatchObject({ code: 200 })
  expect(await call('DELETE', `/adminApi/config/del?ids[]=${id}`)).toMatchObject({ code: 200 })
  const [line] = await lines()
  expect(line).toMatchObject({ title: 'gatewayKey', resource: 'config', resourceTitle: 'Configuration' })
  expect(await info(line?.id ?? 0)).toMatchObject({
    fields: [{}, {}, { label: 'Value', text: '••••••', secret: true }],
  })
  expect(await restore([line?.id ?? 0])).toMatchObject({ code: 200 })
  expect(await lines()).toMatchObject([{ restored: 1 }])
})

test('the rules that the product brings along watch what takes part in its security', async () => {
  const { call } = await started('user')
  const named = async (key: string) =>
    ((await call('GET', `/adminApi/${key}/index?limit=20`)).data as { list: { name: string; resource: string }[] }).list
  expect((await named('data-recycle')).map(({ name, resource }) => [resource, name])).toEqual([
    ['user', 'User management'],
    ['member', 'Members'],
    ['role', 'Role management'],
    ['rule', 'Permission menu'],
    ['config', 'Configuration'],
    ['attachment', 'Attachments'],
    ['data-recycle', 'Recycle rules'],
  ])
  expect((await named('sensitive-data')).map(({ resource }) => resource)).toEqual(['user', 'member', 'role'])
  const chinese = { 'accept-language': 'zh-cn' }
  const [first] = await named('data-recycle')
  const inChinese = async () =>
    (await call('GET', '/adminApi/data-recycle/index?limit=1', undefined, chinese)).data as { list: { name: string }[] }
  expect((await inChinese()).list[0]?.name).toBe('用户管理')
  expect(first?.name).toBe('User management')
})

test('a failed capture fails the deletion', async () => {
  const { call, db } = await started()
  const ids = await addOrganizations(call)
  await db.execute(sql`alter table change add constraint no_deletions check (operation <> 'delete') not valid`)
  const answer = await call('DELETE', `/adminApi/organization/del?ids[]=${ids.S1}`)
  expect(answer.code).not.toBe(200)
  expect(await call('GET', `/adminApi/organization/edit?id=${ids.S1}`)).toMatchObject({ code: 200 })
})
