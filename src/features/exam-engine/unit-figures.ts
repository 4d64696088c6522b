import type { Attendance } from './attendance.ts'
import { countBetween, type Tally } from './moments.ts'
import type { Params } from './params.ts'
import { PERCENTILES } from './percentile.ts'
import type { RateBandMark } from './rate-bands.ts'

/** The counts behind all figures of a column, for the units of one level or grouping. */
export type UnitCounts = {
  tally: Tally
  attendance: Attendance
  bands: readonly RateBandMark[]
  /** The entries of `PERCENTILES` for each unit. */
  percentiles: Float64Array
}

/** The figures of one unit in one column. Marks in hundredths; shares from 0 to 1; null where there is nothing. */
export type UnitFigures = {
  enrolled: number
  absent: number
  cheat: number
  exempt: number
  other: number
  /** Those whose mark counts, with those that the policy counts as zero. */
  counted: number
  mean: number | null
  deviation: number | null
  /** The standard error of the mean. */
  error: number | null
  highest: number | null
  lowest: number | null
  percentiles: readonly (number | null)[]
  bands: readonly { count: number; rate: number | null }[]
}

/** Reads the figures of a unit. */
export function unitFigures(
  { tally, attendance, bands, percentiles }: UnitCounts,
  unit: number,
  { deviation: divisor, ratesOf }: Pick<Params, 'deviation' | 'ratesOf'>,
): UnitFigures {
  const counted = tally.counts[unit] ?? 0
  const [enrolled = 0, exempt = 0] = [attendance.enrolled[unit], attendance.exempt[unit]]
  const whole = ratesOf === 'takers' ? counted : enrolled - exempt
  const spread = deviation(tally, unit, divisor)
  const none = counted === 0
  return {
    enrolled,
    exempt,
    absent: attendance.absent[unit] ?? 0,
    cheat: attendance.cheat[unit] ?? 0,
    other: attendance.other[unit] ?? 0,
    counted,
    mean: none ? null : (tally.sums[unit] ?? 0) / counted,
    deviation: spread,
    error: spread === null ? null : spread / Math.sqrt(counted),
    highest: none ? null : (tally.highest[unit] ?? null),
    lowest: none ? null : (tally.lowest[unit] ?? null),
    percentiles: PERCENTILES.map((_, at) => (none ? null : (percentiles[unit * PERCENTILES.length + at] ?? null))),
    bands: bands.map(({ side, mark }) => {
      const count =
        side === 'from' ? countBetween(tally, unit, mark, Number.POSITIVE_INFINITY) : countBetween(tally, unit, 0, mark)
      return { count, rate: shareOf(count, whole) }
    }),
  }
}

/** The standard deviation of a unit in hundredths; null when there are too few marks for the divisor. */
export function deviation(tally: Tally, unit: number, divisor: Params['deviation']): number | null {
  const count = tally.counts[unit] ?? 0
  const degrees = divisor === 'sample' ? count - 1 : count
  if (degrees <= 0) return null
  if (tally.lowest[unit] === tally.highest[unit]) return 0
  const sum = (tally.sums[unit] ?? 0) - count * tally.spec.pivot
  const squares = (tally.squares[unit] ?? 0) - (sum * sum) / count
  return Math.sqrt(Math.max(0, squares) / degrees)
}

/** A share; null when the whole is nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** How far a unit's mean is above that of all, as a share of the latter (超均率). */
export function aboveAverage(mean: number | null, ofAll: number | null): number | null {
  return mean === null || ofAll === null || ofAll === 0 ? null : (mean - ofAll) / ofAll
}

/** Z of a mark or a mean; null without a deviation. */
export function zScore(mark: number | null, mean: number | null, spread: number | null): number | null {
  return mark === null || mean === null || spread === null || spread === 0 ? null : (mark - mean) / spread
}

/** T = 50 + 10 Z. */
export function tScore(mark: number | null, mean: number | null, spread: number | null): number | null {
  const z = zScore(mark, mean, spread)
  return z === null ? null : 50 + 10 * z
}

/** The histogram of a unit: how many have a mark in each step of this width from zero up, a border of the tally. */
export function unitHistogram(tally: Tally, unit: number, width: number): number[] {
  const { borders } = tally.spec
  const bins = new Array<number>(Math.floor((borders.at(-1) ?? 0) / width) + 1).fill(0)
  for (let at = 0; at < borders.length; at++) {
    const count = tally.cells[unit * borders.length + at] ?? 0
    if (count === 0) continue
    const bin = Math.floor((borders[at] ?? 0) / width)
    bins[bin] = (bins[bin] ?? 0) + count
  }
  return bins
}
