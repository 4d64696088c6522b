import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { numberOf, optionsOf } from '#src/resource/field-traits.ts'
import { CHANGED_BY, type Condition, type FilterTree, isGroup, partsOf } from '#src/resource/filter-tree.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { dynamicText } from './dynamic-text.ts'
import { isUnary, operatorText, takesRange } from './operator-text.ts'

type Context = { fields: readonly Field[]; labels: Labels; timeZone: string }

/** A filter, or a part of it, as text for the user. */
export function filterText(tree: FilterTree, context: Context): string {
  if (!isGroup(tree)) return conditionText(tree, context)
  const join = 'and' in tree ? m.filter_and() : m.filter_or()
  return partsOf(tree)
    .map((part) => (isGroup(part) ? `(${filterText(part, context)})` : filterText(part, context)))
    .join(` ${join} `)
}

function conditionText(condition: Condition, { fields, labels, timeZone }: Context): string {
  if (condition.field === CHANGED_BY) return m.filter_changedBy()
  const field = fields.find(({ name }) => name === condition.field)
  if (!field) return condition.field
  const words = [labelText(field.label), operatorText(condition.operator, field)]
  if ('dynamic' in condition) return [...words, dynamicText(condition.dynamic)].join(' ')
  if (isUnary(condition.operator)) return words.join(' ')
  const values = Array.isArray(condition.val) ? condition.val : [condition.val]
  const text = (value: string | number) => plainText(field, value, labels, timeZone)
  const all = values.map((value) => (value === '' ? '' : text(value)))
  const joined = takesRange(condition.operator) ? all.join(' – ') : all.join(m.crud_listSeparator())
  return [...words, joined].join(' ')
}

/** The text of one value. Conditions may store a value as text, whatever the type of the field is. */
function plainText(field: Field, value: string | number, labels: Labels, timeZone: string): string {
  const option = optionsOf(field)?.find((one) => String(one.value) === String(value))
  if (option) return labelText(option.label)
  if (numberOf(field)?.cents) return valueText(field, Number(value), { labels, timeZone })
  return labels[field.name]?.[String(value)] ?? String(value)
}
