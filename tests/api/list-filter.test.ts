import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { compile } from '#src/db/statement.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { type ListAnswer, listRows } from '#src/server/list/list.server.ts'
import { parseListQuery } from '#src/server/list/list-query.server.ts'
import { searchSql } from '#src/server/list/list-search.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'
import { shelfResource, startShelf } from '../support/shelf.ts'
import { superActor } from '../support/super-actor.ts'

type Condition = { field: string; operator?: string; val?: unknown; dynamic?: string }

async function books() {
  const shelf = await startShelf()
  await shelf.db.execute(sql`insert into shelf (title, rating, price, bought, read_time, lent, marks, notes) values
    ('one', 1, 9.5, '2026-01-01', '2025-12-31 16:00:00.5+00', true, '{a,b}', '[{"key":"k","value":"v"}]'),
    ('two', 2, 20, '2026-02-15', '2026-01-01 15:59:59.9+00', false, '{b}', '[]'),
    ('none', null, null, null, null, false, '{}', '[]')`)
  const find = async (...conditions: Condition[]) => {
    const tree = conditions.length === 1 ? conditions[0] : { and: conditions }
    const answer = await shelf.call(
      'GET',
      `/adminApi/shelf/index?limit=200&filter=${encodeURIComponent(JSON.stringify(tree))}`,
    )
    return answer.code === 200 ? (answer.data as ListAnswer).list.map((row) => row.title) : answer.code
  }
  return { ...shelf, find }
}

test('each operator reads its value by the type of the column, and what has no value is not equal to anything', async () => {
  const { find } = await books()
  const cases: [string, string, unknown, unknown][] = [
    ['rating', 'eq', 1, ['one']],
    ['rating', 'ne', 1, ['two', 'none']],
    ['rating', 'IN', [1, 2], ['one', 'two']],
    ['rating', 'NOT IN', '1', ['two', 'none']],
    ['rating', 'RANGE', '2,', ['two']],
    ['rating', 'NOT RANGE', [1, 1], ['two', 'none']],
    ['rating', 'NULL', undefined, ['none']],
    ['price', 'gt', '9.49', ['one', 'two']],
    ['price', 'elt', 9.5, ['one']],
    ['bought', 'eq', '2026-02-15', ['two']],
    ['bought', 'RANGE', ['2026-01-01', '2026-01-31'], ['one']],
    ['lent', 'eq', 1, ['one']],
    ['lent', 'ne', 'true', ['two', 'none']],
    ['marks', 'FIND_IN_SET', 'b', ['one', 'two']],
    ['marks', 'FIND_IN_SET', ['a', 'b'], ['one']],
    ['marks', 'NOT FIND_IN_SET', 'a', ['two', 'none']],
    ['marks', 'NULL', undefined, ['none']],
    ['notes', 'NOT NULL', undefined, ['one']],
    ['title', 'LIKE', 'O', ['one', 'two', 'none']],
    ['title', 'NOT IN', ['one', 'two'], ['none']],
  ]
  for (const [field, operator, val, titles] of cases) {
    expect(await find({ field, operator, val }), `${field} ${operator} ${val}`).toEqual(titles)
  }
})

test('a day in a condition on a point in time is that whole day in the time zone of the site', async () => {
  const { find } = await books()
  const on = (operator: string, val: unknown) => find({ field: 'readTime', operator, val })
  // In Shanghai, 1 January begins at 16:00 UTC on the day before.
  expect(await on('eq', '2026-01-01')).toEqual(['one', 'two'])
  expect(await on('ne', '2026-01-01')).toEqual(['none'])
  expect(await on('gt', '2025-12-31')).toEqual(['one', 'two'])
  expect(await on('gt', '2026-01-01')).toEqual([])
  expect(await on('elt', '2025-12-31')).toEqual([])
  expect(await on('RANGE', ['2026-01-01', '2026-01-01'])).toEqual(['one', 'two'])
  expect(await on('IN', ['2025-12-31', '2026-01-02'])).toEqual([])
  // Users see and type whole seconds only.
  expect(await on('eq', '2025-12-31T16:00:00Z')).toEqual(['one'])
  expect(await on('RANGE', ['2025-12-31T16:00:01Z', '2026-01-01T15:59:59Z'])).toEqual(['two'])
})

test('dynamic values of time are worked out when the list is asked for, in the time zone of the site', async () => {
  const { find, db } = await books()
  await db.execute(sql`insert into shelf (title, bought, read_time) select 'day ' || n,
    (now() at time zone 'Asia/Shanghai')::date + n, now() + make_interval(days => n) from generate_series(-40, 2) n`)
  const titles = async (field: string, operator: string, dynamic: string) => {
    const found = await find({ field, operator, dynamic })
    return Array.isArray(found) ? found.filter((title) => String(title).startsWith('day')) : found
  }
  for (const field of ['bought', 'readTime']) {
    expect(await titles(field, 'eq', 'today'), field).toEqual(['day 0'])
    expect(await titles(field, 'IN', 'yesterday'), field).toEqual(['day -1'])
    expect(await titles(field, 'RANGE', 'tomorrow'), field).toEqual(['day 1'])
    expect(await titles(field, 'gt', 'today'), field).toEqual(['day 1', 'day 2'])
    expect(await titles(field, 'egt', 'today'), field).toEqual(['day 0', 'day 1', 'day 2'])
    expect(await titles(field, 'RANGE', 'last7Days'), field).toHaveLength(7)
    expect(await titles(field, 'RANGE', 'last30Days'), field).toHaveLength(30)
    expect(await titles(field, 'RANGE', 'lastWeek'), field).toHaveLength(7)
    const { rows } = await db.execute<{ days: number }>(sql`select count(*) as days from shelf
      where title like 'day%' and date_trunc('month', bought) = date_trunc('month', now() at time zone 'Asia/Shanghai')`)
    expect(await titles(field, 'RANGE', 'thisMonth'), field).toHaveLength(rows[0]?.days ?? -1)
  }
  expect(await titles('readTime', 'gt', 'now')).toEqual(['day 1', 'day 2'])
  await db.execute(sql`update config set value = '"Pacific/Kiritimati"' where name = 'timeZone'`)
  await db.execute(sql`insert into shelf (title, read_time) values ('day there',
    ((now() at time zone 'Pacific/Kiritimati')::date + time '00:00:01') at time zone 'Pacific/Kiritimati')`)
  expect(await titles('readTime', 'eq', 'today')).toContain('day there')
})

test('a day is as long as it is in the time zone of the site', async () => {
  const { find, db } = await books()
  await db.execute(sql`update config set value = '"Europe/Berlin"' where name = 'timeZone'`)
  // Summer time begins on 29 March, a day of 23 hours, and ends on 25 October, a day of 25 hours.
  await db.execute(sql`insert into shelf (title, read_time) values
    ('28 March', '2026-03-28 22:59:59+00'), ('29 March', '2026-03-28 23:00:00+00'), ('29 March late', '2026-03-29 21:59:59+00'),
    ('30 March', '2026-03-29 22:00:00+00'), ('24 October', '2026-10-24 21:59:59+00'), ('25 October', '2026-10-24 22:00:00+00'),
    ('25 October late', '2026-10-25 22:59:59+00'), ('26 October', '2026-10-25 23:00:00+00')`)
  const on = (operator: string, val: unknown) => find({ field: 'readTime', operator, val })
  expect(await on('eq', '2026-03-29')).toEqual(['29 March', '29 March late'])
  expect(await on('RANGE', ['2026-03-30', '2026-10-24'])).toEqual(['30 March', '24 October'])
  expect(await on('IN', ['2026-10-25'])).toEqual(['25 October', '25 October late'])
  expect(await on('gt', '2026-10-25')).toEqual(['26 October'])
})

test('the time zone of the site and the present day are read once for a list, not for each row', async () => {
  const { db } = await books()
  await db.execute(sql`insert into shelf (title, read_time) select 'day ' || n, now() from generate_series(1, 200) n`)
  const filter = JSON.stringify({
    and: [
      { field: 'readTime', dynamic: 'yesterday' },
      { field: 'readTime', operator: 'gt', val: '2026-01-01' },
    ],
  })
  await db.transaction(async (tx) => {
    const query = parseListQuery(new URLSearchParams({ filter, count: 'none' }))
    await listRows(tx, shelfResource, superActor, query)
    const { rows } = await tx.execute<{ reads: number }>(sql`
      select (seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_xact_user_tables where relname = 'config'`)
    expect(rows[0]?.reads).toBe(1)
    const condition = await searchSql(tx, shelfResource, superActor, query)
    expect(compile(condition ?? sql``).text).not.toContain('now()')
  })
})

test('me and my organizations are those of whoever asks', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ids = await addOrganizations(admin)
  await addOfficer(made, { username: 'officer', nodes: ['baseInfo/organization/index'], scope: 'all', deptId: ids.D1 })
  const officer = await made.signIn('admin', 'officer', passwords.admin)
  const codes = async (call: typeof admin, condition: Condition) => {
    const answer = await call(
      'GET',
      `/adminApi/organization/index?filter=${encodeURIComponent(JSON.stringify(condition))}`,
    )
    return answer.code === 200 ? (answer.data as ListAnswer).list.map((row) => row.code) : answer.code
  }
  expect(await codes(admin, { field: 'createBy', dynamic: 'me' })).toHaveLength(5)
  expect(await codes(officer, { field: 'createBy', dynamic: 'me' })).toEqual([])
  expect(await codes(officer, { field: 'createBy', operator: 'ne', dynamic: 'me' })).toHaveLength(5)
  expect(await codes(officer, { field: 'pid', dynamic: 'myOrganization' })).toEqual(['S1'])
  expect(await codes(officer, { field: 'pid', operator: 'IN', dynamic: 'myOrganizations' })).toEqual(['S1'])
  // The super admin belongs to no organization.
  expect(await codes(admin, { field: 'pid', dynamic: 'myOrganization' })).toEqual([])
  expect(await codes(admin, { field: 'pid', operator: 'gt', dynamic: 'myOrganization' })).toBe(400)
  expect(await codes(admin, { field: 'levelIds', operator: 'FIND_IN_SET', dynamic: 'myOrganization' })).toBe(400)
})

test('a condition on a place or on a branch of a tree means it and all below it', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const ids = await addOrganizations(admin)
  const settle = (id: number, areaCode: string) =>
    made.db.execute(sql`update organization set area_code = ${areaCode} where id = ${id}`)
  await settle(ids.B, '44')
  await settle(ids.D1, '4401')
  await settle(ids.S1, '440106')
  await settle(ids.D2, '4403')
  const codes = async (call: typeof admin, ...parts: Condition[]) => {
    const filter = encodeURIComponent(JSON.stringify(parts.length === 1 ? parts[0] : { and: parts }))
    const answer = await call('GET', `/adminApi/organization/index?filter=${filter}`)
    return answer.code === 200 ? (answer.data as ListAnswer).list.map((row) => row.code) : answer.code
  }
  const area = (val: unknown, operator = 'WITHIN') => codes(admin, { field: 'areaCode', operator, val })
  expect(await area('44')).toEqual(['B', 'D1', 'D2', 'S1'])
  expect(await area('4401')).toEqual(['D1', 'S1'])
  expect(await area('440106')).toEqual(['S1'])
  expect(await area(['4403', '440106'])).toEqual(['D2', 'S1'])
  expect(await area('4401', 'NOT WITHIN')).toEqual(['B', 'D2', 'S2'])
  expect(await area('45')).toEqual([])
  // A view that was saved with the former operator still finds its rows.
  expect(await area('4401', 'LIKE')).toEqual(['D1', 'S1'])
  for (const wrong of ['天河区', '4', '440', '44010600', '', "44' or 1"])
    expect([wrong, await area(wrong)]).toEqual([wrong, 400])

  const branch = (val: unknown, operator = 'WITHIN') => codes(admin, { field: 'pid', operator, val })
  expect(await branch(ids.B)).toEqual(['B', 'D1', 'D2', 'S1', 'S2'])
  expect(await branch(ids.D1)).toEqual(['D1', 'S1'])
  expect(await branch([ids.D1, ids.S2])).toEqual(['D1', 'S1', 'S2'])
  expect(await branch(ids.D1, 'NOT WITHIN')).toEqual(['B', 'D2', 'S2'])
  expect(await branch(999_999)).toEqual([])
  expect(await branch('x')).toBe(400)
  expect(await codes(admin, { field: 'levelIds', operator: 'WITHIN', val: 1 })).toBe(400)
  expect(await codes(admin, { field: 'code', operator: 'WITHIN', val: '44' })).toBe(400)
  expect(await codes(admin, { field: 'areaCode', operator: 'WITHIN', dynamic: 'myOrganization' })).toBe(400)

  // The branch of another district shows nothing to an officer who may not see it.
  const nodes = ['baseInfo/organization/index'] as const
  await addOfficer(made, { username: 'officer', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D1 })
  const officer = await made.signIn('admin', 'officer', passwords.admin)
  const seen = (condition: Condition) => codes(officer, condition)
  expect(await seen({ field: 'pid', operator: 'WITHIN', val: ids.B })).toEqual(['D1', 'S1'])
  expect(await seen({ field: 'pid', operator: 'WITHIN', val: ids.D2 })).toEqual([])
  expect(await seen({ field: 'pid', operator: 'WITHIN', dynamic: 'myOrganization' })).toEqual(['D1', 'S1'])
})

test('a branch is found by the index of the paths', async () => {
  const { db } = await startApi()
  await db.execute(sql`insert into organization (code, name, type, sort_key)
    select 'R' || n, 'r', 'bureau', 'r' || n from generate_series(1, 50) n`)
  await db.execute(sql`insert into organization (code, name, type, sort_key, pid)
    select 'C' || n, 'c', 'school', 'c' || lpad(n::text, 6, '0'), (select id from organization where code = 'R' || (n % 50 + 1))
    from generate_series(1, 5000) n`)
  await db.execute(sql`analyze organization`)
  const { below } = organizationOne
  const plan = await db.execute(sql`explain select * from organization where id in ${below?.([1])}`)
  expect(JSON.stringify(plan.rows)).toContain('organization_path_idx')
})

test.each<[string, Condition]>([
  ['LIKE on a number', { field: 'rating', operator: 'LIKE', val: '1' }],
  ['greater than on a text', { field: 'title', operator: 'gt', val: 'a' }],
  ['equal on a list', { field: 'marks', val: 'a' }],
  ['FIND_IN_SET on a number', { field: 'rating', operator: 'FIND_IN_SET', val: 1 }],
  ['a day that does not exist', { field: 'bought', val: '2026-02-30' }],
  ['a time that is none', { field: 'readTime', val: 'soon' }],
  ['a year beyond all calendars', { field: 'readTime', val: '+275760-01-01T00:00:00Z' }],
  ['a number with letters', { field: 'price', val: '1e3' }],
  ['a number beyond all columns', { field: 'id', val: '99999999999999999999' }],
  ['two values where one is compared', { field: 'rating', val: [1, 2] }],
  ['a range without ends', { field: 'rating', operator: 'RANGE', val: ',' }],
  ['a range of three', { field: 'rating', operator: 'RANGE', val: [1, 2, 3] }],
  ['a dynamic value and a fixed one', { field: 'bought', val: '2026-01-01', dynamic: 'today' }],
  ['a dynamic value that does not fit', { field: 'rating', dynamic: 'today' }],
  ['an unknown dynamic value', { field: 'bought', dynamic: 'someday' }],
  ['me, of a number', { field: 'rating', dynamic: 'me' }],
  ['now as a stretch', { field: 'readTime', dynamic: 'now' }],
  ['what only the search looks up', { field: 'searchGrams', operator: 'NOT NULL' }],
])('a condition is refused with 400: %s', async (_why, condition) => {
  const { find } = await books()
  expect(await find(condition)).toBe(400)
})

test('the flat shorthand takes dynamic values as well', async () => {
  const { call, db } = await books()
  await db.execute(sql`insert into shelf (title, read_time) values ('now', now())`)
  const { data } = await call('GET', '/adminApi/shelf/index?search[0][field]=readTime&search[0][dynamic]=today')
  expect((data as ListAnswer).list.map((row) => row.title)).toEqual(['now'])
})
