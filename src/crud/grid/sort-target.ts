/** The data of a visible row that sorting needs. */
export type SortRow = { id: number; pid: number | null; depth: number; name: string }

/** The indexes of a row and its siblings among the visible rows. */
function siblingIndexes(rows: readonly SortRow[], id: number): number[] {
  const row = rows.find((one) => one.id === id)
  if (!row) return []
  return rows.flatMap((one, index) => (one.pid === row.pid && one.depth === row.depth ? [index] : []))
}

/** The sibling whose place a dragged row takes at an index. Beyond either end it is the first or last sibling. */
export function siblingAt(rows: readonly SortRow[], id: number, index: number): number {
  const indexes = siblingIndexes(rows, id)
  // A descendant of a sibling counts as that sibling.
  const found = indexes.filter((one) => one <= index).at(-1) ?? indexes[0]
  return rows[found ?? -1]?.id ?? id
}

/**
 * Whether a dragged row can be dropped at an index: among its siblings and their descendants. One place above the first
 * and one below the last are valid too, so that the user need not aim exactly.
 */
export function inRange(rows: readonly SortRow[], id: number, index: number): boolean {
  const indexes = siblingIndexes(rows, id)
  const [first = 0, last = 0] = [indexes[0], indexes.at(-1)]
  const depth = rows[last]?.depth ?? 0
  const next = rows.findIndex((row, at) => at > last && row.depth <= depth)
  const end = next < 0 ? rows.length - 1 : next - 1
  return index >= first - 1 && index <= end + 1
}

/** The sibling `step` places from another one. */
export function siblingBeside(rows: readonly SortRow[], id: number, from: number, step: number): number {
  const siblings = siblingIndexes(rows, id).map((index) => rows[index]?.id)
  const at = siblings.indexOf(from) + step
  return siblings[Math.max(0, Math.min(siblings.length - 1, at))] ?? id
}

/** Place among the siblings, counted from one, and how many there are. */
export function placeAmong(rows: readonly SortRow[], id: number, target: number): { at: number; count: number } {
  const siblings = siblingIndexes(rows, id).map((index) => rows[index]?.id)
  return { at: siblings.indexOf(target) + 1, count: siblings.length }
}

/** The index of the visible row above which the moved row will be. Undefined when the row stays in its place. */
export function dropLine(rows: readonly SortRow[], id: number, target: number): number | undefined {
  if (id === target) return undefined
  const from = rows.findIndex((row) => row.id === id)
  const to = rows.findIndex((row) => row.id === target)
  if (from < 0 || to < 0) return undefined
  if (to < from) return to
  const depth = rows[to]?.depth ?? 0
  const next = rows.findIndex((row, index) => index > to && row.depth <= depth)
  return next < 0 ? rows.length : next
}
