import * as v from 'valibot'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crossErrors, isShown } from '#src/resource/cross-checks.ts'
import type { Description } from '#src/resource/description.ts'
import { fieldErrors, type formSchema } from '#src/resource/form-schema.ts'
import { type FormValues, writableFields } from '#src/resource/form-values.ts'
import { startValue } from './start-values.ts'

type Described = Pick<Description, 'fields'>

/** Rules of a resource's own over its whole form, by path; the server has the same ones. */
export type RecordFormCheck = (values: FormValues) => FieldErrors

/** What is wrong with a form's content, by path; a field that is not shown is never wrong. */
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
  const hidden = new Set(description.fields.filter((field) => !isShown(field, values)).map((field) => field.name))
  return Object.fromEntries(Object.entries(found).filter(([path]) => !hidden.has(path.split('.')[0] ?? path)))
}

/** What a form sends: a field that is not shown has its default, or nothing. */
export function settledValues(description: Described, values: FormValues, timeZone: string): FormValues {
  const hidden = writableFields(description).filter((field) => !isShown(field, values))
  return { ...values, ...Object.fromEntries(hidden.map((field) => [field.name, startValue(field, timeZone)])) }
}
