import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Field } from '#src/resource/description.ts'
import { isRequired } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { labelText } from '#src/resource/label.ts'
import { columnOf, emptyOf } from './convert.server.ts'
import type { Design } from './design.schema.ts'
import { storageOf } from './field-storage.server.ts'
import { columnIn, fieldsOf } from './steps.server.ts'
import { isOwnTable } from './table-origin.server.ts'

/** The most letters of a column's name. */
const MOST_LETTERS = 63

/** What is wrong with the columns of a design, by the place in it. */
export function designErrors({ tableName, description, columns }: Design): FieldErrors {
  const errors: Record<string, string[]> = {}
  for (const field of fieldsOf(description)) {
    if (columns[field.name]?.unique !== true) continue
    const place = `columns.${field.name}.unique`
    const many = Array.isArray(typeOf(field).blank(field))
    if (many || !storageOf(field).unique) errors[place] = [m.generator_uniqueKind()]
    // Rows without a text would all have the same value. In tables of others, they have none.
    else if (isOwnTable(tableName) && emptyOf(field) !== 'null' && !isRequired(field))
      errors[place] = [m.generator_uniqueRequired()]
  }
  const searched = isOwnTable(tableName) ? description.quickSearch : []
  const unsearched = fieldsOf(description).find((field) => searched.includes(field.name) && !isWords(field))
  if (unsearched) errors['description.quickSearch'] = [m.crudChange_noWords({ label: labelText(unsearched.label) })]
  description.fields.forEach(({ name }, at) => {
    if (columnIn({ columns }, name).length > MOST_LETTERS)
      errors[`description.fields.${at}.name`] = [m.crudChange_longName({ most: MOST_LETTERS })]
  })
  for (const name of Object.keys(columns)) {
    if (!description.fields.some((field) => field.name === name))
      errors[`columns.${name}`] = [m.description_unknown({ name })]
  }
  return errors
}

/** Whether the column of a field holds one text. */
function isWords(field: Field): boolean {
  const { type, many } = columnOf(field)
  return !many && (type === 'text' || type.startsWith('varchar'))
}
