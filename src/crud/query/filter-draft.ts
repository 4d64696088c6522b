import type { Field } from '#src/resource/description.ts'
import type { DynamicValue } from '#src/resource/dynamic-values.ts'
import { operatorsOf } from '#src/resource/field-traits.ts'
import { type FilterTree, type FilterValue, isGroup, partsOf } from '#src/resource/filter-tree.ts'
import type { Operator } from '#src/resource/operators.ts'
import { isUnary, takesList, takesRange } from './operator-text.ts'

/** A condition while the user edits it. */
export type DraftCondition = {
  key: number
  field: string
  operator: Operator
  val: FilterValue
  dynamic?: DynamicValue
}
export type DraftGroup = { key: number; join: 'and' | 'or'; parts: DraftPart[] }
export type DraftPart = DraftCondition | DraftGroup

/** The deepest nesting that the API accepts. The root counts. */
export const MAX_GROUP_DEPTH = 5

let lastKey = 0
const nextKey = () => ++lastKey

export function isDraftGroup(part: DraftPart): part is DraftGroup {
  return 'parts' in part
}

/** A filter as a draft to edit. A single condition becomes a group of one. */
export function draftOf(tree: FilterTree | undefined): DraftGroup {
  const join = tree && 'or' in tree ? 'or' : 'and'
  return { key: nextKey(), join, parts: partsOf(tree).map(partOf) }
}

function partOf(tree: FilterTree): DraftPart {
  if (isGroup(tree)) return draftOf(tree)
  const { field, operator } = tree
  return 'dynamic' in tree
    ? { key: nextKey(), field, operator, val: '', dynamic: tree.dynamic }
    : { key: nextKey(), field, operator, val: tree.val }
}

export function newCondition(field: Field): DraftCondition {
  const [operator = 'eq'] = operatorsOf(field)
  return { key: nextKey(), field: field.name, operator, val: blankFor(operator) }
}

export function newGroup(field: Field): DraftGroup {
  return { key: nextKey(), join: 'or', parts: [newCondition(field)] }
}

/** A condition with another operator. Its value stays if both operators take the same kind of value. */
export function withOperator(condition: DraftCondition, operator: Operator): DraftCondition {
  const kind = (one: Operator) => [isUnary(one), takesList(one), takesRange(one)].indexOf(true)
  if (kind(operator) === kind(condition.operator)) return { ...condition, operator }
  const first = Array.isArray(condition.val) ? (condition.val[0] ?? '') : condition.val
  if (takesList(operator)) return { ...condition, operator, val: first === '' ? [] : [first], dynamic: undefined }
  if (takesRange(operator)) return { ...condition, operator, val: [first, ''], dynamic: undefined }
  return { ...condition, operator, val: isUnary(operator) ? '' : first, dynamic: undefined }
}

function blankFor(operator: Operator): FilterValue {
  if (takesList(operator)) return []
  return takesRange(operator) ? ['', ''] : ''
}

/** The filter of a draft. Unfinished conditions are left out. */
export function treeOf(group: DraftGroup): FilterTree | undefined {
  const parts = group.parts.map((part) => (isDraftGroup(part) ? treeOf(part) : conditionOf(part)))
  const finished = parts.filter((part) => part !== undefined)
  if (finished.length === 0) return undefined
  // A single part needs no group.
  if (finished.length === 1) return finished[0]
  return group.join === 'and' ? { and: finished } : { or: finished }
}

function conditionOf({ field, operator, val, dynamic }: DraftCondition): FilterTree | undefined {
  if (dynamic) return { field, operator, dynamic }
  const values = Array.isArray(val) ? val : [val]
  const filled = isUnary(operator) || values.some((one) => one !== '')
  return filled ? { field, operator, val: isUnary(operator) ? '' : val } : undefined
}

/** A group with one of its parts replaced, or removed when `next` is undefined. */
export function withPart(group: DraftGroup, key: number, next: DraftPart | undefined): DraftGroup {
  const parts = group.parts.flatMap((part) => (part.key !== key ? [part] : next ? [next] : []))
  return { ...group, parts }
}
