import { type SQL, sql } from 'drizzle-orm'
import { isDay } from '#src/lib/calendar.ts'
import type { DynamicDay } from '#src/resource/dynamic-values.ts'
import { type ColumnKind, valueFor } from './filter-value.server.ts'
import type { SiteDay } from './site-day.server.ts'

/** A period of time; `to` is exclusive. With `point`, both ends are the same moment. */
export type Span = { from: SQL; to: SQL; point?: true }

/** The days from `from` up to, but without, `to` units from now; the present day, week, month or year is 0. */
const days: Record<
  Exclude<DynamicDay, 'now'>,
  { unit: 'day' | 'week' | 'month' | 'year'; from: number; to: number }
> = {
  today: { unit: 'day', from: 0, to: 1 },
  yesterday: { unit: 'day', from: -1, to: 0 },
  tomorrow: { unit: 'day', from: 1, to: 2 },
  thisWeek: { unit: 'week', from: 0, to: 1 },
  lastWeek: { unit: 'week', from: -1, to: 0 },
  thisMonth: { unit: 'month', from: 0, to: 1 },
  lastMonth: { unit: 'month', from: -1, to: 0 },
  thisYear: { unit: 'year', from: 0, to: 1 },
  lastYear: { unit: 'year', from: -1, to: 0 },
  last7Days: { unit: 'day', from: -6, to: 1 },
  last30Days: { unit: 'day', from: -29, to: 1 },
}

/** The period of a dynamic value for a kind of column. Undefined when they do not fit. */
export function dynamicSpan(name: DynamicDay, kind: ColumnKind, { today, timeZone, now }: SiteDay): Span | undefined {
  if (name === 'now') return kind === 'instant' ? { from: now, to: now, point: true } : undefined
  const { unit, ...ends } = days[name]
  const start = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${today}::timestamp)`
  const day = (ahead: number) => sql`(${start} + interval ${sql.raw(`'${ahead} ${unit}'`)})::date`
  const [from, to] = [day(ends.from), day(ends.to)]
  if (kind === 'date') return { from, to }
  if (kind === 'instant') return { from: midnight(from, timeZone), to: midnight(to, timeZone) }
  // A number column may hold years.
  if (kind === 'number' && (name === 'thisYear' || name === 'lastYear')) return { from: yearOf(from), to: yearOf(to) }
  return undefined
}

/** The period that a filter value means in a column of instants: a day, a second or a millisecond. */
export function spanOf(value: string | number, { timeZone }: SiteDay): Span | undefined {
  const text = String(value)
  if (isDay(text))
    return { from: midnight(sql`${text}::date`, timeZone), to: midnight(sql`${text}::date + 1`, timeZone) }
  const instant = valueFor('instant', value)
  if (instant === undefined) return undefined
  const from = sql`${instant}::timestamptz`
  // Users see seconds, but stored values are more precise.
  return /\.\d/.test(text)
    ? { from, to: sql`${from} + interval '1 millisecond'` }
    : { from, to: sql`${from} + interval '1 second'` }
}

function midnight(day: SQL, timeZone: string): SQL {
  return sql`((${day})::timestamp at time zone ${timeZone}::text)`
}

function yearOf(day: SQL): SQL {
  return sql`extract(year from ${day})::int`
}
