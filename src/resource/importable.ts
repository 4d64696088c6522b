import type { Description, Field } from './description.ts'
import { isRequired } from './field-schema.ts'

/** The column of a row's own number: it can tell rows apart, and is never written. */
export const ID = 'id'

/** Tables inside a form, and what is never shown again, do not fit in a cell. */
const UNFIT = new Set<Field['type']>(['rows', 'password'])

/** The fields that a column of a file can stand for. */
export function importFields(description: Pick<Description, 'fields'>): Field[] {
  return description.fields.filter((field) => !field.readOnly && !field.noImport && !UNFIT.has(field.type))
}

/** The fields that a new row cannot be without, those that no column can stand for included; a default is enough. */
export function requiredFields(description: Pick<Description, 'fields'>): string[] {
  return description.fields
    .filter((field) => !field.readOnly && isRequired(field) && staticDefault(field) === undefined)
    .map((field) => field.name)
}

/**
 * The fields that a new row cannot be without and that no file brings: passwords, which belong in no file, and tables inside a
 * row. With them, a file can only update rows that are there.
 */
export function unreachableFields(description: Pick<Description, 'fields'>): string[] {
  const known = new Set(importFields(description).map((field) => field.name))
  return requiredFields(description).filter((name) => !known.has(name))
}

/** What somebody may do to the rows of a resource with a file. */
export function fileRights(
  description: Pick<Description, 'fields'>,
  { add, edit }: { add: boolean; edit: boolean },
): { add: boolean; edit: boolean } {
  return { add: add && unreachableFields(description).length === 0, edit }
}

/** What a field begins with in the form, unless that depends on the moment. */
export function staticDefault({ default: given }: Field): unknown {
  return typeof given === 'object' && given !== null && 'dynamic' in given ? undefined : given
}
