import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { formatCents } from '#src/lib/money.ts'
import type { Field } from './description.ts'
import type { FieldItem, FieldValue } from './field-value.ts'
import { isBlank } from './form-values.ts'
import { labelText } from './label.ts'
import type { Labels } from './labels.ts'

type Context = {
  /** Labels of relation values, as returned with lists and rows. */
  labels: Labels
  /** The time zone of the site. */
  timeZone: string
}

/**
 * A field's value as readable text. Empty when there is no value. A stored value of another shape than its field's
 * becomes a mark: one value never takes its list, form or history down.
 */
export function valueText(field: Field, value: FieldValue | undefined, context: Context): string {
  try {
    return textOf(field, value, context)
  } catch {
    return m.cell_failed()
  }
}

function textOf(field: Field, value: FieldValue | undefined, context: Context): string {
  if (value === undefined || value === null || isBlank(value)) return ''
  if (field.type === 'password') return '••••••'
  if (Array.isArray(value)) {
    return value.map((one: FieldItem) => itemText(field, one, context)).join(m.crud_listSeparator())
  }
  return typeof value === 'object' ? '' : itemText(field, value, context)
}

function itemText(field: Field, value: FieldItem, context: Context): string {
  if (typeof value === 'object') {
    if (field.type === 'pairs') return `${value.key}: ${value.value}`
    if (field.type !== 'rows') return ''
    // The labels of a cell's values are stored under `field.cell`.
    const named = field.fields.map((one) => ({
      cell: { ...one, name: `${field.name}.${one.name}` },
      value: value[one.name],
    }))
    const cells = named.map((one) => valueText(one.cell, one.value, context))
    return cells.filter((cell) => cell !== '').join(' ')
  }
  switch (field.type) {
    case 'switch':
      return value ? m.status_enabled() : m.status_disabled()
    case 'select': {
      const option = field.options.find((one) => one.value === value)
      return option ? labelText(option.label) : String(value)
    }
    case 'money':
      return typeof value === 'number' ? formatCents(value) : value
    case 'datetime':
      return formatInstant(value, context.timeZone)
    case 'time':
      return field.seconds ? String(value) : String(value).slice(0, 5)
    case 'editor':
      return String(value)
        .replaceAll(/<[^<>]*>/g, ' ')
        .trim()
    default:
      return context.labels[field.name]?.[value] ?? String(value)
  }
}
