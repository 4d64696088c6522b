import type { KeyboardEvent } from 'react'

/** The usual keys of a tree: arrow keys, Home and End move the focus or fold rows. Enter or space chooses. */
export function treeKeys(
  event: KeyboardEvent,
  tree: HTMLElement | null,
  toggle: (id: number, open: boolean) => void,
): void {
  const rows = [...(tree?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
  const at = rows.findIndex((one) => one.contains(event.target as Node))
  const row = rows[at]
  if (!row) return
  const id = Number(row.dataset.id)
  const level = Number(row.ariaLevel)
  const isOpen = row.ariaExpanded === 'true'
  const go = (to: HTMLElement | undefined) => to?.focus()
  switch (event.key) {
    case 'ArrowDown':
      go(rows[at + 1])
      break
    case 'ArrowUp':
      go(rows[at - 1])
      break
    case 'Home':
      go(rows[0])
      break
    case 'End':
      go(rows.at(-1))
      break
    case 'ArrowRight':
      if (row.ariaExpanded === 'false') toggle(id, true)
      else if (isOpen) go(rows[at + 1])
      break
    case 'ArrowLeft':
      if (isOpen) toggle(id, false)
      else go(rows.slice(0, at).findLast((one) => Number(one.ariaLevel) < level))
      break
    case 'Enter':
    case ' ':
      row.click()
      break
    default:
      return
  }
  event.preventDefault()
}
