import type { BootMenu } from '../boot-menu.ts'

/** Scheme and host of a page that a frame may show at all; undefined when it is no page of the web. */
export function frameHost(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

/** The hosts of a person's own menus: no other site is shown in a frame. */
export function menuFrameHosts(menus: readonly BootMenu[]): Set<string> {
  return new Set(frameMenus(menus).flatMap(({ url }) => frameHost(url) ?? []))
}

/** What the menu that leads to a page calls it; its host when no menu leads there. */
export function frameTitle(menus: readonly BootMenu[], url: string): string {
  return frameMenus(menus).find((menu) => menu.url === url)?.title ?? frameHost(url) ?? ''
}

function frameMenus(menus: readonly BootMenu[]): BootMenu[] {
  return menus.flatMap((menu) => [...(menu.menu_type === 'iframe' ? [menu] : []), ...frameMenus(menu.children)])
}
