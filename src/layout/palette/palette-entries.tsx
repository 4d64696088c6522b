import { FileUp, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, type Locale, locales } from '#src/i18n/paraglide/runtime.js'
import { afterWord, inText } from '#src/resource/label.ts'
import { type Node, nodesOf, registry } from '#src/resource/registry.ts'
import { toaster } from '#src/ui/toast.tsx'
import { linkTarget } from '../menu/link-target.ts'
import { MenuIcon } from '../menu/menu-icon.tsx'
import { menuAt, type ShellMenu } from '../menu/shell-menu.ts'
import { ADD, IMPORT, type PaletteAction, wantAction } from './palette-actions.ts'
import type { Findable } from './palette-search.ts'

export type PaletteGroup = 'recent' | 'here' | 'pages' | 'actions' | 'records'

export type PaletteEntry = Findable & {
  id: string
  group: PaletteGroup
  icon: ReactNode
  /** The code of a record. */
  code?: string
  run(): unknown
  /** Opens the form of a record. */
  edit?(): unknown
}

type Sources = {
  menus: readonly ShellMenu[]
  /** Paths, the newest first. */
  recent: readonly string[]
  currentPath: string
  /** `offered` holds the actions of the page on the screen, `shell` those of the surrounding shell. */
  offered: readonly PaletteAction[]
  shell: readonly PaletteAction[]
  can(node: Node): boolean
  /** Whether rows can be imported from files. */
  imports: boolean
  go(path: string): unknown
}

/** All entries of the palette, in the order in which it shows them while the search field is empty. */
export function paletteEntries(from: Sources): PaletteEntry[] {
  const { menus, recent, currentPath, offered, shell, can, imports, go } = from
  const here = currentPath.split('?', 1)[0]
  const pages = pagesOf(menus, [], go)
  const before = recent.flatMap((path) => pages.find((page) => page.path === path && path !== here) ?? [])
  const allowed = (actions: readonly PaletteAction[]) => actions.filter(({ node }) => node === undefined || can(node))
  const onPage = allowed(offered)
  // The current page's own action replaces the one that would first open the page.
  const far = [...addActions(menus, can, go), ...(imports ? importActions(menus, can, go) : [])].filter(
    ({ path, what }) => path !== here || !onPage.some(({ id }) => id === what),
  )
  return [
    ...before.map((page) => ({ ...page, id: `recent ${page.id}`, group: 'recent' as const, weight: 6 })),
    ...onPage.map((action) => entryOf(action, 'here', 5)),
    ...pages.filter((page) => !before.includes(page)),
    ...[...far, ...allowed(shell)].map((action) => entryOf(action, 'actions', 0)),
  ]
}

function entryOf({ id, say, icon, run }: PaletteAction, group: PaletteGroup, weight: number): PaletteEntry {
  const title = say(getLocale())
  const alias = locales.map((locale) => say(locale)).find((one) => one !== title) ?? ''
  return { id: `${group} ${id}`, group, title, alias, hint: '', icon, weight, run }
}

type Page = PaletteEntry & { path: string }

/** The menu entries with a target. Their hint is the directories above them. */
function pagesOf(menus: readonly ShellMenu[], above: readonly string[], go: Sources['go']): Page[] {
  return menus.flatMap((menu) => {
    if (menu.kind === 'dir') return pagesOf(menu.children, [...above, menu.title], go)
    return menu.kind === 'unknown' || menu.kind === 'missing' ? [] : [pageOf(menu, above.join(' / '), go)]
  })
}

function pageOf({ id, kind, title, alias = '', path, iconSvg }: ShellMenu, hint: string, go: Sources['go']): Page {
  return {
    id: `page ${id}`,
    group: 'pages',
    title,
    alias,
    hint,
    weight: 3,
    path,
    icon: <MenuIcon icon={iconSvg} />,
    run: kind === 'link' ? () => openLink(path) : () => go(path),
  }
}

function openLink(url: string): void {
  const target = linkTarget(url)
  if (target === undefined) toaster.error(m.navigation_badLink())
  else window.open(target, '_blank', 'noopener,noreferrer')
}

/** An action of another page: it opens that page first. `what` is the action's id on that page. */
type FarAction = PaletteAction & { path: string; what: string }

const resources = Object.entries(registry).map(([key, { menu }]) => ({ name: menu, nodes: nodesOf({ key, menu }) }))

/** One action for every resource that the user may add to. It opens the resource's page, then its add action. */
function addActions(menus: readonly ShellMenu[], can: Sources['can'], go: Sources['go']): FarAction[] {
  return resources.flatMap(({ name, nodes }) => {
    const menu = menuAt(menus, `/admin/${name}`)
    if (!menu || !nodes.add || !can(nodes.add)) return []
    return farAction(ADD, `/admin/${name}`, sayOf(menu, m.palette_addTo), <Plus size={16} />, go)
  })
}

/** The same for imports. An import adds new rows or changes existing ones, so either permission is enough. */
function importActions(menus: readonly ShellMenu[], can: Sources['can'], go: Sources['go']): FarAction[] {
  return resources.flatMap(({ name, nodes }) => {
    const menu = menuAt(menus, `/admin/${name}`)
    if (!menu || ![nodes.add, nodes.edit].some((node) => node && can(node))) return []
    return farAction(IMPORT, `/admin/${name}`, sayOf(menu, m.import_dialogTitle), <FileUp size={16} />, go)
  })
}

function farAction(
  what: string,
  path: string,
  say: PaletteAction['say'],
  icon: ReactNode,
  go: Sources['go'],
): FarAction[] {
  const run = () => {
    wantAction(what, path)
    return go(path)
  }
  return [{ id: `${what}-${path}`, what, path, say, icon, run }]
}

function sayOf({ title, alias }: ShellMenu, message: typeof m.palette_addTo) {
  return (locale: Locale) => {
    const name = locale === getLocale() ? title : alias || title
    return message({ title: afterWord(inText(name, locale), locale) }, { locale })
  }
}
