import { expect, test } from 'vitest'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import { ABSENT, NO_FLAG, NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import { runFactsOf, shortened, unitsOf } from '#src/features/exam-run/facts-of.ts'
import { statsOf } from '#src/features/exam-run/stats-of.ts'
import { random } from '../support/random.ts'

/** Five pupils in two schools; the last one missed the second subject. */
const frame = buildFrame({
  candidates: Int32Array.of(1, 2, 3, 4, 5),
  schools: Float64Array.of(10, 10, 10, 20, 20),
  classes: Float64Array.of(11, 11, 12, 21, 21),
  combos: Int16Array.of(0, 0, 1, 1, 0),
  subjects: [
    { id: 7, marks: Int32Array.of(9000, 8000, 8000, 6000, 5000), flags: new Uint8Array(5) },
    {
      id: 8,
      marks: Int32Array.of(7000, 5000, 9000, 3000, NO_MARK),
      flags: Uint8Array.of(NO_FLAG, NO_FLAG, NO_FLAG, NO_FLAG, ABSENT),
      groups: Float64Array.of(31, 31, 32, 0, 33),
    },
  ],
})

const subject = { fullMark: 10_000, counts: true, assigned: false, chosen: false }
const params: Params = {
  subjects: [
    { ...subject, id: 7 },
    { ...subject, id: 8 },
  ],
  combos: [[], []],
  tracks: [],
  fullTotal: 20_000,
  zeroFor: { absent: false, cheat: false },
  deviation: 'sample',
  ratesOf: 'takers',
  assign: null,
  bands: [{ side: 'from', percent: 80 }],
  lines: [{ by: 'place', value: 2, track: null, effective: true }],
  steps: { subject: 5000, total: 5000 },
}

const result = compute(frame, params)
const stats = [...statsOf(frame, params, result)]
const stat = (kind: string, unitId: number, col: number) =>
  stats.find((one) => one.kind === kind && one.unitId === unitId && one.col === col)?.facts

test('the facts of a run name subjects by their ids', () => {
  expect(runFactsOf(frame, params, result, ['First line'])).toEqual({
    candidates: 5,
    levels: ['all', 'school', 'class'],
    columns: [
      expect.objectContaining({ kind: 'raw', subject: 7, counts: true, fullMark: 10_000 }),
      expect.objectContaining({
        subject: 8,
        steps: { marks: [9000, 7000, 5000, 3000], counts: [1, 1, 1, 1] },
      }),
      {
        kind: 'total',
        subject: null,
        track: null,
        fullMark: 20_000,
        counts: false,
        steps: { marks: [17_000, 16_000, 13_000, 9000], counts: [1, 1, 1, 1] },
      },
    ],
    assigned: [],
    lines: [
      {
        name: 'First line',
        by: 'place',
        value: 2,
        track: null,
        column: 2,
        mark: 16_000,
        // c = 160 / 165; the passers have a mean of 85 and of 80.
        subjects: [
          { subject: 7, column: 0, factor: 0.969696969697, line: 8240 },
          { subject: 8, column: 1, factor: 0.969696969697, line: 7760 },
        ],
      },
    ],
  })
})

test('units are those of the levels, teaching groups with their subjects, and combinations', () => {
  const units = [...unitsOf(frame, params)]
  expect(
    units.map(({ kind, unitId, subjectId, parentId, candidates }) => [kind, unitId, subjectId, parentId, candidates]),
  ).toEqual([
    ['all', 0, 0, 0, 5],
    ['school', 10, 0, 0, 3],
    ['school', 20, 0, 0, 2],
    ['class', 11, 0, 10, 2],
    ['class', 12, 0, 10, 1],
    ['class', 21, 0, 20, 2],
    ['group', 31, 8, 10, 2],
    ['group', 32, 8, 10, 1],
    ['group', 33, 8, 20, 1],
    ['combo', 1, 0, 0, 3],
    ['combo', 2, 0, 0, 2],
  ])
})

test('the figures of units, with lines and double lines', () => {
  expect(stat('school', 10, 0)).toMatchObject({ counted: 3, mean: 8333.33333333, histogram: [0, 3], highest: 9000 })
  expect(stat('school', 10, 0)?.bands).toEqual([{ count: 3, rate: 1 }])
  expect(stat('school', 20, 1)).toMatchObject({ enrolled: 2, absent: 1, counted: 1, deviation: null, histogram: [1] })
  expect(stat('school', 10, 2)?.passers).toEqual([{ line: 0, count: 2 }])
  expect(stat('all', 0, 0)?.double).toEqual([{ line: 0, both: 1, totalOnly: 1, subjectOnly: 0, neither: 2 }])
  expect(stat('group', 31, 1)?.double).toEqual([{ line: 0, both: 0, totalOnly: 1, subjectOnly: 0, neither: 1 }])
  expect(stat('group', 31, 0)).toBeUndefined()
  expect(stat('combo', 2, 2)).toMatchObject({ counted: 2, passers: [{ line: 0, count: 1 }] })
})

test('a divided number keeps the twelve digits that the language would give it', () => {
  const numbers = random(12)
  const values = [0, -0, 1, 9.999999999999, 99.99999999999999, 1e11, 1e12, 123456789012.5, -4550.25, 1e-7, 1 / 3]
  for (let at = 0; at < 20_000; at++) {
    values.push(numbers.below(1_000_000) / 2, numbers.below(90_000_000) / (1 + numbers.below(997)))
    values.push(Math.sqrt(numbers.below(9_000_000) / (1 + numbers.below(97))))
    // In the middle between two numbers of twelve digits.
    values.push((numbers.below(1_000_000_000) * 2 + 1) / 2 / 10 ** numbers.below(12) + numbers.below(100_000))
  }
  for (const value of values) expect(shortened(value), String(value)).toBe(Number(value.toPrecision(12)))
})
