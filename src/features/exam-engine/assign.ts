import { NO_MARK } from './frame.ts'
import type { AssignParams } from './params.ts'
import type { StepTable } from './step-table.ts'

// Assigned scores: each band takes a share of the takers from the top, and its range of raw marks becomes its range of
// scores. All of it in whole numbers.

/** Below this number of takers, shares of them say little, and the outcome carries a warning. */
export const FEW_TAKERS = 100

/** What became of a band. */
export type BandOutcome = {
  /** How many takers this band and those above it may hold. */
  quota: number
  /** How many they hold. More than the quota where equal marks lie across its border. */
  reached: number
  takers: number
  /** Raw marks in hundredths; null for a band without takers. */
  highest: number | null
  lowest: number | null
}

export type AssignOutcome = {
  takers: number
  few: boolean
  bands: readonly BandOutcome[]
  /** Each raw mark with its score, both in hundredths, and how many have it. Best first. */
  map: readonly { raw: number; score: number; takers: number }[]
}

/**
 * The score of each raw mark. Quotas are the cumulative percentage of the takers, rounded up. Equal marks go together
 * into the band of their best rank.
 * @param table the marks of the takers
 */
export function assignScores(table: StepTable, { bands, flat, zero }: AssignParams): AssignOutcome {
  const takers = table.counts.reduce((sum, count) => sum + count, 0)
  const quotas = quotasOf(bands, takers)
  const outcomes = bands.map((_, at): { quota: number; takers: number; marks: number[] } => {
    return { quota: quotas[at] ?? 0, takers: 0, marks: [] }
  })
  const bandOfMark: number[] = []
  let above = 0
  let band = 0
  for (const [at, mark] of table.marks.entries()) {
    while (band < bands.length - 1 && above + 1 > (quotas[band] ?? 0)) band++
    bandOfMark.push(band)
    const own = outcomes[band]
    if (own) own.takers += table.counts[at] ?? 0
    own?.marks.push(mark)
    above += table.counts[at] ?? 0
  }
  const lowestScore = (bands.at(-1)?.low ?? 0) * 100
  // A zero that has the lowest score of all anyhow must not stretch the range of its band.
  const ranges = outcomes.map(({ marks }) => (zero === 'lowest' ? marks.filter((mark) => mark !== 0) : marks))
  const map = Array.from(table.marks, (raw, at) => {
    const own = bandOfMark[at] ?? 0
    const { high = 0, low = 0 } = bands[own] ?? {}
    const [highest = raw, lowest = raw] = [ranges[own]?.[0], ranges[own]?.at(-1)]
    const score =
      zero === 'lowest' && raw === 0 ? lowestScore : scoreWithin(raw, lowest, highest, low, high, flat) * 100
    return { raw, score, takers: table.counts[at] ?? 0 }
  })
  let reached = 0
  return {
    takers,
    few: takers < FEW_TAKERS,
    bands: outcomes.map(({ quota, takers: own, marks }) => {
      reached += own
      return { quota, reached, takers: own, highest: marks[0] ?? null, lowest: marks.at(-1) ?? null }
    }),
    map,
  }
}

/** The cumulative quota of each band. The last one takes all that is left. */
function quotasOf(bands: AssignParams['bands'], takers: number): number[] {
  let share = 0
  return bands.map(({ percent }, at) => {
    share += Math.round(percent * 100)
    return at === bands.length - 1 ? takers : Math.ceil((share * takers) / 10_000)
  })
}

/**
 * The score of a raw mark within its band: in proportion, in whole numbers, halves rounded up.
 * @param flat what a band gives whose raw marks are all the same
 */
export function scoreWithin(
  raw: number,
  lowest: number,
  highest: number,
  low: number,
  high: number,
  flat: AssignParams['flat'],
): number {
  if (highest === lowest) return flat === 'high' ? high : Math.floor((low + high + 1) / 2)
  const share = high * (raw - lowest) + low * (highest - raw)
  const range = highest - lowest
  return Math.floor((2 * share + range) / (2 * range))
}

/** The assigned scores of a column, `NO_MARK` for those without a raw mark. */
export function applyScores(marks: Int32Array, { map }: AssignOutcome): Int32Array {
  const scores = new Int32Array((map[0]?.raw ?? 0) + 1)
  for (const { raw, score } of map) scores[raw] = score
  const out = new Int32Array(marks.length)
  for (let row = 0; row < out.length; row++) {
    const mark = marks[row] ?? NO_MARK
    out[row] = mark === NO_MARK ? NO_MARK : (scores[mark] ?? 0)
  }
  return out
}
