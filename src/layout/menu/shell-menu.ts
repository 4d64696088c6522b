import type { Icon } from '#src/lib/icon.ts'

/** An entry of a shell's menu: a directory, or an entry with a target. */
export type ShellMenu = {
  id: number
  /** The title in the user's language. Never empty. */
  title: string
  /** The title in the other language, for searches in that language. */
  alias?: string
  /**
   * `dir` has children. `tab` and `iframe` lead to a page of this site, `link` opens a new window. `unknown` is a type
   * that this release does not know.
   */
  kind: 'dir' | 'tab' | 'link' | 'iframe' | 'unknown'
  /** An absolute path with the menu's query, if any. A URL for `link`. Empty for `dir` and `unknown`. */
  path: string
  iconSvg: Icon | null
  /** Of a list: the names of its columns. */
  columns?: string[]
  /** The page keeps its state while other tabs are shown. Default: true. */
  keepAlive?: boolean
  children: ShellMenu[]
}

/** The entries from the first level down to the one that fits a place (path and optional query) best; else empty. */
export function trailTo(menus: readonly ShellMenu[], place: string): ShellMenu[] {
  let best: { trail: ShellMenu[]; score: number } = { trail: [], score: 0 }
  const walk = (level: readonly ShellMenu[], above: ShellMenu[]) => {
    for (const menu of level) {
      const trail = [...above, menu]
      const score = closeness(menu, place)
      if (score > best.score) best = { trail, score }
      walk(menu.children, trail)
    }
  }
  walk(menus, [])
  return best.trail
}

/** Scores an entry: 0 no match, 1 subpage or other parameters, 2 its page, plus 1 for each parameter of its path. */
function closeness({ kind, path }: ShellMenu, place: string): number {
  if (kind !== 'tab' && kind !== 'iframe') return 0
  const [wanted, found] = [parsed(path), parsed(place)]
  if (found.pathname.startsWith(`${wanted.pathname}/`)) return 1
  if (found.pathname !== wanted.pathname) return 0
  const asked = [...wanted.searchParams]
  return asked.every(([name, value]) => found.searchParams.get(name) === value) ? 2 + asked.length : 1
}

/** Parses a path as a URL, so that both sides have the same encoding: a menu's path may contain Chinese characters. */
const parsed = (path: string) => new URL(path, 'http://x')

/** All entries except directories, in the order of the menu. */
export function leavesOf(menus: readonly ShellMenu[]): ShellMenu[] {
  return menus.flatMap((menu) => (menu.kind === 'dir' ? leavesOf(menu.children) : [menu]))
}

/** The entries whose titles contain a text, with their directories. A matching directory keeps all its children. */
export function menusWith(menus: readonly ShellMenu[], text: string): ShellMenu[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...menus]
  return menus.flatMap((menu) => {
    if (menu.title.toLowerCase().includes(wanted)) return [menu]
    const children = menusWith(menu.children, wanted)
    return children.length > 0 ? [{ ...menu, children }] : []
  })
}

/** The entry that leads to exactly this page. Undefined when the menu only has an entry above it. */
export function menuAt(menus: readonly ShellMenu[], place: string): ShellMenu | undefined {
  const menu = trailTo(menus, place).at(-1)
  return menu && parsed(menu.path).pathname === parsed(place).pathname ? menu : undefined
}
