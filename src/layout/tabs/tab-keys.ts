export type TabKeyAction =
  | { kind: 'focus'; place: number }
  | { kind: 'move'; place: number }
  | { kind: 'select' }
  | { kind: 'close' }
  | { kind: 'menu' }

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

/**
 * Returns the action of a key press on a tab. Undefined when the key has none.
 * @param at index of the tab
 * @param count number of tabs
 */
export function tabKey(event: Key, at: number, count: number): TabKeyAction | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined
  if (event.shiftKey) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key]
    if (to !== undefined) return to !== at && to >= 0 && to < count ? { kind: 'move', place: to } : undefined
    return event.key === 'F10' ? { kind: 'menu' } : undefined
  }
  switch (event.key) {
    case 'ArrowLeft':
      return { kind: 'focus', place: (at - 1 + count) % count }
    case 'ArrowRight':
      return { kind: 'focus', place: (at + 1) % count }
    case 'Home':
      return { kind: 'focus', place: 0 }
    case 'End':
      return { kind: 'focus', place: count - 1 }
    case 'Enter':
    case ' ':
      return { kind: 'select' }
    case 'Delete':
      return count > 1 ? { kind: 'close' } : undefined
    case 'ContextMenu':
      return { kind: 'menu' }
    default:
      return undefined
  }
}
