import * as v from 'valibot'
import { crossErrors } from '#src/resource/cross-checks.ts'
import type { Description, Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { fieldErrors, formSchema } from '#src/resource/form-schema.ts'

/** Validates one field of a row with the same rules as the form. */
export function checkField(
  description: Description,
  field: Field,
  row: object,
  value: FieldValue,
): { value: FieldValue } | { error: string } {
  const parsed = v.safeParse(formSchema(description, true), { [field.name]: value })
  const errors = fieldErrors(parsed.issues ?? [])
  const [first] = Object.values(errors)[0] ?? []
  if (first !== undefined) return { error: first }
  // Seam: the schema was built for this form, so its output has the type of form values.
  const checked = (parsed.output as Record<string, FieldValue>)[field.name] ?? null
  const [crossed] = Object.values(crossErrors(description, { ...row, [field.name]: checked }))[0] ?? []
  return crossed === undefined ? { value: checked } : { error: crossed }
}
