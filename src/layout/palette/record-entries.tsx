import { List } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { MenuIcon } from '../menu/menu-icon.tsx'
import { menuAt, type ShellMenu } from '../menu/shell-menu.ts'
import { wantRow } from './palette-actions.ts'
import type { PaletteEntry } from './palette-entries.tsx'
import { marksIn, type PaletteMatch } from './palette-search.ts'
import type { FoundRecord, RecordGroup } from './use-records.ts'

/** The found records of a resource, as the palette shows them. */
export type RecordMatches = { key: string; title: string; icon: ReactNode; found: PaletteMatch<PaletteEntry>[] }

type Options = {
  menus: readonly ShellMenu[]
  currentPath: string
  go(path: string): unknown
}

/**
 * The found records by resource. A resource without a menu is left out, because no page shows its rows.
 * @param pending the groups answer the text before: only records that this text finds as well are shown
 */
export function recordEntries(
  groups: readonly RecordGroup[],
  text: string,
  pending: boolean,
  options: Options,
): RecordMatches[] {
  return groups.flatMap((group) => {
    const menu = menuAt(options.menus, `/admin/${group.menu}`)
    if (!menu) return []
    const icon = iconOf(menu)
    const entries = group.list
      .map((record) => ({ entry: recordEntry(record, group, icon, options), marks: marksIn(record.title, text) }))
      .filter(({ entry: { title, code, hint } }) => !pending || holdsAll(`${title} ${code} ${hint}`, text))
    const all =
      pending || (group.total <= group.list.length && !group.more) ? [] : [allEntry(group, menu, text, options)]
    if (entries.length === 0) return []
    return [{ key: group.key, title: menu.title, icon, found: [...entries, ...all] }]
  })
}

const iconOf = (menu: ShellMenu) => <MenuIcon icon={menu.iconSvg} />

const holdsAll = (title: string, text: string) =>
  text.split(/\s+/).every((word) => word === '' || marksIn(title, word).size > 0)

function recordEntry(record: FoundRecord, { key, menu, edit }: RecordGroup, icon: ReactNode, options: Options) {
  const path = `/admin/${menu}`
  const { id, title, code, hint } = record
  const search = code
    ? new URLSearchParams({ quickSearch: code })
    : new URLSearchParams({ filter: JSON.stringify({ field: 'id', operator: 'eq', val: id }) })
  const entry: PaletteEntry = {
    id: `record ${key} ${id}`,
    group: 'records',
    title: title || String(id),
    alias: '',
    code: code ?? '',
    hint: hint ?? '',
    icon,
    weight: 0,
    run: () => {
      wantRow({ path, id, edit: false })
      return options.go(`${path}?${search}`)
    },
    ...(edit
      ? {
          edit: () => {
            wantRow({ path, id, edit: true })
            // The page on screen opens the form over its rows as they are.
            return options.currentPath.split('?', 1)[0] === path ? undefined : options.go(path)
          },
        }
      : {}),
  }
  return entry
}

/** Leads to the list with all that was found. */
function allEntry(
  { key, menu, total, more }: RecordGroup,
  { title }: ShellMenu,
  text: string,
  { go }: Options,
): PaletteMatch<PaletteEntry> {
  const count = formatCount(total)
  const entry: PaletteEntry = {
    id: `records ${key}`,
    group: 'records',
    title: more ? m.palette_allMore({ count, title }) : m.palette_all({ count, title }),
    alias: '',
    hint: '',
    icon: <List size={16} />,
    weight: 0,
    run: () => go(`/admin/${menu}?${new URLSearchParams({ quickSearch: text })}`),
  }
  return { entry, marks: new Set() }
}
