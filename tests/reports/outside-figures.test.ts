import { expect, test } from 'vitest'
import type { RunColumn } from '#src/features/exam-run/run.facts.ts'
import { bandsToShow } from '#src/features/reports/assigned-bands.ts'
import { isCountTold, isTotalApart, meanOnly, withoutPart } from '#src/features/reports/outside-figures.ts'
import { areApart, isPlain, othersToShow } from '#src/features/reports/outsiders.ts'
import { random } from '../support/random.ts'

const column: RunColumn = {
  kind: 'raw',
  subject: 7,
  track: null,
  fullMark: 10_000,
  counts: true,
  steps: { marks: [], counts: [] },
}
const none = { enrolled: 0, absent: 0, cheat: 0, exempt: 0, other: 0, highest: null, lowest: null }
const stat = (counted: number, mean: number, deviation: number) => ({
  ...none,
  counted,
  mean,
  deviation,
  error: deviation / Math.sqrt(counted),
  percentiles: [],
  bands: [],
  histogram: [],
})

function momentsOf(marks: readonly number[], divisor: 'sample' | 'population') {
  const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length
  const squares = marks.reduce((sum, mark) => sum + (mark - mean) ** 2, 0)
  const degrees = divisor === 'sample' ? marks.length - 1 : marks.length
  return { counted: marks.length, mean, deviation: degrees > 0 ? Math.sqrt(squares / degrees) : null }
}

test('the others of a unit are the unit without a part of it', () => {
  const dice = random(1)
  for (const divisor of ['sample', 'population'] as const) {
    for (let round = 0; round < 50; round++) {
      const marks = Array.from({ length: 2 + dice.below(40) }, () => 50 * dice.below(200))
      const cut = dice.below(marks.length - 1)
      const found = withoutPart(
        momentsOf(marks, divisor),
        cut === 0 ? undefined : momentsOf(marks.slice(0, cut), divisor),
        divisor,
      )
      const truth = momentsOf(marks.slice(cut), 'sample')
      expect(found?.counted).toBe(truth.counted)
      expect(found?.mean).toBeCloseTo(truth.mean, 6)
      if (truth.deviation === null) expect(found?.deviation).toBeNull()
      else expect(found?.deviation).toBeCloseTo(truth.deviation, 3)
    }
  }
  expect(withoutPart(momentsOf([100, 200], 'sample'), momentsOf([100, 200], 'sample'), 'sample')).toBeUndefined()
})

test('a mean is told with the decimals that are shown, of short papers two', () => {
  expect(meanOnly(stat(87, 7123.456, 1234.5), column)).toMatchObject({ counted: 87, mean: 7120, deviation: 1230 })
  // Of few pupils it has one less.
  expect(meanOnly(stat(37, 7163.456, 1234.5), column)).toMatchObject({ counted: 37, mean: 7200 })
  expect(meanOnly(stat(87, 712.345, 123.45), { ...column, fullMark: 2000 })).toMatchObject({
    mean: 712,
    deviation: 120,
  })
  const { error } = meanOnly(stat(37, 7123.456, 1234.5), column)
  expect((error ?? 0) * 1.96).toBeCloseTo(400, 6)
})

test('marks that are all the same, none or full follow from their mean', () => {
  expect(isPlain({ counted: 12, mean: 6000, deviation: 0 }, 10_000)).toBe(true)
  expect(isPlain({ counted: 12, mean: 9995, deviation: null }, 10_000)).toBe(true)
  expect(isPlain({ counted: 12, mean: 5, deviation: 20 }, 10_000)).toBe(true)
  expect(isPlain({ counted: 12, mean: 6000, deviation: 20 }, 10_000)).toBe(false)
  expect(isPlain({ counted: 12, mean: 6000, deviation: null }, 10_000)).toBe(false)
})

test('the number of marks is told where it leaves no few who are absent', () => {
  const parts = [100, 100, 100]
  expect(isCountTold({ parts, none: [0, 0, 0] }, parts)).toBe(true)
  expect(isCountTold({ parts, none: [1, 1, 1] }, parts)).toBe(false)
  expect(isCountTold({ parts, none: [6, 6, 6] }, [99, 99, 100])).toBe(false)
  expect(isCountTold({ parts, none: [6, 6, 6] }, [94, 94, 94])).toBe(true)
  // The school with the most knows its own.
  expect(isCountTold({ parts, none: [9, 3, 3] }, parts)).toBe(false)
  expect(isCountTold({ parts, none: [6, 6, 6] }, [91, 97, 97])).toBe(false)
  // A subject that is not for all.
  expect(isCountTold({ parts, none: [5, 5, 5] }, [200, 100, 100])).toBe(true)
})

test('a total is withheld where the decimals do not hide the marks of a few without one', () => {
  const beside = (more: number) => [0, more].map((own) => ({ column, more: own }))
  // The sum of three means of short papers is known to 0.15 marks times the number of pupils, of many to 0.015.
  const short = (more: number) => [0, more].map((own) => ({ column: { ...column, fullMark: 2000 }, more: own }))
  expect(isTotalApart(short(2), { column: { ...column, fullMark: 2000 }, counted: 12 })).toBe(false)
  expect(isTotalApart(short(2), { column: { ...column, fullMark: 2000 }, counted: 14 })).toBe(true)
  expect(isTotalApart(short(2), { column: { ...column, fullMark: 2000 }, counted: 60 })).toBe(false)
  expect(isTotalApart(beside(2), { column, counted: 12 })).toBe(true)
  expect(isTotalApart(short(0), { column, counted: 12 })).toBe(true)
  expect(isTotalApart(short(10), { column, counted: 12 })).toBe(true)
})

test('groups that are parts of one another are told when nobody or enough pupils are between them', () => {
  expect(areApart([[], [30, 30], [10, 10]])).toBe(true)
  expect(areApart([[], [30, 30], [10, 10], [15, 14]])).toBe(false)
  // The largest part knows its own pupils.
  expect(areApart([[], [30, 30], [10, 3]])).toBe(false)
  expect(areApart([[], [30, 30], [0, 0], [30, 30]])).toBe(true)
})

test('what is withheld of other schools does not depend on the school that is looked at', () => {
  const school = (id: number, counted: number, shown: boolean) => ({ id, parent: 1, mean: 5000 + id, counted, shown })
  // The reader knows the first two: they hide nobody, though one of them is withheld.
  const known = [school(1, 0, true), school(2, 0, false)]
  const shownOf = (...more: ReturnType<typeof school>[]) => othersToShow([...known, ...more]).map(({ id }) => id)
  expect(shownOf(school(3, 20, true), school(4, 30, true))).toEqual([1, 3, 4])
  expect(shownOf(school(3, 4, false), school(4, 30, true), school(5, 40, true))).toEqual([1])
  expect(shownOf(school(3, 4, false), school(4, 12, true), school(5, 40, true), school(6, 50, true))).toEqual([1, 6])
})

test('bands are told where enough others are left for whoever knows two schools', () => {
  const bands = (...rows: number[][]) => rows.map((row) => new Map(row.map((count, at) => [at + 1, count])))
  const shown = (all: number[][], others = all) => [...bandsToShow(bands(...all), bands(...others))]
  // Two of three schools know how many of the third are in a band.
  expect(
    shown([
      [20, 20, 10],
      [20, 20, 30],
    ]),
  ).toEqual([0, 1])
  expect(
    shown([
      [20, 20, 9],
      [20, 20, 30],
      [30, 30, 10],
    ]),
  ).toEqual([2])
  // Without a second one, the withheld band follows from the number of all.
  expect(
    shown([
      [20, 20, 9],
      [20, 20, 10],
      [30, 30, 30],
    ]),
  ).toEqual([2])
  // Of two schools, one is left; of one, itself.
  expect(
    shown([
      [20, 10],
      [30, 30],
    ]),
  ).toEqual([0, 1])
  expect(
    shown([
      [20, 9],
      [30, 1],
      [30, 30],
    ]),
  ).toEqual([2])
  expect(shown([[12], [30]])).toEqual([0, 1])
  expect(shown([[9], [30], [40]])).toEqual([2])
  // A band of nobody tells nothing.
  expect(shown([[], [0, 0], [15, 15, 15]])).toEqual([0, 1, 2])
  // Somebody who knows a district has fewer others.
  const all = [
    [30, 30, 30, 30],
    [30, 30, 30, 30],
    [30, 30, 30, 30],
  ]
  expect(
    shown(all, [
      [0, 0, 30, 9],
      [0, 0, 30, 30],
      [0, 0, 30, 30],
    ]),
  ).toEqual([2])
  expect(
    shown(all, [
      [0, 0, 30, 9],
      [0, 0, 9, 1],
      [0, 0, 30, 30],
    ]),
  ).toEqual([2])
})
