import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import type { Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { valueText } from '#src/resource/value-text.ts'
import type { Resource } from '../crud/resource.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'
import { selectRows } from '../list/rows.server.ts'

type Line = Record<string, unknown>

/** Writes the fields of stored rows as text, with the names of related rows. Rows are keyed by the table's columns. */
export async function rowWriter(db: Db, resource: Resource, timeZone: string, rows: readonly Line[]) {
  const ownedColumns = ownedNames(resource)
  const stored = (name: string, row: Line) => {
    const column = resource.columnNames.get(name) ?? ownedColumns.get(name)
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

/** The values of owned tables, by the names that a file's values have: the table itself does not have them. */
function ownedNames({ owns = [], fields, columnName }: Resource): Map<string, string> {
  const names = owns.flatMap((owned) => owned.fields)
  return new Map(names.flatMap((name) => (fields.has(name) ? [[name, columnName(name)] as const] : [])))
}

/** Adds the stored values of owned tables to rows as they are and as they will be. */
export async function withOwned<T extends { before: Line | null; after: Line }>(
  db: Db,
  resource: Resource,
  rows: readonly T[],
): Promise<T[]> {
  const names = [...ownedNames(resource)].filter(([name]) => resource.readable.has(name))
  const ids = rows.flatMap(({ before }) => (before ? [Number(before.id)] : []))
  if (names.length === 0 || ids.length === 0) return [...rows]
  const stored = await selectRows(db, resource, anyOf(resource.columns.id, ids), undefined, ids.length)
  const byId = new Map(stored.map((row) => [row.id, row]))
  return rows.map((row) => {
    const found = row.before && byId.get(Number(row.before.id))
    if (!found) return row
    const values = Object.fromEntries(names.map(([name, column]) => [column, found[name]]))
    return { ...row, before: { ...row.before, ...values }, after: { ...values, ...row.after } }
  })
}

function scalars(value: unknown): (number | string)[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((one) => typeof one === 'number' || typeof one === 'string')
}

function decoded(field: Field, value: unknown): unknown {
  return serverTypeOf(field).fromJson?.(value) ?? value
}
