import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { BulkAnswer } from '#src/server/write/bulk.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'
import { startShelf } from '../support/shelf.ts'

async function five() {
  const shelf = await startShelf()
  await shelf.db.execute(
    sql`insert into shelf (title, rating, lent) values ('a', 1, false), ('b', 2, false), ('c', 2, false), ('d', 3, true), ('e', null, false)`,
  )
  const post = async (action: string, body: unknown, headers?: Record<string, string>) => {
    const answer = await shelf.call('POST', `/adminApi/shelf/${action}`, body, headers)
    return { ...answer, data: answer.data as BulkAnswer & { reason?: string; count?: number } }
  }
  const ratings = async () => {
    const { rows } = await shelf.db.execute<{ rating: number }>(sql`select rating from shelf order by id`)
    return rows.map((row) => row.rating)
  }
  return { ...shelf, post, ratings }
}

test('a preview says what would happen, and nothing does', async () => {
  const { post, ratings, db } = await five()
  const answer = await post('bulkEdit', { ids: [1, 2, 3, 4, 99], values: { rating: 2 }, preview: true })
  expect(answer).toMatchObject({
    code: 200,
    data: {
      matched: 5,
      changed: 1,
      unchanged: 2,
      refusedCount: 2,
      changeSetId: null,
      examples: [{ id: 1, title: 'a', before: { rating: 1 } }],
      refused: [
        { id: 99, msg: 'The record does not exist or is not visible to you' },
        { id: 4, title: 'd', msg: 'It is lent', errors: { rating: ['It is lent'] } },
      ],
    },
  })
  expect(await ratings()).toEqual([1, 2, 2, 3, null])
  expect((await db.execute(sql`select 1 from change_set where kind = 'bulk'`)).rows).toEqual([])
})

test('when a row refuses nothing is written, and every refusal is told', async () => {
  const { post, ratings } = await five()
  const answer = await post('bulkEdit', { ids: [1, 2, 4], values: { rating: 5 } })
  expect(answer).toMatchObject({
    status: 422,
    msg: '1 record cannot be changed this way, so nothing was saved',
    data: { changed: 2, refused: [{ id: 4, msg: 'It is lent' }] },
  })
  expect(await ratings()).toEqual([1, 2, 2, 3, null])
})

test('rows found by a query are changed in one change set, rows that have the value already are left alone', async () => {
  const { post, ratings, db } = await five()
  const query = { filter: { field: 'lent', val: 0 } }
  const answer = await post('bulkEdit', { query, values: { rating: 2, marks: ['x'] }, count: 4 })
  expect(answer).toMatchObject({ code: 200, msg: '4 records changed', data: { changed: 4, unchanged: 0 } })
  expect(await post('bulkEdit', { query, values: { rating: 2 } })).toMatchObject({
    data: { changed: 0, unchanged: 4, changeSetId: null },
  })
  expect(await ratings()).toEqual([2, 2, 2, 3, 2])
  const { rows } = await db.execute(sql`select c.change_set_id as id, count(*) as rows, s.kind, s.actor_name as actor
    from change c join change_set s on s.id = c.change_set_id where c.table_name = 'shelf' and s.kind = 'bulk' group by 1, 3, 4`)
  expect(rows).toEqual([{ id: answer.data.changeSetId, rows: 4, kind: 'bulk', actor: 'admin' }])
})

test('a value that a row has already is none to write, whatever its type', async () => {
  const { post, db } = await five()
  await db.execute(
    sql`update shelf set read_time = '2026-01-01 00:00:00+00', lent = true, marks = '{a,b}' where id = 1`,
  )
  const values = { readTime: '2026-01-01T08:00:00+08:00', lent: 1, marks: ['a', 'b'] }
  expect(await post('bulkEdit', { ids: [1], values })).toMatchObject({ data: { changed: 0, unchanged: 1 } })
})

test('whoever knows another number of rows, or another version, is told', async () => {
  const { post, call, ratings } = await five()
  const query = { filter: { field: 'rating', val: 2 } }
  expect(await post('bulkEdit', { query, values: { rating: 9 }, count: 5 })).toMatchObject({
    status: 409,
    msg: '2 records match now. Please check again.',
    data: { reason: 'count', count: 2 },
  })
  await call('POST', '/adminApi/shelf/edit', { id: 2, title: 'B' })
  expect(await post('bulkEdit', { query, values: { rating: 9 }, versions: { 2: 1, 3: 1 } })).toMatchObject({
    status: 422,
    data: { refused: [{ id: 2, title: 'B', msg: 'Someone else has changed this record in the meantime' }] },
  })
  expect(await ratings()).toEqual([1, 2, 2, 3, null])
})

test('many rows are deleted, or none, each refusal with its reason', async () => {
  const { post, db } = await five()
  expect(await post('bulkDel', { ids: [1, 4] })).toMatchObject({
    status: 422,
    msg: '1 record cannot be deleted, so nothing was deleted',
    data: { refused: [{ id: 4, title: 'd', msg: 'It is lent' }] },
  })
  expect(await post('bulkDel', { ids: [1, 4], preview: true })).toMatchObject({
    code: 200,
    data: { changed: 1, refusedCount: 1 },
  })
  const query = { filter: { field: 'lent', val: 0 } }
  expect(await post('bulkDel', { query, count: 4 })).toMatchObject({
    code: 200,
    msg: '4 deleted',
    data: { changed: 4 },
  })
  expect((await db.execute(sql`select title from shelf`)).rows).toEqual([{ title: 'd' }])
})

test('what is below and what is in use is said of each row that is not deleted', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const ids = await addOrganizations(call)
  await addOfficer(made, { username: 'officer', nodes: [], scope: 'org', deptId: ids.S1 })
  const answer = await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.B, ids.S1, ids.S2] })
  expect(answer).toMatchObject({
    status: 422,
    data: {
      changed: 1,
      refused: [
        { id: ids.B, msg: 'Name B still has 2 records below it. Move or delete them first.' },
        { id: ids.S1, msg: expect.stringContaining('officer') },
      ],
    },
  })
  // A branch can be deleted as a whole.
  expect(await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.D2, ids.S2] })).toMatchObject({ code: 200 })
})

test('what uses a refused row comes with it, and which rows could go without the refused ones', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const ids = await addOrganizations(call)
  await addOfficer(made, { username: 'officer', nodes: [], scope: 'org', deptId: ids.S1 })
  const all = [ids.B, ids.D1, ids.D2, ids.S1, ids.S2]
  const found = {
    refused: [{ id: ids.S1, uses: [{ name: 'Name S1', count: 1 }] }],
    refusedCount: 1,
    // What is above a row that stays cannot go either.
    going: { list: [{ title: 'Name D2', below: 1 }], more: 0 },
    others: [ids.D2, ids.S2],
  }
  const preview = await call('POST', '/adminApi/organization/bulkDel', { ids: all, preview: true })
  expect(preview).toMatchObject({ code: 200, data: found })
  expect(await call('POST', '/adminApi/organization/bulkDel', { ids: all })).toMatchObject({ status: 422, data: found })
  const alone = await call('POST', '/adminApi/organization/bulkDel', { ids: [ids.B], preview: true })
  expect(alone).toMatchObject({
    data: {
      refused: [{ id: ids.B, uses: [{ count: 2, rows: [{ name: 'Name D1' }, { name: 'Name D2' }] }] }],
      others: [],
    },
  })
})

test('rows out of scope are neither changed nor counted', async () => {
  const made = await startApi()
  const ids = await addOrganizations(await made.signIn())
  const nodes = ['baseInfo/organization/index', 'baseInfo/organization/del'] as const
  await addOfficer(made, { username: 'officer', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D1 })
  const officer = await made.signIn('admin', 'officer', passwords.admin)
  const query = { filter: { field: 'type', val: 'school' } }
  expect(await officer('POST', '/adminApi/organization/bulkDel', { query, preview: true })).toMatchObject({
    data: { matched: 1 },
  })
  expect(await officer('POST', '/adminApi/organization/bulkDel', { ids: [ids.S2] })).toMatchObject({
    status: 422,
    data: { refused: [{ id: ids.S2, title: '' }] },
  })
  expect(
    await officer('POST', '/adminApi/organization/bulkEdit', { ids: [ids.S1], values: { status: 0 } }),
  ).toMatchObject({ status: 403 })
})

test('many organizations get a division, or the sentence that there is none like it', async () => {
  const made = await startApi()
  const call = await made.signIn()
  const { S1, S2 } = await addOrganizations(call)
  const give = (areaCode: string) =>
    call('POST', '/adminApi/organization/bulkEdit', { ids: [S1, S2], values: { areaCode, contact: 'Wang', status: 0 } })
  expect(await give('999999')).toMatchObject({
    status: 422,
    data: { errors: { areaCode: ['Please choose from the list'] } },
  })
  expect(await give('440305')).toMatchObject({ code: 200, data: { changed: 2 } })
  const { rows } = await made.db.execute(
    sql`select code, area_code, contact, status from organization where contact <> '' order by code`,
  )
  const given = { area_code: '440305', contact: 'Wang', status: 0 }
  expect(rows).toEqual([
    { code: 'S1', ...given },
    { code: 'S2', ...given },
  ])
})

test.each([
  ['neither ids nor a query', { values: { rating: 1 } }, 'ids'],
  ['ids and a query', { ids: [1], query: {}, values: { rating: 1 } }, 'ids'],
  ['no value', { ids: [1], values: {} }, 'values'],
  ['a field that is not for many', { ids: [1], values: { title: 'x' } }, 'values.title'],
  ['a value that breaks its rule', { ids: [1], values: { rating: 11 } }, 'values.rating'],
  ['something unknown', { ids: [1], values: { rating: 1 }, force: true }, 'force'],
])('a bulk edit is refused with 422: %s', async (_why, body, path) => {
  const { post } = await five()
  const answer = await post('bulkEdit', body)
  expect(answer.status).toBe(422)
  expect(Object.keys((answer.data as unknown as { errors: object }).errors)).toEqual([path])
})

test('more than ten thousand rows at once are refused, by edit and by delete', async () => {
  const { post, db } = await five()
  await db.execute(sql`insert into shelf (title) select 'n' || n from generate_series(1, 9996) n`)
  const tooMany = {
    status: 422,
    data: { errors: { query: ['At most 10000 records at once. Narrow the filter.'] } },
  }
  expect(await post('bulkEdit', { query: {}, values: { rating: 1 }, preview: true })).toMatchObject(tooMany)
  expect(await post('bulkDel', { query: {}, preview: true })).toMatchObject(tooMany)
  const { rows } = await db.execute(sql`select count(*)::int as count from shelf where rating = 1`)
  expect(rows).toEqual([{ count: 1 }])
  await db.execute(sql`delete from shelf where title = 'e'`)
  expect(await post('bulkEdit', { query: {}, values: { rating: 1 }, preview: true })).toMatchObject({
    status: 200,
    data: { matched: 10_000 },
  })
})

test('two bulk edits of the same rows take turns, and a repeat with its key writes once', async () => {
  const { post, ratings, db } = await five()
  const edits = [4, 5, 6, 7].map((rating) => post('bulkEdit', { ids: [3, 2, 1], values: { rating } }))
  expect((await Promise.all(edits)).map((answer) => answer.code)).toEqual([200, 200, 200, 200])
  const [one] = await ratings()
  expect((await ratings()).slice(0, 3)).toEqual([one, one, one])
  // Four concurrent edits send the same version. One wins; the others get an error and overwrite nothing.
  const { rows: before } = await db.execute<{ version: number }>(sql`select version from shelf where id = 5`)
  const versions = { 5: before[0]?.version }
  const races = [1, 2, 3, 4].map((rating) => post('bulkEdit', { ids: [5], values: { rating }, versions }))
  expect((await Promise.all(races)).map((answer) => answer.code).sort()).toEqual([200, 422, 422, 422])
  const headers = { 'idempotency-key': 'bulk-edit-0001' }
  const body = { ids: [1, 2], values: { rating: 8 } }
  const [first, second] = [await post('bulkEdit', body, headers), await post('bulkEdit', body, headers)]
  expect(second.data).toEqual(first.data)
  const { rows } = await db.execute(sql`select count(*) as sets from change_set where id = ${first.data.changeSetId}`)
  expect(rows).toEqual([{ sets: 1 }])
})

test.each([{ and: [] }, { or: [] }, { and: [{ or: [] }] }])(
  'an empty group finds nothing and everything, so it is refused: %j',
  async (filter) => {
    const { call, post, ratings } = await five()
    expect(await post('bulkDel', { query: { filter } })).toMatchObject({ code: 422 })
    expect(await post('bulkEdit', { query: { filter }, values: { rating: 5 } })).toMatchObject({ code: 422 })
    const list = await call('GET', `/adminApi/shelf/index?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    expect(list).toMatchObject({ code: 400 })
    expect(await ratings()).toEqual([1, 2, 2, 3, null])
  },
)
