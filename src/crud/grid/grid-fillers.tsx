import type { GridPlaces } from './row-places.ts'

type SpacerRowProps = { from: number; to: number; places: GridPlaces; columns: number }

/** Empty space in place of rows that are not rendered. */
export function SpacerRow({ from, to, places, columns }: SpacerRowProps) {
  if (to <= from) return null
  return (
    <tr aria-hidden style={{ height: places.topOf(to) - places.topOf(from) }}>
      <td colSpan={columns} />
    </tr>
  )
}

/** A placeholder for a row that is still loading. */
export function Awaited({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} className="border-b border-line px-3">
        <span className="skeleton block h-3 w-2/5 rounded-sm" />
      </td>
    </tr>
  )
}
