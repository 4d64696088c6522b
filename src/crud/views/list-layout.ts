import type { ListColumn } from '../grid/list-columns.tsx'

export const densities = ['compact', 'normal', 'relaxed'] as const
export type Density = (typeof densities)[number]

/** The heights of rows, in pixels at the default text size. */
export const rowHeights: Record<Density, number> = { compact: 32, normal: 40, relaxed: 52 }

/** The user's layout of a list. For missing keys the resource's defaults are used. */
export type ListLayout = {
  /** The columns that are shown, in their order. */
  columns?: string[]
  widths?: Record<string, number>
  /** All columns that stay visible when the list scrolls sideways. */
  pins?: Record<string, 'start' | 'end'>
  density?: Density
}

type Column = Pick<ListColumn<never>, 'id' | 'pin' | 'hidden' | 'fixed'>

/** The columns that the user can hide and move: `shown` in the order of the layout, and the hidden `rest`. */
export function arranged<T extends Column>(columns: readonly T[], layout: ListLayout): { shown: T[]; rest: T[] } {
  const movable = columns.filter(({ fixed }) => !fixed)
  if (!layout.columns) {
    return { shown: movable.filter(({ hidden }) => !hidden), rest: movable.filter(({ hidden }) => hidden) }
  }
  const shown = layout.columns.flatMap((id) => movable.find((column) => column.id === id) ?? [])
  return { shown, rest: movable.filter((column) => !shown.includes(column)) }
}

/** The side on which a column stays visible. Undefined for a column that scrolls. */
export function pinOf(column: Column, layout: ListLayout): 'start' | 'end' | undefined {
  return column.fixed || !layout.pins ? column.pin : layout.pins[column.id]
}

/** A layout as the state of TanStack Table. */
export function tableLayout(columns: readonly Column[], layout: ListLayout) {
  const { shown, rest } = arranged(columns, layout)
  const first = columns.filter(({ fixed, pin }) => fixed && pin === 'start')
  const last = columns.filter(({ fixed, pin }) => fixed && pin !== 'start')
  const ordered = [...first, ...shown, ...rest, ...last]
  const pinned = (side: 'start' | 'end') =>
    ordered.filter((column) => pinOf(column, layout) === side).map(({ id }) => id)
  return {
    columnOrder: ordered.map(({ id }) => id),
    columnVisibility: Object.fromEntries(rest.map(({ id }) => [id, false])),
    columnPinning: { start: pinned('start'), end: pinned('end') },
    columnSizing: layout.widths ?? {},
  }
}
