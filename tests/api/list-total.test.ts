import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { sharedFor } from '#src/server/cache/shared-for.server.ts'
import { watchTables } from '#src/server/cache/table-cache.server.ts'
import { addOrganizations, type Caller } from '../support/api.ts'
import { idOf } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { startShelf } from '../support/shelf.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A shelf in a process that hears of changes, as the product does. */
async function startWatched() {
  const made = await startShelf()
  // A total is kept for two seconds. However slow this machine is, the clock stands still.
  vi.useFakeTimers({ toFake: ['Date'] })
  watchTables([made.db], made.url, pino({ level: 'silent' }))
  for (const title of ['A', 'B', 'C']) idOf(await made.call('POST', '/adminApi/shelf/add', { title }))
  return made
}

const answerOf = async (call: Caller, path: string) => (await call('GET', `/adminApi/shelf/${path}`)).data

test('rows come without a total, and the total without rows', async () => {
  const { call } = await startWatched()
  const rows = await answerOf(call, 'index?limit=2&count=none')
  expect(rows).toMatchObject({ list: [{ title: 'A' }, { title: 'B' }] })
  expect(rows).not.toHaveProperty('total')
  expect(await answerOf(call, 'count?limit=1&page=9')).toEqual({ total: 3 })
  expect(await answerOf(call, 'count?quickSearch=B')).toEqual({ total: 1 })
  expect(await call('GET', '/adminApi/shelf/count?count=several')).toMatchObject({ status: 400 })
})

test('a page that shows the end of the list needs no count', async () => {
  const { call, db } = await startWatched()
  // The rows below are added behind the product's back. A page that ends the list still says how many there are.
  expect(await answerOf(call, 'count')).toEqual({ total: 3 })
  await db.execute(sql`insert into shelf (title) values ('D')`)
  expect(await answerOf(call, 'index?limit=10')).toMatchObject({ total: 4 })
  expect(await answerOf(call, 'index?limit=3&page=2')).toMatchObject({ total: 4 })
  expect(await answerOf(call, 'index?limit=10&cursor=last')).toMatchObject({ total: 4 })
})

test('a total is shared by requests with the same condition, until this process writes to the table', async () => {
  const { call, db } = await startWatched()
  expect(await answerOf(call, 'count')).toEqual({ total: 3 })
  await db.execute(sql`insert into shelf (title) values ('D')`)
  expect(await answerOf(call, 'index?limit=1')).toMatchObject({ total: 3, totalKept: true })
  expect(await answerOf(call, 'count?order=title,desc')).toEqual({ total: 3, totalKept: true })
  expect(await answerOf(call, 'count?count=exact')).toEqual({ total: 4 })
  expect(await answerOf(call, 'count?quickSearch=D')).toEqual({ total: 1 })
  const added = await call('POST', '/adminApi/shelf/add', { title: 'E' })
  expect(await answerOf(call, 'count')).toEqual({ total: 5 })
  const { changeSetId } = added.data as { changeSetId: number }
  await call('POST', '/adminApi/history/undo', { changeSetId })
  expect(await answerOf(call, 'count')).toEqual({ total: 4 })
})

test('a total is never that of another scope', async () => {
  const made = await startWatched()
  const ids = await addOrganizations(made.call)
  const node = 'baseInfo/organization/index' as const
  await addOfficer(made, { username: 'first', scope: 'orgBelow', deptId: ids.D1, nodes: [node] })
  await addOfficer(made, { username: 'second', scope: 'orgBelow', deptId: ids.S2, nodes: [node] })
  const totalOf = async (username: string) => {
    const { data } = await (await made.signIn('admin', username))('GET', '/adminApi/organization/count')
    return data
  }
  const first = await totalOf('first')
  expect(await totalOf('second')).toEqual({ total: 1 })
  expect(first).toEqual({ total: 2 })
})

test('what is shared is computed once, again after its time, and by the next one when the first gave up', async () => {
  const share = sharedFor<number>(60_000)
  let made = 0
  const count = async () => {
    made += 1
    return made
  }
  const both = await Promise.all([share('a', count), share('a', count)])
  expect(both).toEqual([
    { value: 1, shared: false },
    { value: 1, shared: true },
  ])
  expect(await share('b', count)).toEqual({ value: 2, shared: false })
  const over = sharedFor<number>(0)
  await over('a', count)
  expect(await over('a', count)).toEqual({ value: 4, shared: false })
  const left = share('c', () => Promise.reject(new Error('left')))
  const next = share('c', count)
  await expect(left).rejects.toThrow('left')
  expect(await next).toEqual({ value: 5, shared: false })
})
