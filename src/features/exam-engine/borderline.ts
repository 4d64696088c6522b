import { countingColumn, type MarkColumn } from './columns.ts'
import { NO_MARK } from './frame.ts'
import type { Params } from './params.ts'
import { markAtPlace, type StepTable, standing } from './step-table.ts'
import { deviation, type UnitCounts, zScore } from './unit-figures.ts'

/** How near to a line is near: marks in hundredths, or ranks, on both sides. */
export type Nearness = { by: 'marks' | 'ranks'; within: number }

/** A candidate near a line (临界生). */
export type BorderlineRow = {
  row: number
  total: number
  /** How far the total is above the line, in hundredths; negative below it. */
  gap: number
  /**
   * The candidate's subjects, weakest first: Z among all, less the mean Z of the candidate's own subjects. Subjects
   * that have no Z are left out.
   */
  subjects: { subject: number; mark: number; distance: number }[]
}

type Column = { column: MarkColumn; steps: StepTable; levels: readonly UnitCounts[] }

/**
 * The candidates of some rows near a line, those with the highest totals first.
 * @param total the column that the line is of
 * @param line the lowest total that passes, in hundredths
 * @param rows the first row, and the row after the last one: those of a unit
 */
export function borderline(
  results: readonly Column[],
  total: Column,
  line: number,
  near: Nearness,
  rows: readonly [from: number, to: number],
  params: Params,
): BorderlineRow[] {
  const [lowest, highest] = range(total.steps, line, near)
  const totals = total.column.marks
  const subjects = params.subjects.flatMap(({ counts }, subject) =>
    counts ? [standardOf(results, subject, params)] : [],
  )
  const found: BorderlineRow[] = []
  for (let row = rows[0]; row < rows[1]; row++) {
    const own = totals[row] ?? NO_MARK
    if (own === NO_MARK || own < lowest || own > highest) continue
    found.push({ row, total: own, gap: own - line, subjects: distances(subjects, row) })
  }
  return found.sort((one, other) => other.total - one.total || one.row - other.row)
}

/** The lowest and the highest total that are near. */
function range(steps: StepTable, line: number, { by, within }: Nearness): [number, number] {
  if (by === 'marks') return [line - within, line + within]
  const { above, equal } = standing(steps, line)
  const passers = above + equal
  // `within` places up from the last who passes, and as many down from the first who does not.
  const highest = passers - within < 1 ? (steps.marks[0] ?? line) : (markAtPlace(steps, passers - within + 1) ?? line)
  return [markAtPlace(steps, passers + within) ?? line, highest]
}

type Standard = { subject: number; marks: Int32Array; mean: number | null; spread: number | null }

function standardOf(results: readonly Column[], subject: number, { deviation: divisor }: Params): Standard {
  const found =
    results[
      countingColumn(
        results.map(({ column }) => column),
        subject,
      )
    ]
  const tally = found?.levels[0]?.tally
  const counted = tally?.counts[0] ?? 0
  return {
    subject,
    marks: found?.column.marks ?? new Int32Array(),
    mean: counted === 0 ? null : (tally?.sums[0] ?? 0) / counted,
    spread: tally ? deviation(tally, 0, divisor) : null,
  }
}

function distances(subjects: readonly Standard[], row: number): BorderlineRow['subjects'] {
  return weakestFirst(
    subjects.flatMap(({ subject, marks, mean, spread }) => {
      const mark = marks[row] ?? NO_MARK
      const z = mark === NO_MARK ? null : zScore(mark, mean, spread)
      return z === null ? [] : [{ subject, mark, z }]
    }),
  )
}

/** The subjects of a candidate, weakest first, by how far each Z is above the mean of all of them. */
export function weakestFirst(own: readonly { subject: number; mark: number; z: number }[]): BorderlineRow['subjects'] {
  const level = own.reduce((sum, { z }) => sum + z, 0) / Math.max(1, own.length)
  const found = own.map(({ subject, mark, z }) => ({ subject, mark, distance: z - level }))
  return found.sort((one, other) => one.distance - other.distance || one.subject - other.subject)
}
