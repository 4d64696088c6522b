import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { idOf, rowOf } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { placesOf, startStudents } from '../support/students.ts'

test('a later first day moves a pupil, and the place that ends is kept', async () => {
  const api = await startStudents()
  const { call, east, west, pupil } = api
  const id = idOf(await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one }))
  const moved = await call('POST', '/adminApi/student/edit', { id, version: 1, orgId: east.two, since: '2025-03-01' })
  expect(moved.code).toBe(200)
  expect(await placesOf(api, 'S1')).toEqual([
    `${east.one} 2024-09-01 2025-02-28 admitted`,
    `${east.two} 2025-03-01 moved`,
  ])
  await call('POST', '/adminApi/student/edit', { id, orgId: west.one, since: '2025-09-01' })
  expect(await placesOf(api, 'S1')).toEqual([
    `${east.one} 2024-09-01 2025-02-28 admitted`,
    `${east.two} 2025-03-01 2025-08-31 moved`,
    `${west.one} 2025-09-01 transferred`,
  ])
  expect(await rowOf(call, 'student', id)).toMatchObject({
    schoolId: west.id,
    earlier: [
      { orgId: east.one, since: '2024-09-01', until: '2025-02-28', kind: 'admitted' },
      { orgId: east.two, since: '2025-03-01', until: '2025-08-31', kind: 'moved' },
    ],
  })
})

test('with the same first day, the place is corrected and nothing is kept', async () => {
  const api = await startStudents()
  const id = idOf(await api.pupil({ number: 'S1', name: 'Li Lei', orgId: api.east.one }))
  await api.call('POST', '/adminApi/student/edit', { id, orgId: api.east.two })
  await api.call('POST', '/adminApi/student/edit', { id, since: '2024-09-08' })
  expect(await placesOf(api, 'S1')).toEqual([`${api.east.two} 2024-09-08 admitted`])
})

test('whoever leaves has a last day, and returns with a new span', async () => {
  const api = await startStudents()
  const id = idOf(await api.pupil({ number: 'S1', name: 'Li Lei', orgId: api.east.one }))
  const edit = (values: object) => api.call('POST', '/adminApi/student/edit', { id, ...values })
  expect(await edit({ status: 'left' })).toMatchObject({ code: 422, data: { errors: { until: ['Required'] } } })
  expect(await edit({ until: '2025-01-31' })).toMatchObject({
    code: 422,
    data: { errors: { until: ['Students who are attending or on leave have no last day'] } },
  })
  expect(await edit({ status: 'left', until: '2024-08-31' })).toMatchObject({
    data: { errors: { until: ['The last day cannot be before the first day'] } },
  })
  expect((await edit({ status: 'left', until: '2025-01-31' })).code).toBe(200)
  expect((await edit({ status: 'active', until: null, since: '2025-09-01' })).code).toBe(200)
  expect(await placesOf(api, 'S1')).toEqual([
    `${api.east.one} 2024-09-01 2025-01-31 admitted`,
    `${api.east.one} 2025-09-01 returned`,
  ])
})

test('a move can be undone, and the undo too', async () => {
  const api = await startStudents()
  const { call, east } = api
  const id = idOf(await api.pupil({ number: 'S1', name: 'Li Lei', orgId: east.one }))
  const moved = await call('POST', '/adminApi/student/edit', { id, orgId: east.two, since: '2025-03-01' })
  const { changeSetId } = moved.data as { changeSetId: number }
  const undone = await call('POST', '/adminApi/history/undo', { changeSetId })
  expect(undone).toMatchObject({ code: 200 })
  expect(await placesOf(api, 'S1')).toEqual([`${east.one} 2024-09-01 admitted`])
  const again = await call('POST', '/adminApi/history/undo', {
    changeSetId: (undone.data as { changeSetId: number }).changeSetId,
  })
  expect(again).toMatchObject({ code: 200 })
  expect(await placesOf(api, 'S1')).toEqual([
    `${east.one} 2024-09-01 2025-02-28 admitted`,
    `${east.two} 2025-03-01 moved`,
  ])
})

test('a deleted pupil comes back with all places', async () => {
  const api = await startStudents()
  const { call, east } = api
  const id = idOf(await api.pupil({ number: 'S1', name: 'Li Lei', orgId: east.one }))
  await call('POST', '/adminApi/student/edit', { id, orgId: east.two, since: '2025-03-01' })
  const before = await placesOf(api, 'S1')
  const deleted = await call('DELETE', `/adminApi/student/del?ids[]=${id}`)
  expect(await placesOf(api, 'S1')).toEqual([])
  const { changeSetId } = deleted.data as { changeSetId: number }
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await placesOf(api, 'S1')).toEqual(before)
})

test('earlier places can be written down, and neither overlap nor reach into the present one', async () => {
  const api = await startStudents()
  const { east, west, pupil } = api
  const place = (orgId: number, since: string, until: string) => ({ orgId, since, until, kind: 'admitted' })
  const refused = await pupil({
    number: 'S1',
    name: 'Li Lei',
    orgId: east.one,
    earlier: [place(west.one, '2024-01-01', '2024-09-01'), place(west.two, '2023-09-01', '2024-01-01')],
  })
  expect(refused).toMatchObject({
    code: 422,
    data: {
      errors: {
        'earlier.0.until': ['Must be before the first day of the present class'],
        'earlier.0.since': ['Overlaps with the span before it'],
      },
    },
  })
  const id = idOf(
    await pupil({
      number: 'S1',
      name: 'Li Lei',
      orgId: east.one,
      earlier: [place(west.one, '2023-09-01', '2024-01-31'), place(west.two, '2024-02-01', '2024-08-31')],
    }),
  )
  expect(await placesOf(api, 'S1')).toHaveLength(3)
  // Whoever writes around the form is held by the database.
  await expect(
    api.db.execute(
      sql`insert into enrolment (student_id, org_id, since, until) values (${id}, ${west.one}, '2024-01-15', '2024-02-15')`,
    ),
  ).rejects.toThrow()
  await expect(
    api.db.execute(
      sql`insert into enrolment (student_id, org_id, since, until) values (${id}, ${west.one}, '2025-01-15', '2025-02-15')`,
    ),
  ).rejects.toThrow()
  const both = await api.call('POST', '/adminApi/student/edit', {
    id,
    orgId: east.two,
    since: '2025-03-01',
    earlier: [],
  })
  expect(both).toMatchObject({
    data: {
      errors: {
        earlier: ['The move adds an earlier place by itself. Save the move first, then change earlier places'],
      },
    },
  })
})

test('the number holds no number of an ID card, and pupils belong to classes and schools', async () => {
  const { pupil, east, district } = await startStudents()
  const rule = 'Use letters, digits and hyphens, without an ID card number'
  for (const number of ['11010519491231002X', 'G11010519491231002X', '110105-19491231-002X', 'a b'])
    expect(await pupil({ number, name: 'Li Lei', orgId: east.one })).toMatchObject({
      data: { errors: { number: [rule] } },
    })
  expect(await pupil({ number: 'S1', name: 'Li Lei', orgId: district })).toMatchObject({
    data: { errors: { orgId: ['Choose a class, a campus or a school'] } },
  })
  expect((await pupil({ number: 'S1', name: 'Li Lei', orgId: east.id })).code).toBe(200)
  expect(await pupil({ number: 'S1', name: 'Han Mei', orgId: east.one })).toMatchObject({ code: 409 })
})

test('an officer of a school sees its pupils alone, and cannot move one elsewhere', async () => {
  const api = await startStudents()
  const { east, west, pupil } = api
  const id = idOf(await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one }))
  const other = idOf(await pupil({ number: 'S2', name: 'Han Mei', orgId: west.one }))
  await addOfficer(api, {
    username: 'east',
    nodes: ['baseInfo/student/index', 'baseInfo/student/edit'],
    scope: 'orgBelow',
    deptId: east.id,
  })
  const officer = await api.signIn('admin', 'east')
  const list = await officer('GET', '/adminApi/student/index')
  expect((list.data as { list: { number: string }[] }).list.map(({ number }) => number)).toEqual(['S1'])
  expect((await officer('GET', `/adminApi/student/edit?id=${other}`)).code).toBe(404)
  expect(await officer('POST', '/adminApi/student/edit', { id, orgId: west.one, since: '2025-03-01' })).toMatchObject({
    code: 422,
  })
})

test('places are kept and checked over the index, also when the table was empty when it was counted last', async () => {
  const { db, east, pupil } = await startStudents()
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: east.one })
  await db.execute(sql`analyze enrolment`)
  await write(db, systemAuthor, 'bulk', async (tx) => {
    await tx.execute(sql`update student set org_id = ${east.two}, since = '2025-09-01'`)
    await tx.execute(sql`set constraints all immediate`)
    const { rows } = await tx.execute(sql`
      select seq_scan::int as whole, idx_scan::int > 0 as indexed from pg_stat_xact_user_tables where relname = 'enrolment'`)
    expect(rows).toEqual([{ whole: 0, indexed: true }])
  })
})
