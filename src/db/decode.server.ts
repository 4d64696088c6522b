import { PgArray, type PgColumn } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** Converts the text of a database value to the value that the API's contract defines. */
export type Decode = (text: string) => unknown

/** The decoder for the values of a column. It depends only on the column's type. */
export function decoderOf(column: PgColumn): Decode {
  // Seam: Drizzle knows the column of an array's elements, but its type does not say so.
  if (column instanceof PgArray) return arrayDecoder(column.baseColumn as PgColumn)
  const type = column.getSQLType()
  if (/^(bigint|integer|smallint|serial|bigserial|double precision|real|numeric)(\(|$)/.test(type)) return Number
  if (type === 'boolean') return (text) => text === 't'
  if (type === 'bpchar') return (text) => text.trimEnd()
  if (type.startsWith('timestamp')) return instantFromDatabase
  if (type === 'date') return dayFromDatabase
  if (type === 'json' || type === 'jsonb') return (text) => JSON.parse(text)
  return (text) => text
}

/** The ends of the years that calendars and the contract know, a day within them for the sake of time zones. */
const FIRST = { day: '0001-01-01', instant: '0001-01-02T00:00:00.000Z' }
const LAST = { day: '9999-12-31', instant: '9999-12-31T00:00:00.000Z' }

/** The end that stands for a time beyond it: `infinity`, the year 10000, years before Christ. */
function endOf(text: string): typeof FIRST | undefined {
  if (text === 'infinity' || (/^\d{5}/.test(text) && !text.endsWith('BC'))) return LAST
  return text === '-infinity' || text.endsWith('BC') ? FIRST : undefined
}

function dayFromDatabase(text: string): string {
  return endOf(text)?.day ?? text
}

/** `2026-11-21 08:00:00.123456+00` as `2026-11-21T08:00:00.123Z`. */
export function instantFromDatabase(text: string): string {
  // The usual form, when the connection's time zone is UTC: no date calculation is needed.
  if (text.endsWith('+00') && text.charCodeAt(10) === 0x20) {
    const fraction = text.charCodeAt(19) === 0x2e ? text.slice(20, -3) : ''
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  }
  const end = endOf(text)
  if (end) return end.instant
  // A column without a time zone, of a table of other programs, holds times in UTC.
  const isLocal = !/(Z|[+-]\d\d(:?\d\d)?)$/.test(text)
  return new Date(isLocal ? `${text.replace(' ', 'T')}Z` : text).toISOString()
}

function arrayDecoder(column: PgColumn): Decode {
  const element = decoderOf(column)
  return (text) => {
    if (text === '{}') return []
    // Numbers have no quotes; only texts need the general parser.
    if (element === Number) return text.slice(1, -1).split(',').map(Number)
    return values(parseTextArray(text)).map(element)
  }
}

/** The values of a list. One of other programs can have several dimensions, and places without a value. */
function values(parsed: ParsedArray): string[] {
  return parsed.flatMap((value) => (Array.isArray(value) ? values(value) : (value ?? [])))
}

type ParsedArray = (string | null | ParsedArray)[]

// Seam: the types of pg do not include array types.
const parseTextArray = pg.types.getTypeParser(1009 as never) as unknown as (text: string) => ParsedArray
