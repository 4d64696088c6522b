import { readCookie } from '#src/lib/cookie.ts'
import { parseSearch } from '#src/lib/search-codec.ts'
import { AREA, LONGEST_TITLE, MOST, MOST_TABS, TABS_COOKIE } from './tab-cookie.ts'
import type { Tab } from './tab-list.ts'

/** The tabs of a user in a `Cookie` header. None when the cookie is another user's, or broken. */
export function readTabs(header: string, owner: number): Tab[] {
  const text = readCookie(header, TABS_COOKIE) ?? ''
  const [of, ...parts] = text.split('~')
  if (text.length > MOST || of !== String(owner)) return []
  const tabs = parts.slice(0, MOST_TABS).flatMap(tabOf)
  return tabs.filter(({ path }, index) => tabs.findIndex((one) => one.path === path) === index)
}

function tabOf(text: string): Tab[] {
  try {
    const [place = '', own] = text.split('!').map(decodeURIComponent)
    const [path = '', query] = place.split(/\?(.*)/s)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these characters are refused
    if (path === '' || /[\u0000-\u001f\\#]|^\/|\/\/|(^|\/)\.{1,2}(\/|$)/.test(path)) return []
    const title = own && [...own].slice(0, LONGEST_TITLE).join('')
    return [{ path: AREA + path, search: query ? parseSearch(`?${query}`) : {}, params: {}, ...(title && { title }) }]
  } catch {
    return []
  }
}
