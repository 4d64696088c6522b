import { PgArray, type PgColumn } from 'drizzle-orm/pg-core'
import { isDay, isTime } from '#src/lib/calendar.ts'

/** The kind of a column's values. It decides which operators fit. */
export type ColumnKind = 'number' | 'decimal' | 'boolean' | 'text' | 'instant' | 'date' | 'time' | 'list' | 'json'

export function kindOf(column: PgColumn): ColumnKind {
  if (column instanceof PgArray) return 'list'
  const type = column.getSQLType()
  if (/^(bigint|integer|smallint)/.test(type)) return 'number'
  if (/^(numeric|double|real)/.test(type)) return 'decimal'
  if (type.startsWith('timestamp')) return 'instant'
  if (type.startsWith('json')) return 'json'
  if (type === 'boolean' || type === 'date') return type
  return type.startsWith('time') ? 'time' : 'text'
}

/** The type that a list of values for a column is cast to. */
export function castOf(column: PgColumn): string {
  const inner = elementOf(column)
  const type = inner.getSQLType()
  return /^(text|varchar|character)/.test(type) ? 'text' : type.replace(/ collate .*/, '')
}

/** The element column of a list column. Any other column is returned as it is. */
export function elementOf(column: PgColumn): PgColumn {
  // Seam: Drizzle knows the column of an array's elements, but its type does not say so.
  return column instanceof PgArray ? (column.baseColumn as PgColumn) : column
}

/**
 * Converts a value for the column's type, so that the database never has to refuse it. Undefined when it does not fit.
 */
export function valueFor(kind: ColumnKind, value: string | number): string | number | boolean | undefined {
  const text = String(value)
  switch (kind) {
    case 'number':
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    case 'decimal':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? text : undefined
    case 'boolean':
      if (['1', 'true'].includes(text)) return true
      return ['0', 'false', ''].includes(text) ? false : undefined
    case 'date':
      return isDay(text) ? text : undefined
    case 'time':
      return isTime(text) ? text : undefined
    case 'instant':
      return instantOf(value)
    case 'text':
      return text.includes('\0') || !text.isWellFormed() ? undefined : text
    default:
      return undefined
  }
}

/** Reads a point in time: ISO 8601, or ten digits for seconds. */
function instantOf(value: string | number): string | undefined {
  const date = new Date(/^\d{10}$/.test(String(value)) ? Number(value) * 1000 : value)
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear()
  return year > 0 && year < 10_000 ? date.toISOString() : undefined
}

/** The ILIKE pattern for texts that contain the value. Wildcards in the value are taken literally. */
export function containing(value: string): string {
  return `%${value.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
