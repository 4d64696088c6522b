/** A page of the back office that stays at hand. Its path says which one it is; search and params are where it was left. */
export type Tab = {
  path: string
  search: Record<string, unknown>
  params: Record<string, string>
  /** Given by somebody who renamed the tab; else the page's own title is shown. */
  title?: string
}

export type TabList = {
  readonly tabsView: readonly Tab[]
  /** Place of the page on screen; -1 when it is no tab. */
  readonly activeIndex: number
}

export const noTabs: TabList = { tabsView: [], activeIndex: -1 }

const placeOf = ({ tabsView }: TabList, path: string) => tabsView.findIndex((tab) => tab.path === path)

/** Shows a page: the tab of the same path takes its search and params, or a new one is added behind the others. */
export function openTab(list: TabList, tab: Tab): TabList {
  const place = placeOf(list, tab.path)
  if (place < 0) return { tabsView: [...list.tabsView, tab], activeIndex: list.tabsView.length }
  const title = tab.title ?? list.tabsView[place]?.title
  const next = title === undefined ? tab : { ...tab, title }
  return { tabsView: list.tabsView.with(place, next), activeIndex: place }
}

/** A page that is no tab is on screen, or one whose tab is there already. */
export function activate(list: TabList, path: string): TabList {
  return { ...list, activeIndex: placeOf(list, path) }
}

/** Without the tab of a path. The active one stays active; when it is the one that closes, the last one follows it. */
export function closeTab(list: TabList, path: string): TabList {
  return keepTabs(list, (tab) => tab.path !== path)
}

/** Only the tabs that a test lets stay. */
export function keepTabs(list: TabList, stays: (tab: Tab) => boolean): TabList {
  const { tabsView, activeIndex } = list
  const active = tabsView[activeIndex]
  const rest = tabsView.filter(stays)
  if (rest.length === tabsView.length) return list
  if (!active) return { tabsView: rest, activeIndex }
  const place = rest.indexOf(active)
  return { tabsView: rest, activeIndex: place < 0 ? rest.length - 1 : place }
}

/** Takes a tab to another place, the others close up. */
export function moveTab(list: TabList, path: string, to: number): TabList {
  const from = placeOf(list, path)
  const tab = list.tabsView[from]
  if (!tab || from === to || !list.tabsView[to]) return list
  const active = list.tabsView[list.activeIndex]
  const tabsView = list.tabsView.toSpliced(from, 1).toSpliced(to, 0, tab)
  return { tabsView, activeIndex: active ? tabsView.indexOf(active) : -1 }
}

/** Calls a tab something else, until it is closed. */
export function renameTab(list: TabList, path: string, title: string): TabList {
  const tabsView = list.tabsView.map((tab) => (tab.path === path ? { ...tab, title } : tab))
  return { ...list, tabsView }
}
