import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Description, Field, ShowWhen } from './description.ts'
import { isBlank } from './form-values.ts'
import { labelText } from './label.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a field is on the form, as the others are filled in now. */
export function isShown(field: Pick<Field, 'showWhen'>, values: Values): boolean {
  return !field.showWhen || holds(field.showWhen, values[field.showWhen.field])
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
 * What one field alone cannot know: fields that are required while they are shown, and ranges that end before they
 * begin. For the form and the server alike.
 * @param values of the whole row: an edit's fields over the stored ones
 */
export function crossErrors(description: Pick<Description, 'fields'>, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of description.fields) {
    if (field.readOnly) continue
    if (field.required && field.showWhen && field.type !== 'password') {
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

/** The name of the field that is the other end of this one's range. */
export function rangeEnd(field: Field): string | undefined {
  return 'rangeTo' in field ? field.rangeTo : undefined
}

function isBefore(end: unknown, begin: unknown): boolean {
  if (!isPlain(end) || !isPlain(begin) || end === '' || begin === '') return false
  return typeof end === 'number' && typeof begin === 'number' ? end < begin : String(end) < String(begin)
}
