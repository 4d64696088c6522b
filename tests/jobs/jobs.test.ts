import { sql } from 'drizzle-orm'
import pino from 'pino'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { job } from '#src/db/job.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { defineJob, type JobRun } from '#src/server/jobs/job-kind.server.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { Jobs } from '#src/server/jobs/jobs.server.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { endPauses } from '../support/queue.ts'

/** The number of the request that sends a job. */
const NUMBER = '0b9c1d52-70e1-4f5c-9c52-3f4a1f0f5d11'

type Work = (job: JobRun<{ what: string }>) => Promise<{ answer: string }>

/** Defines a kind of job that runs the given function. */
function kindOf(work: Work) {
  return defineJob({
    kind: 'test',
    input: v.object({ what: v.string() }),
    result: v.object({ answer: v.string() }),
    title: ({ what }) => `Work on ${what}`,
    steps: { digging: () => 'Digging' },
    summary: ({ answer }) => `The answer is ${answer}`,
    links: ({ what }, { answer }) => [{ label: what, href: `/x/${answer}` }],
    run: work,
  })
}

async function start(work: Work) {
  const kind = kindOf(work)
  const api = await startApi({}, [], [kind])
  const call = await api.signIn()
  const send = (what = 'a hole', accountId = 1) =>
    api.db.transaction((tx) =>
      api.jobs.enqueue(
        tx,
        kind,
        { what },
        { author: { id: accountId, name: '', address: '', requestId: NUMBER }, locale: 'en' },
      ),
    )
  const read = async (id: number) => (await call('GET', `/adminApi/job/info?id=${id}`)).data as JobView
  const until = (id: number, state: JobView['state']) =>
    expect
      .poll(async () => {
        await endPauses(api.db)
        api.jobs.wake()
        return read(id)
      })
      .toMatchObject({ state })
  return { ...api, kind, call, send, read, until }
}

/** A promise with its resolve function. */
const gate = () => Promise.withResolvers<void>()

test('a job runs, tells how far it is while its own transaction is open, and what came out', async () => {
  const told = gate()
  const { db, jobs, call, send, read, until } = await start(async (run) => {
    await run.db.transaction(async (tx) => {
      await tx.insert(organization).values({ code: 'J', name: 'J', type: 'school', sortKey: 'a0' })
      run.progress({ step: 'digging', done: 40, total: 100 })
      await told.promise
    })
    return { answer: '42' }
  })
  const id = await send()
  expect(await read(id)).toMatchObject({ state: 'queued', title: 'Work on a hole', attempt: 0, links: [] })
  await jobs.start()
  await expect
    .poll(() => read(id))
    .toMatchObject({ state: 'running', step: 'Digging', done: 40, total: 100, attempt: 1 })
  expect(await db.select().from(organization)).toEqual([])
  told.resolve()
  await until(id, 'done')
  expect(await read(id)).toMatchObject({
    message: 'The answer is 42',
    done: 100,
    result: { answer: '42' },
    links: [{ label: 'a hole', href: '/x/42' }],
  })
  expect(await db.select().from(organization)).toHaveLength(1)
  expect((await call('GET', '/adminApi/job/index')).data).toMatchObject({ list: [{ id }] })
})

test('what people have to mend fails at once; anything else is tried three times and then fails', async () => {
  const attempts: string[] = []
  const { jobs, send, read, until, logged } = await start(async ({ input, attempt }) => {
    attempts.push(`${input.what} ${attempt}`)
    if (input.what === 'refused') throw new AppError(422, 'The hole is too deep')
    throw new TypeError('no spade')
  })
  await jobs.start()
  const refused = await send('refused')
  await until(refused, 'failed')
  expect(await read(refused)).toMatchObject({ message: 'The hole is too deep', attempt: 1, result: null })
  const broken = await send('broken')
  await until(broken, 'failed')
  // The internal cause appears only in the log, where the number leads.
  expect(await read(broken)).toMatchObject({ attempt: 3, message: `Server internal error!\nNumber ${NUMBER}` })
  expect(attempts).toEqual(['refused 1', 'broken 1', 'broken 2', 'broken 3'])
  expect(logged.filter((line) => line.includes('no spade') && line.includes(NUMBER))).toHaveLength(3)
})

test('a running job is cancelled, and what it had written is gone; one that waits is over at once', async () => {
  const begun = gate()
  const { db, jobs, call, send, read, until } = await start(async ({ db, signal }) => {
    await db.transaction(async (tx) => {
      await tx.insert(organization).values({ code: 'J', name: 'J', type: 'school', sortKey: 'a0' })
      begun.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    return { answer: 'never' }
  })
  const waiting = await send('waiting')
  expect((await call('POST', '/adminApi/job/cancel', { id: waiting })).data).toMatchObject({ state: 'cancelled' })
  await jobs.start()
  const id = await send()
  await begun.promise
  expect(await call('POST', '/adminApi/job/cancel', { id })).toMatchObject({
    code: 200,
    msg: 'Stopping',
    data: { stopping: true },
  })
  await until(id, 'cancelled')
  expect(await db.select().from(organization)).toEqual([])
  expect((await read(waiting)).attempt).toBe(0)
  expect(await call('POST', '/adminApi/job/cancel', { id })).toMatchObject({
    code: 404,
    msg: 'This job has ended or does not exist.',
  })
})

test('a job that its process gave up in order goes on in another one, and that attempt is not counted', async () => {
  const begun = gate()
  let restarted = false
  const { db, url, files, kind, jobs, send, read, until } = await start(async ({ attempt, signal }) => {
    if (restarted) return { answer: `attempt ${attempt}` }
    begun.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return { answer: 'never' }
  })
  await jobs.start()
  const id = await send()
  await begun.promise
  await jobs.stop()
  expect(await read(id)).toMatchObject({
    state: 'queued',
    attempt: 0,
    message: 'The system is restarting. The job continues soon.',
  })
  restarted = true
  const second = openDatabase(url, 4)
  const process = new Jobs({ db: second, log: pino({ level: 'silent' }), files, secret: '', kinds: [kind] })
  onTestFinished(async () => {
    await process.stop()
    await second.$client.end()
  })
  await process.start()
  await until(id, 'done')
  expect((await read(id)).message).toBe('The answer is attempt 1')
  expect(await db.select().from(job)).toHaveLength(1)
})

test('a job whose entry in the queue is gone fails visibly, in the language of its owner', async () => {
  const { db, jobs, send, read } = await start(async () => ({ answer: '' }))
  const id = await send()
  await db.execute(sql`delete from queue.job`)
  await jobs.start()
  expect(await read(id)).toMatchObject({
    state: 'failed',
    message: `The job stopped unexpectedly and did not finish. Start it again.\nNumber ${NUMBER}`,
  })
})

test('an enqueued job is stored with its transaction or not at all', async () => {
  const { db, jobs, kind } = await start(async () => ({ answer: '' }))
  const author = { id: 1, name: '', address: '', requestId: '' }
  const failing = db.transaction(async (tx) => {
    await jobs.enqueue(tx, kind, { what: 'x' }, { author, locale: 'en' })
    throw new Error('back')
  })
  await expect(failing).rejects.toThrow('back')
  expect(await db.select().from(job)).toEqual([])
  expect((await db.execute(sql`select id from queue.job`)).rows).toEqual([])
})

test('nobody sees, cancels or puts away the jobs of others; finished ones are put away', async () => {
  const api = await start(async () => ({ answer: '' }))
  const { db, call, send, until, jobs, signIn } = api
  await addOfficer({ db }, { username: 'officer', nodes: [], scope: 'all' })
  const officer = await signIn('admin', 'officer')
  const mine = await send()
  expect(await officer('GET', '/adminApi/job/index')).toMatchObject({ data: { list: [] } })
  expect(await officer('GET', `/adminApi/job/info?id=${mine}`)).toMatchObject({ code: 404 })
  expect(await officer('POST', '/adminApi/job/cancel', { id: mine })).toMatchObject({ code: 404 })
  expect(await call('POST', '/adminApi/job/dismiss', { ids: [mine] })).toMatchObject({ data: { count: 0 } })
  await jobs.start()
  await until(mine, 'done')
  expect(await officer('POST', '/adminApi/job/dismiss', { ids: [mine] })).toMatchObject({ data: { count: 0 } })
  expect(await call('POST', '/adminApi/job/dismiss', {})).toMatchObject({ data: { count: 1 } })
  expect(await call('GET', '/adminApi/job/index')).toMatchObject({ data: { list: [] } })
})

test('the work of a locked account is not done', async () => {
  const { db, jobs, send } = await start(async () => ({ answer: '' }))
  const officer = await addOfficer({ db }, { username: 'officer', nodes: [], scope: 'all' })
  await db.execute(sql`update account set status = 0 where id = ${officer}`)
  await send('a hole', officer)
  await jobs.start()
  await expect.poll(async () => (await db.select().from(job))[0]?.state).toBe('failed')
  expect((await db.select().from(job))[0]?.message).toBe(
    'The account that started this job is locked or deleted, so nothing was done.',
  )
})

test('between two attempts a job says that it is tried again', async () => {
  const { jobs, send, read } = await start(async () => {
    throw new TypeError('no spade')
  })
  await jobs.start()
  const id = await send()
  await expect
    .poll(() => read(id))
    .toMatchObject({ state: 'queued', attempt: 1, message: 'Something went wrong. The job is retried soon.' })
})

test('a job during which its process died three times is given up', async () => {
  const { db, jobs, send, read, until } = await start(async () => ({ answer: 'never' }))
  const id = await send()
  await db.update(job).set({ attempt: 3 })
  await jobs.start()
  await until(id, 'failed')
  expect(await read(id)).toMatchObject({
    attempt: 4,
    message: `The job stopped unexpectedly several times and was given up. Start it again. If this happens again, ask an administrator.\nNumber ${NUMBER}`,
  })
})

test('work that only another release knows of fails, and says so', async () => {
  const { db, jobs, send } = await start(async () => ({ answer: 'never' }))
  await send()
  await db.update(job).set({ kind: 'of-tomorrow' })
  await jobs.start()
  await expect
    .poll(async () => (await db.select().from(job))[0])
    .toMatchObject({ state: 'failed', message: 'This version does not know this kind of job. Start it again.' })
})

test('dead jobs are looked after again when a clock that was ahead has been set right', async () => {
  const { db, jobs } = await start(async () => ({ answer: '' }))
  await db.execute(
    sql`update queue.queue set monitor_on = now() + interval '60 days',
      monitor_claim_on = now() + interval '60 days', maintain_on = now() + interval '60 days'`,
  )
  await jobs.start()
  const future = sql`select name from queue.queue where greatest(monitor_on, monitor_claim_on, maintain_on) > now() + interval '1 day'`
  await expect.poll(async () => (await db.execute(future)).rows).toEqual([])
})
