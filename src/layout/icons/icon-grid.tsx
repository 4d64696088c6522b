import { createGridCollection } from '@ark-ui/react/collection'
import { Listbox, useListboxContext } from '@ark-ui/react/listbox'
import { Search } from 'lucide-react'
import { type ReactNode, type UIEvent, useEffect, useMemo, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { halfWidth } from '#src/lib/any-width.ts'
import { cx } from '#src/lib/cx.ts'
import type { NamedIcon } from '#src/lib/icon.ts'
import { SvgIcon } from '#src/ui/svg-icon.tsx'

const COLUMNS = 8
/** Pixels. */
const CELL = 40
const HEIGHT = 5.5 * CELL

type IconGridProps = {
  icons: readonly NamedIcon[]
  /** Name of the chosen icon. */
  value: string
  onPick(icon: NamedIcon): void
  /** The filter field takes the focus when it appears. */
  withFocus?: boolean
  /** Replaces the grid while there are no icons to show. False shows the grid. */
  instead: ReactNode | false
}

/** A grid of icons to choose from, with a filter field above. Only the rows near the viewport are rendered. */
export function IconGrid({ icons, value, onPick, withFocus = false, instead }: IconGridProps) {
  const [filter, setFilter] = useState('')
  const [top, setTop] = useState(0)
  // The icon that arrow keys or the pointer highlight. Typing resets it to the first match.
  const [moved, setMoved] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a touch device the on-screen keyboard would cover the icons.
    if (withFocus && !window.matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [withFocus])
  const collection = useMemo(() => {
    const items = matching(icons, filter)
    return createGridCollection({ items, columnCount: COLUMNS, itemToValue: idOf, itemToString: (one) => one.name })
  }, [icons, filter])
  const { items } = collection
  // The list itself updates its highlight some renders late, and not at all when icons arrive after the filter text.
  const highlighted = moved !== null && collection.has(moved) ? moved : collection.firstValue
  const first = Math.max(0, Math.floor(top / CELL) - 2) * COLUMNS
  const shown = items.slice(first, first + (Math.ceil(HEIGHT / CELL) + 4) * COLUMNS)
  const search = (text: string) => {
    setFilter(text)
    setMoved(null)
    setTop(0)
    if (box.current) box.current.scrollTop = 0
  }

  return (
    <Listbox.Root
      collection={collection}
      value={[]}
      onValueChange={({ items: [picked] }) => picked && onPick(picked)}
      highlightedValue={highlighted}
      onHighlightChange={({ highlightedValue }) => setMoved(highlightedValue)}
      scrollToIndexFn={({ index }) => keepInSight(box.current, Math.floor(index / COLUMNS))}
      typeahead={false}
    >
      <Listbox.Label className="sr-only">{m.icons_list()}</Listbox.Label>
      <div className="relative border-b border-line">
        <Search aria-hidden size={15} className="pointer-events-none absolute top-3 left-3 text-subtle" />
        <Listbox.Input
          ref={field}
          keyboardPriority="navigate"
          aria-label={m.icons_filter()}
          placeholder={m.icons_filter()}
          value={filter}
          maxLength={100}
          onChange={(event) => search(event.target.value)}
          className="h-9.5 w-full bg-transparent pr-3 pl-9 outline-none"
        />
      </div>
      {instead ||
        (items.length === 0 && (
          <p role="status" className="grid place-items-center px-6 text-muted" style={{ height: HEIGHT }}>
            {m.icons_noMatch()}
          </p>
        ))}
      <Listbox.Content
        ref={box}
        onScroll={(event: UIEvent<HTMLDivElement>) => setTop(event.currentTarget.scrollTop)}
        className={cx('overflow-y-auto px-1 outline-none', (instead !== false || items.length === 0) && 'hidden')}
        style={{ height: HEIGHT }}
      >
        <div role="presentation" style={{ height: Math.ceil(items.length / COLUMNS) * CELL }}>
          <div
            role="presentation"
            className="grid grid-cols-8"
            style={{ transform: `translateY(${(first / COLUMNS) * CELL}px)` }}
          >
            {shown.map((one, index) => (
              <Cell
                key={one.name}
                one={one}
                chosen={one.name === value}
                aria-setsize={items.length}
                aria-posinset={first + index + 1}
              />
            ))}
          </div>
        </div>
      </Listbox.Content>
      <p aria-hidden className="h-7 truncate border-t border-line px-3 py-1 text-sm text-muted">
        {collection.find(highlighted)?.name ?? m.icons_count({ count: items.length })}
      </p>
    </Listbox.Root>
  )
}

type CellProps = { one: NamedIcon; chosen: boolean; 'aria-setsize': number; 'aria-posinset': number }

function Cell({ one, chosen, ...place }: CellProps) {
  // Ark UI sets this attribute one render late when a click has opened the grid.
  const { highlightedValue } = useListboxContext()
  return (
    <Listbox.Item
      {...place}
      item={one}
      highlightOnHover
      title={one.name}
      aria-label={one.name}
      aria-selected={chosen}
      data-chosen={chosen || undefined}
      data-highlighted={highlightedValue === idOf(one) ? '' : undefined}
      className="grid place-items-center rounded-md data-chosen:bg-accent-soft data-chosen:text-accent-ink data-highlighted:bg-hover data-highlighted:inset-ring-2 data-highlighted:inset-ring-accent-solid"
      style={{ height: CELL }}
    >
      <SvgIcon icon={one.icon} className="size-5" />
    </Listbox.Item>
  )
}

/** The value becomes an element id, and ids must not contain spaces. */
function idOf({ name }: NamedIcon): string {
  return name.replaceAll(' ', '/')
}

function matching(icons: readonly NamedIcon[], filter: string): readonly NamedIcon[] {
  const words = halfWidth(filter).toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return icons
  return icons.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
}

function keepInSight(box: HTMLDivElement | null, row: number): void {
  if (!box || row < 0) return
  if (row * CELL < box.scrollTop) box.scrollTop = row * CELL
  else if ((row + 1) * CELL > box.scrollTop + box.clientHeight) box.scrollTop = (row + 1) * CELL - box.clientHeight
}
