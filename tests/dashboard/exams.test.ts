import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import { startRuns } from '../exam-run/run-api.ts'
import { type Call, idOf } from '../support/base-info.ts'
import { choiceScheme } from '../support/exam-data.ts'
import { addOfficer } from '../support/officer.ts'
import { addCurrentTerm } from '../support/teaching.ts'

const work: Node[] = ['exam/data/index', 'exam/exam/lock', 'exam/exam/publish', 'report/index']

async function start() {
  const api = await startRuns()
  const { east, west, pupil } = api
  idOf(await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one }))
  idOf(await pupil({ number: 'S2', name: 'Han Mei', orgId: west.one }))
  const officer = async (username: string, scope: RoleScope, deptId: number, nodes = work) => {
    const id = await addOfficer(api, { username, nodes, scope, deptId })
    return { id, caller: await api.signIn('admin', username) }
  }
  const panel = async (caller: Call, name: 'collecting' | 'waiting' | 'published') => {
    const { code, msg, data } = await caller('GET', `/adminApi/dashboard/${name}`)
    if (code !== 200) throw new Error(`${code} ${msg}`)
    // Seam: as the calls describe it.
    return (data as { list: unknown[] }).list
  }
  return { ...api, officer, panel }
}

test('the panel of collecting exams counts what the reader sees as a whole', async () => {
  const {
    call,
    db,
    east,
    west,
    district,
    levels,
    chinese,
    maths,
    collecting,
    draft,
    take,
    open,
    enter,
    officer,
    panel,
  } = await start()
  const exam = await collecting({ deadline: '2024-11-10T00:00:00Z' })
  await enter(exam, { S1: [12_000, null] })
  const chief = await officer('chief', 'orgBelow', district)
  const none = { submitted: 0, late: 0, lateNames: [], expected: 0, entered: 0 }
  expect(await panel(chief.caller, 'collecting')).toEqual([
    {
      id: exam,
      name: 'Midterm',
      deadline: expect.stringContaining('2024-11-10'),
      schools: 2,
      submitted: 0,
      late: 2,
      lateNames: ['East School', 'West School'],
      expected: 4,
      entered: 2,
    },
  ])
  expect(await call('POST', '/adminApi/exam/submit', { id: exam, schoolId: east.id })).toMatchObject({ code: 200 })
  const head = await officer('head', 'orgBelow', west.id)
  expect(await panel(head.caller, 'collecting')).toMatchObject([
    { schools: 1, submitted: 0, late: 1, lateNames: ['West School'], expected: 2, entered: 0 },
  ])
  // Somebody of a class knows of the exam, and sees no school as a whole. Others do not know of it.
  const classTeacher = await officer('class', 'org', east.one)
  expect(await panel(classTeacher.caller, 'collecting')).toMatchObject([{ id: exam, schools: 0, ...none }])
  const stranger = await officer('stranger', 'org', west.two)
  expect(await panel(stranger.caller, 'collecting')).toEqual([])
  expect(await panel(stranger.caller, 'waiting')).toEqual([])
  expect(await panel(stranger.caller, 'published')).toEqual([])

  // Papers of a choice are expected of those who have chosen.
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::float8 as id from subject where id not in (${chinese}, ${maths}) order by id limit 2`,
  )
  const [one = 0, two = 0] = rows.map(({ id }) => id)
  const schemeId = await choiceScheme(call, levels.junior?.id, [chinese, maths, one, two])
  const choosing = await draft({ name: 'Choice', schemeId, since: '2025-01-01', until: '2025-01-02' })
  await take(choosing)
  await db.execute(sql`update candidate set combo = 'Both' where exam_id = ${choosing} and number = 'S1'`)
  await open(choosing)
  expect(await panel(chief.caller, 'collecting')).toMatchObject([
    { id: choosing, late: 0, expected: 1 + 3 + 1, entered: 0 },
    { id: exam, schools: 2, submitted: 1, late: 1 },
  ])
})

test('what waits is what the reader may do next, and what is published has the mean of the own unit', async () => {
  const { call, db, east, west, district, maths, collecting, enter, lock, publish, officer, panel } = await start()
  const exam = await collecting()
  await enter(exam, { S1: [12_000, 8000], S2: [6000, 4000] })
  const chief = await officer('chief', 'orgBelow', district)
  const publisher = await officer('publisher', 'orgBelow', district, ['exam/exam/publish'])
  const head = await officer('head', 'orgBelow', east.id)
  expect(await panel(chief.caller, 'waiting')).toEqual([])
  for (const schoolId of [east.id, west.id]) await call('POST', '/adminApi/exam/submit', { id: exam, schoolId })
  const waits = (step: string) => [{ id: exam, name: 'Midterm', step }]
  expect(await panel(chief.caller, 'waiting')).toEqual(waits('lock'))
  expect(await panel(publisher.caller, 'waiting')).toEqual([])
  expect(await panel(head.caller, 'waiting')).toEqual([])
  await lock(exam)
  expect(await panel(chief.caller, 'waiting')).toEqual(waits('publish'))
  expect(await panel(publisher.caller, 'waiting')).toEqual(waits('publish'))
  await db.execute(sql`update exam_run set state = 'failed' where exam_id = ${exam}`)
  expect(await panel(chief.caller, 'waiting')).toEqual(waits('compute'))
  expect(await panel(publisher.caller, 'waiting')).toEqual([])
  await db.execute(sql`update exam_run set state = 'done' where exam_id = ${exam}`)
  expect(await panel(head.caller, 'published')).toEqual([])
  await publish(exam, 1)
  expect(await panel(chief.caller, 'waiting')).toEqual([])

  // Totals of 200 and 100 of 250.
  const midterm = { id: exam, name: 'Midterm', day: '2024-11-04', fullMark: 250 }
  expect(await panel(chief.caller, 'published')).toEqual([{ ...midterm, unit: '', mean: 150, trend: [0.6] }])
  expect(await panel(head.caller, 'published')).toEqual([{ ...midterm, unit: 'East School', mean: 200, trend: [0.8] }])
  const final = await collecting({ name: 'Final', since: '2025-01-10', until: '2025-01-11' })
  await enter(final, { S1: [12_500, 10_000], S2: [6000, 4000] })
  await lock(final)
  await publish(final, 1)
  expect(await panel(head.caller, 'published')).toMatchObject([
    { id: final, mean: 225, trend: [0.8, 0.9] },
    { id: exam, mean: 200, trend: [0.8] },
  ])

  // Who only teaches a class reads no totals of it.
  const termId = await addCurrentTerm(call)
  const teacher = await officer('teacher', 'teaching', east.id)
  await call('POST', '/adminApi/teaching/add', { accountId: teacher.id, orgId: east.one, subjectId: maths, termId })
  const taught = { unit: 'Class 1', mean: null, fullMark: null, trend: [] }
  expect(await panel(teacher.caller, 'published')).toMatchObject([taught, taught])
  // Each panel needs a node of its own.
  const reader = await officer('reader', 'orgBelow', district, ['dashboard'])
  for (const name of ['collecting', 'waiting', 'published'])
    expect(await reader.caller('GET', `/adminApi/dashboard/${name}`)).toMatchObject({ code: 403 })
})
