import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Slot } from '../cells/slot.tsx'
import { RowContext, useRowTabIndex } from './row-context.ts'

/** Rows that the user opens to see more below them. */
export type Expansion<TRow> = {
  /** The ids of the open rows. */
  open: ReadonlySet<number>
  toggle(id: number): void
  render(row: TRow): ReactNode
}

export const expansionId = (id: number) => `row-more-${id}`

type ExpandButtonProps = { id: number; name: string; open: boolean; onToggle(id: number): void }

/** The button before the name of a row that shows more below the row, or hides it. */
export function ExpandButton({ id, name, open, onToggle }: ExpandButtonProps) {
  const tabIndex = useRowTabIndex()
  return (
    <button
      type="button"
      data-expand
      tabIndex={tabIndex}
      aria-expanded={open}
      aria-controls={open ? expansionId(id) : undefined}
      aria-label={open ? m.list_rowLess({ name }) : m.list_rowMore({ name })}
      onClick={() => onToggle(id)}
      className="no-print mr-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
    >
      <ChevronRight aria-hidden size={15} className={cx('transition-transform', open && 'rotate-90')} />
    </button>
  )
}

type ExpandedRowProps = {
  id: number
  name: string
  columns: number
  row: object
  render(): ReactNode
  /** Reports the height whenever it changes. */
  onHeight(id: number, height: number): void
}

/** What an open row shows below it. It stays in view while the columns scroll sideways. */
export function ExpandedRow({ id, name, columns, row, render, onHeight }: ExpandedRowProps) {
  const element = useRef<HTMLTableRowElement>(null)
  const report = useStable(onHeight)
  useEffect(() => {
    const line = element.current
    if (!line) return
    // A row that has just been removed has no height, but it still has its place in a long list.
    const sizes = new ResizeObserver(() => line.isConnected && report(id, line.offsetHeight))
    sizes.observe(line)
    return () => sizes.disconnect()
  }, [id, report])
  /** Escape returns to the button that opened it. */
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    const own = element.current?.parentElement?.querySelector<HTMLElement>(`tr[data-id="${id}"] [data-expand]`)
    own?.focus()
  }
  return (
    <tr ref={element} data-expansion={id} onKeyDown={leave}>
      <td colSpan={columns} className="border-b border-line bg-sunken p-0">
        <section
          id={expansionId(id)}
          aria-label={m.list_rowMoreOf({ name })}
          className="sticky left-0 w-[100cqw] px-4 py-3 whitespace-normal"
        >
          <RowContext value={{ active: true, selected: false }}>
            <Slot of={row} render={render} />
          </RowContext>
        </section>
      </td>
    </tr>
  )
}
