import { expect, test } from 'vitest'
import { startExams } from '../support/exams.ts'

test('the roster comes from the enrollment of its date', async () => {
  const api = await startExams()
  const { call, pupil, east, west, draft, take } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: west.one })
  await pupil({ number: 'S3', name: 'Late', orgId: west.one, since: '2024-12-01' })
  await pupil({ number: 'S4', name: 'Resting', orgId: west.one, status: 'suspended' })
  const id = await draft()
  const plan = await call('GET', `/adminApi/exam/roster?id=${id}`)
  expect(plan.data).toMatchObject({
    counts: { new: 2, moved: 0, renamed: 0, gone: 0 },
    homeless: 0,
    schools: 2,
    list: [
      { kind: 'new', number: 'S1', name: 'Li Lei', from: null, to: 'Class 1', closed: false },
      { kind: 'new', number: 'S2', name: 'Han Mei' },
    ],
  })
  expect(await take(id)).toMatchObject({ code: 200, msg: 'Roster updated: 2 added, 0 changed, 0 taken off' })
  const list = await call('GET', '/adminApi/candidate/index')
  expect(list).toMatchObject({ code: 200 })
  const overview = await call('GET', `/adminApi/exam/overview?id=${id}`)
  expect(overview.data).toMatchObject({ state: 'draft', held: true, candidates: { in: 2, out: 0 }, parts: { open: 2 } })
})
