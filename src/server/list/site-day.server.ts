import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Field } from '#src/resource/description.ts'
import { isZoneless } from '#src/resource/zone-of.ts'
import { readConfig } from '../config.server.ts'
import type { CheckedFilter } from './filter.server.ts'

/** What the days of a filter are: the site's time zone, the present day there, and the present moment. */
export type SiteDay = { timeZone: string; today: SQL; now: SQL }

/** The days for a field. Of clock times they begin at 00:00, and the present moment is what the site's clock says. */
export function dayOf(field: Field | undefined, { timeZone, today, now }: SiteDay): SiteDay {
  if (!field || !isZoneless(field)) return { timeZone, today, now }
  return { timeZone: 'UTC', today, now: sql`(${now} at time zone ${timeZone}::text at time zone 'UTC')` }
}

/**
 * Reads the time zone, and the present day when the filter needs it. Both become parameters of the statement, so that
 * PostgreSQL computes each end of a period once. It would compute an expression with `now()` for each row.
 */
export async function siteDay(db: Db, filter: CheckedFilter | undefined): Promise<SiteDay> {
  const { timeZone } = await readConfig(db, ['timeZone'])
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  const now = sql`now()`
  if (!filter || !isDynamic(filter)) return { timeZone, today, now }
  const { rows } = await db.execute<{ day: string }>(sql`select ${today}::text as day`)
  const [found] = rows
  return { timeZone, today: found ? sql`${found.day}::date` : today, now }
}

function isDynamic(filter: CheckedFilter): boolean {
  if ('and' in filter) return filter.and.some(isDynamic)
  if ('or' in filter) return filter.or.some(isDynamic)
  return filter.dynamic !== undefined
}
