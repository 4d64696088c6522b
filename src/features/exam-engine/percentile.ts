/** The percentiles that are computed for each unit. */
export const PERCENTILES = [10, 25, 50, 75, 90] as const

/**
 * The percentiles of each unit by R's type 7: between two marks, in proportion. Units without marks have zeros.
 * @param sorted the marks of all units, unit after unit, best first
 * @param counts the number of marks of each unit
 * @return the entries of `PERCENTILES` for each unit, unit after unit, in hundredths of a mark
 */
export function percentilesOf(sorted: Int32Array, counts: Int32Array): Float64Array {
  const out = new Float64Array(counts.length * PERCENTILES.length)
  let start = 0
  for (let unit = 0; unit < counts.length; unit++) {
    const count = counts[unit] ?? 0
    for (let at = 0; at < PERCENTILES.length && count > 0; at++) {
      out[unit * PERCENTILES.length + at] = percentileOf(sorted, start, count, PERCENTILES[at] ?? 0)
    }
    start += count
  }
  return out
}

/** A percentile of `count` marks that stand from `start` on, best first. Whole numbers say exactly between which. */
function percentileOf(sorted: Int32Array, start: number, count: number, percent: number): number {
  const steps = (count - 1) * percent
  const below = Math.floor(steps / 100)
  const part = (steps - below * 100) / 100
  const lower = sorted[start + count - 1 - below] ?? 0
  if (part === 0) return lower
  return lower + part * ((sorted[start + count - 2 - below] ?? lower) - lower)
}
