import type { Db } from '#src/db/client.server.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { Actor } from '../access/actor.server.ts'
import { relationValues } from '../crud/relation-check.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'

type Side = 'before' | 'after'
/** A field of a change. `hidden`: the sides that lost a reference to a row outside of the actor's scope. */
export type FieldChange = { field: string; label: string; before: unknown; after: unknown; hidden: Side[] }

const sides = ['before', 'after'] as const

/**
 * Takes references to rows that the actor may not see out of changes. Those that the row has now stay, because the list
 * shows them too.
 * @param row the row as it is now; undefined when it is deleted
 * @returns the changes in their order, and the labels of the references that are left
 */
export async function seenValues<T extends { fields: readonly FieldChange[] }>(
  db: Db,
  resource: Resource,
  actor: Actor,
  row: Row | undefined,
  changes: readonly T[],
): Promise<{ changes: (T & { fields: FieldChange[] })[]; labels: Labels }> {
  const labels: Labels = {}
  const hidden = new Map<string, ReadonlySet<string>>()
  for (const [name, relation] of Object.entries(resource.relations ?? {})) {
    const [fieldName = ''] = name.split('.')
    const ofField = changes.flatMap(({ fields }) => fields.filter((one) => one.field === fieldName))
    const ids = [...new Set(ofField.flatMap((one) => sides.flatMap((side) => valuesIn(name, fieldName, one[side]))))]
    if (ids.length === 0) continue
    const named = await relation.labels(db, ids)
    const now = new Set(row ? relationValues(name, row).map(String) : [])
    const seen = relation.available && new Set((await relation.available(db, actor, ids.map(Number))).map(String))
    const unseen = Object.keys(named).filter((id) => seen && !seen.has(id) && !now.has(id))
    labels[name] = Object.fromEntries(Object.entries(named).filter(([id]) => !unseen.includes(id)))
    if (unseen.length > 0) hidden.set(name, new Set(unseen))
  }
  const shown = changes.map((change) => ({ ...change, fields: change.fields.map((field) => without(field, hidden)) }))
  return { changes: shown, labels }
}

function valuesIn(name: string, field: string, value: unknown): (number | string)[] {
  return relationValues(name, { [field]: value })
}

function without(change: FieldChange, hidden: ReadonlyMap<string, ReadonlySet<string>>): FieldChange {
  const shown = { ...change, hidden: [...change.hidden] }
  for (const [name, ids] of hidden) {
    const [field = '', cell] = name.split('.')
    if (field !== change.field) continue
    for (const side of sides) {
      if (!valuesIn(name, field, shown[side]).some((id) => ids.has(String(id)))) continue
      shown[side] = blank(shown[side], cell, ids)
      if (!shown.hidden.includes(side)) shown.hidden.push(side)
    }
  }
  return shown
}

/** A value without these ids: a single one becomes null, a list loses them, a row of a table loses its cell. */
function blank(value: unknown, cell: string | undefined, ids: ReadonlySet<string>): unknown {
  if (!Array.isArray(value)) return ids.has(String(value)) ? null : value
  if (cell === undefined) return value.filter((id) => !ids.has(String(id)))
  return value.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) return row
    return { ...row, [cell]: blank(Reflect.get(row, cell), undefined, ids) }
  })
}
