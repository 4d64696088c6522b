/** A cell by row and column. */
export type DeskPlace = { row: number; column: number }

type Size = { rows: number; columns: number }

const PAGE = 10

/**
 * Where a key leads; undefined for a key that moves nothing. Enter goes down to the next cell that awaits a paper, and
 * from the end of a column to the next one.
 */
export function moved(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  at: DeskPlace,
  size: Size,
  awaits: (place: DeskPlace) => boolean,
): DeskPlace | undefined {
  const to = (row: number, column: number) => ({
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  })
  switch (key) {
    case 'Enter':
      return next(at, size, awaits, shiftKey ? -1 : 1)
    case 'ArrowDown':
      return to(at.row + 1, at.column)
    case 'ArrowUp':
      return to(at.row - 1, at.column)
    case 'ArrowRight':
      return to(at.row, at.column + 1)
    case 'ArrowLeft':
      return to(at.row, at.column - 1)
    case 'PageDown':
      return to(at.row + PAGE, at.column)
    case 'PageUp':
      return to(at.row - PAGE, at.column)
    case 'Home':
      return to(at.row, 0)
    case 'End':
      return to(at.row, size.columns - 1)
    default:
      return undefined
  }
}

/** The next cell down the columns for which a condition holds; where it began when there is none. */
export function next(
  at: DeskPlace,
  { rows, columns }: Size,
  holds: (place: DeskPlace) => boolean,
  step: 1 | -1,
): DeskPlace {
  const all = rows * columns
  const begin = at.column * rows + at.row
  for (let away = 1; away < all; away++) {
    const index = begin + away * step
    // From the last cell, Enter does not begin again at the first one.
    if (index < 0 || index >= all) break
    const place = { row: index % rows, column: Math.floor(index / rows) }
    if (holds(place)) return place
  }
  return at
}
