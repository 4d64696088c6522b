import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idOf } from '../support/base-info.ts'
import { startLedgers } from '../support/ledgers.ts'

const money = '/adminApi/money-log'
const entry = (accountId: number, amount: number) => ({ accountId, amount, memo: 'Prize' })

test('a hundred changes of one member at the same moment come out exact, in one chain', async () => {
  const { admin, db, one, held, wrong } = await startLedgers()
  idOf(await admin('POST', `${money}/add`, entry(one, 10_000)))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => admin('POST', `${money}/add`, entry(one, at % 2 === 0 ? 7 : -3))),
  )
  expect(answers.every(({ code }) => code === 200)).toBe(true)
  expect(await held(one)).toBe(10_000 + 50 * 7 - 50 * 3)
  expect(await wrong()).toEqual([])
  const { rows } = await db.execute<{ ok: boolean }>(sql`
    select bool_and(before = coalesce(prior, 0) and time_ok) as ok from (
      select before, lag(after) over w as prior, create_time >= coalesce(lag(create_time) over w, create_time) as time_ok
      from money_log where account_id = ${one} window w as (order by seq)) chain`)
  expect(rows[0]?.ok).toBe(true)
})

test('of two changes that only together take too much, one is refused', async () => {
  const { admin, one, held } = await startLedgers()
  idOf(await admin('POST', `${money}/add`, entry(one, 100)))
  const answers = await Promise.all([
    admin('POST', `${money}/add`, entry(one, -60)),
    admin('POST', `${money}/add`, entry(one, -60)),
  ])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
  expect(await held(one)).toBe(40)
})

test('a repeat with the same key at the same moment writes once', async () => {
  const { admin, one, held } = await startLedgers()
  const key = { 'idempotency-key': 'once' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin('POST', `${money}/add`, entry(one, 100), key)),
  )
  expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toHaveLength(1)
  expect(await held(one)).toBe(100)
})

test('of ten reversals of one entry, and of its batch, one happens', async () => {
  const { admin, one, two, held, wrong } = await startLedgers()
  const batch = await admin('POST', `${money}/adjust`, { ids: [one, two], amount: 100, memo: 'Gift' })
  const { changeSetId } = batch.data as { changeSetId: number }
  const list = (await admin('GET', `${money}/index`)).data as { list: { id: number; accountId: number }[] }
  const id = list.list.find(({ accountId }) => accountId === one)?.id
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => admin('POST', `${money}/reverse`, { id, memo: 'One' })),
    ...Array.from({ length: 5 }, () => admin('POST', `${money}/reverse`, { changeSetId, memo: 'All' })),
  ])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]))
  expect([await held(one), await held(two)]).toEqual([0, 0])
  expect(await wrong()).toEqual([])
})

test('calls for the same members in other orders do not wait for each other for ever', async () => {
  const { admin, near, held, wrong } = await startLedgers(200)
  const turned = [...near].reverse()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      admin('POST', `${money}/adjust`, { ids: at % 2 === 0 ? near : turned, amount: 5, memo: 'Gift' }),
    ),
  )
  expect(answers.every(({ code }) => code === 200)).toBe(true)
  expect(await held(near[0] ?? 0)).toBe(60)
  expect(await wrong()).toEqual([])
})
