import { expect, test } from 'vitest'
import type { ParamForm } from '#src/features/exam-param/param.schema.ts'
import { startExams } from '../support/exams.ts'
import { addOfficer } from '../support/officer.ts'

type Shown = { version: number; own: boolean; values: ParamForm; run: null | object }

test('an exam has the parameters of its scheme until it gets its own, and goes back to them', async () => {
  const { call, db, signIn, draft, east } = await startExams()
  const id = await draft()
  const show = async () => (await call('GET', `/adminApi/exam-param/show?id=${id}`)).data as Shown
  const stored = await show()
  expect(stored).toMatchObject({
    own: false,
    run: null,
    tracks: [],
    total: 250,
    values: { absentZero: 0, ratesOf: 'takers', deviation: 'sample', subjectStep: 10, totalStep: 10, assign: 'none' },
  })
  const { version, values } = stored
  const save = (change: object, at = version) =>
    call('POST', '/adminApi/exam-param/save', { id, version: at, values: { ...values, ...change } })
  expect(await save({ ratesOf: 'somebody' })).toMatchObject({
    code: 422,
    data: { errors: { ratesOf: [expect.any(String)] } },
  })
  expect(await save({ lines: [{ name: 'Line', by: 'score', value: 300, effective: 0 }] })).toMatchObject({
    data: { errors: { 'lines.0.value': [expect.stringContaining('250')] } },
  })
  expect(await save({ assign: 'bands', assignBands: [{ name: 'A', percent: 100, high: 100, low: 40 }] })).toMatchObject(
    {
      data: { errors: { assign: [expect.any(String)] } },
    },
  )
  const lines = [{ name: 'Line', by: 'percent', value: 40, effective: 1 }]
  expect(await save({ absentZero: 1, totalStep: 20, lines })).toMatchObject({
    code: 200,
    msg: 'The parameters are saved',
  })
  const changed = await show()
  expect(changed).toMatchObject({
    own: true,
    values: { absentZero: 1, totalStep: 20, lines: [{ name: 'Line', subjectId: null, effective: 1 }] },
  })
  expect(await save({ absentZero: 0 })).toMatchObject({ code: 409, data: { reason: 'stale' } })
  expect(await call('GET', `/adminApi/exam-param/passers?id=${id}&by=score&value=120`)).toMatchObject({
    code: 409,
    msg: 'Lines can be tried here once the exam is locked and computed.',
  })
  expect(await call('POST', '/adminApi/exam-param/reset', { id, version: changed.version })).toMatchObject({
    code: 200,
    msg: 'The exam has the parameters of its scheme again',
  })
  expect(await show()).toMatchObject({ own: false, values: { absentZero: 0, lines: [] } })

  // A school that takes part reads them, and does not change them.
  const nodes = ['exam/param/index', 'exam/param/edit'] as const
  await addOfficer({ db }, { username: 'principal', nodes: [...nodes], scope: 'orgBelow', deptId: east.id })
  const principal = await signIn('admin', 'principal')
  const inEast = await draft({ orgIds: [east.id] })
  expect(await principal('GET', `/adminApi/exam-param/show?id=${id}`)).toMatchObject({ code: 404 })
  expect(await principal('GET', `/adminApi/exam-param/show?id=${inEast}`)).toMatchObject({ data: { held: true } })
  expect(await principal('POST', '/adminApi/exam-param/reset', { id, version: 1 })).toMatchObject({ code: 404 })
})
