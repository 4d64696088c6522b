import * as v from 'valibot'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
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
  /** The page has the whole window, without menu and bars. */
  readonly tabFullScreen: boolean
  /** How often each tab was loaded anew, by path. */
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

/** The state before anything is known: on the server, and until the page has woken up. */
export const firstState: TabState = { ...noTabs, tabFullScreen: false, rounds: {} }

/**
 * The tabs of the person at work.
 * @param stores where they are kept: read in this order, all written
 */
export function createTabStore(stores: readonly LocalStore<Kept>[]) {
  let state = firstState
  let owner: number | null = null
  const listeners = new Set<() => void>()

  const set = (next: TabState) => {
    if (next === state) return
    const listChanged = next.tabsView !== state.tabsView
    state = next
    if (listChanged && owner !== null) {
      const value = { owner, tabs: [...state.tabsView] }
      for (const one of stores) one.write(value)
    }
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
     * Whose tabs these are from now on: theirs from before come back, anybody else's are forgotten.
     * @param stays whether a tab still leads to a page that the person may see
     */
    claim(person: number, stays: (tab: Tab) => boolean) {
      if (owner === person) return
      owner = person
      const before = stores.map((one) => one.read()).find((value) => value?.owner === person)
      set({ ...firstState, tabsView: before?.tabs.filter(stays) ?? [] })
    },
    /** Nobody is at work any more. */
    forget() {
      owner = null
      set({ ...firstState, tabsView: [] })
      for (const one of stores) one.clear()
    },
    open: (tab: Tab) => change(openTab(state, tab)),
    activate: (path: string) => change(activate(state, path)),
    close: (path: string) => change(closeTab(state, path)),
    /** Without tabs that lead nowhere any more; what is on screen is left for its own guard to judge. */
    retain: (stays: (tab: Tab) => boolean) =>
      change(keepTabs(state, (tab) => tab === state.tabsView[state.activeIndex] || stays(tab))),
    /** Where a tab will be when somebody comes back to it. */
    update(path: string, next: (search: Tab['search']) => Tab['search']) {
      const tabsView = state.tabsView.map((tab) => (tab.path === path ? { ...tab, search: next(tab.search) } : tab))
      change({ ...state, tabsView })
    },
    /** Its page starts fresh. */
    reload: (path: string) => set({ ...state, rounds: { ...state.rounds, [path]: (state.rounds[path] ?? 0) + 1 } }),
    move: (path: string, to: number) => change(moveTab(state, path, to)),
    rename: (path: string, title: string) => change(renameTab(state, path, title)),
    setFullScreen: (tabFullScreen: boolean) => set({ ...state, tabFullScreen }),
  }
}

/** How tabs are kept in the browser. */
export const keptTabs = { key: storageKeys.tabConfig, version: 1, schema: kept, fallback: null } as const

/** A window has its own tabs over a reload, and a new window begins with those of the last one. */
export const tabStore = createTabStore([
  localStore({ ...keptTabs, keep: 'session' }),
  localStore({ ...keptTabs, keep: 'local' }),
])
