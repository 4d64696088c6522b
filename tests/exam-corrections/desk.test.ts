import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asks, startCorrections } from './correction-api.ts'

test('the desk and the board of a locked exam say what waits and who did not submit', async () => {
  const made = await startCorrections()
  const { call, db, exam, east, west, chinese, maths, asked, withdraw, officer, candidates } = made
  const id = await asked(call, 'E1', chinese, '90')
  await asked(call, 'W1', maths, 'A')
  const papers = async (caller: typeof call) => {
    const query = `id=${exam}&schoolId=${east.id}&orgId=${east.one}`
    const { data } = await caller('GET', `/adminApi/exam/papers?${query}`)
    return (data as { candidates: { id: number; waiting: object[] }[] }).candidates
  }
  const wanted = [{ subjectId: chinese, wanted: '90' }]
  expect(await papers(call)).toMatchObject([
    { id: candidates.E1, waiting: wanted },
    { id: candidates.E2, waiting: [] },
  ])
  const principal = await officer('principal', east.id, ['exam/data/index', ...asks])
  expect(await papers(principal)).toMatchObject([{ waiting: wanted }, { waiting: [] }])
  // Who does not see corrections is told of none; nor are those of other schools there.
  const looks = await officer('looks', east.id, ['exam/data/index'])
  expect(await papers(looks)).toMatchObject([{ waiting: [] }, { waiting: [] }])
  expect(await papers(await officer('west', west.id, ['exam/data/index', ...asks]))).toEqual([])
  await withdraw(call, id)
  expect(await papers(call)).toMatchObject([{ waiting: [] }, { waiting: [] }])

  const board = async () => (await call('GET', `/adminApi/exam/board?id=${exam}`)).data
  // Nobody has submitted. East does it late, is returned, and submits again.
  expect(await board()).toMatchObject({ exam: { state: 'locked' }, schools: [{ state: 'open' }, { state: 'open' }] })
  const submitted = (time: string) =>
    db.execute(sql`insert into exam_event (exam_id, kind, school_id, create_time)
    values (${exam}, 'submitted', ${east.id}, ${time}::timestamptz)`)
  await db.execute(
    sql`update exam_part set state = 'submitted', deadline = '2024-11-08T10:00:00Z' where school_id = ${east.id}`,
  )
  await submitted('2024-11-09T08:00:00Z')
  expect(await board()).toMatchObject({ schools: [{ submittedLate: true, late: false }, { submittedLate: false }] })
  // It was in time at first: what was returned to it later does not make it late.
  await submitted('2024-11-08T08:00:00Z')
  expect(await board()).toMatchObject({ schools: [{ submittedLate: false }, { submittedLate: false }] })
})
