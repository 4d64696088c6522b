import { and, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { type DynamicValue, dynamicValues } from '#src/resource/dynamic-values.ts'
import { CHANGED_BY } from '#src/resource/filter-tree.ts'
import { type Operator, operators } from '#src/resource/operators.ts'
import type { Actor } from '../access/actor.server.ts'
import { AppError } from '../errors.server.ts'
import { conditionSql, type TreeBranch } from './filter-condition.server.ts'
import { valueFor } from './filter-value.server.ts'
import { dayOf, type SiteDay } from './site-day.server.ts'

/** Other spellings of the operators, which clients of the predecessor system send. */
const aliases: Record<string, string> = { '=': 'eq', '<>': 'ne', '>': 'gt', '>=': 'egt', '<': 'lt', '<=': 'elt' }

export type CheckedCondition = {
  field: string
  operator: Operator
  val: string | number | (string | number)[]
  /** Used instead of `val`. */
  dynamic?: DynamicValue
}
export type CheckedFilter = CheckedCondition | { and: CheckedFilter[] } | { or: CheckedFilter[] }

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
  val: v.optional(v.union([scalar, v.pipe(v.array(scalar), v.maxLength(1_000))]), ''),
  dynamic: v.exactOptional(v.picklist(dynamicValues)),
  // Clients of the predecessor system send how a field is rendered. The server ignores it.
  render: v.optional(v.string()),
})

const MAX_DEPTH = 5
const MAX_CONDITIONS = 50

/** AND/OR groups of conditions: at most five levels and fifty conditions in total. */
export const filterSchema: v.GenericSchema<unknown, CheckedFilter> = v.pipe(
  v.lazy(() => node),
  v.check((tree) => measure(tree).depth <= MAX_DEPTH && measure(tree).count <= MAX_CONDITIONS),
)
// A union would try a condition first, and make its complaints for each group.
const node: v.GenericSchema<unknown, CheckedFilter> = v.lazy((given) => {
  if (typeof given !== 'object' || given === null) return conditionSchema
  return 'and' in given ? all : 'or' in given ? any : conditionSchema
})
// An empty group says nothing, and would find every row.
const group = v.pipe(v.array(v.lazy(() => node)), v.minLength(1))
const all = v.strictObject({ and: group })
const any = v.strictObject({ or: group })

function measure(tree: CheckedFilter): { depth: number; count: number } {
  const parts = 'and' in tree ? tree.and : 'or' in tree ? tree.or : undefined
  if (!parts) return { depth: 1, count: 1 }
  const inner = parts.map(measure)
  return {
    depth: 1 + Math.max(0, ...inner.map((part) => part.depth)),
    count: inner.reduce((sum, part) => sum + part.count, 0),
  }
}

export type FilterColumns = {
  /** The condition for rows that a change set has added or changed. */
  changedBy?(changeSet: number): SQL
  column(name: string): PgColumn | undefined
  field(name: string): Field | undefined
  /** For a relation to a tree: the column to compare, and the ids below rows of that tree. */
  below?(name: string): TreeBranch | undefined
  /** Whether an index has the signs of a field's texts. */
  hasGrams?(name: string): boolean
  actor: Pick<Actor, 'id' | 'orgId' | 'orgPath'>
  siteDay: SiteDay
}

function changedSql({ field, operator, val }: CheckedCondition, changedBy: (changeSet: number) => SQL): SQL {
  const changeSet = valueFor('number', Array.isArray(val) ? '' : val)
  if (operator !== 'eq' || typeof changeSet !== 'number')
    throw new AppError(400, m.error_queryOperator({ field, operator }))
  return changedBy(changeSet)
}

/**
 * A filter as SQL.
 * @throws AppError 400 for a field that is not on the allow-list, or an operator that does not fit it
 */
export function filterSql(tree: CheckedFilter, columns: FilterColumns): SQL | undefined {
  if ('and' in tree) return and(...tree.and.map((part) => filterSql(part, columns)))
  if ('or' in tree) return or(...tree.or.map((part) => filterSql(part, columns)))
  if (tree.field === CHANGED_BY && columns.changedBy) return changedSql(tree, columns.changedBy)
  const column = columns.column(tree.field)
  const field = columns.field(tree.field)
  if (!column || field?.noFilter) throw new AppError(400, m.error_queryField({ field: tree.field }))
  const { actor, siteDay } = columns
  const { below, hasGrams } = columns
  const place = { branch: below?.(tree.field), hasGrams: hasGrams?.(tree.field), siteDay: dayOf(field, siteDay) }
  return conditionSql(tree, { column, field, actor, ...place })
}
