import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { defaultLayout, type LayoutChoices, type LayoutConfig } from './layout-config.ts'
import { layout } from './layout-store.ts'

const LayoutContext = createContext<LayoutConfig>(defaultLayout)

/** Below this width the shell shrinks. The style sheet uses the same breakpoint as `lg`. */
const NARROW = '(width < 1024px)'

type LayoutProviderProps = {
  /** The choices as the server knows them (`readLayoutCookies`). The first render uses them. */
  initial: LayoutChoices
  children: ReactNode
}

/** Provides the layout to the shell and its content, and follows the window's width. */
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

/** Returns the layout of the surrounding shell: mode, menu, and whether the window is narrow (`shrink`). */
export const useLayout = (): LayoutConfig => use(LayoutContext)
