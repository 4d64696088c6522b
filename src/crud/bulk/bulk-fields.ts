import type { Description, Field } from '#src/resource/description.ts'

/** The fields that can be changed for many rows at once. */
export function bulkEditableFields({ fields }: Pick<Description, 'fields'>): Field[] {
  return fields.filter(({ type, bulk, readOnly, addOnly }) => bulk && !readOnly && !addOnly && type !== 'password')
}
