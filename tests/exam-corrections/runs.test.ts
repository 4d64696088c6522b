import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startCorrections } from './correction-api.ts'

test('accepted corrections wait for the next computation, and the next publication says for whom it changes', async () => {
  const api = await startCorrections()
  const { call, db, exam, asked, accept, again, publish, finished, chinese, maths, east } = api
  const uncomputed = async () => {
    const [runs, overview] = [
      await call('GET', `/adminApi/exam/runs?id=${exam}`),
      await call('GET', `/adminApi/exam/overview?id=${exam}`),
    ]
    const { uncomputed: inRuns } = runs.data as { uncomputed: number }
    expect(overview.data).toMatchObject({ corrections: { uncomputed: inRuns } })
    return inRuns
  }
  expect(await publish(exam, 1)).toMatchObject({ code: 200 })
  expect(await uncomputed()).toBe(0)
  await accept(call, await asked(call, 'E1', chinese, '90'))
  expect(await uncomputed()).toBe(1)
  const changes = async (run: number) => (await call('GET', `/adminApi/exam/changes?id=${exam}&run=${run}`)).data
  // What is published stays as it is.
  expect(await changes(1)).toEqual({ number: 1, list: [] })

  // A correction that is accepted while a run computes is not in it: the job has read its snapshot already.
  const holder = await db.$client.connect()
  await holder.query('begin; lock table run_frame in share mode')
  const begun = await call('POST', '/adminApi/exam/run', { id: exam })
  await expect
    .poll(async () => (await db.execute(sql`select from pg_locks where not granted`)).rows.length)
    .toBeGreaterThan(0)
  expect((await accept(call, await asked(call, 'E3', maths, '51'))).code).toBe(200)
  await holder.query('rollback')
  holder.release()
  expect(await finished(begun)).toMatchObject({ state: 'done' })
  expect(await uncomputed()).toBe(1)
  expect(await changes(2)).toMatchObject({ number: 1, list: [{ schoolId: east.id, pupils: 1, marks: 1, totals: 1 }] })

  expect(await again(exam)).toMatchObject({ state: 'done' })
  expect(await uncomputed()).toBe(0)
  expect(await changes(3)).toMatchObject({ list: [{ schoolId: east.id, school: 'East School', marks: 2, totals: 2 }] })
  expect(await publish(exam, 3)).toMatchObject({ code: 200 })
  const { rows } = await db.execute(sql`
    select r.total from exam_result r join candidate c on c.exam_id = r.exam_id and c.id = r.candidate_id
    where r.exam_id = ${exam} and r.run = 3 and c.number in ('E1', 'E3') order by c.number`)
  expect(rows).toEqual([{ total: 15_000 }, { total: 14_100 }])
})
