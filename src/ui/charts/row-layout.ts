import { fitText, measureText, shortNames, widest } from './measure.ts'

/** The usual height of a row, whatever the number of rows. */
export const ROW = 22

/** The height that all rows of a drawing have at most: with its head, it fits on a page. Then comes another drawing. */
const MOST = 880

const GAP = 12

/** The columns of a chart of rows: names, plot, notes. */
export type RowLayout = {
  /** The ends of the plot. */
  left: number
  right: number
  /** The short forms of the names. */
  names: ReadonlyMap<string, string>
  /** What stands above the notes; empty without notes. */
  heading: string
}

/**
 * The columns for these texts. Names have as much room as they need, up to a third of the width; longer ones have a
 * short form. Notes are figures, and have as much room as they need; their heading may be shortened.
 */
export function rowLayout(width: number, names: readonly string[], notes: readonly string[], heading = ''): RowLayout {
  const most = width * 0.34
  const left = Math.ceil(Math.min(most, widest(names))) + GAP
  const figures = widest(notes)
  const above = fitText(heading, Math.max(figures, width * 0.2))
  const beside = Math.max(figures, measureText(above))
  return {
    left,
    right: Math.floor(width - (beside > 0 ? beside + GAP + 8 : 8)),
    names: shortNames(names, left - GAP),
    heading: above,
  }
}

/** The rows of each drawing. All have about the same number, so that the last one is no remainder of two. */
export function panelsOf<T>(rows: readonly T[], size = ROW): T[][] {
  const count = Math.ceil((rows.length * size) / MOST)
  const most = Math.ceil(rows.length / count)
  return Array.from({ length: count }, (_, at) => rows.slice(at * most, (at + 1) * most))
}
