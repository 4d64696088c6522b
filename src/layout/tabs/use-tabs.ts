import { useSyncExternalStore } from 'react'
import { firstState, type TabState, tabStore } from './tab-store.ts'

/** The open tabs; none on the server and until the page has woken up. */
export function useTabs(): TabState {
  return useSyncExternalStore(tabStore.subscribe, tabStore.read, () => firstState)
}

/** Whether the page has the whole window: then the shell shows neither menu nor bars. */
export function useTabFullScreen(): boolean {
  return useSyncExternalStore(
    tabStore.subscribe,
    () => tabStore.read().tabFullScreen,
    () => false,
  )
}

/** The search with which a path's tab was left; undefined when it has none. */
export function useTabSearch(path: string): Record<string, unknown> | undefined {
  return useSyncExternalStore(
    tabStore.subscribe,
    () => tabStore.read().tabsView.find((tab) => tab.path === path)?.search,
    () => undefined,
  )
}
