import { type CSSProperties, useMemo } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { ListColumn } from './list-columns.tsx'
import type { ListTable } from './list-table.ts'

/** The offset at which a pinned column stays when the grid scrolls sideways, and the class of a column's cells. */
export type Place = { style: CSSProperties; className: string }

const rem = (pixels: number) => `${pixels / 16}rem`

/**
 * The layout of the visible columns. Widths scale with the text size. Those of the title and the buttons also depend
 * on the screen size (`--list-title`, `--list-actions`). Columns of texts share the width that is left over, each up to
 * its own limit; then the table ends. A width that the user has set stays. `places` stays the same object while the
 * pinned columns stay where they are. So the rows do not render again while the user drags the edge of a column.
 * @returns also the least and the greatest width of the table
 */
export function useGridLayout<TRow>(
  table: ListTable<TRow>,
  columns: ReadonlyMap<string, ListColumn<TRow>>,
  titleId: string,
) {
  const visible = table.getVisibleLeafColumns()
  const leastOf = (id: string, size: number) => {
    if (id === 'actions') return 'var(--list-actions)'
    return id === titleId ? `min(${rem(size)}, var(--list-title))` : rem(size)
  }
  const parts = visible.map((column) => ({
    id: column.id,
    least: leastOf(column.id, column.getSize()),
    grow: column.id in table.state.columnSizing ? 0 : (columns.get(column.id)?.grow ?? 0),
  }))
  const grow = parts.reduce((all, part) => all + part.grow, 0)
  const minWidth = sum(parts.map(({ least }) => least))
  const widths = new Map(
    parts.map((part) => {
      if (part.grow === 0) return [part.id, part.least]
      const share = `clamp(0px, (100cqw - var(--list-width)) * ${part.grow / grow}, ${rem(part.grow)})`
      return [part.id, `calc(${part.least} + ${share})`]
    }),
  )
  const sides = visible.map((column) => ({ id: column.id, pinned: column.getIsPinned() }))
  const on = (side: 'start' | 'end') => sides.filter(({ pinned }) => pinned === side)
  // A column's place depends on the widths between it and its edge.
  const between = [...on('start').slice(0, -1), ...on('end').slice(1)].map(({ id }) => widths.get(id))
  const key = [...sides.map(({ id, pinned }) => (pinned ? `${id} ${pinned}` : id)), ...between].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that the places depend on
  const places = useMemo(() => placesOf(sides, widths, columns), [key, columns])
  return { places, widths, minWidth, maxWidth: `calc(${minWidth} + ${rem(grow)})` }
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
        'overflow-hidden px-2.5 font-normal text-ellipsis whitespace-nowrap',
        columns.get(id)?.align === 'end' ? 'tabular text-right' : 'text-left',
        pinned && 'sticky z-10 bg-inherit',
        id === start.at(-1) && 'list-edge-start',
        id === end[0] && 'list-edge-end',
      )
      return [id, { style, className }]
    }),
  )
}
