import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { prepared } from '#src/db/prepared.server.ts'
import { moduleDrawings } from '#src/features/modules/module-icons.server.ts'
import { runtimeTitles } from '#src/features/resources/runtime-resource.server.ts'
import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import { type Icon, isModuleIcon } from '#src/lib/icon.ts'
import type { Side } from '#src/lib/side.ts'
import { buttonNodes } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { ruleTitles } from '#src/server/access/rule-titles.server.ts'

/** A menu rule as the API returns it. */
export type MenuRule = {
  id: number
  pid: number | null
  type: RuleRow['type']
  /** Title in the language of the request. */
  title: string
  /** Title in every language, for users who search in another language. */
  titles: Record<Locale, string>
  name: string
  path: string
  icon: string
  /** Of an icon of a module: its drawing. */
  drawing?: Exclude<Icon, { font: string }>
  menu_type: 'tab' | 'link' | 'iframe' | null
  url: string
  component: string
  keepalive: boolean
  extend: string
  children: MenuRule[]
}

type RuleRow = typeof rule.$inferSelect
type Kept = { epoch: string; rows: readonly RuleRow[]; buttons: ReadonlySet<string> }

const rules = prepared((db) =>
  db
    .select()
    .from(rule)
    .where(eq(rule.area, sql.placeholder('area')))
    .orderBy(desc(rule.weight), asc(rule.sortKey))
    .prepare('menu_rules'),
)

const keptOf = new WeakMap<Db, Map<Side, Kept>>()

/** The rules of a side. A process keeps them until the permission epoch changes, which every change of a rule does. */
async function rulesOf(db: Db, { side, epoch }: Pick<Actor, 'side' | 'epoch'>): Promise<Kept> {
  const kept = keptOf.get(db) ?? new Map<Side, Kept>()
  keptOf.set(db, kept)
  const known = kept.get(side)
  if (known?.epoch === epoch) return known
  // The epoch was read before, so the rows are at least as new.
  const rows = await rules(db).execute({ area: side })
  const buttons = new Set([...rows.filter(({ type }) => type === 'button').map(({ name }) => name), ...buttonNodes()])
  const found = { epoch, rows, buttons }
  kept.set(side, found)
  return found
}

/** The menu of the actor's side: the rules that the actor holds, and the directories above them. */
export async function menuOf(db: Db, actor: Actor): Promise<MenuRule[]> {
  return treeOf(db, actor, ({ name }) => !actor.off?.has(name) && (actor.super || actor.nodes.has(name)))
}

/** The rules of the member side that visitors have, or all that are on, with the directories above them. */
export async function publicRules(db: Db, whose: 'visitors' | 'all'): Promise<MenuRule[]> {
  const { rows } = await db.execute<{ epoch: string }>(sql`select epoch from permission_epoch where id = 1`)
  const side = { side: 'user', epoch: rows[0]?.epoch ?? '' } as const
  return treeOf(db, side, ({ noLoginValid }) => whose === 'all' || noLoginValid)
}

async function treeOf(
  db: Db,
  side: Pick<Actor, 'side' | 'epoch'>,
  isHeld: (row: RuleRow) => boolean,
): Promise<MenuRule[]> {
  const [{ rows }, stored] = await Promise.all([rulesOf(db, side), runtimeTitles(db)])
  const drawings = rows.some(({ icon }) => isModuleIcon(icon)) ? await moduleDrawings(db) : undefined
  const held = rows.filter((row) => row.status === 1 && (row.type === 'menu_dir' || isHeld(row)))
  const byParent = Map.groupBy(held, (row) => row.pid)
  const below = (pid: number | null): MenuRule[] =>
    (byParent.get(pid) ?? []).flatMap((row) => {
      const children = below(row.id)
      // An empty directory is left out.
      if (row.type === 'menu_dir' && children.length === 0) return []
      const { id, type, name, path, icon, url, component, keepalive, extend } = row
      const own = stored.get(component)
      // The menu of a runtime resource takes the resource's titles, unless the menu has its own name.
      const isOwn = own?.['zh-cn'] === row.title && row.titleEn === ''
      const drawing = drawings?.get(icon)
      const titles = own && isOwn ? own : ruleTitles(row)
      return {
        id,
        pid,
        type,
        title: titles[getLocale()],
        titles,
        name,
        path,
        icon,
        ...(drawing ? { drawing } : {}),
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

/** Permission nodes as the API returns them: button names by menu path. Menus are held too, but are no buttons. */
export async function authNodeOf(
  db: Db,
  actor: Pick<Actor, 'side' | 'epoch'>,
  held: readonly string[],
): Promise<Record<string, string[]>> {
  const { buttons } = await rulesOf(db, actor)
  const map: Record<string, string[]> = {}
  for (const node of held.filter((one) => buttons.has(one))) {
    const cut = node.lastIndexOf('/')
    const menu = node.slice(0, cut)
    map[menu] = [...(map[menu] ?? []), node.slice(cut + 1)]
  }
  return map
}
