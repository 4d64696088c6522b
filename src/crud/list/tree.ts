/** What the tree helpers need of a row. */
export type TreeRow = { id: number; pid?: number | null; childCount?: number }

export type TreeNode<TRow> = { row: TRow; children: TreeNode<TRow>[] }

/** Rows of a list, by their place under one another. Whoever's parent is not among them stands at the top. */
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

/** Two lists as one; what the first one has wins. */
export function mergeRows<TRow extends TreeRow>(rows: readonly TRow[], more: readonly TRow[]): TRow[] {
  const known = new Set(rows.map((row) => row.id))
  return [...rows, ...more.filter((row) => !known.has(row.id))]
}

/** Rows with the same parent, in their order. */
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

/** The row itself and everything below it, as far as it is known. */
export function withDescendants(rows: readonly TreeRow[], id: number): Set<number> {
  const found = new Set([id])
  // Lists come parents first, but merged ones may not: repeat until nothing is added.
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const row of rows) if (row.pid && found.has(row.pid)) found.add(row.id)
  }
  return found
}

/**
 * A list after a row took the place of a sibling: before it when it moved up, after it when it moved down. The same as
 * the server does it.
 */
export function moveRow<TRow extends TreeRow>(rows: readonly TRow[], id: number, targetId: number): TRow[] {
  const from = rows.findIndex((row) => row.id === id)
  const to = rows.findIndex((row) => row.id === targetId)
  const moved = rows[from]
  if (!moved || to < 0 || from === to) return [...rows]
  const rest = rows.toSpliced(from, 1)
  // Without the moved row the target's index is one less when it came later: inserting at `to` is then behind it.
  return rest.toSpliced(to, 0, moved)
}

/** The sibling whose place a row takes when it moves by one; undefined at either end. */
export function neighbourOf<TRow extends TreeRow>(rows: readonly TRow[], id: number, step: -1 | 1): TRow | undefined {
  const siblings = siblingsOf(rows, id)
  const at = siblings.findIndex((row) => row.id === id)
  return siblings[at + step]
}
