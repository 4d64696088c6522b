/** A row as the keyboard sees it. */
export type KeyRow = { id: string; depth: number; canOpen: boolean; open: boolean }

export type KeyAction = { focus: string } | { toggle: string; open: boolean } | { into: string } | undefined

/** What a key means on a row of a tree grid (the pattern of the ARIA practices, rows first). */
export function treeKey(rows: readonly KeyRow[], at: number, key: string): KeyAction {
  const row = rows[at]
  if (!row) return undefined
  const focus = (index: number): KeyAction => {
    const target = rows[Math.max(0, Math.min(rows.length - 1, index))]
    return target && { focus: target.id }
  }
  switch (key) {
    case 'ArrowDown':
      return focus(at + 1)
    case 'ArrowUp':
      return focus(at - 1)
    case 'PageDown':
      return focus(at + 10)
    case 'PageUp':
      return focus(at - 10)
    case 'Home':
      return focus(0)
    case 'End':
      return focus(rows.length - 1)
    case 'ArrowRight':
      return row.canOpen && !row.open ? { toggle: row.id, open: true } : { into: row.id }
    case 'ArrowLeft':
      return row.canOpen && row.open ? { toggle: row.id, open: false } : focus(parentOf(rows, at))
    default:
      return undefined
  }
}

/** Where the row above this one in the tree stands; the row itself at the top. */
function parentOf(rows: readonly KeyRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index
  return at
}
