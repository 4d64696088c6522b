import { expect, test } from 'vitest'
import { heldMarks, withHeldMarks } from '#src/features/reports/held-marks.ts'
import { startRuns } from '../exam-run/run-api.ts'
import { addOfficer } from '../support/officer.ts'
import type { Report } from './report-api.ts'

const NOTE =
  'Corrections of fewer than 10 pupils are not told yet: figures of other units have these pupils’ marks of the publication before, so that the difference of two publications does not tell their marks.'

test('while corrections wait, the mean of a unit above stays that of the publication before', async () => {
  const api = await startRuns()
  const { call, east, west, district, pupil, collecting, enter, correct, lock, again, publish, maths, signIn } = api
  const numbers = (letter: string) => Array.from({ length: 12 }, (_, at) => `${letter}${at}`)
  for (const number of numbers('E')) await pupil({ number, name: 'Li Lei', orgId: east.one })
  for (const number of numbers('W')) await pupil({ number, name: 'Han Mei', orgId: west.one })
  const exam = await collecting()
  await enter(
    exam,
    Object.fromEntries(
      ['E', 'W'].flatMap((letter, at) =>
        numbers(letter).map((own, place) => [own, [9000, 6500 + 100 * place + at * 50]]),
      ),
    ),
  )
  await lock(exam)
  await publish(exam, 1)
  await addOfficer(api, { username: 'principal', nodes: ['report/index'], scope: 'orgBelow', deptId: east.id })
  const principal = await signIn('admin', 'principal')
  const read = async (unit = `district-${district}`) => {
    const { data } = await principal(
      'GET',
      `/adminApi/report/show?exam=${exam}&report=comparison&subject=raw-${maths}&with=${unit}`,
    )
    const report = data as Report
    const rows = report.blocks.find(({ table }) => table)?.table?.rows
    return {
      cells: rows?.find(({ key }) => key === unit)?.cells.slice(1, 5),
      notes: report.blocks.flatMap(({ text }) => text ?? []),
    }
  }
  // 65 to 76 at East, half a mark more at West: the mean is 70.75, the deviation 3.54, and 1.41 half of the interval.
  // More decimals would tell the sum and the number of the marks; of few pupils there are none.
  const first = await read()
  expect(first.cells).toEqual([24, 71, 1.4, 3.5])
  expect(first.notes).not.toContain(NOTE)

  await correct(exam, 'W0', maths, 9000)
  await correct(exam, 'E0', maths, 0)
  await again(exam)
  await publish(exam, 2)
  const second = await read()
  expect(second.cells).toEqual(first.cells)
  expect(second.notes).toContain(NOTE)

  // All of West get three marks more, which is no change of their bands: as many are told.
  for (const [at, number] of numbers('W').entries()) await correct(exam, number, maths, 6850 + 100 * at)
  await correct(exam, 'E0', maths, 6500)
  await again(exam)
  await publish(exam, 3)
  const third = await read()
  expect(third.cells?.slice(0, 2)).toEqual([24, 72])
  expect(third.notes).not.toContain(NOTE)
  expect((await call('GET', `/adminApi/report/show?exam=${exam}&report=overview&version=2`)).code).toBe(200)
})

test('marks of before are exchanged exactly: of somebody new, who has left, or has moved', () => {
  const school = new Set(['school-1', 'all-0'])
  const places = [
    { id: 1, mark: 5000, within: school },
    // Somebody new counts nowhere, somebody who is absent now counts as before.
    { id: 2, mark: -2, within: new Set<string>() },
    { id: 3, mark: 7000, within: school },
    { id: 4, mark: -1, within: school },
  ]
  const results = [
    { id: 1, school: 1, marks: [9000, -1] },
    { id: 2, school: 1, marks: [8000, -1] },
    { id: 3, school: 1, marks: [-1, -1] },
    { id: 4, school: 1, marks: [3000, -1] },
    { id: 5, school: 1, marks: [1000, -1] },
  ]
  const marks = heldMarks(places, results, 'school-1', 0)
  expect(marks).toEqual({ before: [5000, 7000], now: [9000, 8000, 3000] })
  expect(heldMarks(places, [], 'school-2', 0)).toEqual({ before: [], now: [] })
  // The run has 9000, 8000, 3000, 1000; before there were 5000, 7000, 1000.
  const run = { counted: 4, mean: 5250, deviation: Math.sqrt((3750 ** 2 + 2750 ** 2 + 2250 ** 2 + 4250 ** 2) / 3) }
  const found = withHeldMarks(run, marks, 'sample')
  expect(found).toMatchObject({ counted: 3, mean: 4333.33333333 })
  expect(found.deviation).toBeCloseTo(3055.0505, 3)
  expect(found.error).toBeCloseTo(3055.0505 / Math.sqrt(3), 3)
  const all = { before: [], now: [9000, 8000, 3000, 1000] }
  expect(withHeldMarks(run, all, 'sample')).toEqual({ counted: 0, mean: null, deviation: null, error: null })
  expect(withHeldMarks(run, { before: [6000], now: all.now }, 'sample')).toMatchObject({ mean: 6000, deviation: null })
})
