import { type CSSProperties, useMemo } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { ListColumn } from './list-columns.tsx'
import type { ListTable } from './list-table.ts'

/** Where a column stays when the grid scrolls sideways, and how its cells look. */
export type Place = { style: CSSProperties; className: string }

const rem = (pixels: number) => `${pixels / 16}rem`

/**
 * How the visible columns lie. Widths follow the size of the text, and those of the title and the buttons the screen's
 * too (`--list-title`, `--list-actions`). Places are the same from one render to the next while only a column that
 * moves along changes its width: rows are not drawn anew while somebody drags its edge.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that places depend on
  const places = useMemo(() => placesOf(sides, widths, columns), [key, columns])

  const sized = new Set(Object.keys(table.state.columnSizing))
  const free = sides.filter(({ id }) => !columns.get(id)?.fixed && !sized.has(id))
  // One column takes what the others leave: the title, unless somebody gave it a width of its own.
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
