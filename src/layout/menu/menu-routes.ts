import { m } from '#src/i18n/paraglide/messages.js'
import { registry } from '#src/resource/registry.ts'
import { modulePageName, runtimeKey } from '#src/resource/runtime-component.ts'
import { speltPath } from '../spelt-path.ts'
import type { BootMenu } from './boot-menu.ts'
import { leavesOf, type ShellMenu } from './shell-menu.ts'

export type Area = 'admin' | 'user' | 'center'

/**
 * Returns the menus that a shell shows. It omits rules that are only routes, links and iframe menus without a URL, and
 * directories without entries. It also omits tab menus whose page a later release brings.
 * @param exists whether a path of this site leads to a page
 * @param tell keeps the other tab menus without a page, so that a click says that their path is wrong
 */
export function shellMenus(
  menus: readonly BootMenu[],
  area: Area,
  exists: (path: string) => boolean,
  tell = false,
): ShellMenu[] {
  return menus.flatMap((menu): ShellMenu[] => {
    if (menu.extend === 'add_rules_only' || menu.type === 'button' || menu.type === 'nav_user_menu') return []
    const children = shellMenus(menu.children, area, exists, tell)
    const target = targetOf(menu, area)
    if (!target || (target.kind === 'dir' && children.length === 0)) return []
    const ours = target.kind === 'tab' || target.kind === 'iframe'
    if (ours && !isRuntimePage(menu) && !exists(target.path.split('?', 1)[0] ?? '')) {
      if (!tell || (isResource(menu.component) && !exists(`/${area}/${menu.component}`))) return []
      Object.assign(target, { kind: 'missing', path: '' })
    }
    const { id, alias, iconSvg, columns, keepalive: keepAlive } = menu
    return [
      { id, alias, iconSvg, columns, keepAlive, title: menu.title || m.pagesTitle_noTitle(), ...target, children },
    ]
  })
}

/** Whether the page comes from the database: a stored description, or a page of a module. */
const isRuntimePage = ({ component }: BootMenu) =>
  runtimeKey(component) !== undefined || modulePageName(component) !== undefined

/** Whether a component is the list of a resource in code. */
const isResource = (component: string) => Object.values(registry).some(({ menu }) => menu === component)

/** Returns the kind and path of an entry. Undefined when a required field (path, component, URL) is empty. */
function targetOf(menu: BootMenu, area: Area): Pick<ShellMenu, 'kind' | 'path'> | undefined {
  if (menu.type === 'menu_dir') return { kind: 'dir', path: '' }
  // Another back end may send a type that this release does not know.
  if (menu.type !== 'menu') return { kind: 'unknown', path: '' }
  switch (menu.menu_type) {
    case 'tab':
      return tabTarget(menu, area)
    case 'link':
      return menu.url === '' ? undefined : { kind: 'link', path: menu.url }
    case 'iframe':
      return menu.url === '' ? undefined : { kind: 'iframe', path: framePath(area, menu.url) }
    default:
      return { kind: 'unknown', path: '' }
  }
}

function tabTarget(
  { path: own, component, extend }: BootMenu,
  area: Area,
): Pick<ShellMenu, 'kind' | 'path'> | undefined {
  // The pages of the member center are at the paths of their components.
  const path = own === '' && area !== 'admin' && extend !== 'add_menu_only' ? component : own
  // Several entries may share a page that another rule registers. These entries need no component.
  if (path === '' || (component === '' && extend !== 'add_menu_only')) return undefined
  return { kind: 'tab', path: `/${area}/${path.replace(/^\/+/, '')}` }
}

/** The path of the first page (tab or iframe) in the menus. Undefined when there is none. */
export function firstPage(menus: readonly ShellMenu[]): string | undefined {
  return leavesOf(menus).find(({ kind }) => kind === 'tab' || kind === 'iframe')?.path
}

/** The path of an iframe menu's page. Both member areas, `user` and `center`, use /user. */
function framePath(area: Area, url: string): string {
  return speltPath(`/${area === 'admin' ? 'admin' : 'user'}/iframe/${encodeURIComponent(url)}`)
}
