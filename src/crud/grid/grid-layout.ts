import { type CSSProperties, useMemo } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { ListColumn } from './list-columns.tsx'
import type { ListTable } from './list-table.ts'

/** The offset at which a pinned column stays when the grid scrolls sideways, and the class of a column's cells. */
export type Place = { style: CSSProperties; className: string }

const rem = (pixels: number) => `${pixels / 16}rem`

/**
 * The layout of the visible columns. Widths scale with the text size. Those of the title and the buttons also depend
 * on the screen size (`--list-title`, `--list-actions`). `places` stays the same object while only an unpinned column
 * changes its width. So the rows do not render again while the user drags the edge of a column.
 */
export function useGridLayout<TRow>(
  table: ListTable<TRow>,
  columns: ReadonlyMap<string, ListColumn<TRow>>,
  titleId: string,
) {
  const visible = table.getVisibleLeafColumns()
  const widthOf = (id: string, size: number) => {
    if (id === 'actions') return 'var(--list-actions)'
    return id === titleId ? `min(${rem(size)}, var(--list-title))` : rem(size)
  }
  const widths = new Map(visible.map((column) => [column.id, widthOf(column.id, column.getSize())]))
  const sides = visible.map((column) => ({ id: column.id, pinned: column.getIsPinned() }))
  const key = sides.map(({ id, pinned }) => (pinned ? `${id} ${pinned} ${widths.get(id)}` : id)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that the places depend on
  const places = useMemo(() => placesOf(sides, widths, columns), [key, columns])

  const sized = new Set(Object.keys(table.state.columnSizing))
  const free = sides.filter(({ id }) => !columns.get(id)?.fixed && !sized.has(id))
  // One column takes the remaining width: the title, unless the user has set its width.
  const lastAtStart = sides.findLast(({ pinned }) => pinned === 'start')?.id
  const flex =
    free.find(({ id, pinned }) => id === titleId && (!pinned || id === lastAtStart)) ??
    free.findLast(({ pinned }) => !pinned)
  return { places, widths, minWidth: sum([...widths.values()]), flexId: flex?.id }
}

const sum = (parts: readonly (string | undefined)[]) => `calc(0px + ${parts.join(' + ') || '0px'})`

type Side = { id: string; pinned: false | 'start' | 'end' }

function placesOf<TRow>(
  sides: readonly Side[],
  widths: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, ListColumn<TRow>>,
): ReadonlyMap<string, Place> {
  const on = (side: 'start' | 'end') => sides.filter(({ pinned }) => pinned === side).map(({ id }) => id)
  const start = on('start')
  const end = on('end')
  const total = (ids: readonly string[]) => sum(ids.map((id) => widths.get(id)))
  return new Map(
    sides.map(({ id, pinned }): [string, Place] => {
      const style: CSSProperties =
        pinned === 'start'
          ? { left: total(start.slice(0, start.indexOf(id))) }
          : pinned === 'end'
            ? { right: total(end.slice(end.indexOf(id) + 1)) }
            : {}
      const className = cx(
        'overflow-hidden px-3 font-normal text-ellipsis whitespace-nowrap',
        columns.get(id)?.align === 'end' ? 'tabular text-right' : 'text-left',
        pinned && 'sticky z-10 bg-inherit',
        id === start.at(-1) && 'list-edge-start',
        id === end[0] && 'list-edge-end',
      )
      return [id, { style, className }]
    }),
  )
}
