import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { jobKinds } from '#src/features/mount.server.ts'
import { Jobs } from '#src/server/jobs/jobs.server.ts'
import { secret } from '../support/deps.ts'
import { schemeOf } from '../support/exams.ts'
import { addOfficer } from '../support/officer.ts'
import { endPauses, passSilence } from '../support/queue.ts'
import { jobOf, startRuns } from './run-api.ts'

test('what has to be mended blocks the lock, and only who holds the exam locks it, once', async () => {
  const api = await startRuns()
  const { call, db, pupil, levels, east, west, chinese, maths, collecting, enter, lock, publish } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'S2', name: 'Han Mei', orgId: west.one })
  const [one = 0, other = 0] = await moreSubjects(api)
  const choice = await schemeOf(call, {
    name: 'With a choice',
    levelId: levels.junior?.id,
    choice: '3+3',
    subjects: [chinese, maths, one, other].map((subjectId, at) => ({
      subjectId,
      kind: at === 0 ? 'required' : 'second',
      fullMark: 100,
      counts: 1,
      assigned: 0,
    })),
    combinations: [{ name: 'All', subjectIds: [maths, one, other] }],
  })
  const withChoice = await collecting({ name: 'Choice', schemeId: choice })
  await enter(withChoice, { S1: [9000, 8000] })
  const readiness = (id: number) => call('GET', `/adminApi/exam/lock?id=${id}`)
  expect(await readiness(withChoice)).toMatchObject({ data: { blocking: { combo: 2, outside: 1 } } })

  const id = await collecting()
  await enter(id, { S1: [15_050, 9010] })
  expect(await readiness(id)).toMatchObject({
    data: { blocking: { combo: 0, above: 1, step: 1, outside: 0, split: 0 }, warnings: { parts: 2, missing: 2 } },
  })
  expect(await call('POST', '/adminApi/exam/lock', { id, confirm: true })).toMatchObject({
    code: 422,
    msg: 'The exam cannot be locked before these problems are solved.',
    data: { blocking: { above: 1, step: 1 } },
  })
  await write(db, systemAuthor, 'save', (tx) => tx.execute(sql`update paper set mark = 9000 where exam_id = ${id}`))
  await db.execute(sql`update candidate set org_id = ${east.one} where exam_id = ${id}`)
  expect(await readiness(id)).toMatchObject({ data: { blocking: { split: 1 } } })
  await db.execute(sql`update candidate set org_id = ${west.one} where exam_id = ${id} and number = 'S2'`)

  // An officer of one school sees the exam, and does not hold it.
  const nodes = ['exam/exam/index', 'exam/exam/lock', 'exam/exam/publish'] as const
  await addOfficer(api, { username: 'east', nodes: [...nodes], scope: 'orgBelow', deptId: east.id })
  await addOfficer(api, { username: 'looks', nodes: ['exam/exam/index'], scope: 'all' })
  const officer = await api.signIn('admin', 'east')
  expect(await officer('POST', '/adminApi/exam/lock', { id, confirm: true })).toMatchObject({ code: 403 })
  expect(await officer('GET', `/adminApi/exam/runs?id=${id}`)).toMatchObject({ code: 403 })
  const viewer = await api.signIn('admin', 'looks')
  for (const path of ['lock', 'run', 'compare', 'publish', 'withdraw']) {
    expect(await viewer('POST', `/adminApi/exam/${path}`, { id })).toMatchObject({ code: 403 })
  }

  // Of two who lock at once, one does.
  const both = await Promise.all([1, 2].map(() => call('POST', '/adminApi/exam/lock', { id, confirm: true })))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  const answer = both.find(({ code }) => code === 200)
  expect(answer).toMatchObject({ msg: 'The exam is locked and is being computed', data: { run: 1 } })
  await api.finished(answer ?? { code: 0, msg: '', data: null })
  expect(await call('POST', '/adminApi/exam/publish', { id, run: 1, audience: {} })).toMatchObject({ code: 422 })
  expect(await publish(id, 2)).toMatchObject({ code: 404 })
  expect(await publish(id, 1, { version: 1 })).toMatchObject({ code: 409, data: { reason: 'stale' } })
  // Marks are closed now.
  await expect(enter(id, { S2: [1000, 1000] })).rejects.toThrow()
  const opened = await call('POST', '/adminApi/exam/reopen', { id, reason: 'A paper is missing' })
  expect(opened).toMatchObject({ code: 200 })
  expect(await call('POST', '/adminApi/exam/run', { id })).toMatchObject({ code: 409, data: { reason: 'state' } })
  await lock(id)
  expect(await call('GET', `/adminApi/exam/runs?id=${id}`)).toMatchObject({
    data: { runs: [{ number: 2 }, { number: 1 }], publications: [] },
  })
})

async function moreSubjects({ call, levels }: Awaited<ReturnType<typeof startRuns>>): Promise<number[]> {
  const ids: number[] = []
  for (const code of ['X-A', 'X-B']) {
    const { data } = await call('POST', '/adminApi/subject/add', {
      code,
      name: `Subject ${code}`,
      levelIds: [levels.junior?.id],
      type: 'required',
      fullMark: 100,
      status: 1,
    })
    if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'number') ids.push(data.id)
  }
  return ids
}

async function startWorker(url: string, files: string) {
  const child = spawn(process.execPath, ['tests/support/job-process.ts', url, files], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a process is killed while it writes a run: nothing of it is there, and another one does it once', async () => {
  const api = await startRuns()
  const { call, db, url, files, jobs, pupil, east, collecting, enter } = api
  await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one })
  const id = await collecting()
  await enter(id, { S1: [9000, 8000] })
  await jobs.stop()
  const begun = await call('POST', '/adminApi/exam/lock', { id, confirm: true })
  const read = async () => (await call('GET', `/adminApi/job/info?id=${jobOf(begun)}`)).data
  // Its results wait for a row of the same key.
  const other = await db.$client.connect()
  await other.query('begin')
  await other.query(
    `insert into exam_result (exam_id, candidate_id, run, org_id, school_id, student_id, marks, ranks)
     select exam_id, id, 1, 1, 1, 1, '{}', '' from candidate where exam_id = $1`,
    [id],
  )
  const first = await startWorker(url, files)
  await expect.poll(read).toMatchObject({ step: 'Writing results of candidates' })
  expect(await call('POST', '/adminApi/exam/run', { id })).toMatchObject({
    code: 409,
    msg: 'The exam is being computed. Wait until this is done.',
  })
  first.kill('SIGKILL')
  await once(first, 'exit')
  await other.query('rollback')
  other.release()
  const { rows } = await db.execute(
    sql`select state, facts, (select count(*)::int from run_frame) as frames from exam_run`,
  )
  expect(rows).toEqual([{ state: 'computing', facts: null, frames: 0 }])
  const next = new Jobs({ db, log: pino({ level: 'silent' }), files, secret, kinds: jobKinds })
  onTestFinished(() => next.stop())
  await next.start()
  await passSilence(db)
  await expect
    .poll(async () => {
      await endPauses(db)
      return read()
    })
    .toMatchObject({ state: 'done', attempt: 2 })
  const { rows: results } = await db.execute(sql`select run, total from exam_result`)
  expect(results).toEqual([{ run: 1, total: 17_000 }])
  expect(await call('POST', '/adminApi/exam/run', { id })).toMatchObject({ code: 200, msg: 'Computation 2 has begun' })
})
