import type { ExamPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import { shortened } from '#src/features/exam-run/facts-of.ts'
import type { StatFacts } from '#src/features/exam-run/run.facts.ts'

// A run has the new marks of pupils whose corrections wait (docs/decisions/041-publications.md). People outside see
// means with the marks of before: the difference of two publications would tell the new ones.

/** Where a pupil counts as in the publication before. The mark is negative for none. */
export type HeldPlace = {
  /** The candidate. */
  id: number
  mark: number
  /** The keys of the units that the pupil counts in; none for somebody who is new. */
  within: ReadonlySet<string>
}

/** The marks that a run has of such a pupil, by column; the units as the run has them. */
export type HeldResult = { id: number; school: number; marks: readonly number[] }

/** The marks of a unit that come in place of those of the run. */
export type HeldMarks = { before: readonly number[]; now: readonly number[] }

/** The marks of a column that are exchanged in a unit. @param results those of its pupils */
export function heldMarks(
  places: readonly HeldPlace[],
  results: readonly HeldResult[],
  unit: string,
  col: number,
): HeldMarks {
  const ids = new Set(places.map(({ id }) => id))
  const isMark = (mark: number) => mark >= 0
  return {
    before: places.filter(({ within }) => within.has(unit)).flatMap(({ mark }) => (isMark(mark) ? [mark] : [])),
    now: results.flatMap(({ id, marks: { [col]: mark = -1 } }) => (ids.has(id) && isMark(mark) ? [mark] : [])),
  }
}

type Moments = Pick<StatFacts, 'counted' | 'mean' | 'deviation'>

/** Mean and deviation with the marks of before. */
export function withHeldMarks(
  { counted, mean, deviation }: Moments,
  { before, now }: HeldMarks,
  divisor: ExamPolicy['deviation'],
): Moments & Pick<StatFacts, 'error'> {
  const degrees = (count: number) => (divisor === 'sample' ? count - 1 : count)
  const middle = mean ?? 0
  const count = counted + before.length - now.length
  const sumOf = (read: (mark: number) => number) =>
    before.reduce((sum, mark) => sum + read(mark), 0) - now.reduce((sum, mark) => sum + read(mark), 0)
  if (count <= 0) return { counted: 0, mean: null, deviation: null, error: null }
  const shift = sumOf((mark) => mark - middle)
  const old = (deviation ?? 0) ** 2 * Math.max(0, degrees(counted))
  const squares = old + sumOf((mark) => (mark - middle) ** 2) - shift ** 2 / count
  const spread = degrees(count) > 0 ? Math.sqrt(Math.max(0, squares) / degrees(count)) : null
  // A sum of marks is a whole number of hundredths.
  const sum = Math.round(middle * counted) + sumOf((mark) => mark)
  return {
    counted: count,
    mean: shortened(sum / count),
    deviation: shortened(spread),
    error: shortened(spread === null ? null : spread / Math.sqrt(count)),
  }
}
