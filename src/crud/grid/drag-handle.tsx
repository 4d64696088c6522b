import { GripVertical } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { SortHandle } from './use-row-sort.ts'

type DragHandleProps = {
  id: number
  name: string
  sort: SortHandle
  /** Id of the text that explains how to sort with the keyboard. */
  sortHelp: string
  tabIndex?: number
  className?: string
}

/** The handle by which a row is dragged, or moved with the keyboard. */
export function DragHandle({ id, name, sort, sortHelp, tabIndex, className }: DragHandleProps) {
  return (
    <button
      ref={sort.grip}
      type="button"
      data-handle={id}
      tabIndex={tabIndex}
      aria-label={m.tree_sort({ name })}
      data-tip={m.tree_sortHelp()}
      aria-describedby={sortHelp}
      onKeyDown={(event) => sort.onKeyDown(event, id)}
      onBlur={sort.onBlur}
      className={cx(
        'no-print drag-grip grid h-7 w-(--grip,1.5rem) shrink-0 pointer-coarse:h-11 cursor-grab place-items-center rounded-sm text-subtle hover:text-ink active:cursor-grabbing',
        className,
      )}
    >
      <GripVertical aria-hidden size={14} />
    </button>
  )
}
