import { type SQL, sql } from 'drizzle-orm'
import { isDay } from '#src/lib/calendar.ts'
import type { DynamicDay } from '#src/resource/dynamic-values.ts'
import { type ColumnKind, valueFor } from './filter-value.server.ts'

/** A period of time; `to` is exclusive. With `point`, both ends are the same moment. */
export type Span = { from: SQL; to: SQL; point?: true }

const zone = sql`site_time_zone()`
const today = sql`(now() at time zone ${zone})::date`
const startOf = (unit: 'week' | 'month' | 'year', ago = 0) =>
  sql.raw(`(date_trunc('${unit}', now() at time zone site_time_zone()) - interval '${ago} ${unit}')::date`)

/** The first day, and the day after the last one. */
const days: Record<Exclude<DynamicDay, 'now'>, [SQL, SQL]> = {
  today: [today, sql`${today} + 1`],
  yesterday: [sql`${today} - 1`, today],
  tomorrow: [sql`${today} + 1`, sql`${today} + 2`],
  thisWeek: [startOf('week'), startOf('week', -1)],
  lastWeek: [startOf('week', 1), startOf('week')],
  thisMonth: [startOf('month'), startOf('month', -1)],
  lastMonth: [startOf('month', 1), startOf('month')],
  thisYear: [startOf('year'), startOf('year', -1)],
  lastYear: [startOf('year', 1), startOf('year')],
  last7Days: [sql`${today} - 6`, sql`${today} + 1`],
  last30Days: [sql`${today} - 29`, sql`${today} + 1`],
}

/** The period of a dynamic value for a kind of column. Undefined when they do not fit. */
export function dynamicSpan(name: DynamicDay, kind: ColumnKind): Span | undefined {
  if (name === 'now') return kind === 'instant' ? { from: sql`now()`, to: sql`now()`, point: true } : undefined
  const [from, to] = days[name]
  if (kind === 'date') return { from, to }
  if (kind === 'instant') return { from: midnight(from), to: midnight(to) }
  // A number column may hold years.
  if (kind === 'number' && (name === 'thisYear' || name === 'lastYear')) return { from: yearOf(from), to: yearOf(to) }
  return undefined
}

/** The period that a filter value means in a column of instants: a day, a second or a millisecond. */
export function spanOf(value: string | number): Span | undefined {
  const text = String(value)
  if (isDay(text)) return { from: midnight(sql`${text}::date`), to: midnight(sql`${text}::date + 1`) }
  const instant = valueFor('instant', value)
  if (instant === undefined) return undefined
  const from = sql`${instant}::timestamptz`
  // Users see seconds, but stored values are more precise.
  return /\.\d/.test(text)
    ? { from, to: sql`${from} + interval '1 millisecond'` }
    : { from, to: sql`${from} + interval '1 second'` }
}

function midnight(day: SQL): SQL {
  return sql`((${day})::timestamp at time zone ${zone})`
}

function yearOf(day: SQL): SQL {
  return sql`extract(year from ${day})::int`
}
