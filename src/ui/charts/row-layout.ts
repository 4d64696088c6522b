import { shortNames, widest } from './measure.ts'

/** The usual height of a row, whatever the number of rows. */
export const ROW = 22

/** The height that all rows of a drawing have at most: with its head, it fits on a page. Then comes another drawing. */
const MOST = 880

const GAP = 12

/** The columns of a chart of rows: names, plot, notes. */
export type RowLayout = { left: number; right: number; names: ReadonlyMap<string, string> }

/**
 * The columns for these texts. Names have as much room as they need, up to a third of the width; longer ones have a
 * short form.
 */
export function rowLayout(width: number, names: readonly string[], notes: readonly string[]): RowLayout {
  const most = width * 0.34
  const left = Math.ceil(Math.min(most, widest(names))) + GAP
  const beside = widest(notes)
  return {
    left,
    right: Math.floor(width - (beside > 0 ? beside + GAP + 8 : 8)),
    names: shortNames(names, left - GAP),
  }
}

/** The rows of each drawing. All have about the same number, so that the last one is no remainder of two. */
export function panelsOf<T>(rows: readonly T[], size = ROW): T[][] {
  const count = Math.ceil((rows.length * size) / MOST)
  const most = Math.ceil(rows.length / count)
  return Array.from({ length: count }, (_, at) => rows.slice(at * most, (at + 1) * most))
}
