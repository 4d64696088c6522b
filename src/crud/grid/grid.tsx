import {
  type CSSProperties,
  Fragment,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { DropLine } from '#src/ui/drag/drop-line.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { ServerBoundary } from '../cells/cell-boundary.tsx'
import type { Inline, InlineAt } from '../inline/use-inline.tsx'
import type { RowWindow } from '../list/use-scroll-list.ts'
import type { Selection } from '../list/use-selection.ts'
import type { Expansion } from './expansion.tsx'
import { Awaited, SpacerRow } from './grid-fillers.tsx'
import { useFocusBack } from './grid-focus.ts'
import { GridHead } from './grid-head.tsx'
import { type Place, useGridLayout } from './grid-layout.ts'
import { type Branch, GridRow } from './grid-row.tsx'
import type { ListColumn } from './list-columns.tsx'
import type { ListRow, ListTable } from './list-table.ts'
import type { RowLook } from './row-look.ts'
import type { GridPlaces } from './row-places.ts'
import { useCellRange } from './use-cell-range.ts'
import { useCopy } from './use-copy.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useHeadHeight, useRowHeight } from './use-row-height.ts'
import type { Highlighted } from './use-row-highlight.ts'
import { useRowSort } from './use-row-sort.ts'
import { useRowTops } from './use-row-tops.ts'
import { useVisibleColumns } from './use-visible-columns.ts'
import { useWindowRows } from './use-window-rows.ts'

const ExpandedRow = lazyPart(async () => (await import('./expanded-row.tsx')).ExpandedRow, null, { place: 'nowhere' })

export type GridProps<TRow extends ListRow> = {
  label: string
  table: ListTable<TRow>
  columns: readonly ListColumn<TRow>[]
  /** The column that names a row. While it is hidden, the first column does. */
  titleId: string
  rowHeight: number
  nameOf(row: TRow): string
  selection?: Selection<TRow>
  selectAll?: ReactNode
  /** Set for a list that is only partly loaded. */
  window?: RowWindow<TRow>
  /** Set for a tree, whose rows open and close. */
  tree?: {
    toggle(id: number, open: boolean): void
    /** Of a search: the rows that it finds. The others are only there because of rows below them. */
    matched?: ReadonlySet<number>
  }
  look?: RowLook<TRow>
  /** Set for a list whose rows open to show more below them. The object stays the same while nothing opens. */
  expansion?: Expansion<TRow>
  /** Runs on Enter and on a double click. */
  onOpen?(row: TRow): void
  onDelete?(row: TRow): void
  /** Edits values in their cells. */
  inline?: Inline<TRow>
  /** The cell whose value is being edited. */
  inlineAt?: InlineAt
  /** Runs on a tap on a small screen. */
  onTap?(row: TRow): void
  /** Makes rows sortable among their siblings. */
  onSort?(id: number, targetId: number): void
  /** Rows have a manual order, although the list may have another one just now. */
  sorts?: boolean
  /** A row to scroll to and to highlight. */
  highlightedId?: Highlighted | undefined
  /** The number of buttons of a row, with that of its menu. */
  buttons?: number
  className?: string
  /** Renders a `tfoot` below the rows. */
  foot?(columns: readonly ListColumn<TRow>[], places: ReadonlyMap<string, Place>, titleId: string): ReactNode
}

/**
 * The rows of a list as a table. Arrow keys move the focus, Enter opens a row, Space selects it. The rows of a tree
 * open and close. Rows with a manual order move among their siblings.
 */
export function Grid<TRow extends ListRow & { pid?: number | null }>(props: GridProps<TRow>) {
  const { label, table, nameOf, selection, tree, expansion, inline, inlineAt, onSort, highlightedId, className } = props
  const rowHeight = useRowHeight(props.rowHeight)
  const headHeight = useHeadHeight()
  const sorts = props.sorts === true || onSort !== undefined
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const helpId = useId()
  const [activeId, setActiveId] = useState<string>()

  const byId = useMemo(() => new Map(props.columns.map((column) => [column.id, column])), [props.columns])
  const headers = table.getHeaderGroups().flatMap((group) => group.headers)
  const shownIds = table.getVisibleLeafColumns().map(({ id }) => id)
  const titleId = shownIds.includes(props.titleId)
    ? props.titleId
    : (shownIds.find((id) => !byId.get(id)?.fixed) ?? props.titleId)
  const { places, widths, minWidth, maxWidth } = useGridLayout(table, byId, titleId)
  const shownKey = shownIds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the ids
  const shownColumns = useMemo(() => shownIds.flatMap((id) => byId.get(id) ?? []), [byId, shownKey])

  const model = table.getRowModel()
  const shown = model.rows
  const { window } = props
  const count = window?.count ?? shown.length
  const idAt = (index: number) => (window ? window.rowAt(index)?.id.toString() : shown[index]?.id)
  const rowAt = (index: number) => {
    if (!window) return shown[index]
    const id = idAt(index)
    return id === undefined ? undefined : model.rowsById[id]
  }
  const tops = shown.filter((row) => row.depth === 0).length
  const at = (id: string | undefined) =>
    window && id !== undefined ? window.indexOf(Number(id)) : shown.findIndex((row) => row.id === id)
  const active = activeId === 'head' ? -1 : Math.max(0, at(activeId))

  const sortRows = onSort
    ? shown.map((row) => ({
        id: row.original.id,
        pid: row.original.pid ?? null,
        depth: row.depth,
        name: nameOf(row.original),
      }))
    : []
  const sort = useRowSort({ rows: sortRows, rowHeight, scroller, body, onSort: onSort ?? (() => {}) })
  const heldAt = sort.held === undefined ? -1 : at(String(sort.held))
  // While the user moves a row, all rows have the same height.
  const opened = heldAt < 0 ? expansion : undefined
  const { rowTops, onHeight } = useRowTops(opened?.open, { count, indexOf: at, idAt, rowHeight })
  const {
    rows: drawn,
    from,
    to,
  } = useWindowRows({ scroller, count, rowHeight, places: rowTops, keep: [active, heldAt] })
  const visible = useVisibleColumns(scroller, `${shownKey} ${minWidth}`, drawn.length < count)

  useLayoutEffect(() => {
    if (scroller.current) markEdges(scroller.current)
  }, [])

  useEffect(() => window?.onRange(from, to), [window, from, to])

  const highlightedAt = highlightedId === undefined || highlightedId === 'found' ? -1 : at(String(highlightedId))
  useLayoutEffect(() => {
    if (highlightedAt >= 0) reveal(scroller.current, highlightedAt, { rowHeight, headHeight, places: rowTops })
  }, [highlightedAt, rowHeight, headHeight, rowTops])

  const toggle = useStable((id: number, open: boolean) => tree?.toggle(id, open))
  const activate = useStable((id: string) => setActiveId(id))
  const openRow = useStable((row: TRow) => props.onOpen?.(row))
  const expand = useStable((id: number) => expansion?.toggle(id))
  useFocusBack(body, inlineAt)
  const range = useCellRange({
    count,
    indexOf: at,
    columns: shownColumns,
    rowAt: (index: number) => rowAt(index)?.original,
  })
  const keys = useGridKeys({
    count,
    rowAt,
    indexOf: at,
    page: shown,
    body,
    reveal: (index) => reveal(scroller.current, index, { rowHeight, headHeight, places: rowTops }),
    activate,
    onToggle: toggle,
    onOpen: props.onOpen,
    onDelete: props.onDelete,
    onStep: onSort && sort.step,
    onInline: inline?.start,
    selection,
    onRange: range.extend,
  })

  const copy = useCopy({
    columns: shownColumns,
    rowOf: (id) => model.rowsById[id]?.original,
    selection,
    range: range.range,
  })
  // Seam: React's type of styles has no CSS variables.
  const style = {
    scrollPaddingTop: headHeight,
    '--list-buttons': props.buttons ?? 1,
    '--list-row': `${rowHeight}px`,
    '--list-width': minWidth,
    '--list-most': maxWidth,
  } as CSSProperties
  return (
    <div
      ref={scroller}
      onScroll={(event) => markEdges(event.currentTarget)}
      className={cx(
        'list-grid @container relative overflow-auto overscroll-contain rounded-lg border border-line bg-surface sm:max-w-[calc(var(--list-most)+2px)]',
        className,
      )}
      style={style}
    >
      {sort.line !== undefined && <DropLine top={headHeight + sort.line * rowHeight} />}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: grid and treegrid both support these attributes */}
      <table
        role={tree ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={keys}
        onCopy={copy}
        className={cx(
          'list-cards w-[clamp(var(--list-width),100cqw,var(--list-most))] table-fixed border-separate border-spacing-0 text-sm',
        )}
      >
        <colgroup>
          {headers.map(({ column: { id } }) => (
            <col key={id} style={{ width: widths.get(id) }} />
          ))}
        </colgroup>
        <GridHead
          headers={headers}
          columns={byId}
          places={places}
          titleId={titleId}
          // Names start after the drag handle and the expand button, so the header is indented as well.
          handle={
            tree || sorts || expansion
              ? `calc(4px + ${sorts ? 'var(--grip)' : '0px'} + ${tree ? 'var(--twig) + 2px' : '0px'} + ${expansion ? 26 : 0}px)`
              : undefined
          }
          active={active === -1}
          selectAll={props.selectAll}
          onActive={() => activate('head')}
        />
        <tbody ref={body}>
          <ServerBoundary fallback={<SpacerRow from={0} to={count} places={rowTops} columns={headers.length} />}>
            {drawn.map((index, i) => {
              const row = rowAt(index)
              const spacer = (
                <SpacerRow from={(drawn[i - 1] ?? -1) + 1} to={index} places={rowTops} columns={headers.length} />
              )
              if (!row) {
                return (
                  <Fragment key={`place${index}`}>
                    {spacer}
                    <Awaited height={rowTops.topOf(index + 1) - rowTops.topOf(index)} columns={headers.length} />
                  </Fragment>
                )
              }
              const value = row.original
              return (
                <Fragment key={row.id}>
                  {spacer}
                  <GridRow
                    row={row}
                    index={index}
                    name={nameOf(value)}
                    columns={shownColumns}
                    places={places}
                    titleId={titleId}
                    active={index === active}
                    selected={selection?.has(value.id) ?? false}
                    selectable={selection !== undefined}
                    highlighted={
                      highlightedId === value.id ||
                      (highlightedId === 'found' && tree?.matched?.has(value.id) !== false)
                    }
                    branch={tree && branchOf(row.getIsExpanded(), row.getCanExpand(), row.subRows.length > 0)}
                    setSize={tree && (row.getParentRow()?.subRows.length ?? tops)}
                    held={sort.held === value.id}
                    sort={onSort && sort.handle}
                    sorts={sorts}
                    look={props.look}
                    aside={tree?.matched && !tree.matched.has(value.id)}
                    sortHelp={helpId}
                    onActive={activate}
                    onToggle={toggle}
                    onOpen={props.onOpen && openRow}
                    onTap={props.onTap}
                    inline={inline}
                    editing={inlineAt?.id === value.id ? inlineAt.column : undefined}
                    visible={index === active ? undefined : visible}
                    expanded={opened?.open.has(value.id)}
                    onExpand={expand}
                  />
                  {opened?.open.has(value.id) && (
                    <ExpandedRow
                      id={value.id}
                      name={nameOf(value)}
                      columns={headers.length}
                      row={value}
                      render={() => opened.render(value)}
                      onHeight={onHeight}
                    />
                  )}
                </Fragment>
              )
            })}
            <SpacerRow from={(drawn.at(-1) ?? -1) + 1} to={count} places={rowTops} columns={headers.length} />
          </ServerBoundary>
        </tbody>
        {props.foot?.(shownColumns, places, titleId)}
      </table>
      {onSort && (
        <p id={helpId} hidden>
          {m.tree_sortHelp()}
        </p>
      )}
      <p aria-live="assertive" className="sr-only">
        {sort.message}
      </p>
    </div>
  )
}

function branchOf(open: boolean, canOpen: boolean, hasRows: boolean): Branch {
  if (!canOpen) return 'leaf'
  if (!open) return 'closed'
  return hasRows ? 'open' : 'loading'
}

type Heights = { rowHeight: number; headHeight: number; places: GridPlaces }

function reveal(scroller: HTMLElement | null, index: number, { rowHeight, headHeight, places }: Heights) {
  if (!scroller || index < 0) return
  const top = places.topOf(index)
  if (top < scroller.scrollTop) scroller.scrollTop = top
  const below = top + rowHeight + headHeight - scroller.clientHeight
  if (below > scroller.scrollTop) scroller.scrollTop = below
}

/** Sets attributes for the sides on which there are more columns. The edges have a shadow there. */
function markEdges(scroller: HTMLElement) {
  const { scrollLeft, scrollWidth, clientWidth } = scroller
  scroller.toggleAttribute('data-more-start', scrollLeft > 0)
  scroller.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
}
