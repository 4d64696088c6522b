import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useRowTabIndex } from './row-context.ts'

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
      className="no-print mr-0.5 ml-1 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
    >
      <ChevronRight aria-hidden size={15} className={cx('transition-transform', open && 'rotate-90')} />
    </button>
  )
}
