import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'
import { startShelf } from '../support/shelf.ts'

type Written = { id: number; changeSetId: number }

async function shelfWith(...titles: string[]) {
  const shelf = await startShelf()
  const { call, db } = shelf
  const write = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, `/adminApi/shelf/${path}`, body)
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data as Written
  }
  for (const title of titles) await write('POST', 'add', { title, rating: 1, marks: ['m'] })
  const undo = (changeSetId: number, partial?: boolean) =>
    call('POST', '/adminApi/history/undo', { changeSetId, partial })
  const rows = async () =>
    (await db.execute(sql`select to_jsonb(s) - 'search_grams' as row from shelf s order by id`)).rows.map(
      ({ row }) => row as Record<string, unknown>,
    )
  return { ...shelf, write, undo, rows }
}

test('an edit is undone by a change set of its own, and that one again', async () => {
  const { write, undo, rows, db } = await shelfWith('one')
  const edit = await write('POST', 'edit', { id: 1, title: 'two', rating: null })
  const undone = await undo(edit.changeSetId)
  expect(undone).toMatchObject({
    code: 200,
    msg: 'Undone: 1 changed record has its earlier values again',
    data: { undone: 1, removed: 0, restored: 0, changed: 1, refused: [], left: 0 },
  })
  expect(await rows()).toMatchObject([{ title: 'one', rating: 1, version: 3 }])
  const { changeSetId } = undone.data as Written
  const sets = await db.execute(
    sql`select kind, undoes_id as undoes, actor_name as actor from change_set where id = ${changeSetId}`,
  )
  expect(sets.rows).toEqual([{ kind: 'undo', undoes: edit.changeSetId, actor: 'admin' }])
  expect(await undo(changeSetId)).toMatchObject({ code: 200 })
  expect(await rows()).toMatchObject([{ title: 'two', rating: null }])
})

test('a deleted row comes back with its id, its values, and who made it when', async () => {
  const { write, undo, rows, db } = await shelfWith('one', 'two')
  await db.execute(
    sql`update shelf set create_time = now() - interval '1 year', notes = '[{"key":"k","value":"v"}]' where id = 1`,
  )
  const before = await rows()
  const { changeSetId } = await write('DELETE', 'del?ids[]=1&ids[]=2')
  expect(await rows()).toEqual([])
  expect(await undo(changeSetId)).toMatchObject({ code: 200, data: { undone: 2 } })
  const after = await rows()
  const stamps = ({ version: _v, update_time: _t, update_by: _b, ...rest }: Record<string, unknown>) => rest
  expect(after.map(stamps)).toEqual(before.map(stamps))
  expect(after.map((row) => row.version)).toEqual(before.map((row) => Number(row.version) + 1))
  // The search finds the row again.
  expect((await db.execute(sql`select title from shelf where search_grams @> search_word('one')`)).rows).toHaveLength(1)
})

test('an added row is gone again, and so is what a bulk edit did', async () => {
  const { write, undo, rows } = await shelfWith('one', 'two')
  const added = await write('POST', 'add', { title: 'three' })
  expect(await undo(added.changeSetId)).toMatchObject({ data: { undone: 1 } })
  const bulk = await write('POST', 'bulkEdit', { ids: [1, 2], values: { rating: 7, marks: [] } })
  expect(await undo(bulk.changeSetId)).toMatchObject({
    msg: 'Undone: 2 changed records have their earlier values again',
    data: { undone: 2 },
  })
  expect(await rows()).toMatchObject([
    { title: 'one', rating: 1, marks: ['m'] },
    { title: 'two', rating: 1, marks: ['m'] },
  ])
})

test('rows that changed since are named and nothing is undone, or with partial the others are', async () => {
  const { write, undo, rows } = await shelfWith('one', 'two', 'three')
  const bulk = await write('POST', 'bulkEdit', { ids: [1, 2, 3], values: { rating: 7 } })
  await write('POST', 'edit', { id: 2, rating: 8 })
  await write('DELETE', 'del?ids[]=3')
  // A change to another field of the same row does not block the undo.
  await write('POST', 'edit', { id: 1, title: 'ONE' })
  expect(await undo(bulk.changeSetId)).toMatchObject({
    status: 409,
    msg: 'The changes to 2 records cannot be undone\n· three: It has been deleted since\n· two: It has been changed since by admin',
    data: {
      reason: 'changed',
      rows: [
        { resource: 'shelf', id: 3, title: 'three', reason: 'gone', msg: 'It has been deleted since' },
        { resource: 'shelf', id: 2, title: 'two', reason: 'changed', msg: 'It has been changed since by admin' },
      ],
    },
  })
  expect(await rows()).toMatchObject([{ rating: 7 }, { rating: 8 }])
  expect(await undo(bulk.changeSetId, true)).toMatchObject({
    code: 200,
    data: { undone: 1, refused: [{ id: 3 }, { id: 2 }] },
  })
  expect(await rows()).toMatchObject([{ title: 'ONE', rating: 1 }, { rating: 8 }])
})

test('a field that was changed and changed back is as it was left', async () => {
  const { write, undo, rows } = await shelfWith('one')
  const edit = await write('POST', 'edit', { id: 1, title: 'two', marks: ['a', 'b'] })
  await write('POST', 'edit', { id: 1, marks: ['a'] })
  expect(await undo(edit.changeSetId)).toMatchObject({ status: 409 })
  await write('POST', 'edit', { id: 1, marks: ['a', 'b'] })
  expect(await undo(edit.changeSetId)).toMatchObject({ code: 200 })
  expect(await rows()).toMatchObject([{ title: 'one', marks: ['m'] }])
})

test('what is undone is not undone twice, not even at the same moment', async () => {
  const { write, undo } = await shelfWith('one')
  const { changeSetId } = await write('DELETE', 'del?ids[]=1')
  const answers = await Promise.all([undo(changeSetId), undo(changeSetId), undo(changeSetId)])
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409, 409])
  expect(await undo(changeSetId)).toMatchObject({
    code: 409,
    msg: 'This has already been undone',
    data: { reason: 'undone', rows: [{ id: 1, title: 'one', msg: 'It has already been restored' }] },
  })
})

test('a row that is in use since is not taken away again', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const ids = await addOrganizations(call)
  const { rows } = await made.db.execute<{ id: number }>(
    sql`select change_set_id as id from change where table_name = 'organization' and row_id = ${ids.D1}`,
  )
  expect(await call('POST', '/adminApi/history/undo', { changeSetId: rows[0]?.id })).toMatchObject({
    status: 409,
    data: { rows: [{ id: ids.D1, msg: 'Name D1 still has 1 record below it. Move or delete it first.' }] },
  })
})

test('a branch of a tree comes back whole, behind a row that has taken its place', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const ids = await addOrganizations(call)
  const places = async () =>
    (await db.execute(sql`select code, path, sort_key as key from organization order by pid nulls first, sort_key`))
      .rows
  const before = await places()
  const deleted = await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.S2, ids.D2] })
  const added = await call('POST', '/adminApi/organization/add', {
    code: 'D3',
    name: 'D3',
    type: 'district',
    pid: ids.B,
  })
  const { changeSetId } = deleted.data as Written
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({
    code: 200,
    data: { undone: 2 },
  })
  await call('DELETE', `/adminApi/organization/del?ids[]=${(added.data as Written).id}`)
  const strip = (list: Record<string, unknown>[]) => list.map(({ code, path }) => ({ code, path }))
  expect(strip(await places())).toEqual(strip(before))
})

test('a unique value that somebody else has by now is in the way, and is said', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { S1, S2 } = await addOrganizations(call)
  const edit = await call('POST', '/adminApi/organization/edit', { id: S1, code: 'X' })
  await call('POST', '/adminApi/organization/edit', { id: S2, code: 'S1' })
  expect(
    await call('POST', '/adminApi/history/undo', { changeSetId: (edit.data as Written).changeSetId }),
  ).toMatchObject({
    status: 409,
    data: { rows: [{ id: S1, msg: 'This Code already exists' }] },
  })
})

test('undo needs the node of the opposite, and sees the rows of its scope only', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ids = await addOrganizations(admin)
  const edited = await admin('POST', '/adminApi/organization/edit', { id: ids.S2, name: 'Changed' })
  const deleted = await admin('DELETE', `/adminApi/organization/del?ids[]=${ids.S2}`)
  const there = await admin('POST', '/adminApi/organization/edit', { id: ids.D2, name: 'Changed too' })
  const set = (answer: { data: unknown }) => ({ changeSetId: (answer.data as Written).changeSetId })
  await addOfficer(made, {
    username: 'editor',
    nodes: ['baseInfo/organization/edit', 'baseInfo/organization/index'],
    scope: 'all',
  })
  const editor = await made.signIn('admin', 'editor', passwords.admin)
  expect(await editor('POST', '/adminApi/history/undo', set(deleted))).toMatchObject({ status: 403 })
  await addOfficer(made, {
    username: 'elsewhere',
    nodes: ['baseInfo/organization/add', 'baseInfo/organization/edit'],
    scope: 'orgBelow',
    deptId: ids.D1,
  })
  const elsewhere = await made.signIn('admin', 'elsewhere', passwords.admin)
  for (const answer of [deleted, edited, there]) {
    const refused = await elsewhere('POST', '/adminApi/history/undo', set(answer))
    expect(refused).toMatchObject({ status: 404, msg: 'There is nothing to undo' })
    expect(JSON.stringify(refused)).not.toContain('Changed')
  }
  const kept = await admin('GET', `/adminApi/organization/edit?id=${ids.D2}`)
  expect(kept.data).toMatchObject({ row: { name: 'Changed too', version: 2 } })
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: 999_999 })).toMatchObject({ status: 404 })
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: 'x' })).toMatchObject({
    status: 422,
    data: { errors: { changeSetId: ['Please enter a whole number'] } },
  })
})

test('changes of tables that are no resource are not undone here', async () => {
  const made = await startApi()
  const call = await made.signIn()
  await addOfficer(made, { username: 'officer', nodes: [], scope: 'all' })
  const { rows } = await made.db.execute<{ id: number }>(
    sql`select max(change_set_id) as id from change where table_name = 'role'`,
  )
  expect(await call('POST', '/adminApi/history/undo', { changeSetId: rows[0]?.id })).toMatchObject({
    status: 422,
    msg: 'This cannot be undone here',
  })
})

test('a thousand rows are undone in one go', async () => {
  const { undo, db, call } = await shelfWith()
  await db.execute(sql`insert into shelf (title, rating) select 'Book ' || n, 1 from generate_series(1, 1200) n`)
  const bulk = await call('POST', '/adminApi/shelf/bulkEdit', { query: {}, values: { rating: 5 } })
  expect(await undo((bulk.data as Written).changeSetId)).toMatchObject({ data: { undone: 1200 } })
  expect((await db.execute(sql`select distinct rating from shelf`)).rows).toEqual([{ rating: 1 }])
})
