import { and, gt, gte, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgEnumColumn } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import type { DynamicDay, DynamicValue } from '#src/resource/dynamic-values.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { Operator } from '#src/resource/operators.ts'
import type { Actor } from '../access/actor.server.ts'
import { onOrBelow } from '../access/scope-kinds.server.ts'
import { AppError } from '../errors.server.ts'
import { containsSql, indexedSql } from './contains.server.ts'
import type { CheckedCondition } from './filter.server.ts'
import { dynamicSpan, type Span, spanOf } from './filter-span.server.ts'
import { type ColumnKind, castOf, elementOf, kindOf, valueFor } from './filter-value.server.ts'
import type { SiteDay } from './site-day.server.ts'

/** For a relation to a tree: the column to compare, and a subquery for the ids of rows and of all rows below them. */
export type TreeBranch = { column: PgColumn; below(ids: readonly number[]): SQL }

type Place = {
  column: PgColumn
  field: Field | undefined
  actor: Pick<Actor, 'id' | 'orgId' | 'orgPath'>
  branch?: TreeBranch | undefined
  /** An index has the signs of the column's texts. */
  hasGrams?: boolean | undefined
  siteDay: SiteDay
}

const equal = ['eq', 'ne', 'IN', 'NOT IN'] as const
const empty = ['NULL', 'NOT NULL'] as const
const ordered = [...equal, 'gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE', ...empty] as const

const fitting: Record<ColumnKind, readonly Operator[]> = {
  number: ordered,
  decimal: ordered,
  instant: ordered,
  date: ordered,
  time: ordered,
  boolean: [...equal, ...empty],
  text: [...equal, 'LIKE', 'NOT LIKE', ...empty],
  list: ['FIND_IN_SET', 'NOT FIND_IN_SET', ...empty],
  json: empty,
}

/** Negated operators with their positive counterparts. A row without a value matches a negated operator, too. */
const negations: Partial<Record<Operator, Operator>> = {
  ne: 'eq',
  'NOT IN': 'IN',
  'NOT LIKE': 'LIKE',
  'NOT RANGE': 'RANGE',
  'NOT FIND_IN_SET': 'FIND_IN_SET',
  'NOT WITHIN': 'WITHIN',
}

/** One condition of a filter as SQL. @throws AppError 400 for an operator or a value that does not fit the column */
export function conditionSql(condition: CheckedCondition, place: Place): SQL | undefined {
  const { field, operator } = condition
  const kind = kindOf(place.column)
  const refuse = () => new AppError(400, m.error_queryOperator({ field, operator }))
  const positive = negations[operator]
  if ((positive ?? operator) === 'WITHIN') {
    const inside = withinSql(condition, place)
    if (!inside) throw refuse()
    return positive ? or(not(inside), isNull(place.column)) : inside
  }
  if (!fitting[kind].includes(operator)) throw refuse()
  if ((positive ?? operator) === 'LIKE' && place.field?.exact) throw refuse()
  if (operator === 'NULL') return isEmpty(place.column, kind)
  if (operator === 'NOT NULL') return not(isEmpty(place.column, kind))
  // No index finds what a text lacks.
  const asked = positive ? { ...place, hasGrams: false } : place
  const found = positiveSql({ ...condition, operator: positive ?? operator }, asked, kind)
  if (!found) throw refuse()
  return positive ? or(not(found), isNull(place.column)) : found
}

/** In the areas or the branches of a tree that the values name. Undefined when the field or a value does not fit. */
function withinSql({ val, dynamic }: CheckedCondition, { column, field, actor, branch }: Place): SQL | undefined {
  const given = Array.isArray(val) ? val : String(val).split(',')
  if (field && typeOf(field).divisions) {
    const codes = given.map(String)
    if (dynamic !== undefined || !codes.every((code) => /^\d{2}(\d{2}){0,2}$/.test(code))) return undefined
    // The codes of an area begin with its own code and have up to six digits.
    return or(...codes.map((code) => sql`${column} between ${code} and ${code.padEnd(6, '9')}`))
  }
  if (!branch) return undefined
  const own = dynamic === 'myOrganization' && pointsTo(field, column) === 'organization'
  if (dynamic !== undefined && !own) return undefined
  if (own && actor.orgId === null) return sql`false`
  const ids = own ? [actor.orgId] : given.map((one) => valueFor('number', one))
  if (!ids.every((id) => typeof id === 'number')) return undefined
  const below = branch.below(ids)
  return kindOf(branch.column) === 'list' ? sql`${branch.column} && array${below}` : sql`${branch.column} in ${below}`
}

function positiveSql(condition: CheckedCondition, place: Place, kind: ColumnKind): SQL | undefined {
  const { operator, val, dynamic } = condition
  if (dynamic !== undefined) return val === '' ? dynamicSql(dynamic, operator, place, kind) : undefined
  const { column } = place
  if (operator === 'LIKE') {
    const text = String(val)
    const read = column instanceof PgEnumColumn ? sql`${column}::text` : column
    return place.hasGrams ? and(indexedSql(column, text), containsSql(column, text)) : containsSql(read, text)
  }
  const given = Array.isArray(val)
    ? val
    : ['IN', 'RANGE', 'FIND_IN_SET'].includes(operator)
      ? String(val).split(',')
      : [val]
  if (operator === 'RANGE') return rangeSql(given, place, kind)
  if (kind === 'instant') {
    const spans = given.map((one) => spanOf(one, place.siteDay))
    return spans.every((span) => span !== undefined)
      ? or(...spans.map((span) => spanSql(span, operator, column)))
      : undefined
  }
  const values = given.map((one) => valueFor(kind === 'list' ? kindOf(elementOf(column)) : kind, one))
  const [first] = values
  if (first === undefined || values.includes(undefined) || (values.length > 1 && !isMany(operator))) return undefined
  if (column instanceof PgEnumColumn) return anyOf(column, values.map(String))
  if (operator === 'FIND_IN_SET') return sql`${column} @> ${sql.param(values)}::${sql.raw(castOf(column))}[]`
  // One parameter for any number of values, so that the statement stays the same.
  if (operator === 'IN') return sql`${column} = any (${sql.param(values)}::${sql.raw(castOf(column))}[])`
  return compare(column, operator, sql`${first}`)
}

const isMany = (operator: Operator) => operator === 'IN' || operator === 'FIND_IN_SET'

function compare(column: PgColumn, operator: Operator, value: SQL): SQL | undefined {
  switch (operator) {
    case 'eq':
      return sql`${column} = ${value}`
    case 'gt':
      return gt(column, value)
    case 'egt':
      return gte(column, value)
    case 'lt':
      return lt(column, value)
    case 'elt':
      return lte(column, value)
    default:
      return undefined
  }
}

/** A range with both ends or with one. With one end it means "at least" or "at most". */
function rangeSql(ends: readonly (string | number)[], { column, siteDay }: Place, kind: ColumnKind): SQL | undefined {
  const [from = '', to = ''] = ends
  if (ends.length > 2 || (from === '' && to === '')) return undefined
  const edge = (value: string | number, operator: 'egt' | 'elt') => {
    if (kind === 'instant') {
      const span = spanOf(value, siteDay)
      return span && spanSql(span, operator, column)
    }
    const typed = valueFor(kind, value)
    return typed === undefined ? undefined : compare(column, operator, sql`${typed}`)
  }
  const parts = [from === '' ? undefined : edge(from, 'egt'), to === '' ? undefined : edge(to, 'elt')]
  if ((from !== '' && !parts[0]) || (to !== '' && !parts[1])) return undefined
  return and(...parts)
}

/** Compares a column with a period of time. */
function spanSql(span: Span, operator: Operator, column: PgColumn): SQL | undefined {
  switch (operator) {
    case 'eq':
    case 'IN':
    case 'RANGE':
      return span.point ? undefined : and(gte(column, span.from), lt(column, span.to))
    case 'gt':
      return span.point ? gt(column, span.to) : gte(column, span.to)
    case 'egt':
      return gte(column, span.from)
    case 'lt':
      return lt(column, span.from)
    case 'elt':
      return span.point ? lte(column, span.to) : lt(column, span.to)
    default:
      return undefined
  }
}

function dynamicSql(name: DynamicValue, operator: Operator, place: Place, kind: ColumnKind): SQL | undefined {
  if (name !== 'me' && name !== 'myOrganization' && name !== 'myOrganizations') {
    const span = dynamicSpan(name satisfies DynamicDay, kind, place.siteDay)
    return span && spanSql(span, operator, place.column)
  }
  if (!['eq', 'IN', 'FIND_IN_SET'].includes(operator)) return undefined
  const { column, field, actor } = place
  const points = pointsTo(field, column)
  if (points !== (name === 'me' ? 'account' : 'organization')) return undefined
  const own = name === 'me' ? actor.id : actor.orgId
  if (own === null) return sql`false`
  if (name !== 'myOrganizations' || actor.orgPath === null)
    return kind === 'list' ? sql`${column} @> array[${own}::bigint]` : sql`${column} = ${own}`
  const below = sql`(select ${organization.id} from ${organization} where ${onOrBelow(actor.orgPath)})`
  return kind === 'list' ? sql`${column} && array${below}` : sql`${column} in ${below}`
}

/** Whether a field holds ids of accounts or of organizations. */
function pointsTo(field: Field | undefined, column: PgColumn): 'account' | 'organization' | undefined {
  if (!field) return column.name === 'createBy' || column.name === 'updateBy' ? 'account' : undefined
  const resource = relationTarget(field)?.resource
  if (resource === 'organization') return 'organization'
  return resource === 'user' ? 'account' : undefined
}

/** Whether a column is null or holds an empty text or list. */
function isEmpty(column: PgColumn, kind: ColumnKind): SQL {
  // JSON as text has no empty value but null, and the type json has no equality.
  const isAny = column instanceof PgEnumColumn || (kind === 'json' && column.columnType === 'PgCustomColumn')
  if (isAny) return sql`${column} is null`
  const nothing = { text: `''`, list: `'{}'`, json: `'[]'` }[kind as string]
  return nothing ? sql`(${column} is null or ${column} = ${sql.raw(nothing)})` : sql`${column} is null`
}
