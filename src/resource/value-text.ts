import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from './description.ts'
import type { TextContext } from './field-type.ts'
import { typeOf } from './field-types.ts'
import type { FieldItem, FieldValue } from './field-value.ts'
import { isBlank } from './form-values.ts'

/**
 * A field's value as readable text. Empty when there is no value. A stored value of another shape than its field's
 * becomes a mark: one value never takes its list, form or history down.
 */
export function valueText(field: Field, value: FieldValue | undefined, context: TextContext): string {
  try {
    return textOf(field, value, context)
  } catch {
    return m.cell_failed()
  }
}

function textOf(field: Field, value: FieldValue | undefined, context: TextContext): string {
  if (value === undefined || value === null || isBlank(value)) return ''
  if (Array.isArray(value)) {
    const parts = value.map((one: FieldItem) => itemText(field, one, context))
    return parts.join(m.crud_listSeparator())
  }
  return typeof value === 'object' ? '' : itemText(field, value, context)
}

function itemText(field: Field, value: FieldItem, context: TextContext): string {
  const type = typeOf(field)
  if (typeof value !== 'object') return type.text(value, field, context)
  return type.itemText?.(value, field, (other, its) => valueText(other, its, context)) ?? ''
}
