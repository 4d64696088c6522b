import { type PgColumn, PgEnumColumn } from 'drizzle-orm/pg-core'
import type { TextRow } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import { type OrderColumn, opposite } from './list-order.server.ts'

/** Where a page of a list begins: after or before the row with these values of the order's columns. */
export type Cursor = { backwards: boolean; keys: readonly (string | null)[] | undefined }

const KEY_LIMIT = 4_000

/** Encodes a place in an order as a cursor, which is opaque to callers. Its values are the database's own texts. */
export function cursorText(
  parts: readonly OrderColumn[],
  keys: readonly (string | null)[],
  backwards: boolean,
): string {
  return Buffer.from(JSON.stringify([orderName(parts), backwards ? 1 : 0, ...keys])).toString('base64url')
}

/**
 * Reads a cursor: `first`, `last`, or one from a list with the same order. Its values are only used as parameters of a
 * comparison, and each must be valid for its column.
 * @throws AppError 400
 */
export function readCursor(text: string, parts: readonly OrderColumn[]): Cursor {
  if (text === 'first') return { backwards: false, keys: undefined }
  if (text === 'last') return { backwards: true, keys: undefined }
  const refuse = () => new AppError(400, m.error_cursor(), { errors: { cursor: [m.error_cursor()] } })
  const [order, backwards, ...keys] = parsed(text, refuse)
  if (order !== orderName(parts) || (backwards !== 0 && backwards !== 1) || keys.length !== parts.length) throw refuse()
  const values = keys.map((key, index) => {
    if (key === null && !parts[index]?.column.notNull) return null
    if (typeof key !== 'string' || !fits(key, parts[index]?.column)) throw refuse()
    return key
  })
  return { backwards: backwards === 1, keys: values }
}

function parsed(text: string, refuse: () => AppError): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(value)) return value
  } catch {}
  throw refuse()
}

function orderName(parts: readonly OrderColumn[]): string {
  return parts.map(({ field, direction }) => `${field},${direction}`).join(';')
}

/** Whether the database can read the text as a value of the column. */
function fits(value: string, column: PgColumn | undefined): boolean {
  const type = column?.getSQLType() ?? ''
  if (value.length > KEY_LIMIT || value.includes('\0')) return false
  if (/^(bigint|integer|smallint)$/.test(type)) return /^-?\d{1,15}$/.test(value)
  if (/^(numeric|double|real)/.test(type)) return /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?$/.test(value)
  if (type === 'boolean') return /^[tf]$/.test(value)
  if (type.startsWith('time'))
    return /^[\d:. +-]{1,40}$/.test(value) && !Number.isNaN(Date.parse(instantOf(type, value)))
  if (type === 'date') return /^\d{4,6}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  if (column instanceof PgEnumColumn) return column.enumValues.includes(value)
  return value.isWellFormed()
}

function instantOf(type: string, value: string): string {
  return type.startsWith('timestamp') ? value.replace(/([+-]\d\d)$/, '$1:00') : `1970-01-01T${value}Z`
}

/** The values of the order's columns in a result row of the list's statement. */
export function keysOf(
  parts: readonly OrderColumn[],
  line: TextRow,
  at: ReadonlyMap<string, number>,
): (string | null)[] {
  return parts.map(({ field }) => line[at.get(field) ?? -1] ?? null)
}

/** A range of rows after a cursor: a condition that an index of the order can serve, and its parameters. */
export type Stretch = { text: string; params: string[] }

/**
 * The rows after a cursor, as consecutive ranges. One range is enough when all columns have the same direction and none
 * can be null. Otherwise each range fixes some columns and continues along the next one.
 * @param from number of the first free parameter
 */
export function stretchesBehind(parts: readonly OrderColumn[], { keys, backwards }: Cursor, from: number): Stretch[] {
  if (!keys) return []
  const directionOf = ({ direction }: OrderColumn) => (backwards ? opposite(direction) : direction)
  const [first] = parts
  if (first && parts.every((part) => part.column.notNull && part.direction === first.direction)) {
    const left = parts.map(({ text }) => text).join(', ')
    const right = parts.map((part, index) => `$${from + index}::${castOf(part)}`).join(', ')
    return [{ text: `(${left}) ${directionOf(first) === 'asc' ? '>' : '<'} (${right})`, params: keys.map(String) }]
  }
  const stretches: Stretch[] = []
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    for (const behind of behindOne(parts[depth], keys[depth] ?? null, directionOf)) {
      const params: string[] = []
      const parameter = (part: OrderColumn, key: string) => `$${from + params.push(key) - 1}::${castOf(part)}`
      const held = parts.slice(0, depth).map((part, index) => {
        const key = keys[index] ?? null
        return key === null ? `${part.text} is null` : `${part.text} = ${parameter(part, key)}`
      })
      stretches.push({ text: [...held, behind(parameter)].join(' and '), params })
    }
  }
  return stretches
}

type Condition = (parameter: (part: OrderColumn, key: string) => string) => string

/**
 * The conditions for the rows after one value of a column. As in indexes, nulls come last in ascending order and first
 * in descending order.
 */
function behindOne(
  part: OrderColumn | undefined,
  key: string | null,
  directionOf: (part: OrderColumn) => 'asc' | 'desc',
): Condition[] {
  if (!part) return []
  const { text, column } = part
  const up = directionOf(part) === 'asc'
  if (key === null) return up ? [] : [() => `${text} is not null`]
  const further: Condition = (parameter) => `${text} ${up ? '>' : '<'} ${parameter(part, key)}`
  return up && !column.notNull ? [further, () => `${text} is null`] : [further]
}

function castOf({ column }: OrderColumn): string {
  // The column's own collation decides, so the cast names none.
  return column.getSQLType().replace(/ collate .*/, '')
}
