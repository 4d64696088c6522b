import type { Description, Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'

/** The fields that can be changed for many rows at once. */
export function bulkEditableFields({ fields }: Pick<Description, 'fields'>): Field[] {
  return fields.filter((field) => field.bulk && !field.readOnly && !field.addOnly && !isSecret(field))
}
