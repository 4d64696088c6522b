import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import { digestOf } from '#src/features/exam-engine/digest.ts'
import { ABSENT, NO_FLAG, NO_MARK, NONE } from '#src/features/exam-engine/frame.ts'
import { tallyOf, tallySpec } from '#src/features/exam-engine/moments.ts'
import { sortByMark } from '#src/features/exam-engine/order.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import { cumulative, percentileRank, stepTable, widerSteps } from '#src/features/exam-engine/step-table.ts'
import {
  aboveAverage,
  deviation,
  tScore,
  type UnitFigures,
  unitFigures,
  unitHistogram,
} from '#src/features/exam-engine/unit-figures.ts'
import { random } from '../support/random.ts'
import { randomParams, randomSitters, rosterOf } from './random-exam.ts'

const params: Params = {
  ...randomParams(random(3)),
  subjects: [{ id: 1, fullMark: 10_000, counts: true, assigned: false, chosen: false }],
  combos: [],
  tracks: [],
  zeroFor: { absent: false, cheat: false },
  deviation: 'sample',
  lines: [],
}

/** The figures of all for one subject, absent where there is no mark. */
function ofMarks(marks: readonly number[], change: Partial<Params> = {}): UnitFigures {
  const frame = buildFrame({
    candidates: Int32Array.from(marks.keys()),
    schools: new Float64Array(marks.length),
    classes: new Float64Array(marks.length),
    subjects: [
      {
        id: 1,
        marks: Int32Array.from(marks),
        flags: Uint8Array.from(marks, (mark) => (mark === NO_MARK ? ABSENT : NO_FLAG)),
      },
    ],
  })
  const own = { ...params, ...change }
  const counts = compute(frame, own).columns[0]?.levels[0]
  if (!counts) throw new Error('there is no column')
  return unitFigures(counts, 0, own)
}

test('nobody', () => {
  const none = { counted: 0, mean: null, deviation: null, error: null, highest: null, lowest: null }
  expect(ofMarks([])).toMatchObject({ enrolled: 0, ...none, percentiles: [null, null, null, null, null] })
  expect(ofMarks([NO_MARK, NO_MARK])).toMatchObject({ enrolled: 2, absent: 2, ...none })
  expect(ofMarks([]).bands.every(({ rate }) => rate === null)).toBe(true)
})

test('one taker has no deviation by n - 1, and none at all by n', () => {
  expect(ofMarks([7_000])).toMatchObject({
    mean: 7_000,
    deviation: null,
    error: null,
    percentiles: Array(5).fill(7_000),
  })
  expect(ofMarks([7_000], { deviation: 'population' })).toMatchObject({ deviation: 0, error: 0 })
})

test('equal marks have a deviation of exactly zero, and no Z', () => {
  const found = ofMarks(Array(77).fill(3_333))
  expect(found).toMatchObject({ mean: 3_333, deviation: 0, error: 0 })
  expect(tScore(found.mean, found.mean, found.deviation)).toBeNull()
})

test('absences may count as zero', () => {
  const zero = { zeroFor: { absent: true, cheat: false } }
  expect(ofMarks([8_000, NO_MARK], zero)).toMatchObject({ enrolled: 2, absent: 1, counted: 2, mean: 4_000, lowest: 0 })
})

test('without a choice, combinations do not matter: all subjects that count are in the total', () => {
  const frame = buildFrame({
    candidates: Int32Array.of(1, 2),
    schools: new Float64Array(2),
    classes: new Float64Array(2),
    combos: Int16Array.of(5, NONE),
    subjects: [{ id: 1, marks: Int32Array.of(100, 200), flags: new Uint8Array(2) }],
  })
  const total = compute(frame, params).columns[1]
  expect([...(total?.column.marks ?? [])]).toEqual([100, 200])
  expect(total?.combos.tally.counts.length).toBe(0)
})

test('sums stay exact for a million of the highest totals', () => {
  const many = 1_000_000
  const marks = new Int32Array(many).fill(105_000)
  marks[0] = 104_999
  const tally = tallyOf(marks, new Int32Array(many), 1, tallySpec(105_000, [], 105_000))
  expect(tally.sums[0]).toBe(105_000 * many - 1)
  // One distance of 1: n - 1 over n squared.
  expect((deviation(tally, 0, 'population') ?? 0) ** 2).toBeCloseTo((many - 1) / many ** 2, 15)
})

test('above-average rate and T', () => {
  expect(aboveAverage(66, 60)).toBeCloseTo(0.1, 12)
  expect(aboveAverage(null, 60)).toBeNull()
  expect(aboveAverage(0, 0)).toBeNull()
  expect(tScore(75, 70, 10)).toBe(55)
})

test('marks that are far apart are sorted like those that are near', () => {
  const dice = random(11)
  for (let round = 0; round < 50; round++) {
    const marks = Int32Array.from({ length: dice.below(60) }, () =>
      dice.chance(0.2) ? NO_MARK : dice.below(2_000_000_000),
    )
    const near = Int32Array.from(marks, (mark) => (mark === NO_MARK ? NO_MARK : mark % 7))
    for (const column of [marks, near]) {
      const rows = [...column.keys()].filter((row) => column[row] !== NO_MARK)
      const wanted = rows.sort((one, other) => (column[other] ?? 0) - (column[one] ?? 0) || one - other)
      const { rows: found, marks: sorted } = sortByMark(column)
      expect([...found]).toEqual(wanted)
      expect([...sorted]).toEqual(wanted.map((row) => column[row]))
    }
  }
})

test('one mark after the other, in wider steps, as a histogram: the counts add up', () => {
  const dice = random(5)
  for (let round = 0; round < 50; round++) {
    const marks = Int32Array.from({ length: dice.below(200) }, () => dice.below(151) * 100)
    const table = stepTable(sortByMark(marks))
    expect([...table.marks]).toEqual([...new Set(marks)].sort((one, other) => other - one))
    expect([...table.counts]).toEqual([...table.marks].map((mark) => marks.filter((own) => own === mark).length))
    expect([...cumulative(table)]).toEqual([...table.marks].map((mark) => marks.filter((own) => own >= mark).length))
    const wide = widerSteps(table, 1_000)
    const steps = [...wide.marks]
    expect([...wide.counts]).toEqual(
      steps.map((from) => marks.filter((own) => own >= from && own < from + 1_000).length),
    )
    const tally = tallyOf(
      marks,
      new Int32Array(marks.length),
      1,
      tallySpec(0, [5_550, ...Array.from({ length: 16 }, (_, at) => at * 1_000)], 15_000),
    )
    expect(unitHistogram(tally, 0, 1_000)).toEqual(
      Array.from({ length: 16 }, (_, at) => marks.filter((own) => Math.floor(own / 1_000) === at).length),
    )
  }
})

test('a percentile rank has those below and half of the equals', () => {
  const table = stepTable(sortByMark(Int32Array.of(50, 60, 60, 70)))
  expect([50, 55, 60, 70, 90].map((mark) => percentileRank(table, mark))).toEqual([12.5, 25, 50, 87.5, 100])
  expect(percentileRank(stepTable(sortByMark(new Int32Array())), 50)).toBeNull()
})

function hashOf(seed: number, change: Partial<Params> = {}, backwards = false): string {
  const dice = random(seed)
  const sitters = randomSitters(dice, 90)
  const own = { ...randomParams(dice), ...change }
  const frame = buildFrame(rosterOf(backwards ? sitters.toReversed() : sitters, { districts: true }))
  const hash = createHash('sha256')
  for (const part of digestOf(compute(frame, own), own)) hash.update(part)
  return hash.digest('hex')
}

test('the digest is the same for the same exam in any order, and another for another', () => {
  for (let seed = 0; seed < 10; seed++) expect(hashOf(seed, {}, true)).toBe(hashOf(seed))
  const lines = [{ by: 'score', value: 12_345, track: null, effective: true }] as const
  const zeroFor = { absent: true, cheat: true }
  const plain = { zeroFor: { absent: false, cheat: false }, deviation: 'sample', lines: [] } as const
  const all = [plain, { ...plain, lines }, { ...plain, zeroFor }, { ...plain, deviation: 'population' as const }]
  expect(new Set(all.map((change) => hashOf(4, change))).size).toBe(all.length)
})

test.each([
  ['other subjects', { subjects: [{ id: 2, fullMark: 100, counts: true, assigned: false, chosen: false }] }],
  ['fewer subjects', { subjects: [] }],
  ['an unknown track', { tracks: [4] }],
  ['an unknown subject in a combination', { combos: [[1]] }],
  ['a line for a track that has no total', { lines: [{ by: 'place' as const, value: 1, track: 0, effective: false }] }],
])('parameters that do not fit the frame are refused: %s', (_what, change) => {
  expect(() => ofMarks([100], change)).toThrow(RangeError)
})
