import { addCounts } from './add-up.ts'
import { type FrameLevel, NO_MARK, type UnitOfRow } from './frame.ts'
import { shareOf } from './unit-figures.ts'

/** The double line (双上线) of a subject by unit: how many with a total and a mark reach both lines, one, or neither. */
export type DoubleLine = { both: Int32Array; totalOnly: Int32Array; subjectOnly: Int32Array; neither: Int32Array }

/** Counts the four cells for each unit. */
export function doubleLineWithin(
  totals: Int32Array,
  totalLine: number,
  marks: Int32Array,
  subjectLine: number,
  unitOf: UnitOfRow,
  units: number,
): DoubleLine {
  // The cell of a row: 0 neither, 1 the subject only, 2 the total only, 3 both.
  const cells = new Int32Array(units * 4)
  for (let row = 0; row < totals.length; row++) {
    const total = totals[row] ?? NO_MARK
    const mark = marks[row] ?? NO_MARK
    if (total === NO_MARK || mark === NO_MARK) continue
    const cell = (unitOf[row] ?? 0) * 4 + (total >= totalLine ? 2 : 0) + (mark >= subjectLine ? 1 : 0)
    cells[cell] = (cells[cell] ?? 0) + 1
  }
  const column = (cell: number) => {
    const out = new Int32Array(units)
    for (let unit = 0; unit < units; unit++) out[unit] = cells[unit * 4 + cell] ?? 0
    return out
  }
  return { neither: column(0), subjectOnly: column(1), totalOnly: column(2), both: column(3) }
}

/** The double line of the level above. */
export function addDoubleLines(below: DoubleLine, level: FrameLevel, units: number): DoubleLine {
  return {
    both: addCounts(below.both, level, units),
    totalOnly: addCounts(below.totalOnly, level, units),
    subjectOnly: addCounts(below.subjectOnly, level, units),
    neither: addCounts(below.neither, level, units),
  }
}

/** The hit rate (both over all who reach the total) and the contribution (both over all who reach the subject). */
export function doubleLineRates(
  { both, totalOnly, subjectOnly }: DoubleLine,
  unit: number,
): { hit: number | null; contribution: number | null } {
  const own = both[unit] ?? 0
  return {
    hit: shareOf(own, own + (totalOnly[unit] ?? 0)),
    contribution: shareOf(own, own + (subjectOnly[unit] ?? 0)),
  }
}
