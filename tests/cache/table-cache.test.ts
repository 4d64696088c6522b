import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { fromTable, watchTables } from '#src/server/cache/table-cache.server.ts'
import { startShelf } from '../support/shelf.ts'

test('what is kept of a table goes with a write of this process, and with the word of another one', async () => {
  const { db, url, call } = await startShelf()
  watchTables([db], url, pino({ level: 'silent' }))
  // The tests' own table has no trigger that notifies of changes. The write itself must notify.
  const titles = fromTable('shelf', async (one) => (await one.execute(sql`select title from shelf`)).rows)
  // The process caches nothing before it listens for changes.
  const isKept = async () => {
    const before = await titles(db)
    return before === (await titles(db))
  }
  await expect.poll(isKept).toBe(true)
  expect(await titles(db)).toEqual([])
  await call('POST', '/adminApi/shelf/add', { title: 'one' })
  expect(await titles(db)).toEqual([{ title: 'one' }])
  await db.execute(sql`update shelf set title = 'two'`)
  expect(await titles(db)).toEqual([{ title: 'one' }])
  await db.execute(sql`select pg_notify('yardstick_tables', 'shelf')`)
  await expect.poll(() => titles(db)).toEqual([{ title: 'two' }])
})
