import { halfWidth } from '#src/lib/any-width.ts'
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
   * that this release does not know, `missing` a page that does not exist.
   */
  kind: 'dir' | 'tab' | 'link' | 'iframe' | 'unknown' | 'missing'
  /** An absolute path with the menu's query, if any. A URL for `link`. Empty for `dir`, `unknown` and `missing`. */
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

/** Whether a Chinese text matches pinyin letters: full syllables, initials, or a mixture. */
type PinyinTest = (text: string, letters: string) => unknown

/**
 * The entries whose titles contain a text, in either language or by their pinyin, with their directories. A matching
 * directory keeps all its children.
 */
export function menusWith(menus: readonly ShellMenu[], text: string, pinyin?: PinyinTest): ShellMenu[] {
  const wanted = halfWidth(text).trim().toLowerCase()
  if (wanted === '') return [...menus]
  return menus.flatMap((menu) => {
    const titles = [menu.title, menu.alias ?? '']
    if (titles.some((title) => title.toLowerCase().includes(wanted) || sounds(title, wanted, pinyin))) return [menu]
    const children = menusWith(menu.children, wanted, pinyin)
    return children.length > 0 ? [{ ...menu, children }] : []
  })
}

function sounds(title: string, wanted: string, pinyin?: PinyinTest): boolean {
  return /^[a-z]+$/.test(wanted) && /\p{Script=Han}/u.test(title) && Boolean(pinyin?.(title, wanted))
}

/** The entry that leads to exactly this page. Undefined when the menu only has an entry above it. */
export function menuAt(menus: readonly ShellMenu[], place: string): ShellMenu | undefined {
  const menu = trailTo(menus, place).at(-1)
  return menu && parsed(menu.path).pathname === parsed(place).pathname ? menu : undefined
}
