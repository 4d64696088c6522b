import type { Field } from './description.ts'

/** Whether each row has to have a value. A field that is shown conditionally is checked by `crossErrors` instead. */
export function isRequired(field: Field): boolean {
  return field.required === true && field.showWhen === undefined
}

/** Whether the name of a field makes its value a whole number. */
export function isRank(field: Pick<Field, 'name' | 'type'>): boolean {
  return /rank/i.test(field.name) && ['text', 'integer', 'number'].includes(field.type)
}
