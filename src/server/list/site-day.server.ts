import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { readConfig } from '../config.server.ts'
import type { CheckedFilter } from './filter.server.ts'

/** What the days of a filter are: the site's time zone, and the present day there. */
export type SiteDay = { timeZone: string; today: SQL }

/**
 * Reads the time zone, and the present day when the filter needs it. Both become parameters of the statement, so that
 * PostgreSQL computes each end of a period once. It would compute an expression with `now()` for each row.
 */
export async function siteDay(db: Db, filter: CheckedFilter | undefined): Promise<SiteDay> {
  const { timeZone } = await readConfig(db, ['timeZone'])
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  if (!filter || !isDynamic(filter)) return { timeZone, today }
  const { rows } = await db.execute<{ day: string }>(sql`select ${today}::text as day`)
  const [now] = rows
  return { timeZone, today: now ? sql`${now.day}::date` : today }
}

function isDynamic(filter: CheckedFilter): boolean {
  if ('and' in filter) return filter.and.some(isDynamic)
  if ('or' in filter) return filter.or.some(isDynamic)
  return filter.dynamic !== undefined
}
