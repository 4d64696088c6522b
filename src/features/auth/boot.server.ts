import { BackendError } from '#src/backend/backend-error.ts'
import type { BrowserSession } from '#src/backend/browser-session.server.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { dropSession } from '#src/backend/cookie.server.ts'
import type { MenuRule } from '#src/features/rules/menu.server.ts'
import { navsOf } from '#src/features/rules/public-nav.server.ts'
import { menuFrameHosts } from '#src/layout/frame/frame-hosts.ts'
import { iconOf } from '#src/layout/icons/icon.server.ts'
import type { BootMenu } from '#src/layout/menu/boot-menu.ts'
import { ruleTitle, ruleTitles } from '#src/server/access/rule-titles.server.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { listHead } from './list-heads.server.ts'
import type { personEndpoints } from './session.api.server.ts'

type Person = typeof personEndpoints
type Asked<T> = Promise<{ data: T }>

export async function loadAdmin(session: BrowserSession) {
  const loaded = await boot(session, () => [
    callEndpoint<Person['adminInfo']>(session, { method: 'GET', path: '/adminApi/user/info' }),
    callEndpoint<Person['adminMenu']>(session, { method: 'GET', path: '/adminApi/menu' }),
  ])
  if (!loaded) return null
  const { rules: _rules, ...rest } = loaded
  const { super: everything, permissions } = rest.person
  const holder = { super: everything, nodes: new Set(permissions) }
  return { ...rest, menus: rest.menus.map((menu) => withHeads(menu, holder)) }
}

function withHeads(menu: BootMenu, holder: Parameters<typeof listHead>[1]): BootMenu {
  const columns = menu.menu_type === 'tab' ? listHead(menu.component, holder) : undefined
  return { ...menu, ...(columns && { columns }), children: menu.children.map((child) => withHeads(child, holder)) }
}

export async function loadMember(session: BrowserSession) {
  const loaded = await boot(session, () => [
    callEndpoint<Person['memberInfo']>(session, { method: 'GET', path: '/api/user/info' }),
    callEndpoint<Person['memberMenu']>(session, { method: 'GET', path: '/api/menu' }),
  ])
  if (!loaded) return null
  const { rules, ...rest } = loaded
  return { ...rest, navs: navsOf(rules) }
}

/** Loads user and menus of a session. When the back end answers 401, drops the session and returns null. */
async function boot<TInfo>(session: BrowserSession, ask: () => [Asked<TInfo>, Asked<readonly MenuRule[]>]) {
  try {
    const [info, menu] = await Promise.all(ask())
    const menus = menu.data.flatMap(bootMenu)
    // The page may show the hosts of these menus in frames, and no other hosts.
    for (const host of menuFrameHosts(menus)) requestFacts().frameHosts?.add(host)
    // Menus, guards and buttons are as old as this.
    const epoch = requestFacts().epochs?.get(session.side)
    return { person: info.data, menus, rules: menu.data, ...(epoch === undefined ? {} : { epoch }) }
  } catch (error) {
    if (!(error instanceof BackendError && error.code === 401)) throw error
    await dropSession(session)
    return null
  }
}

function bootMenu(rule: MenuRule | Omit<MenuRule, 'titles'>): BootMenu[] {
  // Pages and entries of the public site are no part of a center's menu.
  if (rule.type === 'button' || rule.type === 'route' || rule.type === 'nav') return []
  // A pig back end sends titles in one language only.
  const titles = 'titles' in rule ? rule.titles : ruleTitles({ title: rule.title })
  const title = ruleTitle({ title: rule.title })
  const { id, name, path, type, menu_type, url, component, extend, keepalive } = rule
  const drawing = 'drawing' in rule ? rule.drawing : undefined
  return [
    {
      id,
      name,
      path,
      type,
      menu_type,
      url,
      component,
      extend,
      keepalive,
      title,
      alias: Object.values(titles).find((one) => one !== title) ?? '',
      iconSvg: drawing ?? iconOf(rule.icon),
      children: rule.children.flatMap(bootMenu),
    },
  ]
}
