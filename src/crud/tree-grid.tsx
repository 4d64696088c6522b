import { FlexRender } from '@tanstack/react-table'
import { Fragment, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { buildTree, type TreeRow } from './tree.ts'
import { treeKey } from './tree-keys.ts'
import { type ColumnLayout, cellClass, ROW_HEIGHT, type TreeColumns, TreeRowView } from './tree-row.tsx'
import { useTreeTable } from './tree-table.ts'
import { useRowSort } from './use-row-sort.ts'
import { useStable } from './use-stable.ts'
import { useWindowRows } from './use-window-rows.ts'

const HEAD_HEIGHT = 36

type TreeGridProps<TRow extends TreeRow> = {
  label: string
  /** Flat, in the order of the siblings. */
  rows: readonly TRow[]
  columns: TreeColumns<TRow>
  layout: Record<string, ColumnLayout>
  open: ReadonlySet<number>
  nameOf(row: TRow): string
  onToggle(id: number, open: boolean): void
  /** What Enter does on a row. */
  onEnter?(row: TRow): void
  /** Makes rows sortable among their siblings. */
  onSort?(id: number, targetId: number): void
  /** A row to show and to point out. */
  marked?: number
  className?: string
}

type Row<TRow> = TRow & { childCount?: number }

/** A tree as a table: rows open and close, move among their siblings, and are walked through with the arrow keys. */
export function TreeGrid<TRow extends TreeRow>(props: TreeGridProps<Row<TRow>>) {
  const { label, rows, columns, layout, open, nameOf, onEnter, onSort, marked, className } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const wanted = useRef<string>(undefined)

  const data = useMemo(() => buildTree(rows), [rows])
  const expanded = useMemo(() => Object.fromEntries([...open].map((id) => [id, true])), [open])
  const table = useTreeTable({
    data,
    columns,
    state: { expanded },
    getRowCanExpand: ({ original }) => canOpen(original.row),
  })
  const shown = table.getRowModel().rows
  const at = (id: string | undefined) => shown.findIndex((row) => row.id === id)
  const active = Math.max(0, at(activeId))

  const sortRows = shown.map((row) => ({ ...pick(row.original.row), depth: row.depth, name: nameOf(row.original.row) }))
  const sort = useRowSort({ rows: sortRows, rowHeight: ROW_HEIGHT, scroller, body, onSort: onSort ?? (() => {}) })
  const heldAt = sort.held === undefined ? -1 : at(String(sort.held))
  const drawn = useWindowRows({ scroller, count: shown.length, rowHeight: ROW_HEIGHT, keep: [active, heldAt] })

  const focusRow = (id: string) => {
    wanted.current = id
    setActiveId(id)
    reveal(scroller.current, at(id))
    // The row may be there already, and active: then nothing is drawn anew.
    focusElement(body.current, id)
  }
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    focusElement(body.current, wanted.current)
    wanted.current = undefined
  })

  const markedAt = marked === undefined ? -1 : at(String(marked))
  useLayoutEffect(() => {
    if (markedAt >= 0) reveal(scroller.current, markedAt)
  }, [markedAt])

  const toggle = useStable(props.onToggle)
  const activate = useStable((id: string) => setActiveId(id))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return
    const element = target.closest<HTMLElement>('tr[data-id]')
    const index = at(element?.dataset.id)
    const row = shown[index]
    if (!element || !row) return
    if (event.altKey && onSort && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      sort.step(row.original.row.id, event.key === 'ArrowUp' ? -1 : 1)
      return event.preventDefault()
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (target !== element && walkControls(element, target, event.key)) return event.preventDefault()
    if (target !== element && event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    if (event.key === 'Enter') return onEnter?.(row.original.row)
    const keyRows = shown.map((one) => ({
      id: one.id,
      depth: one.depth,
      canOpen: one.getCanExpand(),
      open: one.getIsExpanded(),
    }))
    const action = treeKey(keyRows, index, event.key)
    if (!action) return
    event.preventDefault()
    if ('focus' in action) focusRow(action.focus)
    else if ('toggle' in action) props.onToggle(Number(action.toggle), action.open)
    else controlsOf(element)[0]?.focus()
  }

  const leaf = table.getHeaderGroups().flatMap((group) => group.headers)
  const minWidth = `calc(${leaf.map((header) => layout[header.column.id]?.width ?? '8rem').join(' + ')})`
  return (
    <div
      ref={scroller}
      className={cx('relative overflow-auto overscroll-contain rounded-lg border border-line bg-surface', className)}
      style={{ scrollPaddingTop: HEAD_HEIGHT }}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the treegrid pattern is built on a table
        role="treegrid"
        aria-label={label}
        aria-rowcount={shown.length + 1}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
        style={{ minWidth }}
      >
        <colgroup>
          {leaf.map((header, index) => (
            // The first column takes what the others leave.
            <col key={header.id} style={index === 0 ? undefined : { width: layout[header.column.id]?.width }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-20">
          <tr className="bg-sunken" aria-rowindex={1} style={{ height: HEAD_HEIGHT }}>
            {leaf.map((header, index) => (
              <th
                key={header.id}
                scope="col"
                // Names begin behind the handle and the button that opens.
                style={index === 0 ? { paddingLeft: onSort ? 50 : 30 } : undefined}
                className={cx('border-b border-line text-muted', cellClass(layout[header.column.id]))}
              >
                <FlexRender header={header} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {drawn.map((index, i) => {
            const row = shown[index]
            if (!row) return null
            const gap = index - (drawn[i - 1] ?? -1) - 1
            const id = row.original.row.id
            const isOpen = row.getIsExpanded()
            return (
              <Fragment key={row.id}>
                <Gap rows={gap} columns={leaf.length} />
                <TreeRowView
                  row={row}
                  index={index}
                  setSize={row.getParentRow()?.subRows.length ?? data.length}
                  name={nameOf(row.original.row)}
                  columns={columns}
                  layout={layout}
                  active={index === active}
                  canOpen={canOpen(row.original.row)}
                  open={isOpen}
                  busy={isOpen && row.subRows.length === 0}
                  held={sort.held === id}
                  marked={marked === id}
                  sort={onSort && sort.handle}
                  onActive={activate}
                  onToggle={toggle}
                />
              </Fragment>
            )
          })}
          <Gap rows={shown.length - (drawn.at(-1) ?? -1) - 1} columns={leaf.length} />
        </tbody>
      </table>
      {sort.line !== undefined && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 z-10 h-0.5 -translate-y-px bg-accent"
          style={{ top: HEAD_HEIGHT + sort.line * ROW_HEIGHT }}
        />
      )}
      {onSort && (
        <p id="tree-sort-help" hidden>
          {m.tree_sortHelp()}
        </p>
      )}
      <p aria-live="assertive" className="sr-only">
        {sort.message}
      </p>
    </div>
  )
}

/** The room of rows that are not drawn. */
function Gap({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null
  return (
    <tr aria-hidden style={{ height: rows * ROW_HEIGHT }}>
      <td colSpan={columns} />
    </tr>
  )
}

function canOpen(row: { childCount?: number }): boolean {
  return (row.childCount ?? 0) > 0
}

function pick({ id, pid }: TreeRow) {
  return { id, pid }
}

function reveal(scroller: HTMLElement | null, index: number) {
  if (!scroller || index < 0) return
  const top = index * ROW_HEIGHT
  if (top < scroller.scrollTop) scroller.scrollTop = top
  const below = top + ROW_HEIGHT + HEAD_HEIGHT - scroller.clientHeight
  if (below > scroller.scrollTop) scroller.scrollTop = below
}

function focusElement(body: HTMLElement | null, id: string) {
  body?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('button, a[href]')].filter((one) => one.offsetParent !== null)
}

/** Left and right walk through a row's controls, back to the row itself at the left end. */
function walkControls(row: HTMLElement, from: HTMLElement, key: string): boolean {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight' && key !== 'Escape') return false
  const controls = controlsOf(row)
  const at = controls.findIndex((one) => one.contains(from))
  const next = key === 'Escape' ? row : key === 'ArrowLeft' ? (controls[at - 1] ?? row) : controls[at + 1]
  next?.focus()
  return true
}
