import { expect, test } from 'vitest'
import type { ListPage, ListParams } from '#src/crud/calls/crud-client.ts'
import { CHUNK, ChunkStore } from '#src/crud/list/chunk-store.ts'

type Row = { id: number }

/** A list of `total` rows with ids from 0. It answers as the contract does and records the calls. */
function longList(total: number) {
  const calls: ListParams[] = []
  const answer = (query: ListParams): ListPage<Row> => {
    calls.push(query)
    const { cursor, page = '1', skip = '0' } = query
    const limit = Number(query.limit)
    const start =
      cursor === 'last'
        ? total - limit
        : cursor === undefined
          ? (Number(page) - 1) * limit
          : Number(cursor) + Number(skip)
    if (cursor === undefined && start > 10_000) throw new Error('beyond the numbered pages')
    if (Number(skip) > 10_000) throw new Error('too far for one call')
    const end = Math.min(total, start + limit)
    const list = Array.from({ length: end - start }, (_, at) => ({ id: start + at }))
    return { list, total, labels: {}, cursors: { previous: null, next: end < total ? String(end) : null } }
  }
  const store = new ChunkStore<Row>(
    async (query) => answer(query),
    {},
    total,
    () => {},
  )
  return { store, calls }
}

const idsAt = (store: ChunkStore<Row>, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => store.rowAt(from + at)?.id)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('the rows on screen come with one call, those at an edge with two', async () => {
  const { store, calls } = longList(1000)
  store.want(0, 40)
  await expect.poll(() => idsAt(store, 0, 40)).toEqual(from(0, 40))
  expect(calls).toHaveLength(1)
  store.want(180, 230)
  await expect.poll(() => idsAt(store, 180, 230)).toEqual(from(180, 230))
  expect(calls).toHaveLength(2)
})

test.each([10_000, 10_200, 15_000, 50_003, 99_950, 99_999])('a jump to row %i takes a handful of calls', async (at) => {
  const { store, calls } = longList(100_000)
  const last = Math.min(99_999, at + 30)
  store.want(at, last)
  await expect.poll(() => idsAt(store, at, last)).toEqual(from(at, last))
  expect(store.indexOf(at)).toBe(at)
  expect(calls.length).toBeLessThanOrEqual(13)
  expect(store.busy).toBe(false)
})

test('the end of a list that fills no whole chunk', async () => {
  const { store } = longList(30_007)
  store.want(29_980, 30_006)
  await expect.poll(() => idsAt(store, 29_980, 30_006)).toEqual(from(29_980, 30_006))
})

test('who goes elsewhere meanwhile gets what is there, and not what was wanted before', async () => {
  const { store } = longList(100_000)
  store.want(80_000, 80_030)
  store.want(40_000, 40_030)
  await expect.poll(() => idsAt(store, 40_000, 40_030)).toEqual(from(40_000, 40_030))
  expect(store.rowAt(80_000)).toBeUndefined()
})

test('rows that were seen long ago are let go, and come back', async () => {
  const { store } = longList(100_000)
  for (let chunk = 0; chunk < 80; chunk++) {
    store.want(chunk * CHUNK, chunk * CHUNK + 10)
    await expect.poll(() => store.rowAt(chunk * CHUNK)?.id).toBe(chunk * CHUNK)
  }
  expect(store.rowAt(0)).toBeUndefined()
  store.want(0, 10)
  await expect.poll(() => store.rowAt(0)?.id).toBe(0)
})
