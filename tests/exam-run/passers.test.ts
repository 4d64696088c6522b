import { expect, test } from 'vitest'
import { startRuns } from './run-api.ts'

test('a cut line is tried on the totals of the last computation, by school', async () => {
  const { call, pupil, east, west, collecting, enter, lock } = await startRuns()
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: east.two })
  await pupil({ number: 'S3', name: 'Wang Yi', orgId: west.one })
  const id = await collecting()
  await enter(id, { S1: [12_000, 9000], S2: [12_000, 5000], S3: [9000, 8000] })
  await lock(id)
  const tried = async (query: string) => call('GET', `/adminApi/exam-param/passers?id=${id}&${query}`)
  expect(await tried('by=score&value=170')).toMatchObject({
    data: {
      run: 1,
      mark: 170,
      takers: 3,
      passers: 3,
      schools: [
        { name: 'East School', takers: 2, passers: 2 },
        { name: 'West School', takers: 1, passers: 1 },
      ],
    },
  })
  expect(await tried('by=score&value=170.5')).toMatchObject({
    data: { passers: 1, schools: [{ passers: 1 }, { passers: 0 }] },
  })
  // Equal totals pass together.
  expect(await tried('by=place&value=2')).toMatchObject({ data: { mark: 170, passers: 3 } })
  expect(await tried('by=percent&value=33')).toMatchObject({ data: { mark: 210, passers: 1 } })
  expect(await tried('by=score&value=100&track=7')).toMatchObject({
    code: 422,
    msg: 'There is no total for this first-choice subject.',
  })
  expect(await call('GET', `/adminApi/exam-param/show?id=${id}`)).toMatchObject({
    data: { run: { number: 1, stale: false } },
  })
})
