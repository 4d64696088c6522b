import { type FrameLevel, NO_MARK, type UnitOfRow } from './frame.ts'

// One counting sort of a column gives ranks and percentiles at every level: whoever walks through the rows from the
// best to the worst meets the rows of each unit in this order too.

/** The rows with a mark, best first, equal marks in the order of the rows; and the mark of each. */
export type MarkOrder = { rows: Int32Array; marks: Int32Array }

/** The ranks of all rows at one level, 0 for rows without a mark. */
export type Ranks = Uint16Array | Int32Array

/** Memory that columns use one after the other: an entry for each row in each array. */
export type Scratch = { rows: Int32Array; marks: Int32Array; sorted: Int32Array }

export function scratchFor(rows: number): Scratch {
  return { rows: new Int32Array(rows), marks: new Int32Array(rows), sorted: new Int32Array(rows) }
}

/**
 * Sorts the rows of a column. Marks that are far apart for their number are compared, all others are counted.
 * @param scratch holds the order until the next column
 */
export function sortByMark(column: Int32Array, scratch: Scratch = scratchFor(column.length)): MarkOrder {
  let [lowest, highest, count] = [0x7fffffff, NO_MARK, 0]
  for (let row = 0; row < column.length; row++) {
    const mark = column[row] ?? NO_MARK
    if (mark === NO_MARK) continue
    count++
    if (mark < lowest) lowest = mark
    if (mark > highest) highest = mark
  }
  const order = { rows: scratch.rows.subarray(0, count), marks: scratch.marks.subarray(0, count) }
  if (count === 0) return order
  if (highest - lowest > 4 * count + 1024) sortByComparing(column, order)
  else sortByCounting(column, order, lowest, highest)
  return order
}

function sortByCounting(column: Int32Array, order: MarkOrder, lowest: number, highest: number): void {
  // Entry k + 1 counts the marks of `highest - k`; after adding up, entry k says where the next of them goes.
  const next = new Int32Array(highest - lowest + 2)
  const { rows, marks } = order
  for (let row = 0; row < column.length; row++) {
    const mark = column[row] ?? NO_MARK
    if (mark !== NO_MARK) next[highest - mark + 1] = (next[highest - mark + 1] ?? 0) + 1
  }
  for (let at = 1; at < next.length; at++) next[at] = (next[at] ?? 0) + (next[at - 1] ?? 0)
  for (let at = 0; at < next.length - 1; at++) marks.fill(highest - at, next[at], next[at + 1])
  for (let row = 0; row < column.length; row++) {
    const mark = column[row] ?? NO_MARK
    if (mark === NO_MARK) continue
    const place = next[highest - mark] ?? 0
    rows[place] = row
    next[highest - mark] = place + 1
  }
}

function sortByComparing(column: Int32Array, { rows, marks }: MarkOrder): void {
  let at = 0
  for (let row = 0; row < column.length; row++) if (column[row] !== NO_MARK) rows[at++] = row
  rows.sort((one, other) => (column[other] ?? 0) - (column[one] ?? 0) || one - other)
  for (at = 0; at < rows.length; at++) marks[at] = column[rows[at] ?? 0] ?? NO_MARK
}

/**
 * Walks through the units of a level: ranks their rows, equal marks with the same rank and a gap after them (1-2-2-4),
 * and puts the marks of each unit together, best first.
 * @param unitOf the unit of each row; negative for rows that belong to none
 * @param counts the number of marks of each unit
 * @param sorted gets the marks, unit after unit
 * @param ranks an entry for each row, all zero; null when no ranks are wanted
 */
export function walkUnits(
  { rows, marks }: MarkOrder,
  unitOf: UnitOfRow,
  counts: Int32Array,
  sorted: Int32Array,
  ranks: Ranks | null,
): void {
  const starts = new Int32Array(counts.length)
  for (let unit = 1; unit < starts.length; unit++) starts[unit] = (starts[unit - 1] ?? 0) + (counts[unit - 1] ?? 0)
  const next = starts.slice()
  const rank = new Int32Array(counts.length)
  const last = new Int32Array(counts.length).fill(NO_MARK)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const unit = unitOf[row] ?? -1
    if (unit < 0) continue
    const mark = marks[at] ?? 0
    const place = next[unit] ?? 0
    sorted[place] = mark
    next[unit] = place + 1
    if (ranks === null) continue
    if (last[unit] !== mark) {
      last[unit] = mark
      rank[unit] = place - (starts[unit] ?? 0) + 1
    }
    ranks[row] = rank[unit] ?? 0
  }
}

/** Ranks among all rows. */
export function rankAll({ rows, marks }: MarkOrder, ranks: Ranks): void {
  let rank = 0
  for (let at = 0; at < rows.length; at++) {
    if (at === 0 || marks[at] !== marks[at - 1]) rank = at + 1
    ranks[rows[at] ?? 0] = rank
  }
}

/** Room for the ranks of a column at a level, as small as its largest unit allows. */
export function roomForRanks(rows: number, { starts }: FrameLevel): Ranks {
  const large = starts.some((start, unit) => (starts[unit + 1] ?? start) - start > 65_535)
  return large ? new Int32Array(rows) : new Uint16Array(rows)
}
