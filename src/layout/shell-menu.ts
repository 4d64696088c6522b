import type { Icon } from '#src/lib/icon.ts'

/** An entry of a shell's menu: a directory, or something that a choice leads to. */
export type ShellMenu = {
  id: number
  /** In the person's language; never empty. */
  title: string
  /** In the other language, for those who search in it. */
  alias?: string
  /**
   * `dir` has children, `tab` and `iframe` lead to a page of ours, `link` to another window; `unknown` is of a type that
   * this release does not know.
   */
  kind: 'dir' | 'tab' | 'link' | 'iframe' | 'unknown'
  /** Absolute, with the query that the menu may carry; an address for a link; empty for a directory. */
  path: string
  iconSvg: Icon | null
  /** Its page stays as it was left while other tabs are shown; false when left out. */
  keepAlive?: boolean
  children: ShellMenu[]
}

/** From the first level down to the entry that a place (path, and query where there is one) belongs to; else empty. */
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

/** How well an entry fits a place: a page below it 1, its page 2, and more for each parameter that it asks for. */
function closeness({ kind, path }: ShellMenu, place: string): number {
  if (kind !== 'tab' && kind !== 'iframe') return 0
  const [wanted, found] = [parsed(path), parsed(place)]
  if (found.pathname.startsWith(`${wanted.pathname}/`)) return 1
  if (found.pathname !== wanted.pathname) return 0
  const asked = [...wanted.searchParams]
  return asked.every(([name, value]) => found.searchParams.get(name) === value) ? 2 + asked.length : 1
}

/** Both sides in the spelling of addresses: a menu may be written in Chinese letters. */
const parsed = (path: string) => new URL(path, 'http://x')

/** Every entry that leads somewhere, in the order of the menu. */
export function leavesOf(menus: readonly ShellMenu[]): ShellMenu[] {
  return menus.flatMap((menu) => (menu.kind === 'dir' ? leavesOf(menu.children) : [menu]))
}

/** The entries whose titles contain a text, with the directories that lead to them; a directory that fits comes whole. */
export function menusWith(menus: readonly ShellMenu[], text: string): ShellMenu[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...menus]
  return menus.flatMap((menu) => {
    if (menu.title.toLowerCase().includes(wanted)) return [menu]
    const children = menusWith(menu.children, wanted)
    return children.length > 0 ? [{ ...menu, children }] : []
  })
}

/** The entry that leads to this very page, and not only to one above it. */
export function menuAt(menus: readonly ShellMenu[], place: string): ShellMenu | undefined {
  const menu = trailTo(menus, place).at(-1)
  return menu && parsed(menu.path).pathname === parsed(place).pathname ? menu : undefined
}
