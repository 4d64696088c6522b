import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Description, Field, ShowWhen } from './description.ts'
import { isSecret } from './field-traits.ts'
import { isBlank } from './form-values.ts'
import { labelText } from './label.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether the form shows a field, given the current values of the other fields. */
export function isShown(field: Pick<Field, 'showWhen'>, values: Values): boolean {
  return !field.showWhen || holds(field.showWhen, values[field.showWhen.field])
}

/** The same in a form, whose fields keep what was typed while they are hidden: they then show no other field either. */
export function isShownAmong(fields: readonly Field[], field: Field, values: Values): boolean {
  if (!isShown(field, values)) return false
  const others = fields.filter((one) => one !== field)
  const above = others.find(({ name }) => name === field.showWhen?.field)
  return !above || isShownAmong(others, above, values)
}

function holds(when: ShowWhen, value: unknown): boolean {
  const some = Array.isArray(value) ? value : [value]
  const found = (wanted: readonly unknown[]) => some.some((one) => wanted.includes(one))
  if ('in' in when) return found(when.in)
  if ('notIn' in when) return !found(when.notIn)
  return nothing(value) !== when.filled
}

function nothing(value: unknown): boolean {
  return value === undefined || isBlank(Array.isArray(value) || isPlain(value) ? value : null)
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/**
 * Checks rules that need several fields: fields that are required while they are shown, and ranges that end before they
 * begin. The form and the server both use it.
 * @param values the whole row: the fields of an edit merged over the stored ones
 */
export function crossErrors(description: Pick<Description, 'fields'>, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of description.fields) {
    if (field.readOnly) continue
    if (field.required && field.showWhen && !isSecret(field)) {
      if (isShown(field, values) && nothing(values[field.name])) errors[field.name] = [m.rule_required()]
    }
    const end = rangeEnd(field)
    if (end && isBefore(values[end], values[field.name])) {
      const begin = { field: labelText(field.label) }
      errors[end] = [typeof values[end] === 'number' ? m.rule_notLess(begin) : m.rule_notBefore(begin)]
    }
  }
  return errors
}

/** The name of the field at the other end of this field's range. Undefined without a range. */
export function rangeEnd(field: Field): string | undefined {
  return 'rangeTo' in field ? field.rangeTo : undefined
}

function isBefore(end: unknown, begin: unknown): boolean {
  if (!isPlain(end) || !isPlain(begin) || end === '' || begin === '') return false
  return typeof end === 'number' && typeof begin === 'number' ? end < begin : String(end) < String(begin)
}
