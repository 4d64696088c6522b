import type { FieldValue } from '#src/resource/form-values.ts'

/** What a row has in a field. Seam: rows are typed by their tables, and a description only names their columns. */
export function rowValue(row: object, field: string): FieldValue {
  return Reflect.get(row, field) ?? null
}
