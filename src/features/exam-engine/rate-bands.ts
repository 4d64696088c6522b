import type { Params } from './params.ts'

/** A band of a rate in marks: those from this mark up, or those below it. In hundredths. */
export type RateBandMark = { side: 'from' | 'below'; mark: number }

/** The bands of a paper. A border between two hundredths is the next whole one: exactly the same marks reach it. */
export function rateBandMarks(bands: Params['bands'], fullMark: number): RateBandMark[] {
  return bands.map(({ side, percent }) => ({ side, mark: Math.ceil((fullMark * Math.round(percent * 100)) / 10_000) }))
}
