import type { ColumnDef, Row } from '@tanstack/react-table'
import { FlexRender } from '@tanstack/react-table'
import { ChevronRight, GripVertical } from 'lucide-react'
import { createContext, memo, use } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import type { TreeNode, TreeRow } from './tree.ts'
import type { TreeFeatures } from './tree-table.ts'
import type { SortHandle } from './use-row-sort.ts'

export type TreeColumns<TRow> = readonly ColumnDef<TreeFeatures, TreeNode<TRow>, unknown>[]

/** How a column is laid out: its width, and whether it stays in sight when the table scrolls sideways. */
export type ColumnLayout = { width: string; sticky?: 'start' | 'end'; className?: string }

export const ROW_HEIGHT = 40

const RowContext = createContext(false)

/** The tab stop of a control in a row: only those of the row that was visited last can be reached with Tab. */
export function useRowTabIndex(): 0 | -1 {
  return use(RowContext) ? 0 : -1
}

/** The classes of a cell, for head and body alike. */
export function cellClass(layout: ColumnLayout | undefined): string {
  return cx(
    'overflow-hidden px-3 text-left font-normal text-ellipsis whitespace-nowrap',
    layout?.sticky === 'start' && 'sticky left-0 z-10 bg-inherit',
    layout?.sticky === 'end' && 'sticky right-0 z-10 bg-inherit shadow-[-8px_0_8px_-8px_rgb(0_0_0/0.16)]',
    layout?.className,
  )
}

type TreeRowViewProps<TRow extends TreeRow> = {
  row: Row<TreeFeatures, TreeNode<TRow>>
  index: number
  setSize: number
  name: string
  /** Given so that a change of the columns draws the row anew. */
  columns: TreeColumns<TRow>
  layout: Record<string, ColumnLayout>
  active: boolean
  canOpen: boolean
  open: boolean
  busy: boolean
  held: boolean
  marked: boolean
  sort: SortHandle | undefined
  onActive(id: string): void
  onToggle(id: number, open: boolean): void
}

function TreeRowContent<TRow extends TreeRow>(props: TreeRowViewProps<TRow>) {
  const { row, index, setSize, layout, active, canOpen, open, busy, held, marked } = props
  const first = row.getAllCells()[0]
  return (
    <RowContext value={active}>
      <tr
        data-id={row.id}
        aria-level={row.depth + 1}
        aria-setsize={setSize}
        aria-posinset={row.index + 1}
        aria-rowindex={index + 2}
        aria-expanded={canOpen ? open : undefined}
        aria-busy={busy || undefined}
        // A row of a treegrid is what the arrow keys move between.
        tabIndex={active ? 0 : -1}
        onFocus={() => props.onActive(row.id)}
        style={{ height: ROW_HEIGHT }}
        className={cx(
          'group/row outline-offset-[-2px] transition-colors',
          marked ? 'bg-accent-soft' : 'bg-surface hover:bg-hover',
          held && 'opacity-50',
        )}
      >
        {row.getAllCells().map((cell) => (
          <td
            key={cell.id}
            className={cx('border-b border-line', cellClass(layout[cell.column.id]), cell === first && 'pr-2 pl-1')}
          >
            {cell === first ? (
              <span className="flex min-w-0 items-center">
                <Lead {...props} />
                <span className="min-w-0 truncate">
                  <FlexRender cell={cell} />
                </span>
              </span>
            ) : (
              <FlexRender cell={cell} />
            )}
          </td>
        ))}
      </tr>
    </RowContext>
  )
}

/** Handle, indent and the button that opens: what makes a row one of a tree. */
function Lead<TRow extends TreeRow>({ row, name, canOpen, open, busy, sort, onToggle }: TreeRowViewProps<TRow>) {
  const tabIndex = useRowTabIndex()
  const { id } = row.original.row
  return (
    <>
      {sort && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={m.tree_sort({ name })}
          title={m.tree_sortHelp()}
          aria-describedby="tree-sort-help"
          onPointerDown={(event) => sort.onPointerDown(event, id)}
          onPointerMove={sort.onPointerMove}
          onPointerUp={sort.onPointerUp}
          onPointerCancel={sort.onPointerCancel}
          onKeyDown={(event) => sort.onKeyDown(event, id)}
          onBlur={sort.onBlur}
          className={cx(
            'grid h-7 w-5 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-subtle hover:text-ink active:cursor-grabbing',
            'opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          <GripVertical aria-hidden size={14} />
        </button>
      )}
      <span aria-hidden className="shrink-0" style={{ width: `calc(var(--tree-indent) * ${row.depth})` }} />
      {canOpen ? (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-expanded={open}
          aria-label={open ? m.tree_collapse({ name }) : m.tree_expand({ name })}
          onClick={() => onToggle(id, !open)}
          className="mr-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          {busy ? (
            <Spinner size={14} />
          ) : (
            <ChevronRight aria-hidden size={16} className={cx('transition-transform', open && 'rotate-90')} />
          )}
        </button>
      ) : (
        <span aria-hidden className="mr-0.5 size-6 shrink-0" />
      )}
    </>
  )
}

// Seam: memo forgets that its component is generic.
export const TreeRowView = memo(TreeRowContent) as typeof TreeRowContent
