import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { verifyLedgers } from '#src/features/ledger/verify-ledger.server.ts'
import { idOf } from '../support/base-info.ts'
import { startLedgers } from '../support/ledgers.ts'

const money = '/adminApi/money-log'

test('a process that is killed in the middle of many writes leaves every balance the sum of its entries', async () => {
  const { db, url, wrong } = await startLedgers(10)
  const entries = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from money_log`)
    return rows[0]?.count ?? 0
  }
  const child = spawn(process.execPath, ['tests/support/ledger-process.ts', url], { stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await expect.poll(entries, { interval: 5, timeout: 60_000 }).toBeGreaterThan(100)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  expect(await wrong()).toEqual([])
  expect(await verifyLedgers(db)).toMatchObject([{ brokenCount: 0 }, { brokenCount: 0 }])
})

test('the check proves every balance, and names what somebody has changed with the guards off', async () => {
  const { admin, db, one, two, three, far } = await startLedgers()
  for (const id of [one, one, two, three, three, far])
    idOf(await admin('POST', `${money}/add`, { accountId: id, amount: 100, memo: 'Prize' }))
  const whole = { brokenCount: 0, broken: [], unguarded: [] }
  expect(await verifyLedgers(db)).toMatchObject([
    { kind: 'money', entries: 6, ...whole },
    { kind: 'score', entries: 0, ...whole },
  ])
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update member_balance set money = 900 where account_id = ${one}`)
    await tx.execute(sql`update money_log set amount = 50, after = 50 where account_id = ${two}`)
    await tx.execute(sql`delete from money_log where account_id = ${three} and seq = 1`)
    await tx.execute(sql`update money_log set reverses = (select min(id) from money_log) where account_id = ${far}`)
  })
  await db.execute(sql`alter table money_log disable trigger b_kept`)
  const [found] = await verifyLedgers(db)
  expect(found).toMatchObject({ brokenCount: 4, unguarded: ['money_log b_kept'] })
  expect(Object.fromEntries((found?.broken ?? []).map(({ username, faults }) => [username, faults]))).toEqual({
    near1: ['sum', 'last'],
    near2: ['sum', 'last'],
    near3: ['sum', 'chain'],
    far1: ['reversal'],
  })
})
