import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DeletedRow } from '#src/server/history/deleted.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'
import { startShelf } from '../support/shelf.ts'

type Written = { id: number; changeSetId: number }
type Deleted = { list: DeletedRow[]; labels: Record<string, Record<string, string>>; more: boolean }

async function shelfWith(...titles: string[]) {
  const shelf = await startShelf()
  const { call } = shelf
  const write = async (method: string, path: string, body?: unknown) =>
    (await call(method, `/adminApi/shelf/${path}`, body)).data as Written
  const deleted = async (query = '') => (await call('GET', `/adminApi/shelf/deleted${query}`)).data as Deleted
  for (const title of titles) await write('POST', 'add', { title, rating: 3 })
  return { ...shelf, write, deleted }
}

const titles = ({ list }: Deleted) => list.map(({ title }) => title)

test('deleted rows are listed with who deleted them and how many at once, the last first', async () => {
  const { write, deleted } = await shelfWith('one', 'two', 'three')
  expect(await deleted()).toEqual({ list: [], labels: {}, more: false })
  const first = await write('DELETE', 'del?ids[]=2')
  await write('POST', 'bulkDel', { ids: [1, 3] })
  const { list } = await deleted()
  expect(list.map(({ title, count, kind, actor }) => [title, count, kind, actor.name]).sort()).toEqual([
    ['one', 2, 'bulk', 'admin'],
    ['three', 2, 'bulk', 'admin'],
    ['two', 1, 'save', 'admin'],
  ])
  expect(list.at(-1)).toMatchObject({ id: 2, title: 'two', changeSetId: first.changeSetId })
  expect(list.at(-1)?.fields).toContainEqual({ field: 'rating', label: 'Rating', value: 3 })
})

test('a row that came back is not listed, and one that was deleted twice only once', async () => {
  const { call, write, deleted } = await shelfWith('one', 'two')
  await write('DELETE', 'del?ids[]=1&ids[]=2')
  const [row] = (await deleted('?quickSearch=one')).list
  expect(await call('POST', '/adminApi/shelf/restore', { id: 1, changeId: row?.changeId })).toMatchObject({ code: 200 })
  expect(titles(await deleted())).toEqual(['two'])
  await write('POST', 'edit', { id: 1, title: 'one again' })
  await write('DELETE', 'del?ids[]=1')
  expect(titles(await deleted())).toEqual(['one again', 'two'])
  // The whole action comes back without the rows that are there already.
  const changeSetId = (await deleted()).list.at(-1)?.changeSetId
  const last = (await deleted()).list[0]
  await call('POST', '/adminApi/shelf/restore', { id: 1, changeId: last?.changeId })
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({
    data: { restored: 1, left: 0 },
  })
  expect(titles(await deleted())).toEqual([])
})

test('deleted rows are searched and come in pages', async () => {
  const { call, write, deleted } = await shelfWith('red book', 'blue book', 'red 50% box')
  await write('POST', 'bulkDel', { ids: [1, 2, 3] })
  expect(titles(await deleted('?quickSearch=red')).sort()).toEqual(['red 50% box', 'red book'])
  expect(titles(await deleted('?quickSearch=book%20blue'))).toEqual(['blue book'])
  expect(titles(await deleted(`?quickSearch=${encodeURIComponent('%')}`))).toEqual(['red 50% box'])
  const first = await deleted('?limit=2')
  expect([first.list.length, first.more]).toEqual([2, true])
  const rest = await deleted(`?limit=2&before=${first.list.at(-1)?.changeId}`)
  expect([rest.list.length, rest.more]).toEqual([1, false])
  expect(await call('GET', '/adminApi/shelf/deleted?limit=0')).toMatchObject({ status: 400 })
})

test('only who may add rows sees deleted ones', async () => {
  const made = await startApi()
  await addOfficer(made, {
    username: 'reader',
    nodes: ['baseInfo/organization/index', 'baseInfo/organization/del'],
    scope: 'all',
  })
  const reader = await made.signIn('admin', 'reader', passwords.admin)
  expect(await reader('GET', '/adminApi/organization/deleted')).toMatchObject({ status: 403 })
})

test('an officer sees the deleted rows of the own district, and no names of others', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ids = await addOrganizations(admin)
  await addOfficer(made, {
    username: 'officer',
    nodes: ['baseInfo/organization/index', 'baseInfo/organization/add'],
    scope: 'orgBelow',
    deptId: ids.D1,
  })
  await addOfficer(made, {
    username: 'only',
    nodes: ['baseInfo/organization/index', 'baseInfo/organization/add'],
    scope: 'org',
    deptId: ids.D1,
  })
  const officer = await made.signIn('admin', 'officer', passwords.admin)
  const only = await made.signIn('admin', 'only', passwords.admin)
  await admin('POST', '/adminApi/organization/bulkDel', { ids: [ids.S1, ids.S2] })
  const read = async (call: typeof admin) => (await call('GET', '/adminApi/organization/deleted')).data as Deleted
  expect(titles(await read(admin)).sort()).toEqual(['Name S1', 'Name S2'])
  expect(titles(await read(only))).toEqual([])
  const seen = await read(officer)
  expect(titles(seen)).toEqual(['Name S1'])
  // The action has deleted another one too, which the officer may not see.
  expect(seen.list.map(({ count }) => count)).toEqual([1])
  expect((await read(admin)).list.map(({ count }) => count)).toEqual([2, 2])
  expect(seen.labels.pid).toEqual({ [ids.D1]: 'Name D1' })
  expect(JSON.stringify(seen)).not.toContain('S2')
  const [row] = seen.list
  expect(
    await officer('POST', '/adminApi/organization/restore', { id: row?.id, changeId: row?.changeId }),
  ).toMatchObject({ code: 200 })
  expect(titles(await read(officer))).toEqual([])
})

test('changes of other rows do not slow down the list: it reads an index of its own', async () => {
  const { db } = await startApi()
  await db.execute(sql`insert into change (change_set_id, table_name, row_id, operation, before)
    select 1, 'other', n, case when n % 2 = 0 then 'update' else 'delete' end, '{}' from generate_series(1, 5000) n`)
  await db.execute(sql`analyze change`)
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`
    explain select row_id from change where table_name = 'organization' and operation = 'delete' order by id desc limit 21`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/change_\w*table_name_id_idx|change_deleted_idx/)
})
