import type { ExamPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import type { RunColumn, StatFacts } from '#src/features/exam-run/run.facts.ts'
import { isEnough } from './outsiders.ts'
import { FEW, meanDigits } from './report.facts.ts'

// What of the figures of a unit is told to people outside of it.

/** Hundredths: the width of the last decimal of a mean that is told. Of few pupils it is one decimal less. */
export function meanStep(column: RunColumn, counted: number): number {
  return (meanDigits(column) > 1 ? 1 : 10) * (counted < FEW ? 10 : 1)
}

/** A mean with the decimals that are told. All of them would be a fraction that tells the sum and the number. */
export function roundedMean(mean: number, column: RunColumn, counted: number): number {
  const step = meanStep(column, counted)
  return Math.round(mean / step) * step
}

/** Mean and deviation: they are shown where the number of pupils is. Of rates and single marks, nothing. */
export function meanOnly({ counted, mean, deviation, error }: StatFacts, column: RunColumn): StatFacts {
  const none = { enrolled: 0, absent: 0, cheat: 0, exempt: 0, other: 0, highest: null, lowest: null }
  return {
    ...none,
    counted,
    mean: mean === null ? null : roundedMean(mean, column, counted),
    deviation: deviation === null ? null : Math.round(deviation / 10) * 10,
    // Half of the interval is what is shown.
    error: error === null ? null : roundedMean(1.96 * error, column, FEW) / 1.96,
    percentiles: [],
    bands: [],
    histogram: [],
  }
}

type Moments = Pick<StatFacts, 'counted' | 'mean' | 'deviation'>

/** Number, mean and deviation of the others, without a part of a unit; undefined where nobody is left. */
export function withoutPart(all: Moments, part: Moments | undefined, divisor: ExamPolicy['deviation']) {
  const counted = all.counted - (part?.counted ?? 0)
  const middle = all.mean
  if (counted <= 0 || middle === null) return undefined
  const squaresOf = ({ counted: count, mean, deviation }: Moments) =>
    (deviation ?? 0) ** 2 * Math.max(0, divisor === 'sample' ? count - 1 : count) +
    count * ((mean ?? middle) - middle) ** 2
  const shift = part ? (part.counted * (middle - (part.mean ?? middle))) / counted : 0
  const squares = squaresOf(all) - (part ? squaresOf(part) : 0) - counted * shift ** 2
  return {
    counted,
    mean: middle + shift,
    deviation: counted > 1 ? Math.sqrt(Math.max(0, squares) / (counted - 1)) : null,
  }
}

/** How many of others have a mark in a column, and how many of those who sit it have none, by part. */
export type OtherCounts = { parts: readonly number[]; none: readonly number[] }

/**
 * Whether the number of pupils with a mark may be told beside that of all candidates, and beside that of those with a
 * total, when nobody has a total without a mark in the subject.
 * @param withTotal how many others have a total, by part
 */
export function isCountTold({ parts, none }: OtherCounts, withTotal: readonly number[] | undefined): boolean {
  return isEnough(none) && (withTotal === undefined || isEnough(parts.map((count, at) => count - (withTotal[at] ?? 0))))
}

/**
 * Whether the mean of the total says something beside those of its subjects: the marks of the few who have marks, but
 * no total, are what is left. The decimals that are shown leave it open where there are many.
 * @param columns the subjects of the total, with how many have a mark and no total
 */
export function isTotalApart(
  columns: readonly { column: RunColumn; more: number }[],
  { column, counted }: { column: RunColumn; counted: number },
): boolean {
  const few = Math.max(0, ...columns.map(({ more }) => more))
  if (few === 0 || few >= FLOOR) return true
  const error = [...columns.map((one) => one.column), column].reduce((sum, one) => sum + meanStep(one, counted) / 2, 0)
  return error * counted >= 100 * few
}
