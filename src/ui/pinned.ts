import type { MenuRootProps } from '@ark-ui/react/menu'
import { createContext, use } from 'react'

type Positioning = NonNullable<MenuRootProps['positioning']>

/** True inside what stays where it is in the window while the page is scrolled: bars, dialogs, drawers. */
export const Pinned = createContext(false)

/**
 * Keeps a popup beside its opener while the page is scrolled: it goes with the page, or stays with the window. Otherwise it
 * goes the wrong way and is put back a frame later, and a click is lost whose press and release fall on either side of that.
 * @param where it opens, as Ark UI takes it
 */
export function usePopup(where: Positioning): Positioning {
  return { ...where, strategy: use(Pinned) ? 'fixed' : 'absolute' }
}
