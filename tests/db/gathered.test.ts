import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '#src/db/client.server.ts'
import { gathered } from '#src/db/gathered.server.ts'
import { freshDatabase } from '../support/database.ts'

const { url, drop } = await freshDatabase()
const db = openDatabase(url)
afterAll(async () => {
  await db.$client.end()
  await drop()
})

await db.execute(sql`create table word (name text primary key, meaning text)`)
await db.execute(sql`insert into word select n::text, 'meaning ' || n from generate_series(1, 40) n`)

/** A lookup of meanings, and the keys of each statement that it has sent. */
function meanings() {
  const batches: (readonly string[])[] = []
  const find = gathered(async (given: Db, keys) => {
    batches.push(keys)
    const { rows } = await given.execute<{ name: string; meaning: string }>(
      sql`select name, meaning from word where name = any (${sql.param(keys)}::text[])`,
    )
    return new Map(rows.map(({ name, meaning }) => [name, meaning]))
  })
  return { batches, find: (key: string) => find(db, key) }
}

test('lookups that are asked for together share a statement, and each gets its own answer', async () => {
  const { batches, find } = meanings()
  const keys = Array.from({ length: 30 }, (_, at) => String(at + 1))
  expect(await Promise.all([...keys, '1', 'unknown'].map(find))).toEqual([
    ...keys.map((key) => `meaning ${key}`),
    'meaning 1',
    undefined,
  ])
  expect(batches).toEqual([[...keys, 'unknown']])
})

test('nothing is kept: a lookup after a change sees it, also when an earlier one is still under way', async () => {
  const { find } = meanings()
  const before = find('31')
  await db.execute(sql`update word set meaning = 'changed' where name = '31'`)
  expect(await find('31')).toBe('changed')
  expect(await before).toMatch(/^(meaning 31|changed)$/)
  await db.execute(sql`delete from word where name = '31'`)
  expect(await find('31')).toBeUndefined()
})

test('while two statements are under way, further lookups wait for one that begins later', async () => {
  const started: (() => void)[] = []
  const batches: (readonly string[])[] = []
  const find = gathered(async (_given: Db, keys) => {
    batches.push(keys)
    await new Promise<void>((resolve) => started.push(resolve))
    return new Map(keys.map((key) => [key, key]))
  })
  const first = find(db, 'a')
  await expect.poll(() => batches).toEqual([['a']])
  const second = find(db, 'b')
  await expect.poll(() => batches).toEqual([['a'], ['b']])
  const others = ['c', 'a', 'c'].map((key) => find(db, key))
  await new Promise((resolve) => setImmediate(resolve))
  expect(batches).toHaveLength(2)
  started[1]?.()
  expect(await second).toBe('b')
  await expect.poll(() => batches).toEqual([['a'], ['b'], ['c', 'a']])
  started[0]?.()
  started[2]?.()
  expect(await Promise.all([first, ...others])).toEqual(['a', 'c', 'a', 'c'])
})

test('a statement that fails concerns those who share it, and the next one works', async () => {
  let broken = true
  const find = gathered(async (given: Db, keys) => {
    if (broken) await given.execute(sql`select 1 / 0`)
    return new Map(keys.map((key) => [key, key]))
  })
  const [one, two] = await Promise.allSettled([find(db, 'a'), find(db, 'b')])
  expect([one?.status, two?.status]).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await find(db, 'a')).toBe('a')
})
