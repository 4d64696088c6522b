import type { Icon } from '#src/lib/icon.ts'

/** An entry of a shell's menu: a link, or a directory of them. */
export type ShellMenu = {
  id: number
  title: string
  /** Absolute; empty for a directory. */
  path: string
  iconSvg: Icon | null
  /** Its page stays as it was left while other tabs are shown; false when left out. */
  keepAlive?: boolean
  children: ShellMenu[]
}

/** From the first level down to the entry that the path belongs to; empty when there is none. */
export function trailTo(menus: readonly ShellMenu[], currentPath: string): ShellMenu[] {
  for (const menu of menus) {
    const below = trailTo(menu.children, currentPath)
    if (below.length > 0) return [menu, ...below]
    if (menu.path !== '' && (currentPath === menu.path || currentPath.startsWith(`${menu.path}/`))) return [menu]
  }
  return []
}

/** The entry that leads to exactly this path. */
export function menuAt(menus: readonly ShellMenu[], path: string): ShellMenu | undefined {
  for (const menu of menus) {
    if (menu.path === path) return menu
    const below = menuAt(menu.children, path)
    if (below) return below
  }
  return undefined
}
