import type { SiteNav } from '#src/lib/site-nav.ts'
import { pathOfPage } from '#src/resource/member-pages.ts'
import type { MenuRule } from './menu.server.ts'

/** The entries of the top bar among rules. A directory of entries, and one with entries below it, opens a menu. */
export function navsOf(rules: readonly MenuRule[]): SiteNav[] {
  return rules.flatMap((rule): SiteNav[] => {
    const { id, type, title } = rule
    if (type !== 'nav' && type !== 'menu_dir') return []
    const children = leavesOf(rule.children)
    const path = type === 'nav' && rule.extend !== 'add_rules_only' ? navPath(rule) : ''
    if (children.length === 0) return path === '' ? [] : [{ id, title, path }]
    return [{ id, title, path, children }]
  })
}

function leavesOf(rules: readonly MenuRule[]): { title: string; path: string }[] {
  return navsOf(rules).flatMap(({ title, path, children = [] }) => [
    ...(path === '' ? [] : [{ title, path }]),
    ...children,
  ])
}

/** Where an entry leads: to another site, to its own path, or to the page that it shows. */
function navPath({ menu_type, url, path, component }: MenuRule): string {
  if (menu_type === 'link') return url
  if (path !== '') return `/${path}`
  return menu_type === 'tab' ? (pathOfPage(component) ?? '') : ''
}

/** The rule of the page at a path of the public site. */
export function pageAt(rules: readonly MenuRule[], path: string): MenuRule | undefined {
  for (const rule of rules) {
    const isPage = (rule.type === 'route' || rule.type === 'nav') && rule.extend !== 'add_menu_only'
    if (isPage && rule.path !== '' && `/${rule.path.split('?', 1)[0]}` === path) return rule
    const below = pageAt(rule.children, path)
    if (below) return below
  }
  return undefined
}
