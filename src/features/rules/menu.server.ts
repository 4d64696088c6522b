import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { prepared } from '#src/db/prepared.server.ts'
import { runtimeTitles } from '#src/features/resources/runtime-resource.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import type { Side } from '#src/lib/side.ts'
import { buttonNodes } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'

/** A menu rule as the API returns it. */
export type MenuRule = {
  id: number
  pid: number | null
  type: 'menu_dir' | 'menu' | 'button' | 'nav_user_menu'
  /** Title in the language of the request. */
  title: string
  /** Title in every language, for users who search in another language. */
  titles: Record<Locale, string>
  name: string
  path: string
  icon: string
  menu_type: 'tab' | 'link' | 'iframe' | null
  url: string
  component: string
  keepalive: boolean
  extend: string
  children: MenuRule[]
}

const rules = prepared((db) =>
  db
    .select()
    .from(rule)
    .where(and(eq(rule.area, sql.placeholder('area')), eq(rule.status, 1)))
    .orderBy(asc(rule.sortKey))
    .prepare('menu_rules'),
)

/** The menu of the actor's side: the rules that the actor holds, and the directories above them. */
export async function menuOf(db: Db, actor: Actor): Promise<MenuRule[]> {
  const [rows, stored] = await Promise.all([rules(db).execute({ area: actor.side }), runtimeTitles(db)])
  // Every member has the whole member menu, because it only concerns their own data.
  const everything = actor.super || actor.side === 'user'
  const held = rows.filter((row) => everything || row.type === 'menu_dir' || actor.nodes.has(row.name))
  const byParent = Map.groupBy(held, (row) => row.pid)
  const below = (pid: number | null): MenuRule[] =>
    (byParent.get(pid) ?? []).flatMap((row) => {
      const children = below(row.id)
      // An empty directory is left out.
      if (row.type === 'menu_dir' && children.length === 0) return []
      const { id, type, name, path, icon, url, component, keepalive, extend } = row
      const own = stored.get(component)
      // The menu of a runtime resource takes the resource's titles, unless the menu has its own name.
      const titles = own && own['zh-cn'] === row.title ? own : ruleTitles(row.title)
      return {
        id,
        pid,
        type,
        title: titles[getLocale()],
        titles,
        name,
        path,
        icon,
        menu_type: row.menuType,
        url,
        component,
        keepalive,
        extend,
        children,
      }
    })
  return below(null)
}

const buttonNames = prepared((db) =>
  db
    .select({ name: rule.name })
    .from(rule)
    .where(and(eq(rule.area, sql.placeholder('area')), eq(rule.type, 'button')))
    .prepare('button_names'),
)

/** Permission nodes as the API returns them: button names by menu path. Menus are held too, but are no buttons. */
export async function authNodeOf(db: Db, side: Side, held: readonly string[]): Promise<Record<string, string[]>> {
  const rows = await buttonNames(db).execute({ area: side })
  const buttons = new Set([...rows.map(({ name }) => name), ...buttonNodes()])
  const map: Record<string, string[]> = {}
  for (const node of held.filter((one) => buttons.has(one))) {
    const cut = node.lastIndexOf('/')
    const menu = node.slice(0, cut)
    map[menu] = [...(map[menu] ?? []), node.slice(cut + 1)]
  }
  return map
}

const messages = new Map<string, unknown>(Object.entries(m))

/**
 * Translates a title that is a message key; other titles stay as they are. Translating the result again changes
 * nothing. So it also translates the menu of a back end that does not translate.
 */
export function ruleTitle(title: string, locale = getLocale()): string {
  const message = messages.get(title)
  return typeof message === 'function' ? String(message({}, { locale })) : title
}

/** The title in every language. */
export function ruleTitles(title: string): Record<Locale, string> {
  return { 'zh-cn': ruleTitle(title, 'zh-cn'), en: ruleTitle(title, 'en') }
}
