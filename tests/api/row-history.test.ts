import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#src/server/history/history.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'
import { startShelf } from '../support/shelf.ts'

type History = { list: HistoryEntry[]; labels: Record<string, Record<string, string>>; more: boolean }
type Written = { id: number; changeSetId: number; version: number }

async function story() {
  const shelf = await startShelf()
  const { call } = shelf
  const history = async (query = 'id=1') => (await call('GET', `/adminApi/shelf/history?${query}`)).data as History
  const restore = (body: object) => call('POST', '/adminApi/shelf/restore', body)
  await call('POST', '/adminApi/shelf/add', { title: 'one', rating: 1, readTime: '2026-01-01T00:00:00Z' })
  await call('POST', '/adminApi/shelf/edit', { id: 1, title: 'two' })
  await call('POST', '/adminApi/shelf/edit', { id: 1, rating: 2, marks: ['a'] })
  const row = async () =>
    (await shelf.db.execute(sql`select title, rating, marks, version from shelf where id = 1`)).rows[0]
  return { ...shelf, history, restore, row }
}

test('a history tells who changed which fields from what to what, newest first', async () => {
  const { history } = await story()
  const { list, more } = await history()
  expect(more).toBe(false)
  expect(list).toMatchObject([
    {
      operation: 'update',
      kind: 'save',
      actor: { id: 1, name: 'admin' },
      undoes: null,
      undoneBy: null,
      count: 1,
      undoable: true,
      fields: [
        { field: 'rating', label: 'Rating', before: 1, after: 2 },
        { field: 'marks', label: 'Marks', before: [], after: ['a'] },
      ],
    },
    { operation: 'update', fields: [{ field: 'title', label: 'Title', before: 'one', after: 'two' }] },
    { operation: 'insert' },
  ])
  expect(list[2]?.fields).toContainEqual({
    field: 'readTime',
    label: 'Read',
    before: null,
    after: '2026-01-01T00:00:00.000Z',
    hidden: [],
  })
  expect(Math.abs(Date.now() - Date.parse(list[0]?.time ?? ''))).toBeLessThan(60_000)
})

test('a long history comes in parts', async () => {
  const { history } = await story()
  const first = await history('id=1&limit=2')
  expect([first.list.length, first.more]).toEqual([2, true])
  const rest = await history(`id=1&limit=2&before=${first.list.at(-1)?.id}`)
  expect([rest.list.map((entry) => entry.operation), rest.more]).toEqual([['insert'], false])
})

test('values of relations are named, undoing is told on both sides', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { S1, D2 } = await addOrganizations(call)
  const edit = await call('POST', '/adminApi/organization/edit', { id: S1, pid: D2, levelIds: [2] })
  const { changeSetId } = edit.data as Written
  const undone = (await call('POST', '/adminApi/history/undo', { changeSetId })).data as Written
  const { list, labels } = (await call('GET', `/adminApi/organization/history?id=${S1}`)).data as History
  expect(list.map(({ undoes, undoneBy }) => [undoes, undoneBy])).toEqual([
    [changeSetId, null],
    [null, undone.changeSetId],
    [null, null],
  ])
  expect(labels).toMatchObject({ pid: { [D2]: 'Name D2' }, levelIds: { 2: '小学' } })
  await call('POST', '/adminApi/organization/sortable', { id: S1, targetId: S1 })
  // Undo of a bulk change affects all of its rows. `count` says how many.
  await call('POST', '/adminApi/organization/bulkEdit', { ids: [S1, D2], values: { contact: 'Wang' } })
  const now = (await call('GET', `/adminApi/organization/history?id=${S1}`)).data as History
  expect(now.list.map(({ kind, count, undoable }) => [kind, count, undoable])).toEqual([
    ['bulk', 2, true],
    ['undo', 1, true],
    ['save', 1, true],
    ['save', 1, true],
  ])
})

test('a row goes back to what a change made of it, whole or by field', async () => {
  const { history, restore, row } = await story()
  const [, second, first] = (await history()).list
  expect(await restore({ id: 1, changeId: first?.id, fields: ['title'] })).toMatchObject({
    code: 200,
    msg: 'Restored',
    data: { id: 1, version: 4 },
  })
  expect(await row()).toMatchObject({ title: 'one', rating: 2, marks: ['a'] })
  expect(await restore({ id: 1, changeId: second?.id, version: 4 })).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({ title: 'two', rating: 1, marks: [] })
  // The row already has these values, so nothing is written.
  expect(await restore({ id: 1, changeId: second?.id })).toMatchObject({ data: { version: 5, changeSetId: null } })
})

test('a deleted row has a history, and comes back as it was last, or at an earlier change', async () => {
  const { call, history, restore, row } = await story()
  await call('DELETE', '/adminApi/shelf/del?ids[]=1')
  const { list } = await history()
  expect(list[0]).toMatchObject({ operation: 'delete' })
  expect(await restore({ id: 1, changeId: list[0]?.id })).toMatchObject({ code: 200, data: { id: 1, version: 4 } })
  expect(await row()).toMatchObject({ title: 'two', rating: 2 })
  await call('DELETE', '/adminApi/shelf/del?ids[]=1')
  expect(await restore({ id: 1, changeId: list.at(-1)?.id })).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({ title: 'one', rating: 1, marks: [] })
})

test('restoring is refused: a stale version, a change of another row, an unknown field, a rule that the state breaks', async () => {
  const { call, history, restore, db } = await story()
  const [last, , first] = (await history()).list
  expect(await restore({ id: 1, changeId: first?.id, version: 1 })).toMatchObject({
    status: 409,
    data: { reason: 'stale', current: { version: 3 } },
  })
  await call('POST', '/adminApi/shelf/add', { title: 'other' })
  const other = (await history('id=2')).list[0]
  expect(await restore({ id: 1, changeId: other?.id })).toMatchObject({
    status: 404,
    msg: 'This record has no such change',
  })
  expect(await restore({ id: 1, changeId: first?.id, fields: ['searchGrams'] })).toMatchObject({
    status: 422,
    data: { errors: { fields: ['Unknown field: searchGrams'] } },
  })
  expect(await restore({ id: 99, changeId: first?.id })).toMatchObject({ status: 404 })
  await db.execute(sql`update shelf set lent = true where id = 1`)
  expect(await restore({ id: 1, changeId: last?.id, fields: ['rating'] })).toMatchObject({
    status: 422,
    data: { errors: { rating: ['It is lent'] } },
  })
})

test('nobody reads or restores a row out of scope, there or not, or without the node', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ids = await addOrganizations(admin)
  const all = ['index', 'add', 'edit'].map((action) => `baseInfo/organization/${action}`) as Parameters<
    typeof addOfficer
  >[1]['nodes']
  await addOfficer(made, { username: 'officer', nodes: all, scope: 'orgBelow', deptId: ids.D1 })
  await addOfficer(made, { username: 'reader', nodes: ['baseInfo/organization/index'], scope: 'all' })
  const [officer, reader] = [
    await made.signIn('admin', 'officer', passwords.admin),
    await made.signIn('admin', 'reader', passwords.admin),
  ]
  const { rows } = await made.db.execute<{ id: number }>(
    sql`select max(id) as id from change where table_name = 'organization' and row_id = ${ids.S2}`,
  )
  const body = { id: ids.S2, changeId: rows[0]?.id }
  const ask = async () => [
    (await officer('GET', `/adminApi/organization/history?id=${ids.S2}`)).status,
    (await officer('POST', '/adminApi/organization/restore', body)).status,
    (await officer('GET', `/adminApi/organization/history?id=${ids.S1}`)).status,
    (await reader('POST', '/adminApi/organization/restore', body)).status,
    (await reader('GET', `/adminApi/organization/history?id=${ids.S2}`)).status,
  ]
  expect(await ask()).toEqual([404, 404, 200, 403, 200])
  await admin('DELETE', `/adminApi/organization/del?ids[]=${ids.S2}`)
  expect(await ask()).toEqual([404, 404, 200, 403, 200])
})
