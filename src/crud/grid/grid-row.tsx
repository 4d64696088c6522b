import type { Row } from '@tanstack/react-table'
import { type MouseEvent, memo } from 'react'
import { cx } from '#src/lib/cx.ts'
import { Tag } from '#src/ui/tag.tsx'
import type { Inline } from '../inline/use-inline.tsx'
import { ExpandButton } from './expansion.tsx'
import { cellOf } from './grid-focus.ts'
import type { Place } from './grid-layout.ts'
import type { ListColumn } from './list-columns.tsx'
import type { ListFeatures, ListRow } from './list-table.ts'
import { RowContext } from './row-context.ts'
import { RowHandle } from './row-handle.tsx'
import type { RowLook } from './row-look.ts'
import { SMALL_SCREEN } from './use-row-height.ts'
import type { SortHandle } from './use-row-sort.ts'

export type Branch = 'leaf' | 'closed' | 'open' | 'loading'

export type GridRowProps<TRow extends ListRow> = {
  row: Row<ListFeatures, TRow>
  index: number
  name: string
  /** The visible columns from left to right. */
  columns: readonly ListColumn<TRow>[]
  places: ReadonlyMap<string, Place>
  titleId: string | undefined
  active: boolean
  selected: boolean
  selectable: boolean
  highlighted: boolean
  /** Trees only: whether the row can open, and whether it is open. */
  branch?: Branch
  setSize?: number
  held: boolean
  look?: RowLook<TRow>
  /** The row is only there because of rows below it. */
  aside?: boolean
  /** Names start after the place of a drag handle. */
  sorts: boolean
  sort: SortHandle | undefined
  /** Id of the text that explains how to sort with the keyboard. */
  sortHelp: string
  onActive(id: string): void
  onToggle(id: number, open: boolean): void
  onOpen?(row: TRow): void
  /** Runs on a tap on a small screen, where the row has no cells to see. */
  onTap?(row: TRow): void
  inline?: Inline<TRow>
  /** The column whose value is being edited in this row. */
  editing?: string
  /** The columns in the viewport. Default: all columns. */
  visible?: ReadonlySet<string>
  /** Whether the row shows more below it. Undefined when rows do not open. */
  expanded?: boolean
  onExpand(id: number): void
}

function GridRowContent<TRow extends ListRow>(props: GridRowProps<TRow>) {
  const { row, index, name, columns, places, titleId, branch, sort, active, selected, selectable } = props
  const value = row.original
  const status = props.look?.status(value)
  const leads = branch !== undefined || props.sorts || props.expanded !== undefined
  return (
    <RowContext value={{ active, selected }}>
      <tr
        // The roles are explicit, because the card layout displays rows differently. Browsers then drop implicit roles.
        // biome-ignore lint/a11y/noRedundantRoles: see above
        role="row"
        data-id={row.id}
        aria-rowindex={index + 2}
        aria-selected={selectable ? selected : undefined}
        aria-level={branch && row.depth + 1}
        aria-setsize={props.setSize}
        aria-posinset={branch && row.index + 1}
        aria-expanded={branch && branch !== 'leaf' ? branch !== 'closed' : undefined}
        aria-busy={branch === 'loading' || undefined}
        tabIndex={active ? 0 : -1}
        onFocus={() => props.onActive(row.id)}
        onClick={(event) => tap(event, props)}
        onDoubleClick={(event) => doubleClick(event, props)}
        data-dim={status?.off || props.aside || undefined}
        className={cx(
          'group/row h-(--list-row) outline-offset-[-2px] transition-colors',
          (status?.off || props.aside) && 'text-muted',
          selected || props.highlighted ? 'bg-accent-soft' : 'bg-surface hover:bg-hover',
          props.held && 'drag-held',
        )}
      >
        {columns.map((column) => {
          const place = places.get(column.id)
          const isTitle = column.id === titleId
          const shown = !props.visible || props.visible.has(column.id)
          const cell = shown && column.cell(value)
          const content = props.editing === column.id && props.inline ? props.inline.render(value, column, cell) : cell
          return (
            <td
              key={column.id}
              role={isTitle ? 'rowheader' : 'gridcell'}
              data-column={column.id}
              data-solo={column.solo || undefined}
              tabIndex={-1}
              style={place?.style}
              className={cx(
                'border-b border-line outline-offset-[-2px]',
                place?.className,
                isTitle && leads && 'pr-2 pl-1',
                column.solo && 'px-2',
              )}
            >
              {isTitle ? (
                <span className="flex min-w-0 items-center">
                  {leads && (
                    <RowHandle
                      id={value.id}
                      name={name}
                      depth={row.depth}
                      branch={branch}
                      sort={sort}
                      sorts={props.sorts}
                      sortHelp={props.sortHelp}
                      onToggle={props.onToggle}
                    />
                  )}
                  {props.expanded !== undefined && (
                    <ExpandButton id={value.id} name={name} open={props.expanded} onToggle={props.onExpand} />
                  )}
                  <span className="min-w-0 flex-1">
                    <span className="flex items-center gap-2">
                      <span className="row-name min-w-0 truncate">{content}</span>
                      {status && <StatusTag {...status} tells={props.look?.tells === true} />}
                    </span>
                    {/* The style sheet shows it, and only where the cells are hidden: it is no text of a wide list. */}
                    {props.look && <span className="row-line" data-line={props.look.line(value)} />}
                  </span>
                </span>
              ) : (
                content
              )}
            </td>
          )
        })}
      </tr>
    </RowContext>
  )
}

/** The word for a row that is not in use. On a small screen, where the cells are hidden, also for those that are. */
function StatusTag({ off, text, tells }: { off: boolean; text: string; tells: boolean }) {
  if (!off) return <span className="row-line ml-auto shrink-0 text-xs" data-line={text} />
  return (
    <Tag tone="warning" className={cx('shrink-0 max-sm:ml-auto', !tells && 'sm:hidden')}>
      {text}
    </Tag>
  )
}

const CONTROLS = 'button, a, input, select, label'

/** React hands events of a row's open menu to the row too, although the menu lies outside of it. */
function isInRow({ target, currentTarget }: MouseEvent): boolean {
  return target instanceof Element && currentTarget.contains(target) && !target.closest(CONTROLS)
}

function tap<TRow extends ListRow>(event: MouseEvent, { row, onTap }: GridRowProps<TRow>) {
  if (!onTap || !isInRow(event)) return
  if (matchMedia(SMALL_SCREEN).matches) onTap(row.original)
}

/** A double click edits the cell in place if the cell allows it. Otherwise it opens the row. */
function doubleClick<TRow extends ListRow>(event: MouseEvent, { row, inline, onOpen }: GridRowProps<TRow>) {
  const { target } = event
  if (!(target instanceof HTMLElement) || !isInRow(event)) return
  const column = cellOf(target)?.dataset.column
  if (column !== undefined && inline?.start(row.original, column)) return
  onOpen?.(row.original)
}

/**
 * The table creates new row objects whenever rows are added or removed. But only a row's value and its place affect
 * what it renders. So scrolling through a hundred thousand rows renders only the rows that enter the viewport.
 */
function sameRow<TRow extends ListRow>(before: GridRowProps<TRow>, now: GridRowProps<TRow>): boolean {
  const { row: one, ...old } = before
  const { row: other, ...rest } = now
  const placed = now.branch === undefined || (one.depth === other.depth && one.index === other.index)
  // Seam: both objects have the same keys. Only the values at these keys are compared here.
  const values = old as Record<string, unknown>
  return (
    one.original === other.original &&
    placed &&
    Object.entries(rest).every(([key, value]) => Object.is(values[key], value))
  )
}

// Seam: the type of memo loses the generic parameter of its component.
export const GridRow = memo(GridRowContent, sameRow) as typeof GridRowContent
