import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moneyLog } from '#src/db/ledger.table.server.ts'
import { indexedSql } from '#src/server/list/contains.server.ts'
import { startLedgers } from '../support/ledgers.ts'

const reasons = ['Trip to Ｂeijing', 'trip 7', 'Prize', '100% right', '春季奖励', 'ＴＲＩＰ']

test('a condition finds what reasons contain: of any length, in any case and in either width', async () => {
  const { admin, one } = await startLedgers()
  for (const memo of reasons)
    expect(await admin('POST', '/adminApi/money-log/add', { accountId: one, amount: 1, memo })).toMatchObject({
      code: 200,
    })
  const found = async (val: string, operator = 'LIKE') => {
    const filter = encodeURIComponent(JSON.stringify({ field: 'memo', operator, val }))
    const { data } = await admin('GET', `/adminApi/money-log/index?order=createTime,asc&filter=${filter}`)
    return (data as { list: { memo: string }[] }).list.map(({ memo }) => reasons.indexOf(memo)).sort()
  }
  expect(await found('trip')).toEqual([0, 1, 5])
  expect(await found('Trip to beijing')).toEqual([0])
  expect(await found('ｔrip 7')).toEqual([1])
  expect(await found('ri')).toEqual([0, 1, 2, 3, 5])
  expect(await found('7')).toEqual([1])
  expect(await found('0%')).toEqual([3])
  expect(await found('%')).toEqual([3])
  expect(await found('奖')).toEqual([4])
  expect(await found('季奖励')).toEqual([4])
  expect(await found('Prizes')).toEqual([])
  expect(await found('trip', 'NOT LIKE')).toEqual([2, 3, 4])
})

test('an index finds them, also one sign or many', async () => {
  const { db } = await startLedgers()
  for (const text of ['7', 'ri', 'Trip 77777', 'a reason that has more pairs of signs than an index is asked for']) {
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute(sql`explain select id from money_log where ${indexedSql(moneyLog.memo, text)}`)
    })
    expect(JSON.stringify(plan.rows), text).toContain('money_log_memo_idx')
  }
})
