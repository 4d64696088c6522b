import { createContext, use, useSyncExternalStore } from 'react'
import { firstState, type TabState, tabStore } from './tab-store.ts'

/** The tabs that the server knows, which the page shows until hydration. */
export const FirstTabs = createContext(firstState)

/** The open tabs. */
export function useTabs(): TabState {
  const first = use(FirstTabs)
  return useSyncExternalStore(tabStore.subscribe, tabStore.read, () => first)
}

/** Whether the page fills the whole window. The shell then shows neither menu nor bars. */
export function useTabFullScreen(): boolean {
  return useSyncExternalStore(
    tabStore.subscribe,
    () => tabStore.read().tabFullScreen,
    () => false,
  )
}

/** The last search of a path's tab. Undefined when the path has no tab. */
export function useTabSearch(path: string): Record<string, unknown> | undefined {
  return useSyncExternalStore(
    tabStore.subscribe,
    () => tabStore.read().tabsView.find((tab) => tab.path === path)?.search,
    () => undefined,
  )
}
