import type { Roster } from '#src/features/exam-engine/build-frame.ts'
import { ABSENT, NO_FLAG, NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { Params } from '#src/features/exam-engine/params.ts'

/** Subjects as in 3+1+2: three for all, two to choose one of, four to choose two of. Marks in hundredths. */
const FULL = [15_000, 15_000, 15_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000]
const SECONDS = [4, 5, 6, 7]
const COMBOS = [3, 4].flatMap((first) =>
  SECONDS.flatMap((one) => SECONDS.filter((other) => other > one).map((other) => [first, one, other])),
)
const DISTRICTS = 20

/**
 * An exam that exists nowhere: classes of about 50, schools of about 40 classes, marks in steps of half a mark, one
 * in a hundred absent. The same every time.
 */
export function syntheticRoster(candidates: number): Roster {
  const next = numbers()
  const [schools, classes] = [new Float64Array(candidates), new Float64Array(candidates)]
  const combos = new Int16Array(candidates)
  const numbered = new Int32Array(candidates)
  const subjects = FULL.map((_, at) => ({
    id: at + 1,
    marks: new Int32Array(candidates).fill(NO_MARK),
    flags: new Uint8Array(candidates),
  }))
  let [own, left] = [0, 0]
  for (let row = 0; row < candidates; row++) {
    if (left === 0) [own, left] = [own + 1, 40 + Math.floor(next() * 20)]
    left--
    numbered[row] = row + 1
    classes[row] = own
    schools[row] = Math.floor((own - 1) / 40) + 1
    combos[row] = Math.floor(next() * COMBOS.length)
    const ability = next() + next() + next() - 1.5 + (own % 7) * 0.05
    const chosen = COMBOS[combos[row] ?? 0] ?? []
    for (const [at, { marks, flags }] of subjects.entries()) {
      if (at > 2 && !chosen.includes(at)) continue
      const share = 0.6 + 0.18 * ability + 0.2 * (next() - 0.5)
      const halves = Math.round(Math.min(1, Math.max(0, share)) * ((FULL[at] ?? 0) / 50))
      const absent = next() < 0.01
      marks[row] = absent ? NO_MARK : halves * 50
      flags[row] = absent ? ABSENT : NO_FLAG
    }
  }
  const perDistrict = Math.ceil((schools.at(-1) ?? 1) / DISTRICTS)
  const districts = new Map(
    Array.from({ length: schools.at(-1) ?? 0 }, (_, at) => [at + 1, 1 + Math.floor(at / perDistrict)]),
  )
  return { candidates: numbered, schools, classes, combos, districts, subjects }
}

export const syntheticParams: Params = {
  subjects: FULL.map((fullMark, at) => ({ id: at + 1, fullMark, counts: true, assigned: at > 4, chosen: at > 2 })),
  combos: COMBOS,
  tracks: [3, 4],
  fullTotal: 75_000,
  zeroFor: { absent: false, cheat: false },
  deviation: 'sample',
  ratesOf: 'takers',
  assign: {
    bands: [
      { percent: 15, high: 100, low: 86 },
      { percent: 35, high: 85, low: 71 },
      { percent: 35, high: 70, low: 56 },
      { percent: 13, high: 55, low: 41 },
      { percent: 2, high: 40, low: 30 },
    ],
    flat: 'high',
    zero: 'band',
  },
  bands: [
    { side: 'from', percent: 85 },
    { side: 'from', percent: 75 },
    { side: 'from', percent: 60 },
    { side: 'below', percent: 40 },
  ],
  lines: [
    { by: 'percent', value: 2000, track: 3, effective: true },
    { by: 'percent', value: 5500, track: 3, effective: true },
    { by: 'percent', value: 2000, track: 4, effective: true },
    { by: 'percent', value: 5500, track: 4, effective: true },
  ],
  steps: { subject: 1000, total: 1000 },
}

/** A congruential generator of fixed seed. */
function numbers(): () => number {
  let state = 20_260_823
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
