import * as v from 'valibot'
import type { Description, Field } from '#src/crud/description.ts'
import { blankValue } from '#src/crud/entry-values.ts'
import { fieldSchema, isRequired } from '#src/crud/field-schema.ts'
import { columnsOf, type ServerResource } from '../resource.server.ts'

/** The column of a row's own number: it can tell rows apart, and is never written. */
export const ID = 'id'

/** Tables inside a form, and what is never shown again, do not fit in a cell. */
const UNFIT = new Set<Field['type']>(['rows', 'password'])

/** The fields that a column of a file can stand for. */
export function importFields(description: Pick<Description, 'fields'>): Field[] {
  return description.fields.filter((field) => !field.readOnly && !field.noImport && !UNFIT.has(field.type))
}

/** Fields by which a row can be named, the surest first: what no two rows share, and its title. */
export function namingFields({
  uniqueFields = {},
  description,
}: Pick<ServerResource, 'uniqueFields' | 'description'>): string[] {
  const known = new Set(importFields(description).map((field) => field.name))
  return [...new Set([...Object.values(uniqueFields), description.rowTitle])].filter((name) => known.has(name))
}

/** Fields that can tell rows apart. */
export function possibleKeys({ fields, rowTitle }: Pick<Description, 'fields' | 'rowTitle'>): string[] {
  const plain = importFields({ fields })
    .filter((field) => isPlain(field))
    .map((field) => field.name)
  return [...new Set([ID, ...plain.filter((name) => name === rowTitle), ...plain])]
}

/** Fields whose value is one thing that can be compared. */
function isPlain(field: Field): boolean {
  switch (field.type) {
    case 'text':
    case 'integer':
    case 'number':
    case 'money':
    case 'switch':
    case 'date':
    case 'datetime':
    case 'time':
    case 'year':
    case 'area':
      return true
    case 'select':
    case 'relation':
      return !field.multiple
    default:
      return false
  }
}

/** The fields that a new row cannot be without, those that no column can stand for included; a default is enough. */
export function requiredFields(description: Pick<Description, 'fields'>): string[] {
  return description.fields
    .filter((field) => !field.readOnly && isRequired(field) && staticDefault(field) === undefined)
    .map((field) => field.name)
}

/** What a field begins with in the form, unless that depends on the moment. */
export function staticDefault({ default: given }: Field): unknown {
  return typeof given === 'object' && given !== null && 'dynamic' in given ? undefined : given
}

/** What is stored of a field that is left empty. */
export function emptyValue(field: Field): unknown {
  const result = v.safeParse(fieldSchema({ ...field, required: false }), blankValue(field))
  return result.success ? (result.output ?? null) : null
}

/** @throws when the table has no such column, which the description's type rules out */
export function columnOf(resource: Pick<ServerResource, 'table' | 'description'>, name: string) {
  const column = columnsOf(resource)[name]
  if (!column) throw new Error(`${resource.description.key}: no column ${name}`)
  return column
}
