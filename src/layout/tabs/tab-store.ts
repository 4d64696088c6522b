import * as v from 'valibot'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
import { writeTabs } from './tab-cookie.ts'
import {
  activate,
  closeTab,
  keepTabs,
  moveTab,
  noTabs,
  openTab,
  renameTab,
  type Tab,
  type TabList,
} from './tab-list.ts'

export type TabState = TabList & {
  /** The page fills the whole window, without menu and bars. */
  readonly tabFullScreen: boolean
  /** Number of reloads of each tab, by path. */
  readonly rounds: Readonly<Record<string, number>>
}

const tab = v.object({
  path: v.string(),
  search: v.record(v.string(), v.unknown()),
  params: v.record(v.string(), v.string()),
  title: v.optional(v.string()),
})
const kept = v.nullable(v.object({ owner: v.number(), tabs: v.array(tab) }))

type Kept = v.InferOutput<typeof kept>

/** The initial state: on the server, and in the browser until hydration. */
export const firstState: TabState = { ...noTabs, tabFullScreen: false, rounds: {} }

/**
 * Creates the store of the signed-in user's tabs.
 * @param stores the browser storage for the tabs: read in this order, and all written
 * @param share tells the server the tabs that the next page begins with
 */
export function createTabStore(
  stores: readonly LocalStore<Kept>[],
  share: (owner: number, list: TabList) => void = () => undefined,
) {
  let state = firstState
  let owner: number | null = null
  const listeners = new Set<() => void>()

  const set = (next: TabState) => {
    if (next === state) return
    const listChanged = next.tabsView !== state.tabsView
    const moved = listChanged || next.activeIndex !== state.activeIndex
    state = next
    if (listChanged && owner !== null) {
      const value = { owner, tabs: [...state.tabsView] }
      for (const one of stores) one.write(value)
    }
    if (moved && owner !== null) share(owner, state)
    for (const changed of listeners) changed()
  }
  const change = (list: TabList) => {
    if (list.tabsView !== state.tabsView || list.activeIndex !== state.activeIndex) set({ ...state, ...list })
  }

  return {
    read: () => state,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    /**
     * Sets the owner of the tabs. The owner's stored tabs are restored, another user's tabs are discarded.
     * @param person id of the user
     * @param stays whether a tab still leads to a page that the user may see
     */
    claim(person: number, stays: (tab: Tab) => boolean) {
      if (owner === person) return
      owner = person
      const before = stores.map((one) => one.read()).find((value) => value?.owner === person)
      set({ ...firstState, tabsView: before?.tabs.filter(stays) ?? [] })
    },
    /** Clears the tabs and their storage after sign-out. */
    forget() {
      if (owner !== null) share(owner, noTabs)
      owner = null
      set({ ...firstState, tabsView: [] })
      for (const one of stores) one.clear()
    },
    /** Several windows share what the server knows. The next page is most likely of the window with the focus. */
    shareAgain() {
      if (owner !== null) share(owner, state)
    },
    open: (tab: Tab) => change(openTab(state, tab)),
    activate: (path: string) => change(activate(state, path)),
    close: (path: string) => change(closeTab(state, path)),
    /** Removes tabs without a valid page. The active tab stays, because its route's own guard checks the page. */
    retain: (stays: (tab: Tab) => boolean) =>
      change(keepTabs(state, (tab) => tab === state.tabsView[state.activeIndex] || stays(tab))),
    /** Changes the search that a tab uses when the user returns to it. */
    update(path: string, next: (search: Tab['search']) => Tab['search']) {
      const tabsView = state.tabsView.map((tab) => (tab.path === path ? { ...tab, search: next(tab.search) } : tab))
      change({ ...state, tabsView })
    },
    /** Gives the tab's page fresh state. */
    reload: (path: string) => set({ ...state, rounds: { ...state.rounds, [path]: (state.rounds[path] ?? 0) + 1 } }),
    move: (path: string, to: number) => change(moveTab(state, path, to)),
    rename: (path: string, title: string) => change(renameTab(state, path, title)),
    setFullScreen: (tabFullScreen: boolean) => set({ ...state, tabFullScreen }),
  }
}

/** The storage options of the tabs in the browser. */
export const keptTabs = { key: storageKeys.tabConfig, version: 1, schema: kept, fallback: null } as const

/** A window keeps its own tabs across a reload. A new window starts with the tabs that were stored last. */
export const tabStore = createTabStore(
  [localStore({ ...keptTabs, keep: 'session' }), localStore({ ...keptTabs, keep: 'local' })],
  writeTabs,
)
