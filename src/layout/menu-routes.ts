import type { BootMenu } from '#src/layout/boot-menu.ts'
import { framePath } from './frame-path.ts'
import type { ShellMenu } from './shell-menu.ts'

export type Area = 'admin' | 'user' | 'center'

/**
 * The menus that a shell shows: those whose route exists in this release, and the directories that lead to them.
 * @param exists whether a path of this site leads to a page
 */
export function shellMenus(menus: readonly BootMenu[], area: Area, exists: (path: string) => boolean): ShellMenu[] {
  return menus.flatMap((menu): ShellMenu[] => {
    const children = shellMenus(menu.children, area, exists)
    const path = menu.type === 'menu' ? pathOf(menu, area) : ''
    if (menu.type === 'menu' ? !exists(path) : children.length === 0) return []
    return [{ id: menu.id, title: menu.title, path, keepAlive: menu.keepalive, iconSvg: menu.iconSvg, children }]
  })
}

function pathOf({ menu_type, url, path }: BootMenu, area: Area): string {
  return menu_type === 'iframe' ? framePath(area, url) : `/${area}/${path}`
}

/** The first page that a menu leads to. */
export function firstPage(menus: readonly ShellMenu[]): string | undefined {
  for (const menu of menus) {
    const path = menu.path || firstPage(menu.children)
    if (path) return path
  }
  return undefined
}
