import { useState } from 'react'
import { MAX_FOLDED } from '../config/layout-config.ts'
import { useLayout } from '../config/layout-context.tsx'
import { layout } from '../config/layout-store.ts'
import type { ShellMenu } from './shell-menu.ts'

export type OpenDirs = {
  isOpen(menu: ShellMenu): boolean
  /** @param siblings the entries of the same level, the directory itself included */
  toggle(menu: ShellMenu, siblings: readonly ShellMenu[]): void
}

/**
 * Decides which directories of a menu are open: all except those that the user folded. The directories above the
 * current page are open until the user folds them on this page. With `menuUniqueOpened` only those are open, and on
 * each level the one that was opened last.
 */
export function useOpenDirs(trail: readonly ShellMenu[]): OpenDirs {
  const { menuUniqueOpened, menuFolded } = useLayout()
  const page = trail.at(-1)?.id
  const [here, setHere] = useState<{ page: number | undefined; turned: ReadonlyMap<number, boolean> }>({
    page,
    turned: new Map(),
  })
  // On another page, the directories above it are open again.
  const turned = here.page === page ? here.turned : new Map<number, boolean>()

  const isOpen = (menu: ShellMenu) => {
    const byHand = turned.get(menu.id)
    if (byHand !== undefined) return byHand
    return trail.includes(menu) || (!menuUniqueOpened && !menuFolded.includes(menu.id))
  }
  const toggle = (menu: ShellMenu, siblings: readonly ShellMenu[]) => {
    const open = !isOpen(menu)
    const next = new Map(turned).set(menu.id, open)
    if (menuUniqueOpened) {
      if (open) for (const other of siblings) if (other.id !== menu.id) next.set(other.id, false)
    } else {
      const others = menuFolded.filter((id) => id !== menu.id)
      layout.choose({ menuFolded: open ? others : [...others, menu.id].slice(-MAX_FOLDED) })
    }
    setHere({ page, turned: next })
  }
  return { isOpen, toggle }
}
