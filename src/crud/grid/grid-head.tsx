import type { Header } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { Place } from './grid-layout.ts'
import type { ListColumn } from './list-columns.tsx'
import type { ListFeatures } from './list-table.ts'
import { HEAD_HEIGHT } from './use-row-height.ts'

type GridHeadProps<TRow extends object> = {
  headers: readonly Header<ListFeatures, TRow, unknown>[]
  columns: ReadonlyMap<string, ListColumn<TRow>>
  places: ReadonlyMap<string, Place>
  titleId: string | undefined
  /** The width of the drag handle and the expand button before the title. Undefined: there are none. */
  handle: string | undefined
  active: boolean
  /** The content of the header over the selection checkboxes. */
  selectAll: ReactNode
  onActive(): void
}

/** The header row. A click on a column sorts by it. With Shift, the click adds the column to the sort order. */
export function GridHead<TRow extends object>(props: GridHeadProps<TRow>) {
  const { headers, columns, places, titleId, handle, active, selectAll, onActive } = props
  const sorted = headers.filter((header) => header.column.getIsSorted()).length
  return (
    <thead className="sticky top-0 z-20">
      <tr
        data-id="head"
        aria-rowindex={1}
        tabIndex={-1}
        onFocus={onActive}
        className="bg-sunken outline-offset-[-2px]"
        style={{ height: HEAD_HEIGHT }}
      >
        {headers.map((header) => {
          const { id } = header.column
          const column = columns.get(id)
          const place = places.get(id)
          const direction = header.column.getIsSorted()
          return (
            <th
              key={header.id}
              scope="col"
              data-column={id}
              data-solo
              tabIndex={-1}
              aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
              style={{ ...place?.style, ...(id === titleId && handle ? { paddingLeft: handle } : {}) }}
              className={cx(
                'group/head relative border-b border-line text-muted',
                place?.className,
                column?.solo && 'px-2',
              )}
            >
              {id === 'select' ? (
                selectAll
              ) : column?.sortable ? (
                <button
                  type="button"
                  tabIndex={active ? 0 : -1}
                  data-tip={m.list_sortHelp()}
                  onClick={header.column.getToggleSortingHandler()}
                  className={cx(
                    '-mx-1 inline-flex h-6 max-w-[calc(100%+0.5rem)] items-center gap-1 rounded-sm px-1 align-middle hover:text-ink',
                    column.align === 'end' && 'flex-row-reverse',
                    direction && 'font-medium text-ink',
                  )}
                >
                  <span className="truncate">{column.header}</span>
                  <SortMark direction={direction} />
                  {direction && sorted > 1 && <span className="text-xs">{header.column.getSortIndex() + 1}</span>}
                </button>
              ) : (
                <span
                  className={cx(column?.id === 'actions' ? 'sr-only' : 'inline-flex h-6 items-center align-middle')}
                >
                  {column?.header}
                </span>
              )}
              {!column?.fixed && (
                // For the pointer only. Keyboard users set widths in the column settings.
                <span
                  aria-hidden
                  onPointerDown={(event) => event.stopPropagation()}
                  onMouseDown={header.getResizeHandler()}
                  onTouchStart={header.getResizeHandler()}
                  onDoubleClick={() => header.column.resetSize()}
                  className={cx(
                    'no-print absolute inset-y-1.5 right-0 w-1.5 cursor-col-resize touch-none border-r-2 border-line opacity-0 group-hover/head:opacity-100',
                    header.column.getIsResizing() && 'border-accent opacity-100',
                  )}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SortMark({ direction }: { direction: false | 'asc' | 'desc' }) {
  const look = { 'aria-hidden': true, size: 13, className: 'shrink-0' }
  if (direction === 'asc') return <ArrowUp {...look} />
  if (direction === 'desc') return <ArrowDown {...look} />
  return (
    <ArrowUpDown
      {...look}
      className="shrink-0 opacity-0 group-hover/head:opacity-60 group-focus-within/head:opacity-60"
    />
  )
}
