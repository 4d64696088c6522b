import type { BootMenu } from '../menu/boot-menu.ts'

/** The hosts that browsers and servers read in the same way: names, addresses, and a port. */
const PLAIN_HOST = /^([a-z\d._-]+|\[[\da-f:.]+\])(:\d+)?$/

/**
 * The origin (scheme, host, port) of a page for a frame. Undefined when the URL is not http or https, or has a host
 * that browsers accept and servers refuse: one with a blank.
 */
export function frameHost(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && /^https?:$/.test(parsed.protocol) && PLAIN_HOST.test(parsed.host) ? parsed.origin : undefined
}

/** The origins of the user's iframe menus. A frame shows no other site. */
export function menuFrameHosts(menus: readonly BootMenu[]): Set<string> {
  return new Set(frameMenus(menus).flatMap(({ url }) => frameHost(url) ?? []))
}

/** The title of the menu that leads to a page. Without such a menu, the page's origin, or an empty text. */
export function frameTitle(menus: readonly BootMenu[], url: string): string {
  return frameMenus(menus).find((menu) => menu.url === url)?.title ?? frameHost(url) ?? ''
}

function frameMenus(menus: readonly BootMenu[]): BootMenu[] {
  return menus.flatMap((menu) => [...(menu.menu_type === 'iframe' ? [menu] : []), ...frameMenus(menu.children)])
}
