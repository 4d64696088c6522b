import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { pgErrorOf } from '#src/server/write/db-errors.server.ts'
import { idOf } from '../support/base-info.ts'
import { startLedgers } from '../support/ledgers.ts'

const money = '/adminApi/money-log'

test('the database refuses to change or delete entries, and to move a balance without one', async () => {
  const { admin, db, one, two, held } = await startLedgers()
  idOf(await admin('POST', `${money}/add`, { accountId: one, amount: 100, memo: 'Prize' }))
  const refusal = async (text: string) => {
    const error = await write(db, systemAuthor, 'save', (tx) => tx.execute(sql.raw(text))).catch(
      (reason: unknown) => reason,
    )
    const found = pgErrorOf(error)
    return found?.constraint ?? found?.code
  }
  expect(await refusal('update money_log set amount = 200')).toBe('money_log_kept')
  expect(await refusal("update money_log set memo = 'Other'")).toBe('money_log_kept')
  expect(await refusal('delete from money_log')).toBe('money_log_kept')
  expect(await refusal('truncate money_log cascade')).toBe('money_log_kept')
  expect(await refusal('truncate account cascade')).toMatch(/kept/)
  expect(await refusal('update member_balance set money = 5')).toBe('member_balance_kept')
  expect(await refusal('delete from member_balance')).toBe('member_balance_kept')
  expect(await refusal('truncate member_balance')).toBe('member_balance_kept')
  expect(await refusal(`insert into money_log (account_id, amount, memo) values (${two}, -1, 'Fee')`)).toBe(
    'money_log_enough',
  )
  const [id] = (await db.execute<{ id: number }>(sql`select id from money_log`)).rows
  expect(
    await refusal(`insert into money_log (account_id, amount, memo, reverses) values (${one}, -1, 'x', ${id?.id})`),
  ).toBe('money_log_reversal')
  expect(await refusal(`insert into money_log (account_id, amount, memo) values (${one}, 0, 'x')`)).toBe(
    'money_log_sum',
  )
  // What a statement says of the number and the balances is not taken.
  await db.execute(
    sql`insert into money_log (account_id, amount, before, after, seq, memo) values (${one}, 1, 7, 8, 9, 'x')`,
  )
  expect(await held(one)).toBe(101)
})
