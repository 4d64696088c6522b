import {
  and,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Field } from '#src/crud/description.ts'
import { operators } from '#src/crud/operators.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from './errors.server.ts'

/** The operators of list filters, each by its one name; the ancestor's spellings are read as well. */
const aliases: Record<string, string> = { '=': 'eq', '<>': 'ne', '>': 'gt', '>=': 'egt', '<': 'lt', '<=': 'elt' }

export type Condition = { field: string; operator: string; val: string | number | (string | number)[] }
export type FilterTree = Condition | { and: FilterTree[] } | { or: FilterTree[] }

const scalar = v.union([v.string(), v.number()])
export const conditionSchema = v.strictObject({
  field: v.string(),
  operator: v.optional(
    v.pipe(
      v.string(),
      v.description(operators.join(', ')),
      v.transform((name) => aliases[name] ?? name),
      v.picklist(operators),
    ),
    'eq',
  ),
  val: v.optional(v.union([scalar, v.array(scalar)]), ''),
  // The ancestor's clients send how a field is rendered; it decides nothing here.
  render: v.optional(v.string()),
})

const MAX_DEPTH = 5
const MAX_CONDITIONS = 50

/** AND/OR groups over conditions, at most five deep and fifty conditions in all. */
export const filterSchema: v.GenericSchema<unknown, FilterTree> = v.pipe(
  v.lazy(() => node),
  v.check((tree) => measure(tree).depth <= MAX_DEPTH && measure(tree).count <= MAX_CONDITIONS),
)
const node: v.GenericSchema<unknown, FilterTree> = v.lazy(() =>
  v.union([conditionSchema, v.strictObject({ and: v.array(node) }), v.strictObject({ or: v.array(node) })]),
)

function measure(tree: FilterTree): { depth: number; count: number } {
  const parts = 'and' in tree ? tree.and : 'or' in tree ? tree.or : undefined
  if (!parts) return { depth: 1, count: 1 }
  const inner = parts.map(measure)
  return {
    depth: 1 + Math.max(0, ...inner.map((part) => part.depth)),
    count: inner.reduce((sum, part) => sum + part.count, 0),
  }
}

export type FilterColumns = { column(name: string): PgColumn | undefined; field(name: string): Field | undefined }

/** @throws AppError 400 for a field that is not on the allow-list, or an operator that does not fit it */
export function filterSql(tree: FilterTree, columns: FilterColumns): SQL | undefined {
  if ('and' in tree) return and(...tree.and.map((part) => filterSql(part, columns)))
  if ('or' in tree) return tree.or.length === 0 ? undefined : or(...tree.or.map((part) => filterSql(part, columns)))
  const column = columns.column(tree.field)
  if (!column) throw new AppError(400, m.error_queryField({ field: tree.field }))
  return conditionSql(tree, column)
}

/** Text for ILIKE with the wildcards of the pattern language taken literally. */
export function containing(value: string): string {
  return `%${value.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

function conditionSql({ field, operator, val }: Condition, column: PgColumn): SQL | undefined {
  const refuse = () => new AppError(400, m.error_queryOperator({ field, operator }))
  const values = () => (Array.isArray(val) ? val : String(val).split(',')).map((one) => typed(one, column, refuse))
  const one = () => typed(Array.isArray(val) ? (val[0] ?? '') : val, column, refuse)
  const isArray = column.columnType === 'PgArray'
  const isText = column.dataType === 'string' || column.dataType === 'custom'
  if (isArray !== operator.includes('FIND_IN_SET') && !operator.endsWith('NULL')) throw refuse()
  switch (operator) {
    case 'eq':
      return eq(column, one())
    case 'ne':
      return or(ne(column, one()), isNull(column))
    case 'gt':
      return gt(column, one())
    case 'egt':
      return gte(column, one())
    case 'lt':
      return lt(column, one())
    case 'elt':
      return lte(column, one())
    case 'LIKE':
    case 'NOT LIKE': {
      if (!isText) throw refuse()
      const match = ilike(column, containing(String(val)))
      return operator === 'LIKE' ? match : or(not(match), isNull(column))
    }
    case 'IN':
      return inArray(column, values())
    case 'NOT IN':
      return notInArray(column, values())
    case 'RANGE':
    case 'NOT RANGE': {
      const range = rangeSql(Array.isArray(val) ? val : String(val).split(','), column, refuse)
      return operator === 'RANGE' ? range : range && not(range)
    }
    case 'NULL':
      return isNull(column)
    case 'NOT NULL':
      return isNotNull(column)
    default: {
      const contains = sql`${column} @> ${sql.param(values())}::bigint[]`
      return operator === 'FIND_IN_SET' ? contains : not(contains)
    }
  }
}

/** Both ends, or one: a half-open range is "at least" or "at most". */
function rangeSql(ends: readonly (string | number)[], column: PgColumn, refuse: () => AppError): SQL | undefined {
  const [from = '', to = ''] = ends
  if (ends.length > 2 || (from === '' && to === '')) throw refuse()
  return and(
    from === '' ? undefined : gte(column, typed(from, column, refuse)),
    to === '' ? undefined : lte(column, typed(to, column, refuse)),
  )
}

/** A value as the column's type, so that the database never has to refuse it. */
function typed(value: string | number, column: PgColumn, refuse: () => AppError): string | number | boolean {
  if (column.columnType === 'PgBoolean') {
    if (['1', 'true'].includes(String(value))) return true
    if (['0', 'false', ''].includes(String(value))) return false
    throw refuse()
  }
  const isNumber = column.dataType === 'number' || column.columnType === 'PgArray'
  if (isNumber) {
    const number = Number(value)
    if (value === '' || !Number.isSafeInteger(number)) throw refuse()
    return number
  }
  if (column.getSQLType().startsWith('timestamp')) {
    const date = new Date(typeof value === 'number' || /^\d{10}$/.test(value) ? Number(value) * 1000 : value)
    if (Number.isNaN(date.getTime())) throw refuse()
    return date.toISOString()
  }
  if (String(value).includes('\0')) throw refuse()
  return String(value)
}
