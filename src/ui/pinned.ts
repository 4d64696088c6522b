import type { MenuRootProps } from '@ark-ui/react/menu'
import { createContext, use } from 'react'

type Positioning = NonNullable<MenuRootProps['positioning']>

/** True inside elements that keep their place in the window while the page scrolls: bars, dialogs, drawers. */
export const Pinned = createContext(false)

/**
 * Keeps a popup beside its trigger while the page scrolls: it scrolls with the page, or stays in the window. With the wrong
 * strategy it would move away for a frame, and a click would be lost if its press comes before and its release after that.
 * @param where the position, as Ark UI expects it
 */
export function usePopup(where: Positioning): Positioning {
  return { ...where, strategy: use(Pinned) ? 'fixed' : 'absolute' }
}
