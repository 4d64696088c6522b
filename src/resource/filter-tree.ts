import * as v from 'valibot'
import { type DynamicValue, dynamicValues } from './dynamic-values.ts'
import { type Operator, operators } from './operators.ts'

/**
 * A condition on this field finds the rows that a change set has added or changed, for example those of an import. No
 * resource has a field of this name.
 */
export const CHANGED_BY = 'changedBy'

export type FilterValue = string | number | (string | number)[]
export type Condition = { field: string; operator: Operator } & ({ val: FilterValue } | { dynamic: DynamicValue })
export type FilterGroup = { and: FilterTree[] } | { or: FilterTree[] }
export type FilterTree = Condition | FilterGroup

const scalar = v.union([v.string(), v.number()])
const named = { field: v.string(), operator: v.optional(v.picklist(operators), 'eq') }
const condition = v.union([
  v.object({ ...named, dynamic: v.picklist(dynamicValues) }),
  v.object({ ...named, val: v.optional(v.union([scalar, v.array(scalar)]), '') }),
])

const MAX_DEPTH = 5

/** A filter from a URL. Unreadable parts are dropped one by one. Undefined when nothing is left. */
export const filterTree = v.pipe(
  v.unknown(),
  v.transform((input) => readable(input, 1)),
)

function readable(input: unknown, depth: number): FilterTree | undefined {
  if (typeof input !== 'object' || input === null || depth > MAX_DEPTH) return undefined
  const group = 'and' in input ? input.and : 'or' in input ? input.or : undefined
  if (Array.isArray(group)) {
    const parts = group.map((part) => readable(part, depth + 1)).filter((part) => part !== undefined)
    if (parts.length === 0) return undefined
    return 'and' in input ? { and: parts } : { or: parts }
  }
  const parsed = v.safeParse(condition, input)
  return parsed.success ? parsed.output : undefined
}

/** The parts of a group. A single condition counts as a group of one. */
export function partsOf(tree: FilterTree | undefined): FilterTree[] {
  if (!tree) return []
  if ('and' in tree) return tree.and
  return 'or' in tree ? tree.or : [tree]
}

export function isGroup(tree: FilterTree): tree is FilterGroup {
  return 'and' in tree || 'or' in tree
}

/** How many conditions a filter has. */
export function countConditions(tree: FilterTree | undefined): number {
  if (!tree) return 0
  return isGroup(tree) ? partsOf(tree).reduce((sum, part) => sum + countConditions(part), 0) : 1
}

/** The filter without the conditions that `keep` refuses. */
export function pruned(tree: FilterTree, keep: (condition: Condition) => boolean): FilterTree | undefined {
  if (!isGroup(tree)) return keep(tree) ? tree : undefined
  const parts = partsOf(tree)
    .map((part) => pruned(part, keep))
    .filter((part) => part !== undefined)
  if (parts.length === 0) return undefined
  return 'and' in tree ? { and: parts } : { or: parts }
}

/** A text that is the same for the same filter. Empty without a filter. */
export function filterKey(tree: FilterTree | undefined): string {
  return tree ? JSON.stringify(tree) : ''
}
