import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { blankValue, type FormValues, valuesOf, writableFields } from '#src/resource/form-values.ts'

/**
 * The initial values of a copy. The name says that it is one; another value that only one row may have stays empty.
 * @param unique the fields whose values only one row may have
 */
export function copiedValues(
  description: Pick<Description, 'fields' | 'rowTitle'>,
  row: object,
  unique: readonly string[] = [],
): FormValues {
  const values = valuesOf(description, row)
  for (const field of writableFields(description)) {
    const value = values[field.name]
    if (field.name === description.rowTitle && typeof value === 'string') {
      const name = m.crud_copyName({ name: value })
      const max = 'max' in field && typeof field.max === 'number' ? field.max : Number.POSITIVE_INFINITY
      if ([...name].length <= max) values[field.name] = name
    } else if (isSecret(field) || unique.includes(field.name)) values[field.name] = blankValue(field)
  }
  return values
}
