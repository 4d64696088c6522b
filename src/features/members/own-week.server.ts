import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { memberBalance, moneyLog, scoreLog } from '#src/db/ledger.table.server.ts'

/** A day in the site's time zone: what came in and went out, and what was there at its end. In cents and points. */
export type OwnDay = { day: string; money: number; moneyAfter: number; score: number; scoreAfter: number }

/** The days of the page. */
export const WEEK = 7

/** The changes of a member's balance and points in the last seven days, today being the last one. */
export async function ownWeek(db: Db, accountId: number, timeZone: string): Promise<OwnDay[]> {
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  const from = sql`((${today} - ${WEEK - 1}::int)::timestamp at time zone ${timeZone}::text)`
  const entries = (table: typeof moneyLog | typeof scoreLog, money: boolean) => sql`
    select (create_time at time zone ${timeZone}::text)::date as day, ${money ? sql`amount` : sql`0`} as money,
      ${money ? sql`0` : sql`amount`} as score
    from ${table} where account_id = ${accountId} and create_time >= ${from}`
  // What was there at the end of a day is what is there now, without the changes of the days after it.
  const later = (column: 'money' | 'score') =>
    sql`coalesce(sum(s.${sql.identifier(column)}) over (order by d.day desc rows between unbounded preceding and 1 preceding), 0)`
  const { rows } = await db.execute<Record<keyof OwnDay, string>>(sql`
    with entries as (${entries(moneyLog, true)} union all ${entries(scoreLog, false)}),
    s as (select day, sum(money) as money, sum(score) as score from entries group by day)
    select to_char(d.day, 'YYYY-MM-DD') as day,
      coalesce(s.money, 0)::int8 as money, (b.money - ${later('money')})::int8 as "moneyAfter",
      coalesce(s.score, 0)::int8 as score, (b.score - ${later('score')})::int8 as "scoreAfter"
    from generate_series(${today} - ${WEEK - 1}::int, ${today}, interval '1 day') as days (at)
      cross join lateral (select days.at::date as day) d left join s on s.day = d.day
      join ${memberBalance} b on b.account_id = ${accountId}
    order by d.day`)
  return rows.map(({ day, ...amounts }) => ({
    day,
    money: Number(amounts.money),
    moneyAfter: Number(amounts.moneyAfter),
    score: Number(amounts.score),
    scoreAfter: Number(amounts.scoreAfter),
  }))
}
