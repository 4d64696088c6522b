import type { Resource, Row } from '../crud/resource.server.ts'
import { titleOf } from './refusal.server.ts'

/** Maximum number of rows that a preview names. */
const NAMED = 5

/** The rows that a deletion would remove, by name. A row below another one of them is only counted with it. */
export type Going = { list: { title: string; below: number }[]; more: number }

/** @param rows all rows that would go */
export function goingOf({ description }: Pick<Resource, 'description'>, rows: readonly Row[]) {
  const going = new Map(rows.map((row) => [row.id, row]))
  const above = (row: Row) => (description.tree && typeof row.pid === 'number' ? going.get(row.pid) : undefined)
  const below = new Map<number, number>()
  for (const row of going.values()) {
    let top = above(row)
    if (!top) continue
    for (let next = above(top); next; next = above(next)) top = next
    below.set(top.id, (below.get(top.id) ?? 0) + 1)
  }
  const tops = [...going.values()].filter((row) => !above(row))
  const list = tops.slice(0, NAMED).map((row) => ({ title: titleOf(description, row), below: below.get(row.id) ?? 0 }))
  return { list, more: tops.length - list.length } satisfies Going
}
