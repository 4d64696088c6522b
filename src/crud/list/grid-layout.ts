import type { CSSProperties } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { ListColumn } from './list-columns.tsx'
import type { ListTable } from './list-table.ts'

/** How a column lies in the grid: its width, and where it stays when the grid scrolls sideways. */
export type Place = { width: string; style: CSSProperties; className: string }

const rem = (pixels: number) => `${pixels / 16}rem`

/**
 * The places of the visible columns, by id. Widths follow the size of the text, and those of the first and the last
 * column the screen's too (`--list-title`, `--list-actions`, set beside the grid).
 */
export function placesOf<TRow>(
  table: ListTable<TRow>,
  columns: ReadonlyMap<string, ListColumn<TRow>>,
  titleId: string | undefined,
): { places: ReadonlyMap<string, Place>; minWidth: string; flexId: string | undefined } {
  const visible = table.getVisibleLeafColumns()
  const width = (id: string, size: number) => {
    if (id === 'actions') return 'var(--list-actions)'
    return id === titleId ? `min(${rem(size)}, var(--list-title))` : rem(size)
  }
  const widths = new Map(visible.map((column) => [column.id, width(column.id, column.getSize())]))
  const sum = (ids: readonly string[]) => `calc(0px + ${ids.map((id) => widths.get(id)).join(' + ') || '0px'})`
  const start = visible.filter((column) => column.getIsPinned() === 'start').map(({ id }) => id)
  const end = visible.filter((column) => column.getIsPinned() === 'end').map(({ id }) => id)
  const sized = new Set(Object.keys(table.state.columnSizing))
  // One column takes what the others leave: the title, unless somebody gave it a width of its own.
  const movable = visible.filter(({ id }) => !columns.get(id)?.fixed && !sized.has(id)).map(({ id }) => id)
  const flexId =
    movable.find((id) => id === titleId && start.at(-1) === id) ?? movable.findLast((id) => !start.includes(id))

  const places = new Map(
    visible.map(({ id }): [string, Place] => {
      const column = columns.get(id)
      const atStart = start.indexOf(id)
      const atEnd = end.indexOf(id)
      const pinned = atStart >= 0 || atEnd >= 0
      const style: CSSProperties =
        atStart >= 0 ? { left: sum(start.slice(0, atStart)) } : atEnd >= 0 ? { right: sum(end.slice(atEnd + 1)) } : {}
      const className = cx(
        'overflow-hidden px-3 font-normal text-ellipsis whitespace-nowrap',
        column?.align === 'end' ? 'tabular text-right' : 'text-left',
        pinned && 'sticky z-10 bg-inherit',
        atStart === start.length - 1 && pinned && 'list-edge-start',
        atEnd === 0 && 'list-edge-end',
      )
      return [id, { width: widths.get(id) ?? '', style, className }]
    }),
  )
  return { places, minWidth: sum(visible.map(({ id }) => id)), flexId }
}
