import * as v from 'valibot'
import type { Description, Field } from '#src/resource/description.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { blankValue } from '#src/resource/form-values.ts'
import { ID, importFields } from '#src/resource/importable.ts'
import { columnsOf, type ServerResource } from '../crud/resource.server.ts'

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
