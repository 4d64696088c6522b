import { expect, test } from 'vitest'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import { type ComputedSide, runChanges } from '#src/features/exam-run/changes-of.ts'
import { publishedAxes } from '#src/features/exam-run/published-axes.ts'
import { shownUnit } from '#src/features/exam-run/shown-units.ts'

/** A pupil: id, school, class, mark in the only subject. */
type Pupil = readonly [id: number, school: number, own: number, mark: number]

const params: Params = {
  subjects: [{ id: 7, fullMark: 10_000, counts: true, assigned: false, chosen: false }],
  combos: [],
  tracks: [],
  fullTotal: 10_000,
  zeroFor: { absent: false, cheat: false },
  deviation: 'sample',
  ratesOf: 'takers',
  assign: null,
  bands: [{ side: 'from', percent: 60 }],
  lines: [{ by: 'score', value: 8000, track: null, effective: false }],
  steps: { subject: 1000, total: 1000 },
}

function sideOf(pupils: readonly Pupil[], more: Partial<Params> = {}): ComputedSide {
  const sorted = pupils.toSorted(([one], [other]) => one - other)
  const frame = buildFrame({
    candidates: Int32Array.from(sorted, (_, at) => at + 1),
    schools: Float64Array.from(sorted, ([, school]) => school),
    classes: Float64Array.from(sorted, ([, , own]) => own),
    subjects: [
      {
        id: 7,
        marks: Int32Array.from(sorted, ([, , , mark]) => mark),
        flags: Uint8Array.from(sorted, ([, , , mark]) => (mark === NO_MARK ? 1 : 0)),
      },
    ],
  })
  return { frame, ids: Float64Array.from(sorted, ([id]) => id), params: { ...params, ...more } }
}

/** So many pupils of a class, with ids from a first one. */
const pupils = (first: number, count: number, school: number, own: number, mark: number): Pupil[] =>
  Array.from({ length: count }, (_, at) => [first + at, school, own, mark])

const school = (axes: ReturnType<typeof publishedAxes>, id: number, axis = 'total') =>
  shownUnit(axes, axis, { kind: 'school', id })

// School 1 has 40 pupils, school 2 has 30, school 3 has four.
const start = [
  ...pupils(1, 20, 1, 11, 9000),
  ...pupils(21, 20, 1, 12, 7000),
  ...pupils(101, 15, 2, 21, 9000),
  ...pupils(116, 15, 2, 21, 5000),
  ...pupils(201, 4, 3, 31, 9000),
]

test('a small school is withheld, and another one with it, because a subtraction would show it', () => {
  const axes = publishedAxes(null, sideOf(start))
  expect(axes.axes.map(({ name, cuts }) => ({ name, cuts }))).toEqual([
    { name: 'raw:7', cuts: [6000] },
    { name: 'total', cuts: [8000, 6000] },
  ])
  expect(shownUnit(axes, 'total', { kind: 'all', id: 0 })).toEqual({
    pupils: 74,
    counted: 74,
    mean: true,
    atLeast: [39, 59],
  })
  expect(school(axes, 3)).toEqual({ pupils: null, counted: null, mean: false, atLeast: [null, null] })
  expect(school(axes, 2)?.pupils).toBeNull()
  expect(school(axes, 1)).toEqual({ pupils: 40, counted: 40, mean: true, atLeast: [20, 40] })
  expect(school(axes, 9)).toBeUndefined()
})

test('a mean is shown where few have no mark, and not where few have one', () => {
  const absent = (count: number) =>
    start.map(([id, own, unit, mark], at) => [id, own, unit, at < count ? NO_MARK : mark] as const)
  // Three of the first school are absent. The third school has only four pupils, so the second one is withheld.
  const few = publishedAxes(null, sideOf(absent(3)))
  expect(school(few, 1)).toMatchObject({ pupils: 40, counted: null, mean: true })
  expect(school(few, 2)).toMatchObject({ pupils: null, counted: null, mean: false })
  const many = publishedAxes(null, sideOf(absent(37)))
  expect(school(many, 1)).toMatchObject({ pupils: 40, mean: false })
  // What was withheld stays withheld.
  const later = publishedAxes({ ...sideOf(absent(37)), axes: many }, sideOf(start))
  expect(later.axes[0]?.waiting).toEqual([])
  expect(school(later, 1)).toMatchObject({ pupils: 40, mean: false })
})

test('on a new scale means are told, and no numbers beside those of the publication before', () => {
  const assigned = {
    subjects: params.subjects.map((one) => ({ ...one, assigned: true })),
    assign: { bands: [{ percent: 100, high: 10_000, low: 0 }], flat: 'high', zero: 'band' },
  } satisfies Partial<Params>
  const first = publishedAxes(null, sideOf(start))
  const second = publishedAxes({ ...sideOf(start), axes: first }, sideOf(start.slice(1), assigned))
  expect(school(first, 1, 'raw:7')).toMatchObject({ pupils: 40, counted: 40, mean: true })
  expect(school(second, 1, 'assigned:7')).toMatchObject({ counted: null, mean: true })
})

test('corrections wait until as many pupils have moved as the floor', () => {
  const first = publishedAxes(null, sideOf(start))
  // Three pupils of school 1 pass now: their number would tell of them.
  const few = start.map((pupil): Pupil => (pupil[0] > 37 && pupil[0] <= 40 ? [pupil[0], 1, 12, 8500] : pupil))
  const second = publishedAxes({ ...sideOf(start), axes: first }, sideOf(few))
  expect(school(second, 1)?.atLeast).toEqual([20, 40])
  expect(second.axes[1]?.waiting).toEqual([38, 39, 40].map((id) => ({ id, unit: expect.any(Number), mark: 7000 })))
  // With seven more, all ten are told.
  const many = start.map((pupil): Pupil => (pupil[0] > 30 && pupil[0] <= 40 ? [pupil[0], 1, 12, 8500] : pupil))
  const third = publishedAxes({ ...sideOf(few), axes: second }, sideOf(many))
  expect(school(third, 1)?.atLeast).toEqual([30, 40])
  expect(third.axes[1]?.waiting).toEqual([])
  // A correction that is taken back before it was told has never happened.
  const back = publishedAxes({ ...sideOf(few), axes: second }, sideOf(start))
  expect(back.axes[1]?.waiting).toEqual([])
})

test('the cuts of earlier versions stay, and so do units that are gone', () => {
  const first = publishedAxes(null, sideOf(start))
  const moved = start.map((pupil): Pupil => (pupil[2] === 12 ? [pupil[0], 1, 13, pupil[3]] : pupil))
  const line = [{ by: 'score', value: 4000, track: null, effective: false }] as const
  const second = publishedAxes({ ...sideOf(start), axes: first }, sideOf(moved, { lines: line }))
  expect(second.axes[1]?.cuts).toEqual([8000, 6000, 4000])
  const { units } = second
  expect(units.kinds.flatMap((kind, at) => (kind === 'class' ? [units.ids[at]] : []))).toEqual([11, 12, 13, 21, 31])
  expect(school(second, 1)).toEqual({ pupils: 40, counted: 40, mean: true, atLeast: [20, 40, 40] })
  expect(shownUnit(second, 'total', { kind: 'class', id: 12 })?.pupils).toBe(0)
  expect(shownUnit(second, 'total', { kind: 'class', id: 13 })?.pupils).toBe(20)
})

test('what changed is counted by school', () => {
  const after = [
    ...start.filter(([id]) => id !== 204).map((pupil): Pupil => (pupil[0] === 1 ? [1, 1, 11, 7500] : pupil)),
    ...pupils(300, 2, 2, 21, 1000),
  ]
  expect(runChanges(sideOf(start), sideOf(after))).toEqual([
    // One pupil falls below the line, and all with less than 9000 are two places up or down, or where they were.
    { schoolId: 1, pupils: 21, marks: 1, totals: 1, ranks: 21, lines: 1, entered: 0, left: 0 },
    { schoolId: 2, pupils: 17, marks: 0, totals: 0, ranks: 15, lines: 0, entered: 2, left: 0 },
    { schoolId: 3, pupils: 1, marks: 0, totals: 0, ranks: 0, lines: 0, entered: 0, left: 1 },
  ])
})
