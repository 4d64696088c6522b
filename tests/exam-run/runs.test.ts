import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paramsOfScheme } from '#src/features/exam-engine/params-of-scheme.ts'
import { readAxes } from '#src/features/exam-run/axes-store.server.ts'
import { ranksOf } from '#src/features/exam-run/result-rows.ts'
import type { RunParams } from '#src/features/exam-run/run.facts.ts'
import { examRunJob } from '#src/features/exam-run/run.jobs.server.ts'
import { shownUnit } from '#src/features/exam-run/shown-units.ts'
import { readFrame, storeFrame } from '#src/features/exam-run/stored-frame.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { startRuns } from './run-api.ts'

test('the steps of a computation', () => {
  const steps = withLocale('en', () => ['reading', 'units', 'results'].map((step) => examRunJob.stepText(step)))
  expect(steps).toEqual([
    'Reading and computing',
    'Writing figures of schools and classes',
    'Writing results of candidates',
  ])
})

test('an exam is locked, computed, published, corrected, published again and withdrawn', async () => {
  const api = await startRuns()
  const { call, db, pupil, east, west, chinese, maths, collecting, enter, correct, lock, again, publish, runs } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: east.two })
  await pupil({ number: 'S3', name: 'Wang Yi', orgId: west.one })
  const id = await collecting()
  await enter(id, { S1: [12_000, 9000], S2: [12_000, 5000], S3: [9000, null] })

  // Schools have not submitted: this has to be confirmed.
  expect(await call('GET', `/adminApi/exam/lock?id=${id}`)).toMatchObject({
    data: { blocking: { combo: 0, above: 0, step: 0, outside: 0, split: 0 }, warnings: { parts: 2, missing: 0 } },
  })
  expect(await call('POST', '/adminApi/exam/lock', { id })).toMatchObject({
    code: 422,
    msg: 'Some schools have not submitted, or marks are missing. Confirm to lock the exam all the same.',
    data: { reason: 'warnings', warnings: { parts: 2, missing: 0 } },
  })
  expect(await lock(id)).toMatchObject({
    state: 'done',
    title: 'Computation 1: Midterm',
    message: 'Computed. Candidates: 3',
  })

  // Figures as computed by hand.
  const stat = async (kind: string, unit: number, col: number, run = 1) => {
    const { rows } = await db.execute<{ facts: object }>(sql`
      select facts from run_stat where exam_id = ${id} and run = ${run} and kind = ${kind} and unit_id = ${unit} and col = ${col}`)
    return rows[0]?.facts
  }
  expect(await stat('all', 0, 0)).toMatchObject({ counted: 3, mean: 11_000, deviation: 1732.05080757, highest: 12_000 })
  expect(await stat('school', west.id, 1)).toMatchObject({ enrolled: 1, absent: 1, counted: 0, mean: null })
  expect(await stat('school', east.id, 2)).toMatchObject({
    counted: 2,
    mean: 19_000,
    percentiles: [17_400, 18_000, 19_000, 20_000, 20_600],
  })
  const { rows: units } = await db.execute(sql`
    select kind, unit_id::int as id, parent_id::int as parent, name, candidates from run_unit where exam_id = ${id} order by kind, unit_id`)
  expect(units).toEqual(
    expect.arrayContaining([
      { kind: 'all', id: 0, parent: 0, name: '', candidates: 3 },
      { kind: 'district', id: api.district, parent: 0, name: 'District', candidates: 3 },
      { kind: 'school', id: east.id, parent: api.district, name: 'East School', candidates: 2 },
      { kind: 'class', id: west.one, parent: west.id, name: 'Class 1', candidates: 1 },
    ]),
  )
  const results = async () => {
    const { rows } = await db.execute<{ run: number; ranks: Buffer }>(sql`
      select c.number, r.run, r.total, r.marks, r.ranks, r.school_id = c.school_id and r.org_id = c.org_id and r.student_id = c.student_id as placed
      from exam_result r join candidate c on c.exam_id = r.exam_id and c.id = r.candidate_id where r.exam_id = ${id} order by r.run, c.number`)
    return rows.map((row) => ({ ...row, ranks: ranksOf(row.ranks) }))
  }
  const first = [
    // Ranks in all, district, school and class: of Chinese, of mathematics, of the total.
    {
      number: 'S1',
      run: 1,
      total: 21_000,
      marks: [12_000, 9000, 21_000],
      ranks: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      placed: true,
    },
    {
      number: 'S2',
      run: 1,
      total: 17_000,
      marks: [12_000, 5000, 17_000],
      ranks: [1, 1, 1, 1, 2, 2, 2, 1, 2, 2, 2, 1],
      placed: true,
    },
    {
      number: 'S3',
      run: 1,
      total: null,
      marks: [9000, -1, -1],
      ranks: [3, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
      placed: true,
    },
  ]
  expect(await results()).toEqual(first)

  expect(await publish(id, 1)).toMatchObject({ code: 200, msg: 'Publication 1 is out', data: { number: 1 } })
  expect(await call('GET', `/adminApi/exam/overview?id=${id}`)).toMatchObject({
    data: { state: 'published', published: 1 },
  })

  // A correction becomes a new run, which is published as the next version.
  await correct(id, 'S2', maths, 9500)
  await again(id)
  expect(await call('GET', `/adminApi/exam/changes?id=${id}&run=2`)).toMatchObject({
    data: {
      number: 1,
      list: [
        {
          schoolId: east.id,
          school: 'East School',
          pupils: 2,
          marks: 1,
          totals: 1,
          ranks: 2,
          lines: 0,
          entered: 0,
          left: 0,
        },
      ],
    },
  })
  expect(await results()).toHaveLength(6)
  expect(await publish(id, 1)).toMatchObject({
    code: 409,
    msg: 'Only the last computation can be published. Reload and try again.',
  })
  expect(await publish(id, 2, { note: 'One paper was marked again' })).toMatchObject({ data: { number: 2 } })
  // What a version has changed can be seen as long as it is listed.
  const changed = (publication: number, run: number) =>
    call('GET', `/adminApi/exam/changes?id=${id}&run=${run}&publication=${publication}`)
  expect(await changed(2, 2)).toMatchObject({ data: { number: 1, list: [{ school: 'East School', pupils: 2 }] } })
  expect(await changed(1, 1)).toMatchObject({ data: { number: 0, list: [] } })
  const state = await runs(id)
  expect(state).toMatchObject({
    runs: [
      { number: 2, state: 'done', candidates: 3, changed: [], who: 'admin' },
      { number: 1, state: 'done' },
    ],
    publications: [
      { number: 2, run: 2, note: 'One paper was marked again', withdrawTime: null },
      { number: 1, run: 1 },
    ],
    audience: { families: 'bands', ranks: false },
  })
  expect(state.runs[0]?.dataHash).not.toBe(state.runs[1]?.dataHash)

  // Three pupils are too few to tell anything of them outside, in either version.
  for (const version of [1, 2]) {
    const axes = await readAxes(db, { examId: id, number: version })
    expect(axes?.axes.map(({ name }) => name)).toEqual([`raw:${chinese}`, `raw:${maths}`, 'total'].sort())
    const whole = axes && shownUnit(axes, 'total', { kind: 'all', id: 0 })
    expect(whole).toEqual({ pupils: null, counted: null, mean: false, atLeast: [null, null] })
  }

  // What is withdrawn gives place to the one before.
  expect(await call('POST', '/adminApi/exam/withdraw', { id, reason: ' ' })).toMatchObject({ code: 422 })
  expect(await call('POST', '/adminApi/exam/withdraw', { id, reason: 'Wrong paper' })).toMatchObject({
    code: 200,
    msg: 'Withdrawn. Publication 1 stands again',
    data: { number: 1 },
  })
  expect(await call('POST', '/adminApi/exam/withdraw', { id, reason: 'All wrong' })).toMatchObject({
    msg: 'Withdrawn. The exam is locked',
  })
  expect(await call('GET', `/adminApi/exam/overview?id=${id}`)).toMatchObject({
    data: { state: 'locked', published: 0 },
  })
  // Only the last run has results now; every frame is still there.
  expect((await results()).map(({ run }) => run)).toEqual([2, 2, 2])
  const { rows: frames } = await db.execute(sql`select distinct run from run_frame where exam_id = ${id} order by run`)
  expect(frames).toEqual([{ run: 1 }, { run: 2 }])
  expect(await publish(id, 2)).toMatchObject({ data: { number: 3 } })

  // A stored run comes out the same, unless somebody has changed it.
  const compare = async (run: number) => api.finished(await call('POST', '/adminApi/exam/compare', { id, run }))
  expect(await call('POST', '/adminApi/exam/compare', { id, run: 2 })).toMatchObject({
    msg: 'The comparison has begun. You will be told when it is done',
  })
  expect(await compare(1)).toMatchObject({
    title: 'Recompute and compare 1: Midterm',
    message: 'Data and figures are exactly as stored',
  })
  await db.execute(sql`update exam_run set result_hash = 'x' where exam_id = ${id} and number = 1`)
  expect(await compare(1)).toMatchObject({ message: 'The data are as stored, but the figures came out differently' })
  // Of a run of another engine, other figures are no surprise.
  const { rows: columns } = await db.execute<{ name: string; bytes: Uint8Array }>(
    sql`select "column" as name, bytes from run_frame where exam_id = ${id} and run = 1 order by 1`,
  )
  const { rows: kept } = await db.execute<{ params: RunParams }>(
    sql`select params from exam_run where exam_id = ${id} and number = 1`,
  )
  const params = kept.map((one) => paramsOfScheme(one.params.content, one.params.policy))
  const [former = ''] = params.map((own) => storeFrame(readFrame(columns), own, '0').dataHash)
  await db.execute(sql`update exam_run set engine = '0', data_hash = ${former} where exam_id = ${id} and number = 1`)
  expect(await compare(1)).toMatchObject({
    message: 'The data are as stored. Engine 0 computed this run, and engine 2 comes to other figures',
  })
  await db.execute(sql`update exam_run set data_hash = 'x' where exam_id = ${id} and number = 1`)
  expect(await compare(1)).toMatchObject({ message: 'The stored data are not those of the run: the hash differs' })
  expect(await call('POST', '/adminApi/exam/compare', { id, run: 9 })).toMatchObject({
    code: 404,
    msg: 'This computation does not exist or is not done.',
  })

  // The same data give the same hashes, in whatever order they were entered.
  const other = await collecting({ name: 'Again' })
  await enter(other, { S3: [9000, null], S2: [12_000, 9500], S1: [12_000, 9000] })
  await lock(other)
  const [one] = (await runs(other)).runs
  expect(one?.resultHash).toBe(state.runs[0]?.resultHash)

  // Figures and results go with their run.
  const rowsOf = async (run: number) => {
    const { rows } = await db.execute<{ stats: number; results: number }>(sql`
      select (select count(*)::int from run_stat where exam_id = ${id} and run = ${run}) as stats,
        (select count(*)::int from exam_result where exam_id = ${id} and run = ${run}) as results`)
    return rows[0]
  }
  const { rows: last } = await db.execute<{ run: number }>(
    sql`select max(run) as run from exam_result where exam_id = ${id}`,
  )
  const run = last[0]?.run ?? 0
  expect(await rowsOf(run)).toMatchObject({ results: 3 })
  await db.execute(sql`delete from publication where exam_id = ${id} and run = ${run}`)
  await db.execute(sql`delete from exam_run where exam_id = ${id} and number = ${run}`)
  expect(await rowsOf(run)).toEqual({ stats: 0, results: 0 })
})
