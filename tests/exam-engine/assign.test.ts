import { expect, test } from 'vitest'
import { applyScores, assignScores, scoreWithin } from '#src/features/exam-engine/assign.ts'
import { NO_MARK } from '#src/features/exam-engine/frame.ts'
import { sortByMark } from '#src/features/exam-engine/order.ts'
import { stepTable } from '#src/features/exam-engine/step-table.ts'
import { random } from '../support/random.ts'
import { eight, five, grades } from './random-exam.ts'

const plain = { bands: five, flat: 'high', zero: 'band' } as const
const tableOf = (marks: readonly number[]) => stepTable(sortByMark(Int32Array.from(marks)))
const scoresOf = (marks: readonly number[], rule: Parameters<typeof assignScores>[1] = plain) =>
  [...applyScores(Int32Array.from(marks), assignScores(tableOf(marks), rule))].map((score) => score / 100)

test('75 in a band from 70 to 82 becomes 77 on 71 to 85', () => {
  expect(scoreWithin(7_500, 7_000, 8_200, 71, 85, 'high')).toBe(77)
})

test.each([
  ['a half goes up', [50, 0, 100, 0, 1], 1],
  ['just below a half goes down', [4_999, 0, 10_000, 0, 1], 0],
  ['the lowest mark gets the lowest score', [7_000, 7_000, 8_200, 71, 85], 71],
  ['the highest mark gets the highest score', [8_200, 7_000, 8_200, 71, 85], 85],
] as const)('%s', (_what, [raw, lowest, highest, low, high], score) => {
  expect(scoreWithin(raw, lowest, highest, low, high, 'high')).toBe(score)
})

test('a band of one raw mark gives its highest score, or its middle with halves up', () => {
  expect(scoreWithin(50, 50, 50, 71, 85, 'high')).toBe(85)
  expect(scoreWithin(50, 50, 50, 71, 85, 'middle')).toBe(78)
  expect(scoreWithin(50, 50, 50, 30, 41, 'middle')).toBe(36)
})

test('quotas are cumulative shares of the takers, rounded up', () => {
  const marks = Array.from({ length: 10 }, (_, at) => at * 100)
  expect(assignScores(tableOf(marks), plain).bands.map(({ quota }) => quota)).toEqual([2, 5, 9, 10, 10])
  expect(assignScores(tableOf(marks), plain).bands.map(({ takers }) => takers)).toEqual([2, 3, 4, 1, 0])
})

test('a lone taker is in the best band', () => {
  expect(scoresOf([1_000])).toEqual([100])
  expect(assignScores(tableOf([1_000]), plain)).toMatchObject({ takers: 1, few: true })
})

test('equal marks across a border go up together, and the outcome says so', () => {
  const marks = [90, 80, 80, 80, 80, 70, 60, 50, 40, 30].map((mark) => mark * 100)
  const outcome = assignScores(tableOf(marks), plain)
  expect(outcome.bands[0]).toEqual({ quota: 2, reached: 5, takers: 5, highest: 9_000, lowest: 8_000 })
  expect(outcome.bands[1]).toEqual({ quota: 5, reached: 5, takers: 0, highest: null, lowest: null })
  expect(scoresOf(marks).slice(0, 5)).toEqual([100, 86, 86, 86, 86])
})

test('nobody, and nobody with a mark', () => {
  expect(assignScores(tableOf([]), plain)).toMatchObject({ takers: 0, few: true, map: [] })
  expect(scoresOf([NO_MARK, NO_MARK])).toEqual([NO_MARK / 100, NO_MARK / 100])
})

test('from a hundred takers on, there is no warning', () => {
  const marks = Array.from({ length: 100 }, (_, at) => at * 100)
  expect(assignScores(tableOf(marks.slice(1)), plain).few).toBe(true)
  expect(assignScores(tableOf(marks), plain).few).toBe(false)
})

test('a zero may have the lowest score of all, and does not stretch its band then', () => {
  const marks = [0, ...Array.from({ length: 99 }, (_, at) => 1_000 + at * 50)]
  const lowestOf = (rule: typeof plain | { bands: typeof five; flat: 'high'; zero: 'lowest' }) =>
    scoresOf(marks, rule).slice(0, 2)
  // The last two per cent are the zero and one more.
  expect(lowestOf(plain)).toEqual([30, 40])
  expect(lowestOf({ ...plain, zero: 'lowest' })).toEqual([30, 40])
  const halfZero = [...Array.from({ length: 10 }, () => 0), ...Array.from({ length: 10 }, (_, at) => 5_000 + at * 100)]
  expect(new Set(scoresOf(halfZero).slice(0, 10))).toEqual(new Set([70]))
  expect(new Set(scoresOf(halfZero, { ...plain, zero: 'lowest' }).slice(0, 10))).toEqual(new Set([30]))
})

test.each([
  ['five bands', five],
  ['eight bands', eight],
  ['21 grades', grades],
])('%s: a better mark never has a lower score, equal marks have equal scores, all are in range', (_what, bands) => {
  const dice = random(7)
  for (let round = 0; round < 200; round++) {
    const rule = { bands, flat: dice.pick(['high', 'middle'] as const), zero: dice.pick(['band', 'lowest'] as const) }
    const limit = dice.pick([1, 5, 200, 10_000])
    const marks = Array.from({ length: 1 + dice.below(300) }, () => dice.below(limit + 1))
    const outcome = assignScores(tableOf(marks), rule)
    const scores = outcome.map.map(({ score }) => score / 100)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(outcome.map.reduce((sum, { takers }) => sum + takers, 0)).toBe(marks.length)
    expect(outcome.bands.reduce((sum, { takers }) => sum + takers, 0)).toBe(marks.length)
    expect(Math.max(...scores)).toBeLessThanOrEqual(bands[0]?.high ?? 0)
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(bands.at(-1)?.low ?? 100)
    expect(outcome.bands.at(-1)?.reached).toBe(marks.length)
  }
})
