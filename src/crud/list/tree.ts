/** The fields of a row that the tree helpers need. */
export type TreeRow = { id: number; pid?: number | null; childCount?: number }

export type TreeNode<TRow> = { row: TRow; children: TreeNode<TRow>[] }

/** Builds the tree of a list's rows. A row whose parent is not in the list is at the top. */
export function buildTree<TRow extends TreeRow>(rows: readonly TRow[]): TreeNode<TRow>[] {
  const nodes = new Map(rows.map((row) => [row.id, { row, children: [] as TreeNode<TRow>[] }]))
  const top: TreeNode<TRow>[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.row.pid ?? 0)
    if (parent && parent !== node) parent.children.push(node)
    else top.push(node)
  }
  return top
}

/** The rows on screen, from top to bottom: those below a closed row are not. */
export function shownRows<TRow extends TreeRow>(rows: readonly TRow[], open: ReadonlySet<number>): TRow[] {
  const walk = (nodes: readonly TreeNode<TRow>[]): TRow[] =>
    nodes.flatMap(({ row, children }) => [row, ...(open.has(row.id) ? walk(children) : [])])
  return walk(buildTree(rows))
}

/** Merges two lists. If both contain a row, the row of the first list is used. */
export function mergeRows<TRow extends TreeRow>(rows: readonly TRow[], more: readonly TRow[]): TRow[] {
  const known = new Set(rows.map((row) => row.id))
  return [...rows, ...more.filter((row) => !known.has(row.id))]
}

/** The rows with the same parent as a row, in their order. The row itself is included. */
export function siblingsOf<TRow extends TreeRow>(rows: readonly TRow[], id: number): TRow[] {
  const row = rows.find((one) => one.id === id)
  if (!row) return []
  const known = new Set(rows.map((one) => one.id))
  const parent = placeOf(row, known)
  return rows.filter((one) => placeOf(one, known) === parent && one.pid === row.pid)
}

function placeOf(row: TreeRow, known: ReadonlySet<number>): number | null {
  return row.pid && known.has(row.pid) ? row.pid : null
}

/** The ids of a row and of all its loaded descendants. */
export function withDescendants(rows: readonly TreeRow[], id: number): Set<number> {
  const found = new Set([id])
  // A list has parents before their children, but a merged list may not. So the loop repeats until it adds nothing.
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const row of rows) if (row.pid && found.has(row.pid)) found.add(row.id)
  }
  return found
}

/**
 * The list after a row took the place of a sibling. The row is before the sibling when it moved up, and after it when
 * it moved down. The server does the same.
 */
export function moveRow<TRow extends TreeRow>(rows: readonly TRow[], id: number, targetId: number): TRow[] {
  const from = rows.findIndex((row) => row.id === id)
  const to = rows.findIndex((row) => row.id === targetId)
  const moved = rows[from]
  if (!moved || to < 0 || from === to) return [...rows]
  const rest = rows.toSpliced(from, 1)
  // Removing the row shifts a later target down by one index. Inserting at `to` then puts the row after the target.
  return rest.toSpliced(to, 0, moved)
}

/** The sibling whose place a row takes when it moves by one. Undefined at either end. */
export function neighbourOf<TRow extends TreeRow>(rows: readonly TRow[], id: number, step: -1 | 1): TRow | undefined {
  const siblings = siblingsOf(rows, id)
  const at = siblings.findIndex((row) => row.id === id)
  return siblings[at + step]
}
