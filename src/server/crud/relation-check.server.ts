import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from './resource.server.ts'

type Values = Readonly<Record<string, unknown>>
type Place = { path: string; ids: readonly number[] }

/**
 * The errors of relation values that do not exist or that the actor may not choose, by path.
 * @param row the changed row. What it has in the field already, it may keep, also when the actor may not choose it.
 */
export async function relationErrors(
  db: Db,
  resource: Resource,
  actor: Actor,
  values: Values,
  row?: Values,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const [name, relation] of Object.entries(resource.relations ?? {})) {
    const kept = new Set(row && relationValues(name, row).map(Number))
    const places = placesOf(name, values).map(({ path, ids }) => ({ path, ids: ids.filter((id) => !kept.has(id)) }))
    const ids = [...new Set(places.flatMap((place) => place.ids))]
    if (!relation.available || ids.length === 0) continue
    const available = new Set(await relation.available(db, actor, ids))
    for (const { path, ids } of places) {
      if (!ids.every((id) => available.has(id))) errors[path] = [m.rule_relation()]
    }
  }
  return errors
}

/** The paths of a relation's ids: `levelIds`, or for `subjects.subjectId` each `subjects.0.subjectId`. */
function placesOf(name: string, values: Values): Place[] {
  const [field = '', cell] = name.split('.')
  const value = values[field]
  if (cell === undefined) return [{ path: field, ids: numbersIn(value) }]
  const rows: unknown[] = Array.isArray(value) ? value : []
  return rows.map((row, at) => ({ path: `${field}.${at}.${cell}`, ids: numbersIn(cellOf(row, cell)) }))
}

/** The values of a relation in a row. The name is a field, or `field.cell`. */
export function relationValues(name: string, row: Values): (number | string)[] {
  const [field = '', cell] = name.split('.')
  const value = row[field]
  if (cell === undefined) return scalarsIn(value)
  const rows: unknown[] = Array.isArray(value) ? value : []
  return rows.flatMap((one) => scalarsIn(cellOf(one, cell)))
}

function cellOf(row: unknown, cell: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, cell) : undefined
}

function numbersIn(value: unknown): number[] {
  return scalarsIn(value).map(Number)
}

function scalarsIn(value: unknown): (number | string)[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((one) => typeof one === 'number' || typeof one === 'string')
}
