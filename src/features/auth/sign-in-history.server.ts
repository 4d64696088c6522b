import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

/** Lines of a page. */
const LINES = 10

export type SignInEvent = {
  id: number
  time: string
  success: boolean
  /** How it was tried, in both languages of the log. */
  title: string
  titleEn: string
  ip: string
  userAgent: string
  /** How many attempts the line stands for. */
  times: number
}

/**
 * The sign-ins of an account and the failed attempts, the newest first. An attempt counts for the account when it was
 * made, on its side, since the account exists, under its name or an address that it has confirmed, in any spelling of
 * upper and lower case.
 * @param before the id of the last line seen
 * @param lines those of a page
 */
export async function signInHistory(db: Db, accountId: number, before?: number, lines = LINES) {
  const { rows } = await db.execute<SignInEvent>(sql`
    with own as (select id, kind, create_time, array[lower(username)] || array(
        select lower(address) from confirmed_address where account_id = account.id) as names
      from account where id = ${accountId}),
    found as (
      (select l.* from own join admin_log l on l.account_id = own.id
        where l.event in ('signIn', 'signInFailed') and ${older(before)}
        order by l.create_time desc, l.id desc limit ${lines + 1})
      union
      (select l.* from own join admin_log l on lower(l.username) = any (own.names) and l.account_id is null
          and l.create_time >= own.create_time and (l.side = own.kind or l.side is null)
        where l.event = 'signInFailed' and ${older(before)}
        order by l.create_time desc, l.id desc limit ${lines + 1}))
    select id::int8 as id, to_char(create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time,
      event = 'signIn' as success, title, title_en as "titleEn", address as ip, agent as "userAgent", times
    from found order by create_time desc, id desc limit ${lines + 1}`)
  const list = rows.slice(0, lines).map((row) => ({ ...row, id: Number(row.id) }))
  return { list, next: rows.length > lines ? (list.at(-1)?.id ?? null) : null }
}

function older(before: number | undefined) {
  if (before === undefined) return sql`true`
  return sql`(l.create_time, l.id) < (select b.create_time, b.id from admin_log b where b.id = ${before})`
}
