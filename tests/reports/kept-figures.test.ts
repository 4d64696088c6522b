import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readStats, statKey } from '#src/features/reports/report-stats.server.ts'
import { runUnits } from '#src/features/reports/run-units.server.ts'
import { clearProcessCaches } from '#src/server/cache/process-cache.server.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import { startReports } from './report-api.ts'

test('figures of a run are read once, and an answer has those that are wanted alone', async () => {
  const { db, exam, east, west } = await startReports()
  const key = { examId: exam, run: 1 }
  const [one, other] = [east.one, west.one].map((unitId) => ({ kind: 'class' as const, unitId }))
  if (!one || !other) throw new Error('There are two classes.')
  const read = async (units: (typeof one)[], cols: number[]) =>
    [...(await readStats(db, key, [{ units, cols }]))].map(([unit, stats]) => [unit, [...stats.keys()]])
  expect(await read([one], [0])).toEqual([[statKey(one), [0]]])
  await db.execute(sql`delete from run_stat where kind = 'class' and unit_id = ${one.unitId} and col = 0`)
  // What was read is kept; what was not is read beside it.
  expect(await read([one, other], [0, 1])).toEqual([
    [statKey(one), [0, 1]],
    [statKey(other), [0, 1]],
  ])
  // A column that a unit has not is no reason to read again, and what is kept is no reason to answer it.
  expect(await read([one, other], [1, 99])).toEqual([
    [statKey(one), [1]],
    [statKey(other), [1]],
  ])
  const before = await runUnits(db, key)
  expect(await runUnits(db, key)).toBe(before)
  expect(before.find('class', east.one)).toMatchObject({ parentId: east.id, name: 'Class 1' })
  expect(before.below('class', east.id).map(({ unitId }) => unitId)).toEqual([east.one, east.two])
  expect((await runUnits(db, { ...key, run: 9 })).count).toBe(0)

  clearProcessCaches()
  // Units come in the order of their names, by number where these differ in nothing else.
  await db.execute(sql`update run_unit set name = case unit_id when ${east.one} then '第二班' else '第一班' end
    where kind = 'class' and parent_id = ${east.id}`)
  expect((await runUnits(db, key)).below('class', east.id).map(({ unitId }) => unitId)).toEqual([east.two, east.one])
  expect(await read([one], [0, 1])).toEqual([[statKey(one), [1]]])
  expect(await runUnits(db, key)).not.toBe(before)

  // A cache forgets what was not used for longest, and keeps databases apart.
  {
    const cache = sizedCache<{ bytes: number }>(100, ({ bytes }) => bytes)
    cache.set(db, 'a', { bytes: 40 })
    cache.set(db, 'b', { bytes: 40 })
    expect(cache.get(db, 'a')).toEqual({ bytes: 40 })
    cache.set(db, 'c', { bytes: 40 })
    expect(['a', 'b', 'c'].filter((key) => cache.get(db, key))).toEqual(['a', 'c'])
    // A transaction neither takes nor leaves anything.
    await db.transaction(async (tx) => {
      expect(cache.get(tx, 'a')).toBeUndefined()
      cache.set(tx, 'e', { bytes: 90 })
      expect(cache.get(tx, 'e')).toBeUndefined()
    })
    expect(cache.get(db, 'a')).toEqual({ bytes: 40 })
    cache.set(db, 'd', { bytes: 101 })
    expect(cache.get(db, 'd')).toBeUndefined()
  }

  // What is asked for while it is read is read once, and by each when it fails.
  {
    const cache = sizedCache<{ number: number }>(100, () => 10)
    let reads = 0
    const make = async () => {
      reads += 1
      const number = reads
      await db.execute(sql`select`)
      return { number }
    }
    expect(await Promise.all([1, 2, 3].map(() => cache.read(db, 'a', make)))).toEqual(
      [1, 1, 1].map((number) => ({ number })),
    )
    expect(await cache.read(db, 'a', make)).toEqual({ number: 1 })
    expect(reads).toBe(1)
    // A client that has left takes nothing from the others.
    const failing = cache.read(db, 'b', async () => {
      await db.execute(sql`select`)
      throw new Error('gone')
    })
    const other = cache.read(db, 'b', make)
    await expect(failing).rejects.toThrow('gone')
    expect(await other).toEqual({ number: 2 })
    // What is not to be kept is read again, and a transaction reads for itself.
    expect(await cache.read(db, 'c', make, () => false)).toEqual({ number: 3 })
    expect(await cache.read(db, 'c', make)).toEqual({ number: 4 })
    const both = db.transaction((tx) => Promise.all([cache.read(tx, 'd', make), cache.read(tx, 'd', make)]))
    expect(new Set((await both).map(({ number }) => number)).size).toBe(2)
  }
})
