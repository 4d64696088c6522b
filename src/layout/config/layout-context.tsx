import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { defaultLayout, type LayoutChoices, type LayoutConfig } from './layout-config.ts'
import { layout } from './layout-store.ts'

const LayoutContext = createContext<LayoutConfig>(defaultLayout)

/** Below this the shell shrinks; the style sheet says the same by `lg`. */
const NARROW = '(width < 1024px)'

type LayoutProviderProps = {
  /** The choices as the server knows them (`readLayoutCookies`): what is painted first. */
  initial: LayoutChoices
  children: ReactNode
}

/** Makes the layout known to a shell and to what is in it, and follows the window's width. */
export function LayoutProvider({ initial, children }: LayoutProviderProps) {
  const [first] = useState(() => ({ ...initial, showDrawer: false, shrink: false }))
  const config = useSyncExternalStore(layout.subscribe, layout.read, () => first)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const follow = () => layout.resize(query.matches)
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return <LayoutContext value={config}>{children}</LayoutContext>
}

/** How the shell around this stands: layout, menu, and whether the window is narrow (`shrink`). */
export const useLayout = (): LayoutConfig => use(LayoutContext)
