import * as v from 'valibot'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crossErrors, isShownAmong } from '#src/resource/cross-checks.ts'
import type { Description } from '#src/resource/description.ts'
import { fieldErrors, type formSchema } from '#src/resource/form-schema.ts'
import { type FormValues, sameValue, valuesOf, writableFields } from '#src/resource/form-values.ts'
import { startValue } from './start-values.ts'

type Described = Pick<Description, 'fields'>

/** Extra rules of a resource for its whole form. Returns errors by path. The server has the same rules. */
export type RecordFormCheck = (values: FormValues) => FieldErrors

/**
 * The validation errors of a form, by path. A hidden field has no errors, nor has one with the value that is stored:
 * rows of other programs can hold what no form lets through.
 */
export function recordFormErrors(
  description: Described,
  schema: ReturnType<typeof formSchema>,
  values: FormValues,
  check?: RecordFormCheck,
  stored?: FormValues,
): FieldErrors {
  const wrong = Object.entries(fieldErrors(v.safeParse(schema, values).issues ?? []))
  const found = {
    ...check?.(values),
    ...crossErrors(description, values),
    ...Object.fromEntries(wrong.filter(([path]) => !isKept(path.split('.')[0] ?? path, values, stored))),
  }
  const hidden = new Set(
    description.fields.filter((field) => !isShownAmong(description.fields, field, values)).map((field) => field.name),
  )
  return Object.fromEntries(Object.entries(found).filter(([path]) => !hidden.has(path.split('.')[0] ?? path)))
}

/** Whether a field has a value, and it is the stored one. */
function isKept(name: string, values: FormValues, stored: FormValues | undefined): boolean {
  const [value, was] = [values[name], stored?.[name]]
  const isValue = was !== undefined && was !== null && was !== '' && !(Array.isArray(was) && was.length === 0)
  return isValue && sameValue(value, was)
}

/** The values of a form as they are sent. Those that are still the stored ones stay as they are. */
export function sentValues(
  description: Described,
  schema: ReturnType<typeof formSchema>,
  values: FormValues,
  stored?: FormValues,
): FormValues {
  const kept = Object.entries(values).filter(([name]) => isKept(name, values, stored))
  // Seam: each value has passed the schema, or is a stored one.
  const parsed = v.safeParse(schema, values).output as FormValues
  return Object.assign(valuesOf(description, parsed), Object.fromEntries(kept))
}

/** The values that a form sends. A hidden field gets its default, or the empty value. */
export function settledValues(description: Described, values: FormValues, timeZone: string): FormValues {
  const hidden = writableFields(description).filter((field) => !isShownAmong(description.fields, field, values))
  return { ...values, ...Object.fromEntries(hidden.map((field) => [field.name, startValue(field, timeZone)])) }
}
