import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { endPauses, passSilence } from '../support/queue.ts'
import { csv, scores } from '../support/scores.ts'

/** The number of pupils. Their scores take two statements. */
const PUPILS = 2_000
/** The number of scores that the first statement writes. */
const FIRST = 5_000

async function startWorker(url: string, files: string) {
  const child = spawn(process.execPath, ['tests/support/job-process.ts', url, files, './score-process.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a process is killed while it writes the rows of lines: nothing of them is there, and another one does it once', {
  timeout: 120_000,
}, async () => {
  const { db, url, files, admin, send, planOf, all } = await scores({ pupils: PUPILS, work: false })
  const lines = Array.from({ length: PUPILS }, (_, at) => `P${at + 1},1,2,3`)
  const { data } = await send(csv('Number,Art,Maths,Music', ...lines))
  const begun = await admin('POST', '/adminApi/score/importRun', { id: data.id, plan: planOf(data) })
  const { job } = begun.data as { job: number }
  const read = async () => (await admin('GET', `/adminApi/job/info?id=${job}`)).data as JobView
  // The second statement waits for this score of the last pupil.
  const other = await db.$client.connect()
  await other.query('begin')
  await other.query(`insert into score (pupil_id, course_id, mark, room) values (${PUPILS}, 3, 1, 'x')`)
  const first = await startWorker(url, files)
  await expect.poll(read).toMatchObject({ step: 'Writing', done: FIRST, total: 3 * PUPILS })
  first.kill('SIGKILL')
  await once(first, 'exit')
  await other.query('rollback')
  other.release()
  expect(await all()).toEqual([])
  await startWorker(url, files)
  await passSilence(db)
  await expect
    .poll(
      async () => {
        await endPauses(db)
        return read()
      },
      { timeout: 90_000 },
    )
    .toMatchObject({ state: 'done', attempt: 2 })
  expect(await read()).toMatchObject({ result: { counts: { new: PUPILS, rows: { new: 3 * PUPILS } } } })
  expect(await all()).toHaveLength(3 * PUPILS)
  const { rows } = await db.execute(
    sql`select count(*)::int as changes, count(distinct change_set_id)::int as sets from change where table_name = 'score'`,
  )
  expect(rows).toEqual([{ changes: 3 * PUPILS, sets: 1 }])
})
