import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { FieldValue } from '#src/resource/field-value.ts'

/** The value of a part of a field: `2` of a list, `2.fullMark` of a table. */
export function cellAt(value: FieldValue | undefined, path: string): FieldValue | undefined {
  const [index = '', cell] = path.split('.')
  const item = Array.isArray(value) ? value[Number(index)] : undefined
  if (cell === undefined || typeof item !== 'object') return typeof item === 'object' ? undefined : item
  return item[cell]
}

/** Groups errors by field, and in each field by the path inside it. The field itself is at ''. */
export function byField(errors: FieldErrors): Record<string, FieldErrors> {
  const sorted: Record<string, FieldErrors> = {}
  for (const [path, texts] of Object.entries(errors)) {
    const dot = path.indexOf('.')
    const name = dot < 0 ? path : path.slice(0, dot)
    sorted[name] = { ...sorted[name], [dot < 0 ? '' : path.slice(dot + 1)]: texts }
  }
  return sorted
}
