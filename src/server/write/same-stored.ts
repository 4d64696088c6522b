import { compactJson } from '#src/lib/json-text.ts'
import type { Field } from '#src/resource/description.ts'
import { typeOf } from '#src/resource/field-types.ts'

/**
 * Whether a row already has a value. Points in time are equal when they are the same instant, and JSON whatever the
 * blanks between its parts.
 */
export function sameStored(stored: unknown, value: unknown, field?: Field): boolean {
  if (stored === value || JSON.stringify(stored) === JSON.stringify(value)) return true
  if (typeof stored === 'boolean') return Number(stored) === value
  if (typeof stored !== 'string' || typeof value !== 'string') return false
  if (field && typeOf(field).json) return compactJson(stored) === compactJson(value)
  return /^\d{4}-\d\d-\d\dT/.test(stored) && Date.parse(stored) === Date.parse(value)
}
