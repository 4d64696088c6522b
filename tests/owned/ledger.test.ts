import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StandardVerb } from '#src/resource/registry.ts'
import { purses } from '../support/purses.ts'

const at = '/adminApi/purse-entry'

async function ledger(balance: number, verbs?: readonly StandardVerb[]) {
  const { admin, db, purseId } = await purses(balance, verbs)
  const add = (amount: number, headers?: Record<string, string>) =>
    admin('POST', `${at}/add`, { purseId, amount }, headers)
  const rows = async () => {
    const found = await db.execute<{ amount: number; before: number; after: number }>(
      sql`select amount, "before", "after" from purse_entry order by id`,
    )
    return found.rows
  }
  const held = async () =>
    Number((await db.execute<{ balance: number }>(sql`select balance from purse`)).rows[0]?.balance)
  return { admin, db, purseId, add, rows, held }
}

test('a row of a ledger changes the balance and tells it before and after', async () => {
  const { add, rows, held, admin } = await ledger(100)
  expect(await add(-30)).toMatchObject({ code: 200 })
  expect(await add(5)).toMatchObject({ code: 200 })
  expect(await rows()).toEqual([
    { amount: -30, before: 100, after: 70 },
    { amount: 5, before: 70, after: 75 },
  ])
  expect(await held()).toBe(75)
  expect((await admin('GET', `${at}/index`)).data).toMatchObject({ labels: { purseId: expect.anything() } })
})

test('what its writer refuses is told at the field, and nothing is written', async () => {
  const { add, rows, held } = await ledger(10)
  expect(await add(-11)).toMatchObject({
    code: 422,
    data: { errors: { amount: ['There is not enough in the purse'] } },
  })
  expect(await rows()).toEqual([])
  expect(await held()).toBe(10)
})

test('of many who add at once, each sees what the one before has left', async () => {
  const { add, rows, held } = await ledger(50)
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(-10)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(5)
  expect(answers.filter(({ code }) => code === 422)).toHaveLength(3)
  const all = await rows()
  expect(all.map(({ before }) => before)).toEqual([50, 40, 30, 20, 10])
  expect(all.every(({ before, amount, after }) => before + amount === after)).toBe(true)
  expect(await held()).toBe(0)
})

test('the same request a second time writes nothing', async () => {
  const { add, rows } = await ledger(50)
  const key = { 'idempotency-key': 'once' }
  const first = await add(-10, key)
  expect(await add(-10, key)).toMatchObject({ code: 200, data: first.data })
  expect(await rows()).toHaveLength(1)
})

test('one change set has all that a writer wrote, and an undo takes all of it back', async () => {
  const { add, admin, db, rows, held } = await ledger(50)
  const { changeSetId } = (await add(-10)).data as { changeSetId: number }
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from change where change_set_id = ${changeSetId} order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(['purse', 'purse_entry'])
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await rows()).toEqual([])
  expect(await held()).toBe(50)
})

test('an undo refuses when the balance has gone on', async () => {
  const { add, admin, held } = await ledger(50)
  const { changeSetId } = (await add(-10)).data as { changeSetId: number }
  await add(-5)
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 409 })
  expect(await held()).toBe(35)
})

test('an edit, an edit of many rows and a deletion go through their writers', async () => {
  const { add, admin, held } = await ledger(0)
  const ids: number[] = []
  for (const amount of [10, 20, 30]) ids.push(((await add(amount)).data as { id: number }).id)
  const [first, second, third] = ids
  expect(await admin('POST', `${at}/edit`, { id: first, version: 1, amount: 11 })).toMatchObject({
    code: 200,
    data: { version: 2 },
  })
  expect(await held()).toBe(61)
  expect(await admin('POST', `${at}/bulkEdit`, { ids: [second, third], values: { amount: 1 } })).toMatchObject({
    code: 200,
    data: { changed: 2 },
  })
  expect(await held()).toBe(13)
  expect(await admin('DELETE', `${at}/del?ids[]=${first}`)).toMatchObject({ code: 200 })
  expect(await admin('POST', `${at}/bulkDel`, { ids: [second] })).toMatchObject({ code: 200 })
  expect(await held()).toBe(1)
})

test('a ledger that is only added to offers no undo, no edit and no deletion, and says so before', async () => {
  const { add, admin, db, held } = await ledger(50, ['index', 'add'])
  const { id, changeSetId } = (await add(-10)).data as { id: number; changeSetId: number | null }
  expect(changeSetId).toBeNull()
  const { list } = (await admin('GET', `${at}/history?id=${id}`)).data as { list: { undoable: boolean }[] }
  expect(list.map(({ undoable }) => undoable)).toEqual([false])
  const { rows } = await db.execute<{ id: number }>(
    sql`select max(change_set_id) as id from change where table_name = 'purse_entry'`,
  )
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: Number(rows[0]?.id) })).toMatchObject({
    code: 422,
  })
  expect(await admin('POST', `${at}/edit`, { id, version: 1, amount: 1 })).toMatchObject({ code: 405 })
  expect(await admin('DELETE', `${at}/del?ids[]=${id}`)).toMatchObject({ code: 404 })
  expect(await held()).toBe(40)
})

test('a deleted entry comes back only with the balance, by an undo of the deletion', async () => {
  const { add, admin, held, rows } = await ledger(50)
  const { id } = (await add(-10)).data as { id: number }
  const gone = (await admin('DELETE', `${at}/del?ids[]=${id}`)).data as { changeSetId: number }
  expect(await held()).toBe(50)
  const { list } = (await admin('GET', `${at}/deleted`)).data as { list: { changeId: number; comesBack: string }[] }
  expect(list.map(({ comesBack }) => comesBack)).toEqual(['withAction'])
  expect(await admin('POST', `${at}/restore`, { id, changeId: list[0]?.changeId })).toMatchObject({
    code: 422,
    msg: 'This record was deleted together with changes elsewhere. Undo the whole deletion instead.',
  })
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: gone.changeSetId })).toMatchObject({ code: 200 })
  expect(await held()).toBe(40)
  expect(await rows()).toHaveLength(1)
})
