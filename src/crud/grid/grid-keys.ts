/** The state of a row that decides what a key does. */
export type KeyRow = { depth: number; canOpen: boolean; open: boolean }

export type KeyAction =
  /** Move to another row, in the same column. The index -1 is the header row. */
  | { to: number }
  /** Move along the row: to the next or previous focusable element, or to either end. */
  | { along: 'next' | 'previous' | 'first' | 'last' }
  | { open: boolean }
  | undefined

const PAGE = 10

/**
 * Decides what a key does in a grid (ARIA Authoring Practices, rows first). Up and down move between rows. Right moves
 * into the cells of a row, and left moves back to the row. In a tree, right first opens a closed row, and left on an
 * open row closes it.
 * @param inside whether the focus is on a cell or on a control in it, and not on the row itself
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
      // The header row is above the first row.
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

/** The index of a row's parent in the tree. A row at the top returns its own index. */
function parentOf(rowAt: (index: number) => KeyRow | undefined, at: number): number {
  const depth = rowAt(at)?.depth ?? 0
  for (let index = at - 1; depth > 0 && index >= 0; index--) if ((rowAt(index)?.depth ?? 0) < depth) return index
  return at
}
