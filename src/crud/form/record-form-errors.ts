import * as v from 'valibot'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crossErrors, isShownAmong } from '#src/resource/cross-checks.ts'
import type { Description } from '#src/resource/description.ts'
import { fieldErrors, type formSchema } from '#src/resource/form-schema.ts'
import { type FormValues, writableFields } from '#src/resource/form-values.ts'
import { startValue } from './start-values.ts'

type Described = Pick<Description, 'fields'>

/** Extra rules of a resource for its whole form. Returns errors by path. The server has the same rules. */
export type RecordFormCheck = (values: FormValues) => FieldErrors

/** The validation errors of a form, by path. A hidden field has no errors. */
export function recordFormErrors(
  description: Described,
  schema: ReturnType<typeof formSchema>,
  values: FormValues,
  check?: RecordFormCheck,
): FieldErrors {
  const found = {
    ...check?.(values),
    ...crossErrors(description, values),
    ...fieldErrors(v.safeParse(schema, values).issues ?? []),
  }
  const hidden = new Set(
    description.fields.filter((field) => !isShownAmong(description.fields, field, values)).map((field) => field.name),
  )
  return Object.fromEntries(Object.entries(found).filter(([path]) => !hidden.has(path.split('.')[0] ?? path)))
}

/** The values that a form sends. A hidden field gets its default, or the empty value. */
export function settledValues(description: Described, values: FormValues, timeZone: string): FormValues {
  const hidden = writableFields(description).filter((field) => !isShownAmong(description.fields, field, values))
  return { ...values, ...Object.fromEntries(hidden.map((field) => [field.name, startValue(field, timeZone)])) }
}
