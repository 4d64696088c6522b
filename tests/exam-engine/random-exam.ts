import type { Roster } from '#src/features/exam-engine/build-frame.ts'
import { ABSENT, CHEAT, EXEMPT, NO_FLAG, NO_MARK, NONE } from '#src/features/exam-engine/frame.ts'
import type { CutLine, Params } from '#src/features/exam-engine/params.ts'
import type { Random } from '../support/random.ts'

/** A candidate as a person would note it. `papers` has the subjects that the candidate sits. */
export type Sitter = {
  id: number
  district: number
  school: number
  class: number
  combo: number
  papers: Map<number, { mark: number; flag: number; group: number }>
}

/** Three subjects for all, two to choose one of, two to choose one of. */
const CHOSEN = 3
export const combos = [
  [3, 5],
  [3, 6],
  [4, 5],
  [4, 6],
]

const marksOf = ['any', 'equal', 'few', 'fine'] as const

/**
 * A small exam with everything that may go wrong: units without takers, classes of one, ties, flags, marks below a
 * flag, missing combinations, teaching groups across classes, two schools with equal class numbers.
 */
export function randomSitters(random: Random, size: number): Sitter[] {
  const schools = 1 + random.below(4)
  const marks = random.pick(marksOf)
  const emptyClass = random.below(6)
  return Array.from({ length: size }, (_, at): Sitter => {
    const school = 1 + random.below(schools)
    const own = 1 + random.below(5)
    const combo = random.chance(0.05) ? NONE : random.below(combos.length)
    const sits = [0, 1, 2, ...(combos[combo] ?? [])].filter(() => !random.chance(0.03))
    const papers = new Map(
      sits.map((subject) => {
        const flag =
          own === emptyClass ? ABSENT : random.chance(0.08) ? random.pick([ABSENT, CHEAT, EXEMPT, 4]) : NO_FLAG
        const withMark = flag === NO_FLAG || random.chance(0.2)
        const group = subject >= CHOSEN && random.chance(0.8) ? school * 10 + random.below(3) : 0
        return [subject, { mark: withMark ? markOf(random, marks) : NO_MARK, flag, group }] as const
      }),
    )
    return { id: at + 1, district: 1 + (school % 2), school, class: own, combo, papers }
  })
}

function markOf(random: Random, kind: (typeof marksOf)[number]): number {
  if (kind === 'equal') return 7_000
  if (kind === 'few') return random.pick([0, 5_000, 8_500, 10_000])
  if (kind === 'fine') return random.below(10_001)
  return random.below(201) * 50
}

/** The columns that the engine reads. */
export function rosterOf(sitters: readonly Sitter[], { districts }: { districts: boolean }): Roster {
  const column = (read: (one: Sitter) => number) => sitters.map(read)
  return {
    candidates: Int32Array.from(column(({ id }) => id)),
    schools: Float64Array.from(column(({ school }) => school)),
    classes: Float64Array.from(column((one) => one.class)),
    combos: Int16Array.from(column(({ combo }) => combo)),
    districts: districts ? new Map(sitters.map(({ school, district }) => [school, district])) : undefined,
    subjects: Array.from({ length: 7 }, (_, subject) => ({
      id: 100 + subject,
      marks: Int32Array.from(column(({ papers }) => papers.get(subject)?.mark ?? NO_MARK)),
      flags: Uint8Array.from(column(({ papers }) => papers.get(subject)?.flag ?? NO_FLAG)),
      ...(subject < CHOSEN
        ? {}
        : { groups: Float64Array.from(column(({ papers }) => papers.get(subject)?.group ?? 0)) }),
    })),
  }
}

export function randomParams(random: Random): Params {
  const line = (): CutLine => {
    const by = random.pick(['score', 'place', 'percent'] as const)
    const value =
      by === 'score' ? random.below(50_001) : by === 'place' ? 1 + random.below(60) : 1 + random.below(10_000)
    return { by, value, track: random.pick([null, 3, 4]), effective: random.chance(0.7) }
  }
  return {
    subjects: Array.from({ length: 7 }, (_, at) => ({
      id: 100 + at,
      fullMark: at === 1 ? 9_990 : 10_000,
      counts: at !== 2 || random.chance(0.5),
      assigned: at > 4,
      chosen: at >= CHOSEN,
    })),
    combos,
    tracks: [3, 4],
    fullTotal: 50_000,
    zeroFor: { absent: random.chance(0.3), cheat: random.chance(0.3) },
    deviation: random.pick(['sample', 'population'] as const),
    ratesOf: random.pick(['takers', 'enrolled'] as const),
    assign: {
      bands: random.pick([five, eight, grades]),
      flat: random.pick(['high', 'middle'] as const),
      zero: random.pick(['band', 'lowest'] as const),
    },
    bands: [
      { side: 'from', percent: 85 },
      { side: 'from', percent: 33.33 },
      { side: 'below', percent: 30 },
    ],
    lines: [line(), line(), line()],
    steps: { subject: 1_000, total: 2_500 },
  }
}

const band = (percent: number, high: number, low: number) => ({ percent, high, low })

/** Five bands of 3+1+2. */
export const five = [band(15, 100, 86), band(35, 85, 71), band(35, 70, 56), band(13, 55, 41), band(2, 40, 30)]

/** Eight bands, as in Shandong. */
export const eight = [3, 7, 16, 24, 24, 16, 7, 3].map((percent, at) => band(percent, 100 - at * 10, 91 - at * 10))

/** Twenty-one grades of three points, as in Zhejiang. */
export const grades = [1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 1].map((percent, at) =>
  band(percent, 100 - at * 3, 100 - at * 3),
)
