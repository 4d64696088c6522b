import type { AssignBand, RateBand } from '#src/features/exam-scheme/exam-scheme.content.ts'

// All that decides what the figures of a frame are. Plain JSON, so that a run can store and hash it.

export type SubjectParams = {
  id: number
  /** Hundredths of a mark. */
  fullMark: number
  /** Whether the subject is part of the total. */
  counts: boolean
  /** Whether assigned scores replace raw marks in the total. */
  assigned: boolean
  /** Chosen subjects count for those whose combination has them. */
  chosen: boolean
}

/** A cut line of the total. */
export type CutLine = {
  by: 'score' | 'place' | 'percent'
  /** Hundredths of a mark, a place, or hundredths of a percent. */
  value: number
  /** The first-choice subject whose candidates the line is for; null for all candidates. */
  track: number | null
  /** Whether the subjects have lines by the effective-score method. */
  effective: boolean
}

export type AssignParams = {
  /** Best first. Percentages add up to 100; scores are whole marks. */
  bands: readonly Omit<AssignBand, 'name'>[]
  /** The score when all raw marks of a band are equal: its highest score, or the middle. */
  flat: 'high' | 'middle'
  /** The score for a raw mark of zero: by its band, or the lowest score of all. */
  zero: 'band' | 'lowest'
}

export type Params = {
  /** In the order of the frame. Subjects are named by this index everywhere else. */
  subjects: readonly SubjectParams[]
  /** The chosen subjects of each combination; empty when there is no choice. */
  combos: readonly (readonly number[])[]
  /** The first-choice subjects. Totals are also ranked among the candidates of each. */
  tracks: readonly number[]
  /** The highest total, in hundredths. */
  fullTotal: number
  /** Which missing marks count as zero, in the subject and in the total. Others have no mark and no total. */
  zeroFor: { absent: boolean; cheat: boolean }
  /** Whether the divisor of a standard deviation is n - 1 or n. */
  deviation: 'sample' | 'population'
  /** What rates are shares of: those whose marks count, or all who should have sat. */
  ratesOf: 'takers' | 'enrolled'
  assign: AssignParams | null
  bands: readonly Pick<RateBand, 'side' | 'percent'>[]
  lines: readonly CutLine[]
  /** The width of a step in histograms, in hundredths. */
  steps: { subject: number; total: number }
}

/**
 * JSON with the keys of every object in order, so that equal values have equal texts.
 * @throws RangeError for numbers that JSON cannot say
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} has no place in JSON`)
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`
}
