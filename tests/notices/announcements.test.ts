import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { publish } from '../support/announcements.ts'
import { addOrganizations, type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const nodes = (['index', 'add', 'edit', 'del'] as const).map((verb) => `routine/announcement/${verb}` as const)

const idOf = ({ data, msg }: { data: unknown; msg: string }): number => {
  if (!data) throw new Error(msg)
  return (data as { id: number }).id
}
const titles = async (call: Caller, base = '/adminApi') =>
  ((await call('GET', `${base}/notice/index`)).data as { list: { title: string }[] }).list.map(({ title }) => title)
const unread = async (call: Caller, base = '/adminApi') =>
  ((await call('GET', `${base}/notice/unread`)).data as { unread: number }).unread

async function start() {
  const api = await startApi()
  const chief = await api.signIn()
  const ids = await addOrganizations(chief)
  const officer = async (username: string, scope: 'orgBelow' | 'org' | 'own' | 'all', deptId: number) => {
    await addOfficer(api, { username, nodes, scope, deptId })
    return api.signIn('admin', username)
  }
  return { ...api, chief, ids, officer }
}

test('an announcement reaches whom it is for, and nobody else', async () => {
  const { db, chief, ids, officer, signIn } = await start()
  const inD1 = await officer('in-d1', 'own', ids.D1)
  const inS1 = await officer('in-s1', 'own', ids.S1)
  const inS2 = await officer('in-s2', 'own', ids.S2)
  const member = await signIn('user')
  await db.execute(sql`update member_profile set org_id = ${ids.S1}`)
  const { rows } = await db.execute<{ id: number }>(sql`select id from role where name = 'role of in-s2'`)
  await publish(chief, { title: 'staff' })
  await publish(chief, { title: 'members', audience: 'members' })
  await publish(chief, { title: 'D1', audience: 'organizations', organizationIds: [ids.D1] })
  await publish(chief, { title: 'role', audience: 'roles', roleIds: [Number(rows[0]?.id)] })
  await publish(chief, { title: 'draft', status: 'draft' })
  expect(await titles(chief)).toEqual(['staff'])
  expect(await titles(inD1)).toEqual(['D1', 'staff'])
  expect(await titles(inS1)).toEqual(['D1', 'staff'])
  expect(await titles(inS2)).toEqual(['role', 'staff'])
  expect(await titles(member, '/api')).toEqual(['D1', 'members'])
  await db.execute(sql`update account_role set end_time = now() where role_id = ${rows[0]?.id}`)
  expect(await titles(inS2)).toEqual(['staff'])
})

test('times, drafts, edits and deletions take effect at once', async () => {
  const { db, chief } = await start()
  const id = idOf(await publish(chief, { title: 'First' }))
  const times = (from: string, until: string) =>
    db.execute(
      sql`update announcement set from_time = now() + ${from}::interval, until_time = now() + ${until}::interval`,
    )
  await times('1 hour', '2 hours')
  expect(await titles(chief)).toEqual([])
  await times('-1 hour', '1 hour')
  expect(await titles(chief)).toEqual(['First'])
  await times('-2 hours', '-1 hour')
  expect([await titles(chief), await unread(chief)]).toEqual([[], 0])
  await times('-2 hours', '1 hour')
  await chief('POST', '/adminApi/announcement/edit', { id, title: 'Second' })
  expect([await titles(chief), await unread(chief)]).toEqual([['Second'], 1])
  await chief('POST', '/adminApi/announcement/edit', { id, status: 'draft' })
  expect([await titles(chief), await unread(chief)]).toEqual([[], 0])
  await chief('POST', '/adminApi/announcement/edit', { id, status: 'published' })
  await chief('DELETE', `/adminApi/announcement/del?ids=${id}`)
  expect(await titles(chief)).toEqual([])
  const wrong = { fromTime: '2026-01-02T00:00:00Z', untilTime: '2026-01-01T00:00:00Z' }
  expect(await publish(chief, wrong)).toMatchObject({
    status: 422,
    data: { errors: { untilTime: ['It has to end after it begins.'] } },
  })
})

test('reading makes a row for its reader, and only of what the reader is shown', async () => {
  const { db, chief, ids, officer } = await start()
  const reader = await officer('reader', 'own', ids.S1)
  const shown = idOf(await publish(chief, {}))
  const hidden = idOf(await publish(chief, { audience: 'members' }))
  expect(await unread(reader)).toBe(1)
  await reader('POST', '/adminApi/notice/read', { announcementIds: [shown, hidden] })
  await reader('POST', '/adminApi/notice/read', { announcementIds: [shown] })
  expect(await unread(reader)).toBe(0)
  expect(await unread(chief)).toBe(1)
  const { rows } = await db.execute(sql`select announcement_id::int as id from announcement_read`)
  expect(rows).toEqual([{ id: shown }])
})

test('an author with a limited data scope speaks to organizations within it alone', async () => {
  const { chief, ids, officer } = await start()
  const district = await officer('district', 'orgBelow', ids.D1)
  const only = (message: string, field: string) => ({ status: 422, data: { errors: { [field]: [message] } } })
  for (const audience of ['staff', 'members'])
    expect(await publish(district, { audience })).toMatchObject(
      only('Your data scope has a limit, so you can announce to organizations only.', 'audience'),
    )
  const mine = idOf(await publish(district, { audience: 'organizations', organizationIds: [ids.S1] }))
  expect((await publish(district, { audience: 'organizations', organizationIds: [ids.S2] })).status).toBe(422)
  expect(
    (await district('POST', '/adminApi/announcement/edit', { id: mine, audience: 'staff' })).status,
    'not by a later edit either',
  ).toBe(422)
  // Somebody who sees one organization does not see those below it.
  const single = await officer('single', 'org', ids.D1)
  expect(await publish(single, { audience: 'organizations', organizationIds: [ids.D1] })).toMatchObject(
    only('This reaches organizations beyond your own data scope.', 'organizationIds'),
  )
  // What speaks to others is not theirs to change.
  const wide = idOf(await publish(chief, { audience: 'organizations', organizationIds: [ids.S1, ids.S2] }))
  expect((await district('POST', '/adminApi/announcement/edit', { id: wide, title: 'x' })).status).toBe(404)
  const { data } = await district('GET', '/adminApi/announcement/index')
  expect((data as { list: { id: number }[] }).list.map(({ id }) => id)).toEqual([mine])
})

test('ten thousand readers cost no row before they read', async () => {
  const { db, chief } = await start()
  await addMany(db, 10_000)
  await publish(chief, { title: 'for all' })
  const { rows } = await db.execute(
    sql`select (select count(*)::int from notice) + (select count(*)::int from announcement_read) as rows`,
  )
  expect(rows).toEqual([{ rows: 0 }])
  expect(await unread(chief)).toBe(1)
})

async function addMany(db: Database, count: number): Promise<void> {
  await db.execute(
    sql`insert into account (kind, username) select 'admin', 'many' || at from generate_series(1, ${count}) at`,
  )
}
