import type { Field, FieldOf, Option } from './description.ts'
import type { NumberFacts, RelationTarget } from './field-type.ts'
import { typeOf } from './field-types.ts'
import type { Operator } from './operators.ts'

/** Whether each row has to have a value. A field that is shown conditionally is checked by `crossErrors` instead. */
export function isRequired(field: Field): boolean {
  return field.required === true && field.showWhen === undefined
}

/** Whether the name of a field makes its value a whole number. */
export function isRank(field: Pick<Field, 'name' | 'type'>): boolean {
  return /rank/i.test(field.name) && typeOf(field).plain !== undefined
}

/** Whether forms write a field that nothing returns. */
export function isSecret(field: Pick<Field, 'type'>): boolean {
  return typeOf(field).secret
}

/** Whether a column of a file can hold the values of a field. */
export function fitsFile(field: Pick<Field, 'type'>): boolean {
  return typeOf(field).file
}

/** Whether the values of a field are ids or codes, whose names come with them as labels. */
export function isNamed(field: Pick<Field, 'type'>): boolean {
  return typeOf(field).named
}

/** Whether a field is a table inside the form, with cells of its own. */
export function isTable(field: Field): field is FieldOf<'rows'> {
  return typeOf(field).cells !== undefined
}

/** The operators that fit a field, the preferred one first. Empty when the field cannot be filtered by. */
export function operatorsOf(field: Field): readonly Operator[] {
  if (field.noFilter) return []
  const all = typeOf(field).operators(field)
  return field.exact ? all.filter((one) => one !== 'LIKE' && one !== 'NOT LIKE') : all
}

/** How the values of a field hold addresses of uploaded files. Undefined when they hold none. */
export function addressesIn(field: Field): 'value' | 'html' | undefined {
  return typeOf(field).addresses
}

/** The rows that a field points to. Undefined when it is no relation. */
export function relationTarget(field: Field): RelationTarget | undefined {
  return typeOf(field).target?.(field)
}

/** The values that a field can have. Undefined when they are no fixed set. */
export function optionsOf(field: Field): readonly Option[] | undefined {
  return typeOf(field).options?.(field)
}

/** How a field's number is written. Undefined when it is no number. */
export function numberOf(field: Field): NumberFacts | undefined {
  return typeOf(field).number?.(field)
}
