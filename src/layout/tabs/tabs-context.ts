import { createContext, use } from 'react'
import type { TabActions } from './use-tab-commands.ts'

type Tabs = TabActions & {
  /** The title of a tab: from its renaming, its menu entry, or its page. */
  titleOf(path: string): string
  /** The names of the columns of the list at a path. Empty when they are not known. */
  columnsOf(path: string): readonly string[]
  /** Whether a tab's page keeps its state while other tabs are shown. */
  keepsAlive(path: string): boolean
}

export const TabsContext = createContext<Tabs | null>(null)

/**
 * Returns the actions on the open tabs: close, reload, rename, full screen and others.
 * @throws Error outside of the back office
 */
export function useTabActions(): Tabs {
  const tabs = use(TabsContext)
  if (!tabs) throw new Error('tabs are only there inside of the back office')
  return tabs
}
