import type { Db } from '#src/db/client.server.ts'
import type { Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { valueText } from '#src/resource/value-text.ts'
import type { Resource } from '../crud/resource.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'

type Line = Record<string, unknown>

/** Writes the fields of stored rows as text, with the names of related rows. Rows are keyed by the table's columns. */
export async function rowWriter(db: Db, resource: Resource, timeZone: string, rows: readonly Line[]) {
  const stored = (name: string, row: Line) => {
    const column = resource.columnNames.get(name)
    return column === undefined ? undefined : row[column]
  }
  const labels: Record<string, Record<string, string>> = {}
  for (const [name, relation] of Object.entries(resource.relations ?? {})) {
    const ids = [...new Set(rows.flatMap((row) => scalars(stored(name, row))))]
    labels[name] = ids.length > 0 ? await relation.labels(db, ids) : {}
  }
  return (name: string, row: Line): string => {
    const field = resource.fields.get(name)
    const value = stored(name, row)
    if (!field) return value === undefined || value === null ? '' : String(value)
    // Seam: the database holds only values that the field can hold.
    return valueText(field, decoded(field, value) as FieldValue, { labels, timeZone })
  }
}

function scalars(value: unknown): (number | string)[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((one) => typeof one === 'number' || typeof one === 'string')
}

function decoded(field: Field, value: unknown): unknown {
  return serverTypeOf(field).fromJson?.(value) ?? value
}
