import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The site's time zone and the kind of file. */
type Shape = { timeZone: string; format: 'csv' | 'xlsx' }

/**
 * The first day that all spreadsheet programs count alike. The format has a 29 February 1900, which did not exist, and
 * no days before 1900. A workbook holds earlier days as texts.
 */
const FIRST_DAY = '1900-03-01'

/** A day. A workbook stores days since 1899-12-30. */
export function exportDay({ format }: Shape, column: PgColumn): SQL {
  if (format === 'csv') return sql`${column}::text`
  return sql`case when ${column} < ${FIRST_DAY} then ${column}::text else (${column}::date - date '1899-12-30')::text end`
}

/** The column as a moment. A column of another program may have no time zone: it holds times in UTC. */
export function moment(column: PgColumn): SQL {
  return /^timestamp(\(\d\))?( without time zone)?$/.test(column.getSQLType())
    ? sql`(${column} at time zone 'UTC')`
    : sql`${column}`
}

/** Date and time in the site's time zone, to the second. A workbook stores them as days since 1899-12-30. */
export function exportMoment({ timeZone, format }: Shape, column: PgColumn): SQL {
  const local = sql`(${moment(column)} at time zone ${timeZone})`
  const text = sql`to_char(${local}, 'YYYY-MM-DD HH24:MI:SS')`
  if (format === 'csv') return text
  return sql`case when ${local} < ${FIRST_DAY} then ${text} else round((extract(epoch from date_trunc('second', ${local}) - timestamp '1899-12-30') / 86400)::numeric, 10)::text end`
}

/** A clock time without loss. No date of a workbook holds a part of a second. */
export function exactClock({ format }: Pick<Shape, 'format'>, column: PgColumn): SQL {
  const at = moment(column)
  return sql`case when date_trunc('second', ${at}) <> ${at} then to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')
    else ${exportMoment({ timeZone: 'UTC', format }, column)} end`
}

/**
 * Date and time without loss. A moment with a part of a second, and one in the hour that a clock change repeats, stands
 * in UTC: the local time would mean another moment when it is read.
 */
export function exactMoment(context: Shape, column: PgColumn): SQL {
  const at = moment(column)
  const local = (point: SQL) => sql`(${point} at time zone ${context.timeZone})`
  const twin = (by: string) => sql`${local(sql`(${at} ${sql.raw(by)} interval '1 hour')`)} = ${local(at)}`
  return sql`case when date_trunc('second', ${at}) <> ${at} or ${twin('+')} or ${twin('-')}
    then to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else ${exportMoment(context, column)} end`
}
