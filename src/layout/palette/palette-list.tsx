import { Listbox, useListboxContext } from '@ark-ui/react/listbox'
import { CornerDownLeft, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { looks } from '#src/ui/looks.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.tsx'
import type { PaletteMatch } from './palette-search.ts'
import type { RecordMatches } from './record-entries.tsx'

/** Returns the entry's list value. It becomes an element id, and ids must not contain spaces. */
export function idOf({ entry }: PaletteMatch<PaletteEntry>): string {
  return entry.id.replaceAll(' ', ':')
}

const groups: [Exclude<PaletteGroup, 'records'>, () => string][] = [
  ['recent', m.palette_recent],
  ['here', m.palette_here],
  ['pages', m.palette_pages],
  ['actions', m.palette_actions],
]

/** The entries by group, for an empty search field. Empty groups are left out. */
export function Groups({ found }: { found: readonly PaletteMatch<PaletteEntry>[] }) {
  return groups.map(([group, title]) => {
    const inGroup = found.filter(({ entry }) => entry.group === group)
    if (inGroup.length === 0) return null
    return (
      <Listbox.ItemGroup key={group} id={group}>
        <GroupLabel>{title()}</GroupLabel>
        {inGroup.map((one) => (
          <PaletteItem key={one.entry.id} found={one} />
        ))}
      </Listbox.ItemGroup>
    )
  })
}

function GroupLabel({ children }: { children: ReactNode }) {
  return (
    <Listbox.ItemGroupLabel className="flex items-center gap-1.5 px-2 pt-2 pb-1 text-xs text-subtle">
      {children}
    </Listbox.ItemGroupLabel>
  )
}

/** What a text finds: pages and actions, then the records of each resource. */
export function Matches({ found, records, onEdit }: MatchesProps) {
  const items = found.map((one) => <PaletteItem key={one.entry.id} found={one} />)
  if (records.length === 0) return items
  return (
    <>
      {items.length > 0 && (
        <Listbox.ItemGroup id="entries">
          <GroupLabel>{m.palette_entries()}</GroupLabel>
          {items}
        </Listbox.ItemGroup>
      )}
      {records.map(({ key, title, icon, found }) => (
        <Listbox.ItemGroup key={key} id={`records-${key}`}>
          <GroupLabel>
            <span aria-hidden className="grid size-4 place-items-center [&_svg]:size-3.5">
              {icon}
            </span>
            {title}
          </GroupLabel>
          {found.map((one) => (
            <PaletteItem key={one.entry.id} found={one} onEdit={onEdit} />
          ))}
        </Listbox.ItemGroup>
      ))}
    </>
  )
}

type MatchesProps = {
  found: readonly PaletteMatch<PaletteEntry>[]
  records: readonly RecordMatches[]
  onEdit(entry: PaletteEntry): void
}

type PaletteItemProps = { found: PaletteMatch<PaletteEntry>; onEdit?(entry: PaletteEntry): void }

/** One line of the palette: icon, title, code and hint; a record also leads to its form. */
function PaletteItem({ found, onEdit }: PaletteItemProps) {
  const { entry, marks } = found
  // Ark UI sets this attribute one render late when a click has opened the dialog.
  const { highlightedValue } = useListboxContext()
  return (
    <Listbox.Item
      item={found}
      highlightOnHover
      data-highlighted={highlightedValue === idOf(found) ? '' : undefined}
      className={cx(looks.option, 'group min-h-10 gap-3 px-3')}
    >
      <span aria-hidden className="grid size-5 shrink-0 place-items-center text-muted">
        {entry.icon}
      </span>
      <Listbox.ItemText className="min-w-0 flex-1 truncate">
        <Marked text={entry.title} marks={marks} />
        {entry.code && <span className="tabular ml-2 text-sm text-muted">{entry.code}</span>}
      </Listbox.ItemText>
      {entry.hint && <span className="max-w-[40%] shrink-0 truncate text-sm text-subtle">{entry.hint}</span>}
      {entry.edit && onEdit && (
        // An option must not hold a button. By keyboard, Ctrl+Enter does the same.
        <span
          aria-hidden
          title={m.palette_keyEdit()}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation()
            onEdit(entry)
          }}
          className="-my-1 grid size-8 shrink-0 cursor-pointer place-items-center rounded-md text-muted opacity-0 group-data-highlighted:opacity-100 hover:bg-line hover:text-ink pointer-coarse:size-11 pointer-coarse:opacity-100"
        >
          <Pencil size={14} />
        </span>
      )}
      <CornerDownLeft
        aria-hidden
        size={14}
        className="shrink-0 text-subtle opacity-0 group-data-highlighted:opacity-100"
      />
    </Listbox.Item>
  )
}

/** The title, with the matched characters highlighted. */
function Marked({ text, marks }: { text: string; marks: ReadonlySet<number> }): ReactNode {
  if (marks.size === 0) return text
  const runs: { text: string; marked: boolean; at: number }[] = []
  // Marks are offsets in UTF-16 code units, as from indexOf.
  for (let at = 0; at < text.length; at++) {
    const last = runs.at(-1)
    const marked = marks.has(at)
    if (last?.marked === marked) last.text += text[at]
    else runs.push({ text: text[at] ?? '', marked, at })
  }
  return runs.map((run) =>
    run.marked ? (
      <strong key={run.at} className="font-semibold text-accent-ink">
        {run.text}
      </strong>
    ) : (
      run.text
    ),
  )
}
