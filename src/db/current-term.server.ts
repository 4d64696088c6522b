import { type SQL, sql } from 'drizzle-orm'

/** Today in the site's time zone, a `date`. */
export const siteToday = sql`(now() at time zone coalesce((select value #>> '{}' from config where name = 'timeZone'), 'Asia/Shanghai'))::date`

/**
 * The id of the current term: the last one that has begun. It stays the current one through the holidays, until the
 * next one begins. Null before the first term, and while the current term is disabled: an earlier one never takes its
 * place.
 */
export const currentTerm = sql`(select begun.id from (
  select id, status from term where since <= ${siteToday} order by since desc limit 1) begun where begun.status = 1)`

/**
 * A subquery for the ids of the classes that an account teaches in the current term.
 * @param accountId an expression for the id of the account
 */
export function classesTaught(accountId: SQL): SQL {
  return sql`(select distinct t.org_id from teaching t where t.account_id = ${accountId} and t.term_id = ${currentTerm})`
}
