import * as v from 'valibot'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crossErrors, isShownAmong } from '#src/resource/cross-checks.ts'
import type { Description } from '#src/resource/description.ts'
import { fieldErrors, type formSchema } from '#src/resource/form-schema.ts'
import { type FormValues, isKept, writableFields } from '#src/resource/form-values.ts'
import { startValue } from './start-values.ts'

type Described = Pick<Description, 'fields'>

/** Extra rules of a resource for its whole form. Returns errors by path. The server has the same rules. */
export type RecordFormCheck = (values: FormValues) => FieldErrors

/**
 * The validation errors of a form, by path. A hidden field has no errors.
 * @param stored the content of the stored row, whose unchanged values only rules over several fields refuse
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
    ...Object.fromEntries(wrong.filter(([path]) => !isKept(fieldIn(path), values, stored))),
  }
  const hidden = new Set(
    description.fields.filter((field) => !isShownAmong(description.fields, field, values)).map((field) => field.name),
  )
  return Object.fromEntries(Object.entries(found).filter(([path]) => !hidden.has(fieldIn(path))))
}

/** The name of the field in the path of an error. */
export function fieldIn(path: string): string {
  return path.split('.')[0] ?? path
}

/** The values that a form sends. A hidden field gets its default, or the empty value. */
export function settledValues(description: Described, values: FormValues, timeZone: string): FormValues {
  const hidden = writableFields(description).filter((field) => !isShownAmong(description.fields, field, values))
  return { ...values, ...Object.fromEntries(hidden.map((field) => [field.name, startValue(field, timeZone)])) }
}

/**
 * The values of a form as its schema writes them. Unchanged ones of the stored row stay exactly as they are.
 * @throws ValiError when the schema refuses a value
 */
export function writtenValues(
  schema: ReturnType<typeof formSchema>,
  values: FormValues,
  stored: FormValues | undefined,
): object {
  const entries = Object.entries(schema.entries).filter(([name]) => !isKept(name, values, stored))
  const asked = v.strictObject(Object.fromEntries(entries))
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => name in asked.entries))
  return { ...values, ...v.parse(asked, own) }
}

/** The content of the stored row that a form began with. Undefined for a new row. */
export function savedIn(base: { saved?: object | undefined; values: FormValues }): FormValues | undefined {
  return base.saved && base.values
}
