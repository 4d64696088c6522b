import { addCounts } from './add-up.ts'
import { type FrameLevel, NO_MARK, type UnitOfRow } from './frame.ts'

// Counts and sums of whole numbers for each unit of a grouping. They are exact, so a school's are those of its classes
// added up. What is divided (means, deviations, rates) is computed when it is read: see unit-figures.ts.

/** What is counted, the same for all units. Marks in hundredths. */
export type TallySpec = {
  /** Squares are taken of distances from this mark, near the mean of all, so that their sums stay exact. */
  pivot: number
  /** The lowest mark of each cell, ascending from 0. A cell ends where the next one begins. */
  borders: readonly number[]
  /** The cell of each mark up to the highest one. */
  cellOf: Uint16Array
}

/** One entry for each unit; `cells` has as many as there are borders, unit after unit. */
export type Tally = {
  spec: TallySpec
  counts: Int32Array
  sums: Float64Array
  /** Sums of squared distances from the pivot. */
  squares: Float64Array
  /** `NO_MARK` for a unit without marks. */
  lowest: Int32Array
  highest: Int32Array
  /** How many marks lie in each cell. Rates and histograms are sums of these. */
  cells: Int32Array
}

/**
 * What to count of a column.
 * @param borders where bands and steps begin, in any order
 * @param highest the highest mark of the column
 */
export function tallySpec(pivot: number, borders: Iterable<number>, highest: number): TallySpec {
  const sorted = [...new Set([0, ...borders])].filter((border) => border >= 0).sort((one, other) => one - other)
  const cellOf = new Uint16Array(Math.max(0, highest) + 1)
  sorted.forEach((border, at) => {
    cellOf.fill(at, border, sorted[at + 1] ?? cellOf.length)
  })
  return { pivot, borders: sorted, cellOf }
}

function emptyTally(units: number, spec: TallySpec): Tally {
  return {
    spec,
    counts: new Int32Array(units),
    sums: new Float64Array(units),
    squares: new Float64Array(units),
    lowest: new Int32Array(units).fill(NO_MARK),
    highest: new Int32Array(units).fill(NO_MARK),
    cells: new Int32Array(units * spec.borders.length),
  }
}

/**
 * Counts a column by unit.
 * @param unitOf the unit of each row; negative for rows that belong to none
 */
export function tallyOf(marks: Int32Array, unitOf: UnitOfRow, units: number, spec: TallySpec): Tally {
  const tally = emptyTally(units, spec)
  const { counts, sums, squares, lowest, highest, cells } = tally
  const { pivot, cellOf } = spec
  const stride = spec.borders.length
  for (let row = 0; row < marks.length; row++) {
    const mark = marks[row] ?? NO_MARK
    const unit = unitOf[row] ?? -1
    if (mark === NO_MARK || unit < 0) continue
    const distance = mark - pivot
    const count = counts[unit] ?? 0
    counts[unit] = count + 1
    sums[unit] = (sums[unit] ?? 0) + mark
    squares[unit] = (squares[unit] ?? 0) + distance * distance
    if (count === 0 || mark < (lowest[unit] ?? 0)) lowest[unit] = mark
    if (mark > (highest[unit] ?? 0)) highest[unit] = mark
    const cell = unit * stride + (cellOf[mark] ?? 0)
    cells[cell] = (cells[cell] ?? 0) + 1
  }
  return tally
}

/** The tally of the level above. */
export function addTallies(below: Tally, level: FrameLevel, units: number): Tally {
  const { spec } = below
  const tally = emptyTally(units, spec)
  const { parents } = level
  const stride = spec.borders.length
  for (let child = 0; child < parents.length; child++) {
    const unit = parents[child] ?? 0
    if ((below.counts[child] ?? 0) === 0) continue
    const low = below.lowest[child] ?? 0
    if (tally.lowest[unit] === NO_MARK || low < (tally.lowest[unit] ?? 0)) tally.lowest[unit] = low
    tally.highest[unit] = Math.max(tally.highest[unit] ?? NO_MARK, below.highest[child] ?? NO_MARK)
    tally.sums[unit] = (tally.sums[unit] ?? 0) + (below.sums[child] ?? 0)
    tally.squares[unit] = (tally.squares[unit] ?? 0) + (below.squares[child] ?? 0)
    for (let at = 0; at < stride; at++) {
      const cell = unit * stride + at
      tally.cells[cell] = (tally.cells[cell] ?? 0) + (below.cells[child * stride + at] ?? 0)
    }
  }
  tally.counts.set(addCounts(below.counts, level, units))
  return tally
}

/** How many marks of a unit lie from one mark up to another, which is not included. Both are borders, or infinite. */
export function countBetween({ spec, cells }: Tally, unit: number, from: number, to: number): number {
  const { borders } = spec
  let sum = 0
  for (let at = 0; at < borders.length; at++) {
    const border = borders[at] ?? 0
    if (border >= from && border < to) sum += cells[unit * borders.length + at] ?? 0
  }
  return sum
}
