import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { idOf, listOf, rowOf } from '../support/base-info.ts'
import { schemeOf, startExams } from '../support/exams.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

type Plan = { counts: object; list: { kind: string; number: string; studentId: number }[] }

async function start() {
  const api = await startExams()
  const { call, pupil, east, west } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: west.one })
  await pupil({ number: 'S3', name: 'Late', orgId: west.one, since: '2024-12-01' })
  await pupil({ number: 'S4', name: 'Resting', orgId: west.one, status: 'suspended' })
  const plan = async (id: number) => (await call('GET', `/adminApi/exam/roster?id=${id}`)).data as Plan
  /** The candidates of an exam: `<number> <name> <class> <status>`. */
  const roster = async (id: number) => {
    const { rows } = await api.db.execute<{ one: string }>(sql`
      select concat_ws(' ', c.number, c.name, o.code, c.status, nullif(c.reason, '')) as one
      from candidate c join organization o on o.id = c.org_id where c.exam_id = ${id} order by c.number`)
    return rows.map(({ one }) => one)
  }
  const student = async (number: string, values: object) => {
    const { rows } = await api.db.execute<{ id: number; version: number }>(
      sql`select id::float8 as id, version from student where number = ${number}`,
    )
    return call('POST', '/adminApi/student/edit', { ...rows[0], ...values })
  }
  return { ...api, plan, roster, student }
}

test('the roster comes from the enrollment of its date, and what changes later is a difference that is accepted', async () => {
  const { call, draft, take, plan, roster, student, pupil, east, west, open } = await start()
  const id = await draft()
  expect(await plan(id)).toMatchObject({
    counts: { new: 2, moved: 0, renamed: 0, gone: 0 },
    homeless: 0,
    closed: 0,
    schools: 2,
    list: [
      { kind: 'new', number: 'S1', name: 'Li Lei', from: null, to: 'Class 1', closed: false },
      { kind: 'new', number: 'S2', name: 'Han Mei' },
    ],
  })
  expect(await take(id)).toMatchObject({
    state: 'done',
    title: 'Roster of Midterm',
    message: 'Roster updated: 2 added, 0 changed, 0 taken off',
  })
  expect(await roster(id)).toEqual(['S1 Li Lei E-1 in', 'S2 Han Mei W-1 in'])
  expect(await take(id)).toMatchObject({
    code: 422,
    msg: 'Nothing changed: the differences are accepted already, or the parts of the schools are submitted.',
  })
  expect(await call('GET', `/adminApi/exam/overview?id=${id}`)).toMatchObject({
    data: { state: 'draft', held: true, candidates: { in: 2, out: 0, withoutCombo: 0 }, parts: { open: 2, late: 0 } },
  })
  await open(id)

  // A correction moves one, renames another, and a new one comes.
  await student('S1', { orgId: east.two })
  await student('S2', { name: 'Han Meimei' })
  await pupil({ number: 'S5', name: 'New', orgId: west.two, since: '2024-10-01' })
  const later = await plan(id)
  expect(later.counts).toEqual({ new: 1, moved: 1, renamed: 1, gone: 0 })
  const left = later.list.find(({ number }) => number === 'S5')?.studentId
  expect(await take(id, { except: [left] })).toMatchObject({
    result: { new: 0, moved: 1, renamed: 1, gone: 0 },
  })
  expect(await roster(id)).toEqual(['S1 Li Lei E-2 in', 'S2 Han Meimei W-1 in'])

  // Who turns out to have left earlier is excluded, with the reason, and a part goes with its last candidate only.
  await student('S2', { status: 'left', until: '2024-10-31' })
  await take(id, { numbering: 'serial' })
  expect(await roster(id)).toEqual([
    'S1 Li Lei E-2 in',
    'S2 Han Meimei W-1 out Not enrolled on 2024-11-01',
    'W-0001 New W-2 in',
  ])
  expect(await plan(id)).toMatchObject({ counts: { new: 0, moved: 0, renamed: 0, gone: 0 } })
})

test('a draft loses who is gone, a submitted part waits, and numbers may come from school and serial', async () => {
  const { call, db, draft, take, plan, roster, student, open, pupil, east } = await start()
  const id = await draft()
  await take(id, { numbering: 'serial' })
  expect(await roster(id)).toEqual(['E-0001 Li Lei E-1 in', 'W-0001 Han Mei W-1 in'])
  await student('S2', { status: 'left', until: '2024-10-31' })
  await take(id)
  expect(await roster(id)).toEqual(['E-0001 Li Lei E-1 in'])
  const { rows } = await db.execute(sql`select from exam_part where exam_id = ${id}`)
  expect(rows).toHaveLength(1)

  await open(id)
  await pupil({ number: 'S6', name: 'Six', orgId: east.one })
  await write(db, systemAuthor, 'seed', (tx) =>
    tx.execute(sql`update exam_part set state = 'submitted' where exam_id = ${id}`),
  )
  expect(await plan(id)).toMatchObject({ counts: { new: 1 }, closed: 1, list: [{ number: 'S6', closed: true }] })
  expect(await take(id)).toMatchObject({ code: 422 })
  const [one] = await listOf(call, 'candidate')
  expect(
    await call('POST', '/adminApi/candidate/edit', { id: one?.id, version: one?.version, number: 'N1' }),
  ).toMatchObject({
    code: 409,
    msg: 'The part of the school is submitted. Return it before you change the roster.',
  })
  await write(db, systemAuthor, 'seed', (tx) =>
    tx.execute(sql`update exam_part set state = 'returned' where exam_id = ${id}`),
  )
  await take(id, { numbering: 'serial' })
  expect(await roster(id)).toEqual(['E-0001 Li Lei E-1 in', 'E-0002 Six E-1 in'])
})

test('a number that a candidate has already is refused at the numbering, and a roster that has changed meanwhile is not written', async () => {
  const api = await start()
  const { call, db, draft, take, roster, pupil, east } = api
  const id = await draft()
  await take(id)
  expect(await call('POST', '/adminApi/exam/candidate', { id, student: 'S3', number: 'S5' })).toMatchObject({
    code: 200,
  })
  await pupil({ number: 'S5', name: 'Five', orgId: east.one })
  expect(await take(id)).toMatchObject({
    code: 409,
    data: { reason: 'duplicate', errors: { numbering: ['This Exam number already exists'] } },
  })
  // The exam is locked while the roster waits in the queue, or before it is written.
  const begun = await write(db, systemAuthor, 'seed', async (tx) => {
    await tx.execute(sql`update exam set state = 'locked' where id = ${id}`)
    return call('POST', '/adminApi/exam/roster', { id, kinds: ['new'], numbering: 'serial' })
  })
  expect(begun).toMatchObject({
    code: 200,
    msg: 'The roster is being updated. You may leave this page; you will be told when it is done.',
  })
  const { until } = importer(api, call)
  expect(await until((begun.data as { job: number }).job)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('another state'),
  })
  expect(await roster(id)).toEqual(['S1 Li Lei E-1 in', 'S2 Han Mei W-1 in', 'S5 Late W-1 in'])
})

test('one student is added by number, with a number and a combination that the exam knows', async () => {
  const api = await start()
  const { call, draft, take, roster, levels, chinese, maths, pupil, db } = api
  const id = await draft()
  await take(id)
  const add = (student: string, values: object = {}) =>
    call('POST', '/adminApi/exam/candidate', { id, student, ...values })
  expect(await add('S9')).toMatchObject({
    data: { errors: { student: ['No student whom you can see has this number.'] } },
  })
  expect(await add('S1')).toMatchObject({ code: 409, data: { reason: 'duplicate' } })
  expect(await add('S3', { number: 'S1' })).toMatchObject({
    code: 409,
    data: { errors: { number: [expect.stringContaining('Exam number')] } },
  })
  expect(await add('S3', { combo: 'History' })).toMatchObject({
    data: { errors: { combo: ['This exam has no combinations.'] } },
  })
  expect(await add('S3', { number: 'X-3' })).toMatchObject({ code: 200, msg: 'Late is on the roster' })
  expect(await roster(id)).toContain('X-3 Late W-1 in')
  await pupil({ number: 'S6', name: 'Eight', orgId: api.east.one })
  await addOfficer(api, { username: 'nameless', nodes: ['exam/exam/roster'], scope: 'all' })
  const nameless = await api.signIn('admin', 'nameless')
  expect(await nameless('POST', '/adminApi/exam/candidate', { id, student: 'S6' })).toMatchObject({
    msg: 'E*** is on the roster',
    data: { name: 'E***' },
  })
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into organization (code, name, type, sort_key) values ('OUT', 'Elsewhere', 'school', 'zz') returning id::float8 as id`)
  await pupil({ number: 'S7', name: 'Seven', orgId: rows[0]?.id })
  expect(await add('S7')).toMatchObject({
    data: { errors: { student: ['The school of this student takes no part in the exam.'] } },
  })

  const campus = idOf(
    await call('POST', '/adminApi/organization/add', {
      pid: api.district,
      code: 'CAMPUS',
      name: 'Campus without a school',
      type: 'campus',
      status: 1,
      levelIds: [levels.junior?.id],
    }),
  )
  await pupil({ number: 'S8', name: 'Eight', orgId: campus })
  expect(await add('S8')).toMatchObject({ data: { errors: { student: ['This student is at no school.'] } } })
  const third = idOf(
    await call('POST', '/adminApi/subject/add', {
      code: 'X-WL',
      name: 'Physics of exams',
      levelIds: [levels.junior?.id],
      type: 'required',
      fullMark: 100,
      status: 1,
    }),
  )
  const subject = { counts: 1, assigned: 0, fullMark: 100 }
  const chosen = await schemeOf(call, {
    name: 'With a choice',
    levelId: levels.junior?.id,
    choice: '3+1+2',
    subjects: [
      { ...subject, subjectId: chinese, kind: 'first' },
      { ...subject, subjectId: maths, kind: 'second' },
      { ...subject, subjectId: third, kind: 'second' },
    ],
    combinations: [{ name: 'Both', subjectIds: [chinese, maths, third] }],
  })
  const other = await draft({ name: 'Chosen', schemeId: chosen })
  await take(other)
  const [first] = await listOf(call, 'candidate', { field: 'examId', operator: 'eq', val: other })
  const edit = (values: object) =>
    call('POST', '/adminApi/candidate/edit', { id: first?.id, version: first?.version, ...values })
  expect(await edit({ combo: 'Neither' })).toMatchObject({
    data: { errors: { combo: ['There is no such combination. Choose one of: Both'] } },
  })
  expect(await edit({ combo: 'Both' })).toMatchObject({ code: 200 })
  expect(await rowOf(call, 'candidate', Number(first?.id))).toMatchObject({ combo: 'Both', number: 'S1' })
})

test('names need their node, a school sees its own candidates, and only who holds the exam takes the roster', async () => {
  const { db, signIn, draft, take, east, district, call } = await start()
  const id = await draft()
  await take(id)
  const nodes = ['exam/exam/index', 'exam/exam/roster', 'exam/candidate/index', 'exam/candidate/edit'] as const
  await addOfficer({ db }, { username: 'principal', nodes: [...nodes], scope: 'orgBelow', deptId: east.id })
  await addOfficer(
    { db },
    { username: 'officer', nodes: [...nodes, 'exam/candidate/pupil'], scope: 'orgBelow', deptId: district },
  )
  const principal = await signIn('admin', 'principal')
  expect(await listOf(principal, 'candidate')).toMatchObject([{ number: 'S1', name: 'L***' }])
  expect(await principal('GET', `/adminApi/exam/overview?id=${id}`)).toMatchObject({
    code: 200,
    data: { held: false, candidates: { in: 1 }, parts: { open: 1 } },
  })
  expect(await principal('GET', `/adminApi/exam/roster?id=${id}`)).toMatchObject({
    code: 403,
    msg: 'Only someone whose data scope has all organizations of the exam can manage it.',
  })
  const officer = await signIn('admin', 'officer')
  expect(await listOf(officer, 'candidate')).toMatchObject([{ name: 'Li Lei' }, { name: 'Han Mei' }])
  expect(await officer('GET', `/adminApi/exam/roster?id=${id}`)).toMatchObject({ code: 200 })
  // An exam of others does not exist.
  const elsewhere = await draft({ name: 'Elsewhere', orgIds: [east.id] })
  await addOfficer({ db }, { username: 'nobody', nodes: [...nodes], scope: 'org', deptId: district })
  expect(await (await signIn('admin', 'nobody'))('GET', `/adminApi/exam/overview?id=${elsewhere}`)).toMatchObject({
    code: 404,
  })
  expect(await call('GET', `/adminApi/exam/overview?id=${elsewhere}`)).toMatchObject({ code: 200 })
})
