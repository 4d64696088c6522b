import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { type Call, idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { startExams, unpublishedScheme } from '../support/exams.ts'
import { addOfficer } from '../support/officer.ts'

test('an exam takes the scheme as it is published, and its parts fit together', async () => {
  const { call, scheme, draft, east, year, district } = await startExams()
  const values = {
    name: 'Final',
    schemeId: scheme,
    yearIds: [year],
    orgIds: [district],
    censusDate: '2024-11-01',
    since: '2024-11-04',
    until: '2024-11-06',
    step: 50,
  }
  const add = (change: object) => call('POST', '/adminApi/exam/add', { ...values, ...change })
  expect(await add({ until: '2024-11-03' })).toMatchObject({
    code: 422,
    data: { errors: { until: [expect.any(String)] } },
  })
  expect(await add({ deadline: '2023-11-10T10:00:00Z' })).toMatchObject({
    code: 422,
    data: { errors: { deadline: [expect.stringContaining('First day')] } },
  })
  expect(await add({ orgIds: [east.one] })).toMatchObject({
    data: { errors: { orgIds: ['Choose schools or organizations above them, not classes.'] } },
  })
  expect(await add({ step: 3 })).toMatchObject({ code: 422, data: { errors: { step: [expect.any(String)] } } })
  const { levelId, subjects: own } = await rowOf(call, 'exam-scheme', scheme)
  const unpublished = await unpublishedScheme(call, { name: 'Never published', levelId, subjects: own })
  expect(await add({ schemeId: unpublished })).toMatchObject({
    data: { errors: { schemeId: ['Choose a scheme that is published.'] } },
  })
  const senior = await seniorYear(call)
  expect(await add({ yearIds: [senior] })).toMatchObject({
    data: { errors: { yearIds: ['These student years belong to another education level than the scheme.'] } },
  })
  const id = await draft()
  expect(await rowOf(call, 'exam', id)).toMatchObject({ state: 'draft', revision: 1, published: 0 })
  expect(await call('GET', `/adminApi/exam/overview?id=${id}`)).toMatchObject({
    data: {
      scheme: { revision: 1, last: 1, choice: 'none', combos: [] },
      subjects: [
        { name: 'Chinese language', fullMark: 150, counts: true, assigned: false },
        { name: 'Mathematics of exams', fullMark: 100 },
      ],
    },
  })

  // A newer revision is taken when somebody wants it.
  const row = await rowOf(call, 'exam-scheme', scheme)
  const subjects = row.subjects as object[]
  await call('POST', '/adminApi/exam-scheme/edit', {
    id: scheme,
    version: row.version,
    subjects: subjects.map((one, at) => (at === 1 ? { ...one, fullMark: 120 } : one)),
  })
  await call('POST', '/adminApi/exam-scheme/publish', { id: scheme })
  expect(await call('POST', '/adminApi/exam/revision', { id })).toMatchObject({
    code: 200,
    msg: 'The exam has the last revision of the scheme now',
  })
  expect(await call('POST', '/adminApi/exam/revision', { id })).toMatchObject({
    code: 422,
    msg: 'The exam has the last revision already.',
  })
  expect(await call('GET', `/adminApi/exam/overview?id=${id}`)).toMatchObject({
    data: { scheme: { revision: 2 }, subjects: [{ fullMark: 150 }, { fullMark: 120 }] },
  })
})

test('whoever holds an exam is told of another one of these days with its name, as far as it is seen', async () => {
  const api = await startExams()
  const { call, draft, east, west } = api
  const told = async (id: number, caller: Call = call) =>
    ((await caller('GET', `/adminApi/exam/overview?id=${id}`)).data as { sameName: boolean }).sameName
  const first = await draft({ orgIds: [east.id] })
  expect(await told(first)).toBe(false)
  // It is a hint: the second one is there all the same.
  const second = await draft({ orgIds: [west.id], since: '2024-11-06', until: '2024-11-07' })
  expect([await told(first), await told(second)]).toEqual([true, true])
  await addOfficer(api, {
    username: 'east',
    nodes: ['exam/exam/index', 'exam/exam/edit'],
    scope: 'orgBelow',
    deptId: east.id,
  })
  expect(await told(first, await api.signIn('admin', 'east'))).toBe(false)
  const { version } = await rowOf(call, 'exam', second)
  await call('POST', '/adminApi/exam/edit', { id: second, version, since: '2024-11-07' })
  expect(await told(first)).toBe(false)
})

test('an exam goes from state to state, each step only from the right one', async () => {
  const { call, db, draft, take, open, pupil, east, chinese, signIn, district } = await startExams()
  const id = await draft()
  const step = (name: string, values: object = {}) => call('POST', `/adminApi/exam/${name}`, { id, ...values })
  expect(await open(id)).toMatchObject({ code: 422, msg: 'The roster has no candidates. Take the roster first.' })
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  await take(id)
  const stale = (await rowOf(call, 'exam', id)).version
  await call('POST', '/adminApi/exam/edit', { id, version: stale, name: 'Renamed' })
  expect(await step('open', { version: stale })).toMatchObject({ code: 409, data: { reason: 'stale' } })
  expect(await open(id)).toMatchObject({ code: 200, msg: 'Schools can enter marks now' })
  expect(await open(id)).toMatchObject({
    code: 409,
    msg: 'The exam is in another state by now. Reload and try again.',
    data: { reason: 'state' },
  })
  expect(await step('toDraft')).toMatchObject({ code: 200, msg: 'The exam is a draft again' })
  await open(id)

  // What the roster and the marks depend on stays.
  const { version } = await rowOf(call, 'exam', id)
  expect(await call('POST', '/adminApi/exam/edit', { id, version, step: 100, note: 'x' })).toMatchObject({
    data: { errors: { step: ['This cannot change once the exam is no longer a draft.'] } },
  })
  expect(await call('POST', '/adminApi/exam/edit', { id, version, note: 'x' })).toMatchObject({ code: 200 })
  expect(await call('DELETE', `/adminApi/exam/del?ids=${id}`)).toMatchObject({
    code: 409,
    msg: 'Only a draft can be deleted.',
  })

  const enter = () =>
    write(db, systemAuthor, 'seed', (tx) =>
      tx.execute(sql`insert into paper (exam_id, candidate_id, subject_id, mark)
        select exam_id, id, ${chinese}, 9000 from candidate where exam_id = ${id}`),
    )
  await enter()
  expect(await step('toDraft')).toMatchObject({
    code: 409,
    msg: 'Marks have been entered, so the exam cannot be a draft again.',
  })
  await write(db, systemAuthor, 'seed', (tx) => tx.execute(sql`update exam set state = 'locked' where id = ${id}`))
  const [candidate] = (
    await db.execute<{ id: number; version: number }>(
      sql`select id::float8 as id, version from candidate where exam_id = ${id}`,
    )
  ).rows
  expect(await call('POST', '/adminApi/candidate/edit', { ...candidate, number: 'N1' })).toMatchObject({
    code: 409,
    msg: 'The exam is locked, so its roster cannot change.',
  })
  // The database refuses papers of a locked exam, whoever writes them.
  await expect(
    write(db, systemAuthor, 'seed', (tx) => tx.execute(sql`update paper set mark = 100 where exam_id = ${id}`)),
  ).rejects.toThrow()
  expect(await step('reopen', { reason: ' ' })).toMatchObject({ code: 422 })
  expect(await step('reopen', { reason: 'A school forgot a class' })).toMatchObject({
    code: 200,
    msg: 'The exam is open for marks again',
  })
  await write(db, systemAuthor, 'seed', (tx) => tx.execute(sql`update exam set state = 'published' where id = ${id}`))
  expect(await step('archive')).toMatchObject({ code: 200, msg: 'The exam is archived' })
  expect(await call('GET', `/adminApi/exam/overview?id=${id}`)).toMatchObject({
    data: {
      state: 'archived',
      events: [
        { kind: 'archived', who: 'admin' },
        { kind: 'unlocked', reason: 'A school forgot a class' },
        { kind: 'opened' },
        { kind: 'backToDraft' },
        { kind: 'opened' },
        { kind: 'roster' },
      ],
    },
  })

  // A school that takes part sees the exam, and cannot manage it.
  const nodes = ['exam/exam/index', 'exam/exam/edit', 'exam/exam/del'] as const
  await addOfficer({ db }, { username: 'principal', nodes: [...nodes], scope: 'orgBelow', deptId: east.id })
  const principal = await signIn('admin', 'principal')
  const other = await draft({ name: 'Other', orgIds: [district, east.id] })
  expect(await principal('POST', '/adminApi/exam/edit', { id: other, version: 1, name: 'Mine' })).toMatchObject({
    code: 403,
    msg: 'Only someone whose data scope has all organizations of the exam can manage it.',
  })
  expect(await principal('DELETE', `/adminApi/exam/del?ids=${other}`)).toMatchObject({ code: 403 })
})

/** A student year of another level than the scheme's. */
async function seniorYear(call: Call): Promise<number> {
  const { senior } = await rowsBy(call, 'educate-level', 'code')
  return idOf(
    await call('POST', '/adminApi/student-year/add', { levelId: senior?.id, entryYear: 2031, name: 'S 2031' }),
  )
}
