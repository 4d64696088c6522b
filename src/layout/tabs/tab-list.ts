/** An open page of the back office. Its path identifies it. It keeps the last search and params of the page. */
export type Tab = {
  path: string
  search: Record<string, unknown>
  params: Record<string, string>
  /** The title of a renamed tab. Without it, the tab shows the page's own title. */
  title?: string
}

export type TabList = {
  readonly tabsView: readonly Tab[]
  /** Index of the current page's tab. -1 when the page has no tab. */
  readonly activeIndex: number
}

export const noTabs: TabList = { tabsView: [], activeIndex: -1 }

const placeOf = ({ tabsView }: TabList, path: string) => tabsView.findIndex((tab) => tab.path === path)

/** Shows a page. The tab of the same path takes its search and params; without one, a new tab is added at the end. */
export function openTab(list: TabList, tab: Tab): TabList {
  const place = placeOf(list, tab.path)
  if (place < 0) return { tabsView: [...list.tabsView, tab], activeIndex: list.tabsView.length }
  const title = tab.title ?? list.tabsView[place]?.title
  const next = title === undefined ? tab : { ...tab, title }
  return { tabsView: list.tabsView.with(place, next), activeIndex: place }
}

/** Makes the tab of a path active. No tab is active when the page has none. */
export function activate(list: TabList, path: string): TabList {
  return { ...list, activeIndex: placeOf(list, path) }
}

/** Closes the tab of a path. When it was the active one, the last tab becomes active. */
export function closeTab(list: TabList, path: string): TabList {
  return keepTabs(list, (tab) => tab.path !== path)
}

/** Keeps only the tabs for which `stays` is true. When the active tab closes, the last one becomes active. */
export function keepTabs(list: TabList, stays: (tab: Tab) => boolean): TabList {
  const { tabsView, activeIndex } = list
  const active = tabsView[activeIndex]
  const rest = tabsView.filter(stays)
  if (rest.length === tabsView.length) return list
  if (!active) return { tabsView: rest, activeIndex }
  const place = rest.indexOf(active)
  return { tabsView: rest, activeIndex: place < 0 ? rest.length - 1 : place }
}

/** Moves a tab to another index. An index without a tab changes nothing. */
export function moveTab(list: TabList, path: string, to: number): TabList {
  const from = placeOf(list, path)
  const tab = list.tabsView[from]
  if (!tab || from === to || !list.tabsView[to]) return list
  const active = list.tabsView[list.activeIndex]
  const tabsView = list.tabsView.toSpliced(from, 1).toSpliced(to, 0, tab)
  return { tabsView, activeIndex: active ? tabsView.indexOf(active) : -1 }
}

/** Renames a tab until it is closed. */
export function renameTab(list: TabList, path: string, title: string): TabList {
  const tabsView = list.tabsView.map((tab) => (tab.path === path ? { ...tab, title } : tab))
  return { ...list, tabsView }
}
