import type { MenuRootProps } from '@ark-ui/react/menu'
import { createContext, use } from 'react'

type Positioning = NonNullable<MenuRootProps['positioning']>

/** True inside elements that keep their place in the window while the page scrolls: bars, dialogs, drawers. */
export const Pinned = createContext(false)

/**
 * Keeps a popup beside its trigger during scrolling: it scrolls with the page or stays in the window. Otherwise it
 * moves away, and is put back one frame later. A click is lost when that happens between its press and its release.
 * @param where the position, as Ark UI expects it
 */
export function usePopup(where: Positioning): Positioning {
  return { ...where, strategy: use(Pinned) ? 'fixed' : 'absolute' }
}
