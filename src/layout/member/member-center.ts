import type { BootMenu } from '../menu/boot-menu.ts'
import { type Area, shellMenus } from '../menu/menu-routes.ts'
import { leavesOf, type ShellMenu, trailTo } from '../menu/shell-menu.ts'

/** Entries under one heading. The group of entries outside of any directory has an empty title. */
export type MemberGroup = { id: number; title: string; entries: ShellMenu[] }

/** The parts of the member center's state that depend on the menu and on the URL. */
export type MemberRoutes = {
  groups: MemberGroup[]
  /** Every page that the menu leads to. */
  viewRoutes: ShellMenu[]
  /** The entry whose page is open. */
  activeRoute: ShellMenu | undefined
  /** Groups have headings when there is more than one group. */
  showHeadline: boolean
  /** Entries of the account menu. */
  navUserMenus: ShellMenu[]
}

/**
 * Derives the member center's groups and routes from the menu.
 * @param exists whether a path of this site leads to a page
 * @param place path and query of the page that is open
 */
export function memberRoutes(
  menus: readonly BootMenu[],
  area: Exclude<Area, 'admin'>,
  exists: (path: string) => boolean,
  place: string,
): MemberRoutes {
  const shown = shellMenus(menus, area, exists)
  const groups = groupsOf(shown)
  return {
    groups,
    viewRoutes: leavesOf(shown),
    activeRoute: trailTo(shown, place).at(-1),
    showHeadline: groups.length > 1,
    navUserMenus: leavesOf(shellMenus(userEntries(menus), area, exists)),
  }
}

/** Each directory becomes a group of all entries below it. Entries outside of directories come first, untitled. */
function groupsOf(menus: readonly ShellMenu[]): MemberGroup[] {
  const loose = menus.filter(({ kind }) => kind !== 'dir')
  const dirs = menus.filter(({ kind }) => kind === 'dir')
  return [
    ...(loose.length > 0 ? [{ id: 0, title: '', entries: loose }] : []),
    ...dirs.map(({ id, title, children }) => ({ id, title, entries: leavesOf(children) })),
  ]
}

/** The rules of the account menu on all levels, converted to menus. */
function userEntries(menus: readonly BootMenu[]): BootMenu[] {
  return menus.flatMap((menu) => [
    ...(menu.type === 'nav_user_menu' ? [{ ...menu, type: 'menu' as const, children: [] }] : []),
    ...userEntries(menu.children),
  ])
}

/** The path of the same page in the member center's other shell: /user or /center. */
export function otherView(place: string): string {
  return place.startsWith('/center') ? place.replace('/center', '/user') : place.replace('/user', '/center')
}
