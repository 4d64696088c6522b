import { m } from '#src/i18n/paraglide/messages.js'
import type { Labels } from './crud-client.ts'
import type { Field } from './description.ts'
import type { FieldValue } from './entry-values.ts'
import { labelText } from './label.ts'

/** A field's value in words; empty when there is none. */
export function valueText(field: Field, value: FieldValue | undefined, labels: Labels): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') {
    return value.map((one) => labels[field.name]?.[one] ?? String(one)).join(m.crud_listSeparator())
  }
  if (field.type === 'switch') return value ? m.status_enabled() : m.status_disabled()
  if (field.type === 'select') {
    const option = field.options.find((one) => one.value === value)
    return option ? labelText(option.label) : String(value)
  }
  return labels[field.name]?.[value] ?? String(value)
}
