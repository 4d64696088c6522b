/** A visible row as sorting sees it. */
export type SortRow = { id: number; pid: number | null; depth: number; name: string }

/** Where the siblings of a row stand among the visible rows. */
export function siblingIndexes(rows: readonly SortRow[], id: number): number[] {
  const row = rows.find((one) => one.id === id)
  if (!row) return []
  return rows.flatMap((one, index) => (one.pid === row.pid && one.depth === row.depth ? [index] : []))
}

/** The sibling whose place a row takes when it is held over a visible row; the first or last one beyond their ends. */
export function siblingAt(rows: readonly SortRow[], id: number, index: number): number {
  const indexes = siblingIndexes(rows, id)
  // What hangs below a sibling counts as that sibling.
  const found = indexes.filter((one) => one <= index).at(-1) ?? indexes[0]
  return rows[found ?? -1]?.id ?? id
}

/**
 * Whether a row held over a place could be dropped there: among its siblings and what hangs below them. Just above the
 * first and just below the last counts too, so that nobody has to aim.
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

/** Above which visible row the moved one will stand; undefined when it stays. */
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
