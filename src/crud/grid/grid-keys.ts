/** A row as the keyboard sees it. */
export type KeyRow = { depth: number; canOpen: boolean; open: boolean }

export type KeyAction =
  /** To another row, keeping the column. */
  | { to: number }
  /** Along the row: to the next or the previous stop, or to either end of it. */
  | { along: 'next' | 'previous' | 'first' | 'last' }
  | { open: boolean }
  | undefined

const PAGE = 10

/**
 * What a key means in a grid (the patterns of the ARIA practices, rows first): up and down walk through the rows, right
 * leads into the cells of a row and left back to it. In a tree, right opens a closed row before, and left closes it.
 * @param inside whether the focus is on a cell or a control in it, and not on the row itself
 */
export function gridKey(
  rowAt: (index: number) => KeyRow | undefined,
  count: number,
  at: number,
  inside: boolean,
  key: string,
  ctrl = false,
): KeyAction {
  const row = rowAt(at)
  const to = (index: number): KeyAction => ({ to: Math.max(0, Math.min(count - 1, index)) })
  if (ctrl) {
    if (key === 'Home') return to(0)
    return key === 'End' ? to(count - 1) : undefined
  }
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      // Above the first row is the head.
      return { to: Math.max(-1, at - 1) }
    case 'PageDown':
      return to(at + PAGE)
    case 'PageUp':
      return to(at - PAGE)
    case 'Home':
      return inside ? { along: 'first' } : to(0)
    case 'End':
      return inside ? { along: 'last' } : to(count - 1)
    case 'ArrowRight':
      return !inside && row?.canOpen && !row.open ? { open: true } : { along: 'next' }
    case 'ArrowLeft':
      if (inside) return { along: 'previous' }
      return row?.canOpen && row.open ? { open: false } : to(parentOf(rowAt, at))
    default:
      return undefined
  }
}

/** Where the row above this one in the tree stands; the row itself at the top. */
function parentOf(rowAt: (index: number) => KeyRow | undefined, at: number): number {
  const depth = rowAt(at)?.depth ?? 0
  for (let index = at - 1; depth > 0 && index >= 0; index--) if ((rowAt(index)?.depth ?? 0) < depth) return index
  return at
}
