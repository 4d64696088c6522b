import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberResource } from '#src/features/members/member.api.server.ts'
import { startLedgers } from '../support/ledgers.ts'

type Page = { list: { id: number; money: number }[]; cursors: { next: string | null; previous: string | null } }

test('members are sorted by their balance, page by page in both directions, also where many have the same', async () => {
  const { admin, db, one, two } = await startLedgers()
  for (const [accountId, amount] of [
    [one, 500],
    [two, 70],
  ])
    await admin('POST', '/adminApi/money-log/add', { accountId, amount, memo: 'Prize' })
  for (const direction of ['asc', 'desc']) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select account_id as id from member_balance order by money ${sql.raw(direction)}, account_id ${sql.raw(direction)}`)
    const wanted = rows.map(({ id }) => Number(id))
    const pageAt = async (cursor: string) => {
      const query = `limit=1&order=money,${direction}&cursor=${encodeURIComponent(cursor)}`
      return (await admin('GET', `/adminApi/member/index?${query}`)).data as Page
    }
    const read: number[] = []
    let page = await pageAt('first')
    for (;;) {
      read.push(...page.list.map(({ id }) => id))
      if (page.cursors.next === null) break
      page = await pageAt(page.cursors.next)
    }
    expect(read).toEqual(wanted)
    const before = await pageAt(page.cursors.previous ?? '')
    expect(before.list.map(({ id }) => id)).toEqual([wanted.at(-2)])
  }
})

test('the index of balances serves the order, from the top and from any place in it', async () => {
  const { db } = await startLedgers()
  const { from } = memberResource.listPlan
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_sort = off`)
    return tx.execute(sql`explain select "account"."id" from ${sql.raw(from)} where "account"."id_by_score" is not null
      and ("account"."score", "account"."id_by_score") < (5, 7) order by "account"."score" desc, "account"."id_by_score" desc limit 20`)
  })
  const text = JSON.stringify(plan.rows)
  expect(text).toContain('member_balance_score_idx')
  expect(text).not.toMatch(/Sort Key/)
  expect(text).toMatch(/Index Cond: \(ROW\(/)
})
