import type { Description, Field } from './description.ts'
import { fitsFile, isRequired } from './field-traits.ts'

/** The column of a row's id. An import can identify rows by it, but never writes it. */
export const ID = 'id'

/**
 * The fields that a column of a file can be mapped to. Tables inside a form do not fit in a cell, and passwords are
 * never shown again. The columns of files with lines of their own are known only to the server.
 */
export function importFields(description: Pick<Description, 'fields' | 'lines'>): Field[] {
  if (description.lines) return []
  return description.fields.filter((field) => !field.readOnly && !field.noImport && !field.formOnly && fitsFile(field))
}

/**
 * The fields that a new row needs and that have no fixed default. They include fields that no column can be mapped to.
 */
export function requiredFields(description: Pick<Description, 'fields'>): string[] {
  return description.fields
    .filter((field) => !field.readOnly && !field.formOnly && isRequired(field) && staticDefault(field) === undefined)
    .map((field) => field.name)
}

/**
 * The fields that a new row needs but that no file can contain: passwords, which do not belong in a file, and tables
 * inside a row. A resource with these fields accepts a file only to update existing rows.
 */
export function unreachableFields(description: Pick<Description, 'fields' | 'lines'>): string[] {
  if (description.lines) return []
  const known = new Set(importFields(description).map((field) => field.name))
  return requiredFields(description).filter((name) => !known.has(name))
}

/** Whether a file can add rows. A template is an empty table for new rows, so it is of no use otherwise. */
export function hasTemplate(description: Pick<Description, 'fields' | 'lines'>): boolean {
  return unreachableFields(description).length === 0
}

/** What the actor may do with the rows of a resource through a file. */
export function fileRights(
  description: Pick<Description, 'fields' | 'lines' | 'noImport'>,
  { add, edit }: { add: boolean; edit: boolean },
): { add: boolean; edit: boolean } {
  if (description.noImport) return { add: false, edit: false }
  return { add: add && unreachableFields(description).length === 0, edit }
}

/** The default of a field. Undefined without a default, or when the form computes it on opening. */
export function staticDefault({ default: given }: Field): unknown {
  return typeof given === 'object' && given !== null && 'dynamic' in given ? undefined : given
}
