import type { KeyboardEvent } from 'react'

/**
 * Handles keys in a menu of links and folding directories, in addition to the Tab key. Up, Down, Home and End move the
 * focus. Right opens a directory or moves to its first entry. Left folds a directory or moves to its parent.
 */
export function menuKeys(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('li > a, li > button')]
  const at = event.target instanceof HTMLElement ? entries.indexOf(event.target) : -1
  const current = entries[at]
  if (!current || event.metaKey || event.ctrlKey || event.altKey) return
  const expanded = current.getAttribute('aria-expanded')
  const moves: Record<string, () => HTMLElement | null | undefined> = {
    ArrowDown: () => entries[at + 1],
    ArrowUp: () => entries[at - 1],
    Home: () => entries[0],
    End: () => entries.at(-1),
    ArrowRight: () => (expanded === 'false' ? turned(current) : expanded === 'true' ? entries[at + 1] : null),
    ArrowLeft: () => (expanded === 'true' ? turned(current) : parentOf(current)),
  }
  const move = moves[event.key]
  if (!move) return
  event.preventDefault()
  move()?.focus()
}

function turned(directory: HTMLElement): HTMLElement {
  directory.click()
  return directory
}

const parentOf = (entry: HTMLElement) =>
  entry.parentElement?.parentElement?.closest('li')?.querySelector<HTMLElement>(':scope > button')
