import type { Description, Field } from '#src/resource/description.ts'
import { operatorsOf, optionsOf } from '#src/resource/field-traits.ts'
import { type Condition, type FilterTree, isGroup } from '#src/resource/filter-tree.ts'
import { listTypeOf } from '../field-types/list-types.ts'

/** The values of a field that one click filters by. */
export type QuickField = { field: Field; values: readonly (string | number)[] }

/** Fields with more options need the filter. */
const MOST = 6

/**
 * The fields whose values are offered above the list: what is shown there and has few values. Of a switch it is only
 * the exception.
 */
export function quickFields({ fields }: Pick<Description, 'fields'>): QuickField[] {
  return fields.flatMap((field): QuickField[] => {
    if (field.list?.hidden || field.list?.never || !operatorsOf(field).includes('eq')) return []
    if (listTypeOf(field).render(field) === 'switch') return [{ field, values: [0] }]
    const options = 'multiple' in field && field.multiple ? [] : (optionsOf(field) ?? [])
    const values = options.filter(({ retired }) => !retired).map(({ value }) => value)
    return values.length > 0 && values.length <= MOST ? [{ field, values }] : []
  })
}

/** The values that a condition names one by one. Empty for all other conditions. */
export function namedValues(condition: Condition | undefined): (string | number)[] {
  if (!condition || 'dynamic' in condition) return []
  if (condition.operator !== 'eq' && condition.operator !== 'IN') return []
  return Array.isArray(condition.val) ? condition.val : [condition.val]
}

/** Whether the values above the list show a part of a filter, so that it needs no chip of its own. */
export function isQuick(part: FilterTree, quick: readonly QuickField[]): boolean {
  if (isGroup(part)) return false
  const known = quick.find(({ field }) => field.name === part.field)?.values.map(String)
  const named = namedValues(part)
  return known !== undefined && named.length > 0 && named.every((value) => known.includes(String(value)))
}
