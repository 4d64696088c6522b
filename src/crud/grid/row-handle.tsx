import { ChevronRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { DragHandle } from './drag-handle.tsx'
import type { GridRowProps } from './grid-row.tsx'
import { useRowTabIndex } from './row-context.ts'
import type { SortHandle } from './use-row-sort.ts'

type RowHandleProps = Pick<
  GridRowProps<{ id: number; version: number }>,
  'name' | 'branch' | 'sortHelp' | 'onToggle'
> & {
  id: number
  depth: number
  sort: SortHandle | undefined
  sorts: boolean
}

/** The content before a row's name: the drag handle, and in trees the indent and the expand button. */
export function RowHandle({ id, name, depth, branch, sort, sorts, sortHelp, onToggle }: RowHandleProps) {
  const tabIndex = useRowTabIndex()
  const open = branch === 'open' || branch === 'loading'
  return (
    <>
      {/* The place stays when the list has another order, so that the names stay, too. */}
      {sorts && !sort && <span aria-hidden className="w-(--grip) shrink-0" />}
      {sort && (
        <DragHandle
          id={id}
          name={name}
          sort={sort}
          sortHelp={sortHelp}
          tabIndex={tabIndex}
          className="opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        />
      )}
      {branch && (
        <span aria-hidden className="shrink-0" style={{ width: `calc(var(--list-indent, 1.125rem) * ${depth})` }} />
      )}
      {branch && branch !== 'leaf' && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-expanded={open}
          aria-label={open ? m.tree_collapse({ name }) : m.tree_expand({ name })}
          onClick={() => onToggle(id, !open)}
          className="mr-0.5 grid h-6 w-(--twig) shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:h-11"
        >
          {branch === 'loading' ? (
            <Spinner size={14} />
          ) : (
            <ChevronRight aria-hidden size={16} className={cx('transition-transform', open && 'rotate-90')} />
          )}
        </button>
      )}
      {branch === 'leaf' && <span aria-hidden className="mr-0.5 w-(--twig) shrink-0" />}
    </>
  )
}
