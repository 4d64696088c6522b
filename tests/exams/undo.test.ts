import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Node } from '#src/resource/registry.ts'
import type { Caller } from '../support/api.ts'
import { startExams } from '../support/exams.ts'
import { addOfficer } from '../support/officer.ts'

const en = { locale: 'en' } as const

async function startUndo() {
  const api = await startExams()
  const { call, db, east, pupil } = api
  await pupil({ number: 'E1', name: 'Li Lei', orgId: east.one })
  const nodes: Node[] = ['dashboard', 'exam/exam/index', 'exam/exam/add', 'exam/exam/edit', 'exam/exam/del']
  const officer = async (username: string, deptId: number, more: Node[] = []) => {
    await addOfficer(api, { username, nodes: [...nodes, ...more], scope: 'orgBelow', deptId })
    return api.signIn('admin', username)
  }
  /** The last change set that has changed the exam, and how an undo of it is answered. */
  const lastSet = async (id: number) => {
    const { rows } = await db.execute<{ set: number }>(sql`
      select change_set_id::float8 as set from change where table_name = 'exam' and row_id = ${id} order by id desc limit 1`)
    return rows[0]?.set ?? 0
  }
  const undo = async (by: Caller, id: number) =>
    by('POST', '/adminApi/history/undo', { changeSetId: await lastSet(id) })
  const stored = async (id: number) =>
    (await db.execute(sql`select name, state, published, params from exam where id = ${id}`)).rows[0]
  const offered = async (by: Caller, id: number) => {
    const { data } = await by('GET', `/adminApi/exam/history?id=${id}`)
    return (data as { list: { undoable: boolean }[] }).list[0]?.undoable
  }
  return { ...api, call, officer, undo, lastSet, stored, offered }
}

test('the steps of an exam are not undone by the history, by nobody', async () => {
  const { call, east, collecting, officer, undo, stored, offered } = await startUndo()
  const principal = await officer('principal', east.id)
  const exam = await collecting()
  expect(await offered(call, exam)).toBe(false)
  const step = m.exam_stepNotUndone({}, en)
  expect(await undo(call, exam)).toMatchObject({ code: 409, msg: expect.stringContaining(step) })
  expect(await undo(principal, exam)).toMatchObject({ code: 409, msg: expect.stringContaining(m.exam_notHeld({}, en)) })
  expect(await stored(exam)).toMatchObject({ state: 'collecting' })
})

test('who holds an exam undoes changes that its form would allow, and nobody else does', async () => {
  const { call, district, east, draft, take, open, officer, undo, lastSet, stored, offered } = await startUndo()
  const principal = await officer('principal', east.id)
  const exam = await draft()
  await take(exam)
  await call('POST', '/adminApi/exam/edit', { id: exam, name: 'Renamed' })
  expect(await offered(call, exam)).toBe(true)
  expect(await undo(principal, exam)).toMatchObject({ code: 409, msg: expect.stringContaining(m.exam_notHeld({}, en)) })
  expect(await undo(call, exam)).toMatchObject({ code: 200 })
  expect(await stored(exam)).toMatchObject({ name: 'Midterm' })

  // Parameters need their own right.
  const { values } = (await call('GET', `/adminApi/exam-param/show?id=${exam}`)).data as { values: object }
  const { version } = (await call('GET', `/adminApi/exam/overview?id=${exam}`)).data as { version: number }
  expect(
    await call('POST', '/adminApi/exam-param/save', { id: exam, version, values: { ...values, absentZero: 1 } }),
  ).toMatchObject({ code: 200 })
  const officerOfAll = await officer('district', district)
  expect(await undo(officerOfAll, exam)).toMatchObject({
    code: 409,
    msg: expect.stringContaining(m.exam_paramNotUndone({}, en)),
  })
  expect(await undo(await officer('params', district, ['exam/param/edit']), exam)).toMatchObject({ code: 200 })

  // What only a draft can change stays once it is none.
  await call('POST', '/adminApi/exam/edit', { id: exam, step: 100 })
  const set = await lastSet(exam)
  await open(exam)
  expect(await call('POST', '/adminApi/history/undo', { changeSetId: set })).toMatchObject({
    code: 409,
    msg: expect.stringContaining(m.exam_fixed({}, en)),
  })
})

test('a deleted draft comes back only for who would hold it', async () => {
  const { call, east, draft, officer, undo, stored } = await startUndo()
  const principal = await officer('principal', east.id)
  const exam = await draft()
  await call('DELETE', `/adminApi/exam/del?ids[]=${exam}`)
  expect((await undo(principal, exam)).code).not.toBe(200)
  expect(await stored(exam)).toBeUndefined()
  expect(await undo(call, exam)).toMatchObject({ code: 200 })
  expect(await stored(exam)).toMatchObject({ state: 'draft' })
})

test('nothing of the roster is undone once the exam is locked or the part is submitted', async () => {
  const { call, db, collecting } = await startUndo()
  const exam = await collecting()
  const { rows } = await db.execute<{ id: number }>(sql`select id::float8 as id from candidate where exam_id = ${exam}`)
  const edited = await call('POST', '/adminApi/candidate/edit', {
    id: rows[0]?.id,
    status: 'out',
    reason: 'Moved away',
  })
  const undo = () =>
    call('POST', '/adminApi/history/undo', { changeSetId: (edited.data as { changeSetId: number }).changeSetId })
  await db.execute(sql`update exam_part set state = 'submitted' where exam_id = ${exam}`)
  expect(await undo()).toMatchObject({ code: 409, msg: expect.stringContaining(m.candidate_submitted({}, en)) })
  await db.execute(sql`update exam_part set state = 'open' where exam_id = ${exam}`)
  await db.execute(sql`update exam set state = 'locked' where id = ${exam}`)
  expect(await undo()).toMatchObject({ code: 409, msg: expect.stringContaining(m.candidate_locked({}, en)) })
  await db.execute(sql`update exam set state = 'collecting' where id = ${exam}`)
  expect(await undo()).toMatchObject({ code: 200 })
})
