import * as v from 'valibot'
import type { Field } from '#src/resource/description.ts'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { isRequired } from '#src/resource/field-traits.ts'
import { blankValue } from '#src/resource/form-values.ts'
import { ID } from '#src/resource/importable.ts'
import { offersOf } from '#src/resource/offers.ts'
import type { Resource } from '../crud/resource.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'

/** Fields that can name a row, the most certain first: the unique fields, then the title field. */
export function namingFields({ uniqueFields = {}, description, importable, columnNames }: Resource): string[] {
  return [...new Set([...Object.values(uniqueFields), description.rowTitle])].filter(
    (name) => importable.has(name) && columnNames.has(name),
  )
}

/** Fields that can be a key: the id, the title field, and all fields of the table itself with one comparable value. */
export function possibleKeys({ importable, columnNames, description: { rowTitle, lines } }: Resource): string[] {
  // The rows that a line becomes are found by the key of its writer.
  if (lines) return []
  const plain = [...importable.values()]
    .filter((field) => serverTypeOf(field).key(field) && columnNames.has(field.name))
    .map((field) => field.name)
  return [...new Set([ID, ...plain.filter((name) => name === rowTitle), ...plain])]
}

/** Whether the user has to say which row is which. Where rows are only added, every row of a file may be a new one. */
export function needsKeys({ description }: Pick<Resource, 'description'>): boolean {
  return !description.lines && offersOf(description).edit
}

/** The columns that a file must have whose lines are no rows. */
export function neededColumns({ importable, description }: Pick<Resource, 'importable' | 'description'>): string[] {
  return description.lines ? [...importable.values()].filter(isRequired).map(({ name }) => name) : []
}

/** What an empty cell can do to a stored row. */
export function blanksOf({ write }: Pick<Resource, 'write'>): ('keep' | 'clear')[] {
  if (write?.file) return ['keep']
  return write?.import && !write.import.clears ? ['keep'] : ['keep', 'clear']
}

/** The stored value of an empty field. */
export function emptyValue(field: Field): unknown {
  const result = v.safeParse(fieldSchema({ ...field, required: false }), blankValue(field))
  return result.success ? (result.output ?? null) : null
}
