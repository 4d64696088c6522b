import { createContext, use } from 'react'
import type { TabActions } from './use-tab-commands.ts'

type Tabs = TabActions & {
  /** What a tab is called: by whoever renamed it, by its menu, or as its page says. */
  titleOf(path: string): string
  /** Whether a tab's page stays alive behind the others. */
  keepsAlive(path: string): boolean
}

export const TabsContext = createContext<Tabs | null>(null)

/** What can be done with the open tabs: close, reload and rename them, show one over the whole window. */
export function useTabActions(): Tabs {
  const tabs = use(TabsContext)
  if (!tabs) throw new Error('tabs are only there inside of the back office')
  return tabs
}
