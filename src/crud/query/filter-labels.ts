import type { SelectOption } from '#src/lib/select-option.ts'
import type { Description } from '#src/resource/description.ts'
import { isNamed } from '#src/resource/field-traits.ts'
import { type Condition, type FilterTree, isGroup, partsOf } from '#src/resource/filter-tree.ts'
import type { Labels } from '#src/resource/labels.ts'
import { type ChoiceSource, namesQuery } from '../calls/choice-source.ts'

/** The queries for the names of the values in a filter, and the labels that their answers make. */
export function filterNames(
  filter: FilterTree | undefined,
  { fields }: Pick<Description, 'fields'>,
  choicesOf: (field: string) => ChoiceSource,
) {
  const wanted = fields
    .filter(isNamed)
    .map(({ name }) => ({ name, values: valuesIn(filter, name) }))
    .filter(({ values }) => values.length > 0)
  return {
    queries: wanted.map(({ name, values }) => namesQuery(choicesOf(name), values)),
    labels: (answers: readonly (readonly SelectOption[] | undefined)[]): Labels =>
      Object.fromEntries(
        wanted.map(({ name }, at) => [
          name,
          Object.fromEntries((answers[at] ?? []).map((option) => [option.value, option.label])),
        ]),
      ),
  }
}

function valuesIn(tree: FilterTree | undefined, field: string): (string | number)[] {
  if (!tree) return []
  if (isGroup(tree)) return [...new Set(partsOf(tree).flatMap((part) => valuesIn(part, field)))]
  return tree.field === field ? fixedValues(tree) : []
}

/** What the user has typed into a condition is no value that has a name. */
function fixedValues(condition: Condition): (string | number)[] {
  if ('dynamic' in condition || condition.operator === 'LIKE' || condition.operator === 'NOT LIKE') return []
  return (Array.isArray(condition.val) ? condition.val : [condition.val]).filter((value) => value !== '')
}
