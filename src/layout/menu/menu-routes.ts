import { m } from '#src/i18n/paraglide/messages.js'
import { runtimeKey } from '#src/resource/runtime-component.ts'
import { speltPath } from '../spelt-path.ts'
import type { BootMenu } from './boot-menu.ts'
import { leavesOf, type ShellMenu } from './shell-menu.ts'

export type Area = 'admin' | 'user' | 'center'

/**
 * Returns the menus that a shell shows. It omits rules that are only routes, and tab menus without a page in this
 * release. It also omits links and iframe menus without a URL, and directories without entries.
 * @param exists whether a path of this site leads to a page
 */
export function shellMenus(menus: readonly BootMenu[], area: Area, exists: (path: string) => boolean): ShellMenu[] {
  return menus.flatMap((menu): ShellMenu[] => {
    if (menu.extend === 'add_rules_only' || (menu.type !== 'menu' && menu.type !== 'menu_dir')) return []
    const children = shellMenus(menu.children, area, exists)
    const target = targetOf(menu, area)
    if (!target || (target.kind === 'dir' && children.length === 0)) return []
    const ours = target.kind === 'tab' || target.kind === 'iframe'
    if (ours && runtimeKey(menu.component) === undefined && !exists(target.path.split('?', 1)[0] ?? '')) return []
    const { id, alias, iconSvg, columns, keepalive: keepAlive } = menu
    return [
      { id, alias, iconSvg, columns, keepAlive, title: menu.title || m.pagesTitle_noTitle(), ...target, children },
    ]
  })
}

/** Returns the kind and path of an entry. Undefined when a required field (path, component, URL) is empty. */
function targetOf(menu: BootMenu, area: Area): Pick<ShellMenu, 'kind' | 'path'> | undefined {
  if (menu.type === 'menu_dir') return { kind: 'dir', path: '' }
  switch (menu.menu_type) {
    case 'tab':
      // Several entries may share a page that another rule registers. These entries need no component.
      if (menu.path === '' || (menu.component === '' && menu.extend !== 'add_menu_only')) return undefined
      return { kind: 'tab', path: `/${area}/${menu.path.replace(/^\/+/, '')}` }
    case 'link':
      return menu.url === '' ? undefined : { kind: 'link', path: menu.url }
    case 'iframe':
      return menu.url === '' ? undefined : { kind: 'iframe', path: framePath(area, menu.url) }
    default:
      return { kind: 'unknown', path: '' }
  }
}

/** The path of the first page (tab or iframe) in the menus. Undefined when there is none. */
export function firstPage(menus: readonly ShellMenu[]): string | undefined {
  return leavesOf(menus).find(({ kind }) => kind === 'tab' || kind === 'iframe')?.path
}

/** The path of an iframe menu's page. Both member areas, `user` and `center`, use /user. */
function framePath(area: Area, url: string): string {
  return speltPath(`/${area === 'admin' ? 'admin' : 'user'}/iframe/${encodeURIComponent(url)}`)
}
