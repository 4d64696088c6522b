import type { FieldValue } from '#src/resource/field-value.ts'

/** A row's value in a field, or null. Seam: tables define the types of rows. A description only names the columns. */
export function rowValue(row: object, field: string): FieldValue {
  return Reflect.get(row, field) ?? null
}
