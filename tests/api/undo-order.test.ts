import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { write as record, systemAuthor } from '#src/db/write.server.ts'
import { addOrganizations, startApi, type TestApi } from '../support/api.ts'
import { startImports } from '../support/imports.ts'
import { shelf, startShelf } from '../support/shelf.ts'

type Written = { id: number; changeSetId: number }

async function shelfWithBooks() {
  const shelf = await startShelf()
  const { call } = shelf
  const write = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, `/adminApi/shelf/${path}`, body)
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data as Written
  }
  const undo = (changeSetId: number, partial = false) =>
    call('POST', '/adminApi/history/undo', { changeSetId, partial })
  return { ...shelf, write, undo }
}

test('imports are taken back one after the other', async () => {
  const { db, call, bring, begin } = await startImports()
  await addOrganizations(call)
  const head = '机构代码,机构名称,机构类型,上级机构'
  const first = await bring(`${head}\nX1,First,学校,D1\nX2,Second,学校,D1\n`)
  const second = await bring(`${head}\nX1,Changed,学校,D1\n`)
  expect(await begin('importUndo', { id: first.view.id })).toMatchObject({
    state: 'failed',
    message: 'This cannot be undone. Changed: It has been changed since by admin',
  })
  expect(await begin('importUndo', { id: second.view.id })).toMatchObject({
    message: 'Undone: 1 changed record has its earlier values again',
  })
  expect(await begin('importUndo', { id: first.view.id })).toMatchObject({
    message: 'Undone: 2 added records were removed',
  })
  expect((await db.execute(sql`select 1 from organization where code like 'X%'`)).rows).toEqual([])
})

test('edits of one field are taken back in their order, not in another one, and a redo counts again', async () => {
  const { write, undo } = await shelfWithBooks()
  const added = await write('POST', 'add', { title: 'one' })
  const second = await write('POST', 'edit', { id: 1, title: 'two' })
  const third = await write('POST', 'edit', { id: 1, title: 'three' })
  expect(await undo(second.changeSetId)).toMatchObject({ status: 409 })
  const undone = (await undo(third.changeSetId)).data as Written
  expect(await undo(second.changeSetId)).toMatchObject({ status: 200 })
  // The value in between is gone, so what was taken back cannot be done again.
  expect(await undo(undone.changeSetId)).toMatchObject({ status: 409 })
  expect(await undo(added.changeSetId)).toMatchObject({ status: 200, data: { removed: 1 } })
})

test('what was undone is told as undone, also when the row has been changed since; what was done again is not', async () => {
  const { write, undo } = await shelfWithBooks()
  await write('POST', 'add', { title: 'one' })
  const second = await write('POST', 'edit', { id: 1, title: 'two' })
  const undone = (await undo(second.changeSetId)).data as Written
  await write('POST', 'edit', { id: 1, title: 'three' })
  expect(await undo(second.changeSetId)).toMatchObject({ status: 409, data: { reason: 'undone' } })
  await write('POST', 'edit', { id: 1, title: 'one' })
  await undo(undone.changeSetId)
  await write('POST', 'edit', { id: 1, title: 'four' })
  expect(await undo(second.changeSetId)).toMatchObject({ status: 409, data: { reason: 'changed' } })
})

test('a row that came back, was changed and was deleted again does not come back as it was the first time', async () => {
  const { write, undo, db } = await shelfWithBooks()
  await write('POST', 'add', { title: 'one' })
  const deleted = await write('DELETE', 'del?ids[]=1')
  await undo(deleted.changeSetId)
  expect(await undo(deleted.changeSetId)).toMatchObject({ status: 409, data: { reason: 'undone' } })
  await write('POST', 'edit', { id: 1, title: 'two' })
  const last = await write('DELETE', 'del?ids[]=1')
  expect(await undo(deleted.changeSetId)).toMatchObject({
    status: 409,
    data: { rows: [{ reason: 'changed', msg: 'It was restored and changed, and has been deleted again since' }] },
  })
  expect(await undo(last.changeSetId)).toMatchObject({ status: 200, data: { restored: 1 } })
  expect((await db.execute(sql`select title from shelf`)).rows).toEqual([{ title: 'two' }])
})

/** The database finds changes where it stored them, which is not the order in which they happened. */
async function withoutIndexes({ db }: Pick<TestApi, 'db'>): Promise<void> {
  await db.execute(sql`drop index change_row_idx, change_set_idx, change_deleted_idx`)
}

test('of several deletions of a row the last one counts, however they are stored', async () => {
  const { write, undo, db } = await shelfWithBooks()
  await withoutIndexes({ db })
  await write('POST', 'add', { title: 'one' })
  const first = await write('DELETE', 'del?ids[]=1')
  await undo(first.changeSetId)
  await write('POST', 'edit', { id: 1, title: 'two' })
  await write('DELETE', 'del?ids[]=1')
  expect(await undo(first.changeSetId)).toMatchObject({ status: 409, data: { rows: [{ title: 'two' }] } })
})

test('of several changes of a row in one change set the oldest values come back, however they are stored', async () => {
  const { write, undo, db } = await shelfWithBooks()
  await withoutIndexes({ db })
  await write('POST', 'add', { title: 'one' })
  const changeSetId = await record(db, systemAuthor, 'save', async (tx, set) => {
    for (const title of ['two', 'three']) await tx.update(shelf).set({ title }).where(eq(shelf.id, 1))
    return set
  })
  // The row of the older change moves behind that of the newer one.
  await db.execute(sql`update change set before = before where after ->> 'title' = 'two'`)
  expect(await undo(changeSetId)).toMatchObject({ status: 200, data: { changed: 1 } })
  expect((await db.execute(sql`select title from shelf`)).rows).toEqual([{ title: 'one' }])
})

test('rows that an earlier undo left are taken back later, without the others', async () => {
  const { write, undo, db } = await shelfWithBooks()
  for (const title of ['one', 'two']) await write('POST', 'add', { title, rating: 1 })
  const bulk = await write('POST', 'bulkEdit', { ids: [1, 2], values: { rating: 5 } })
  await write('POST', 'edit', { id: 2, rating: 6 })
  expect(await undo(bulk.changeSetId, true)).toMatchObject({ data: { undone: 1, left: 1 } })
  await write('POST', 'edit', { id: 2, rating: 5 })
  expect(await undo(bulk.changeSetId)).toMatchObject({ status: 200, data: { undone: 1, left: 0 } })
  expect((await db.execute(sql`select distinct rating from shelf`)).rows).toEqual([{ rating: 1 }])
})

test('values that are taken by now leave the rest of a large undo alone, and no savepoints behind', async () => {
  const { write, undo, call, db } = await shelfWithBooks()
  await db.execute(sql`alter table shelf add constraint shelf_title_key unique (title)`)
  await db.execute(sql`insert into shelf (title) select 'Book ' || n from generate_series(1, 300) n`)
  const ids = Array.from({ length: 300 }, (_, at) => at + 1)
  const deleted = (await call('POST', '/adminApi/shelf/bulkDel', { ids })).data as Written
  for (const n of [7, 8, 150, 299]) await write('POST', 'add', { title: `Book ${n}` })
  expect(await undo(deleted.changeSetId)).toMatchObject({
    status: 409,
    msg: expect.stringMatching(/^The changes to 4 records cannot be undone\n· .+\n· .+\n· .+\n… and 1 more$/),
    data: { count: 4 },
  })
  const answer = await undo(deleted.changeSetId, true)
  expect(answer).toMatchObject({ status: 200, msg: 'Undone: 296 deleted records were restored', data: { left: 4 } })
  const { refused } = answer.data as { refused: { title: string; reason: string }[] }
  expect(refused.map(({ title }) => title).sort()).toEqual(['Book 150', 'Book 299', 'Book 7', 'Book 8'])
  expect((await db.execute(sql`select count(*)::int as count from shelf`)).rows).toEqual([{ count: 300 }])
})

test('an undo says of each row why it stays', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { S1, D1, D2 } = await addOrganizations(call)
  const edit = async (id: number, code: string) =>
    (await call('POST', '/adminApi/organization/edit', { id, code })).data as Written
  const renamed = await edit(S1, 'X')
  await edit(D2, 'S1')
  const undo = ({ changeSetId }: Written) => call('POST', '/adminApi/history/undo', { changeSetId })
  expect(await undo(renamed)).toMatchObject({
    msg: 'This cannot be undone. Name S1: This Code already exists',
    data: { rows: [{ reason: 'taken' }] },
  })
  const added = (await call('POST', '/adminApi/organization/add', { code: 'P', name: 'P', type: 'school', pid: D1 }))
    .data as Written
  await call('POST', '/adminApi/organization/add', { code: 'C', name: 'C', type: 'class', pid: added.id })
  expect(await undo(added)).toMatchObject({
    msg: 'This cannot be undone. P: P still has 1 record below it. Move or delete it first.',
    data: { rows: [{ reason: 'used' }] },
  })
})

test('what the product brought along is not taken back, and its history says so', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const { rows } = await db.execute<{ id: number; set: number }>(
    sql`select row_id as id, change_set_id as set from change where table_name = 'subject' order by id limit 1`,
  )
  const { data } = await call('GET', `/adminApi/subject/history?id=${rows[0]?.id}`)
  expect((data as { list: object[] }).list).toMatchObject([{ kind: 'seed', undoable: false, count: 1 }])
  expect(await call('POST', '/adminApi/history/undo', { changeSetId: Number(rows[0]?.set) })).toMatchObject({
    status: 422,
    msg: 'This cannot be undone here',
  })
})
