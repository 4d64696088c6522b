import { type Condition, type FilterTree, isGroup, partsOf } from '#src/resource/filter-tree.ts'

/** A condition without its field. */
export type FieldCondition = Condition extends infer T ? (T extends Condition ? Omit<T, 'field'> : never) : never

/** The parts that all must hold. An `or` group is one part. */
function partsThatHold(tree: FilterTree | undefined): FilterTree[] {
  return tree && 'or' in tree ? [tree] : partsOf(tree)
}

const isOn = (field: string) => (part: FilterTree) => !isGroup(part) && part.field === field

/** The condition that a filter has on a field. Undefined when it has none, or only inside of a group. */
export function conditionOn(tree: FilterTree | undefined, field: string): Condition | undefined {
  return partsThatHold(tree).find((part): part is Condition => isOn(field)(part))
}

/** A filter with this condition on a field, in place of its own. Undefined removes it. Other conditions stay. */
export function withCondition(
  tree: FilterTree | undefined,
  field: string,
  condition: FieldCondition | undefined,
): FilterTree | undefined {
  const parts = partsThatHold(tree)
  const at = parts.findIndex(isOn(field))
  const rest = parts.filter((part) => !isOn(field)(part))
  const next = condition ? rest.toSpliced(at < 0 ? rest.length : at, 0, { field, ...condition }) : rest
  return next.length > 1 ? { and: next } : next[0]
}

/** A filter that both filters are part of. */
export function allOf(one: FilterTree | undefined, other: FilterTree | undefined): FilterTree | undefined {
  if (!one || !other) return one ?? other
  return { and: [...partsThatHold(one), ...partsThatHold(other)] }
}
