import { toZoned } from '#src/lib/zoned.ts'
import type { Description, Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { blankValue, type FormValues, writableFields } from '#src/resource/form-values.ts'
import { isZoneless } from '#src/resource/zone-of.ts'

/** The value of a field in a new row: its default, or the empty value. */
export function startValue(field: Field, timeZone: string): FieldValue {
  const start = field.default
  if (start === undefined) return blankValue(field)
  if (typeof start !== 'object' || start === null || !('dynamic' in start)) return start
  const now = new Date().toISOString()
  const { day = '', time = '' } = toZoned(now, timeZone) ?? {}
  switch (start.dynamic) {
    case 'today':
      return day
    case 'now':
      return isZoneless(field) ? `${day}T${time}.000Z` : now
    case 'thisYear':
      return Number(day.slice(0, 4))
  }
}

/** The initial values of a new row's form. */
export function startValues(description: Pick<Description, 'fields'>, timeZone: string): FormValues {
  return Object.fromEntries(writableFields(description).map((field) => [field.name, startValue(field, timeZone)]))
}
