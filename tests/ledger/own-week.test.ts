import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startLedgers } from '../support/ledgers.ts'
import { startMemberRights } from '../support/member-rights.ts'

type Day = { day: string; money: number; moneyAfter: number; score: number; scoreAfter: number }

async function start() {
  const ledgers = await startLedgers()
  const { admin, db, signIn } = ledgers
  const { rows } = await db.execute<{ id: number }>(sql`select id from account where username = 'member'`)
  const own = Number(rows[0]?.id)
  /** Adds an entry and dates it so many days back, at noon in the time zone of the site. */
  const enter = async (amount: number, days: number, key = 'money_log', accountId = own) => {
    const resource = key.replace('_', '-')
    const answer = await admin('POST', `/adminApi/${resource}/add`, { accountId, amount, memo: 'Prize' })
    const { id } = answer.data as { id: number }
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update ${sql.identifier(key)} set create_time =
        ((now() at time zone 'Asia/Shanghai')::date - ${days}::int + time '12:00') at time zone 'Asia/Shanghai'
        where id = ${id}`)
    })
  }
  const member = await signIn('user')
  const week = async () => (await member('GET', '/api/user/overview')).data as { days: Day[]; hasFactor: boolean }
  return { ...ledgers, member, enter, week }
}

test('the last seven days are those of the entries: earlier ones are in what was there, those of others are not', async () => {
  const { enter, week, db, one } = await start()
  await enter(1000, 9)
  await enter(500, 6)
  await enter(-200, 3)
  await enter(50, 3)
  await enter(40, 2, 'score_log')
  await enter(7, 0)
  await enter(999, 1, 'money_log', one)
  const { days, hasFactor } = await week()
  expect(hasFactor).toBe(false)
  expect(days.map(({ money }) => money)).toEqual([500, 0, 0, -150, 0, 0, 7])
  expect(days.map(({ moneyAfter }) => moneyAfter)).toEqual([1500, 1500, 1500, 1350, 1350, 1350, 1357])
  expect(days.map(({ score }) => score)).toEqual([0, 0, 0, 0, 40, 0, 0])
  expect(days.map(({ scoreAfter }) => scoreAfter)).toEqual([0, 0, 0, 0, 40, 40, 40])
  const { rows } = await db.execute<{ day: string }>(
    sql`select to_char((now() at time zone 'Asia/Shanghai')::date - n, 'YYYY-MM-DD') as day from generate_series(6, 0, -1) n`,
  )
  expect(days.map(({ day }) => day)).toEqual(rows.map(({ day }) => day))
})

test('a member without entries has seven empty days, and the page needs its rule', async () => {
  const { admin, signIn, ruleId, move } = await startMemberRights()
  const before = await signIn('user')
  const { days } = (await before('GET', '/api/user/overview')).data as { days: Day[] }
  expect(days.map(({ moneyAfter, scoreAfter }) => moneyAfter + scoreAfter)).toEqual([0, 0, 0, 0, 0, 0, 0])
  const group = { name: 'Small', note: '', everything: 0, forNew: 0, status: 1 }
  const ruleIds = [await ruleId('account'), await ruleId('account/profile')]
  const added = await admin('POST', '/adminApi/member-group/add', { ...group, ruleIds })
  await move((added.data as { id: number }).id)
  const member = await signIn('user')
  expect((await member('GET', '/api/user/overview')).status).toBe(403)
})
