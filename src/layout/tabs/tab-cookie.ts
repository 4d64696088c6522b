import { removeCookie, writeCookie } from '#src/lib/cookie.ts'
import { stringifySearch } from '#src/lib/search-codec.ts'
import type { Tab, TabList } from './tab-list.ts'

// The server draws the tab bar before the first paint, so a cookie carries a short form of the tabs: the owner, then
// each tab's path with its search, and its title if it was renamed. The whole list stays in the browser's storage.

export const TABS_COOKIE = 'ys_tabs'
/** Pages with the shell of the back office: only their requests carry the cookie. */
const PAGES = ['/admin', '/404', '/401']
export const AREA = '/admin/'
export const MOST_TABS = 10
/** Characters of the cookie's value. */
export const MOST = 1_000
/** A tab is not wider than this. */
export const LONGEST_TITLE = 40

const escaped: Record<string, string> = { '~': '%7E', '!': '%21' }
const encode = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%2F', '/')
    .replaceAll(/[~!]/g, (sign) => escaped[sign] ?? sign)

function textOf({ path, search, title }: Tab): string {
  const place = encode(path.slice(AREA.length))
  const own = title === undefined ? '' : `!${encode([...title].slice(0, LONGEST_TITLE).join(''))}`
  const query = encode(stringifySearch(search))
  // A long search only changes the address that the tab's link has before the scripts are there.
  return place + (query.length > 150 ? '' : query) + own
}

/** The cookie's value: the newest tabs in their order, and in any case the current page's. Empty without tabs. */
export function tabsText(owner: number, { tabsView, activeIndex }: TabList): string {
  const byAge = [activeIndex, ...tabsView.map((_tab, index) => index).reverse()]
  const order = [...new Set(byAge)].filter((index) => tabsView[index]?.path.startsWith(AREA)).slice(0, MOST_TABS)
  let room = MOST - String(owner).length
  const parts = new Map<number, string>()
  for (const index of order) {
    const tab = tabsView[index]
    const text = tab ? textOf(tab) : ''
    room -= text.length + 1
    if (room < 0) break
    parts.set(index, text)
  }
  const tabs = [...parts].sort(([one], [other]) => one - other).map(([, text]) => text)
  return tabs.length === 0 ? '' : [owner, ...tabs].join('~')
}

/** Writes the cookie, so that the server knows the tabs. */
export function writeTabs(owner: number, list: TabList): void {
  const text = tabsText(owner, list)
  for (const page of PAGES) {
    if (text === '') removeCookie(TABS_COOKIE, page)
    else writeCookie(TABS_COOKIE, text, page)
  }
}
