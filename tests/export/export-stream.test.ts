import { type SQL, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { copyRows } from '#src/server/export/copy-rows.server.ts'
import { exportStream } from '#src/server/export/export-stream.server.ts'
import { startApi } from '../support/api.ts'

async function start() {
  const { db } = await startApi()
  let ended = 0
  const pieces: number[] = []
  const open = (select: SQL) => {
    const number = pieces.push(0) - 1
    return exportStream(
      async function* (gone) {
        for await (const piece of copyRows(db, select, 'csv', gone)) {
          pieces[number] = (pieces[number] ?? 0) + 1
          yield piece
        }
      },
      () => ended++,
    ).getReader()
  }
  return {
    db,
    open,
    ended: () => ended,
    produced: () => [...pieces],
    busy: () => db.$client.totalCount - db.$client.idleCount,
  }
}

const many = sql`select repeat('x', 100) from generate_series(1, 1000000)`

test('whoever leaves in the middle ends the reading of the database', async () => {
  const { db, open, ended, busy } = await start()
  const reader = open(many)
  expect((await reader.read()).value?.length).toBeGreaterThanOrEqual(64 * 1024)
  expect(busy()).toBe(1)
  await reader.cancel()
  expect([ended(), busy()]).toEqual([1, 0])
  await expect
    .poll(async () => {
      const running = sql`select 1 from pg_stat_activity where query like 'copy %' and datname = current_database()`
      return (await db.execute(running)).rowCount
    })
    .toBe(0)
})

test('a file takes longer than a list may', async () => {
  const { url } = await startApi()
  const limited = openDatabase(url, 1, { limits: { ...workLimits.request, read: 50 } })
  onTestFinished(() => limited.$client.end())
  let bytes = 0
  for await (const piece of copyRows(limited, many, 'csv', new AbortController().signal)) bytes += piece.length
  expect(bytes).toBe(101_000_000)
  const { rows } = await limited.execute(sql`select current_setting('statement_timeout') as limit`)
  expect(rows, 'the connection has its own limit again').toEqual([{ limit: '50ms' }])
})

test('whoever leaves before the first row does not keep the connection waiting for it', async () => {
  const { db, open, ended, busy } = await start()
  // Another connection holds the lock that the first row waits for.
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1)`)
    const reader = open(sql`select pg_advisory_lock(1)`)
    await expect.poll(busy).toBe(2)
    await reader.cancel()
    expect([ended(), busy()]).toEqual([1, 1])
  })
  expect((await db.execute(sql`select 1`)).rowCount).toBe(1)
})

test('a query that is still at its sorting ends with whoever waited for it', async () => {
  const { db, open, busy } = await start()
  // This query sorts for minutes and does not notice meanwhile that the client has disconnected.
  const reader = open(
    sql`select repeat('x', 100) from generate_series(1, 30000) a, generate_series(1, 30000) b order by md5((a * b)::text)`,
  )
  await expect.poll(busy).toBe(1)
  const running = async () => {
    const { rows } = await db.execute(
      sql`select state from pg_stat_activity where query like 'copy %' and state = 'active' and datname = current_database()`,
    )
    return rows.length
  }
  await expect.poll(running).toBe(1)
  await reader.cancel()
  await expect.poll(running).toBe(0)
})

test('nothing is read that nobody waits for', async () => {
  const { db, open } = await start()
  const reader = open(many)
  await reader.read()
  // The database waits until the client reads what it has written.
  await expect
    .poll(async () => {
      const waiting = sql`select 1 from pg_stat_activity where query like 'copy %' and wait_event = 'ClientWrite' and datname = current_database()`
      return (await db.execute(waiting)).rowCount
    })
    .toBe(1)
  await reader.cancel()
})

test('a failure in the middle fails the file, and the connection is not used again', async () => {
  const { open, ended, busy } = await start()
  const reader = open(sql`select repeat('x', 100), 1 / (300000 - n) from generate_series(1, 1000000) n`)
  const readAll = async () => {
    while (!(await reader.read()).done);
  }
  await expect(readAll()).rejects.toThrow('division by zero')
  expect([ended(), busy()]).toEqual([1, 0])
})

test('a reader that reads nothing for a minute loses the file and its connection; one that reads keeps it', async () => {
  const { open, ended, produced, busy } = await start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [slow, quick] = [open(many), open(many)]
  onTestFinished(async () => {
    // A statement whose client reads nothing would hold up the removal of every database.
    for (const reader of [slow, quick]) await reader.cancel().catch(() => undefined)
  })
  for (const reader of [slow, quick]) await reader.read()
  // Each has produced as many pieces as it may, and waits: one that was read, and four ahead.
  await expect.poll(produced).toEqual([5, 5])
  vi.advanceTimersByTime(59_000)
  await quick.read()
  vi.advanceTimersByTime(2_000)
  await expect.poll(ended).toBe(1)
  await expect(slow.closed).rejects.toThrow('nobody reads the export')
  expect((await quick.read()).value?.length).toBeGreaterThan(0)
  await quick.cancel()
  expect([ended(), busy()]).toEqual([2, 0])
})
