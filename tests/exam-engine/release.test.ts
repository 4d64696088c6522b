import { expect, test } from 'vitest'
import { type CountMoves, firstRelease, NOWHERE, nextRelease } from '#src/features/exam-engine/release.ts'
import type { CountAxis, ShownUnits, UnitTree } from '#src/features/exam-engine/suppress.ts'
import { type Random, random } from '../support/random.ts'
import { leavesOf, pupilsIn } from './attack.ts'
import { isFew, randomAxis, randomCounts, randomTree, setsKnown, summed, unknownsOf } from './count-tables.ts'

/** A pupil: the cell that was published last, the true one, and whether the mark has changed since. */
type Pupil = { unit: number; published: number; truth: number; touched: boolean }

function pupilsOf(tree: UnitTree, counts: Int32Array, { cells }: CountAxis): Pupil[] {
  return leavesOf(tree).flatMap((unit) =>
    Array.from({ length: cells }, (_, cell) => cell).flatMap((cell) =>
      Array.from({ length: counts[unit * cells + cell] ?? 0 }, () => {
        return { unit, published: cell, truth: cell, touched: false }
      }),
    ),
  )
}

/** Changes some pupils: single ones, or most of a unit in the same way, as after a mistake in the key. */
function correct(dice: Random, pupils: Pupil[], tree: UnitTree, { cells }: CountAxis): void {
  for (const unit of leavesOf(tree)) {
    const share = dice.pick([0, 0, 0.05, 0.3, 0.9])
    const usual = dice.below(cells)
    for (const pupil of pupils) {
      if (pupil.unit !== unit || !dice.chance(share)) continue
      pupil.touched = true
      pupil.truth = dice.chance(0.8) ? usual : dice.below(cells + 1) - 1
    }
  }
  if (dice.chance(0.3)) {
    pupils.push({ unit: dice.pick(leavesOf(tree)), published: NOWHERE, truth: dice.below(cells), touched: true })
  }
}

function movesOf(pupils: readonly Pupil[]): CountMoves {
  return {
    units: Int32Array.from(pupils, ({ unit }) => unit),
    from: Int8Array.from(pupils, ({ published }) => published),
    to: Int8Array.from(pupils, ({ truth }) => truth),
  }
}

/** Counts by the true cells, or by those that are published. */
function countsOf(tree: UnitTree, { cells }: CountAxis, pupils: readonly Pupil[], cellOf: (one: Pupil) => number) {
  const own = leavesOf(tree).flatMap((unit) =>
    Array.from(
      { length: cells },
      (_, cell) => pupils.filter((one) => one.unit === unit && cellOf(one) === cell).length,
    ),
  )
  return summed(tree, cells, own)
}

/** Sets of pupils whose numbers can be computed from both versions. */
function comparable(tree: UnitTree, axis: CountAxis, one: ShownUnits, other: ShownUnits): number[] {
  const known = new Set(setsKnown(tree, axis, one))
  return setsKnown(tree, axis, other).filter((set) => known.has(set))
}

test.each(Array.from({ length: 120 }, (_, seed) => seed))('tree %i: versions', (seed) => {
  const dice = random(1_000 + seed)
  const [tree, axis] = [randomTree(dice), randomAxis(dice)]
  const leaves = leavesOf(tree)
  let before = firstRelease(tree, randomCounts(dice, tree, axis), axis)
  const pupils = pupilsOf(tree, before.counts, axis)
  const bitOf = (unit: number, cell: number) => (cell < 0 ? 0 : 1 << (leaves.indexOf(unit) * axis.cells + cell))
  for (let version = 2; version < 6; version++) {
    correct(dice, pupils, tree, axis)
    const changed = pupils.filter(({ published, truth, touched }) => touched || published !== truth)
    const found = nextRelease(tree, axis, before, movesOf(changed))
    const told = changed.filter((_, at) => found.waiting[at] === 0)
    const late = changed.filter((_, at) => found.waiting[at] === 1)
    const facts = JSON.stringify({ parents: [...tree.parents], axis, changed })
    const cellOf = (one: Pupil) => (told.includes(one) ? one.truth : one.published)
    expect(found.counts, 'the counts are those of what is told').toEqual(countsOf(tree, axis, pupils, cellOf))
    for (const set of setsKnown(tree, axis, found.shown)) {
      const few = pupilsIn(set, unknownsOf(tree, found.counts, axis))
      if (isFew(few, axis.floor)) expect.fail(`${few} pupils: ${facts}`)
    }
    for (const set of comparable(tree, axis, before.shown, found.shown)) {
      const isIn = (one: Pupil, cell: number) => (set & bitOf(one.unit, cell)) !== 0
      const crossing = told.filter((one) => isIn(one, one.published) !== isIn(one, one.truth)).length
      const inside = told.filter((one) => isIn(one, one.published) && isIn(one, one.truth)).length
      if (isFew(crossing, axis.floor)) expect.fail(`${crossing} pupils moved: ${facts}`)
      if (isFew(inside, axis.floor)) expect.fail(`${inside} pupils changed: ${facts}`)
    }
    for (const unit of tree.parents.keys()) {
      if (found.shown[0]?.[unit] !== 1) continue
      const own = late.filter((one) => isBelow(tree, one.unit, unit))
      const kinds = new Set(own.map(({ published, truth }) => `${published} ${truth}`))
      for (const kind of kinds) {
        const waiting = own.filter(({ published, truth }) => `${published} ${truth}` === kind)
        expect(withoutLargest(tree, waiting, unit), `near the truth: ${facts}`).toBeLessThan(axis.floor)
      }
    }
    // Who knows a class, or above schools a school, knows how its own pupils have moved.
    for (const [group, own] of Map.groupBy(told, ({ unit }) => groupOf(tree, found.shown, unit))) {
      if (group < 0) continue
      for (const some of Map.groupBy(own, ({ published, truth }) => `${published} ${truth}`).values()) {
        const rest = withoutLargest(tree, some, group)
        if (isFew(rest, axis.floor)) expect.fail(`${rest} others moved: ${facts}`)
      }
    }
    found.shown.forEach((units, at) => {
      for (const [unit, is] of units.entries()) expect(is).toBeLessThanOrEqual(before.shown[at]?.[unit] ?? 0)
    })
    for (const one of told) {
      one.published = one.truth
      one.touched = false
    }
    before = found
  }
})

/** How many are left without the part of a unit that has most of them: a class, or above schools a school. */
function withoutLargest({ parents }: UnitTree, some: readonly Pupil[], above: number): number {
  const parts = Map.groupBy(some, ({ unit }) => (unit === above || parents[unit] === above ? unit : parents[unit]))
  return some.length - Math.max(0, ...[...parts.values()].map((own) => own.length))
}

function groupOf(tree: UnitTree, shown: ShownUnits, unit: number): number {
  return unit < 0 || shown[0]?.[unit] === 1 ? unit : groupOf(tree, shown, tree.parents[unit] ?? -1)
}

function isBelow({ parents }: UnitTree, unit: number, above: number): boolean {
  return unit === above || (unit >= 0 && isBelow({ parents }, parents[unit] ?? -1, above))
}

const school = { parents: Int32Array.of(-1, 0, 0, 1, 1, 2, 2) }
const line: CountAxis = { cells: 2, cuts: [1], floor: 10 }
const first = () => firstRelease(school, summed(school, 2, [20, 30, 25, 25, 30, 20, 22, 28]), line)
/** Pupils of each unit who move from one cell to another. */
const movesIn = (...list: [unit: number, from: number, to: number, pupils: number][]): CountMoves => {
  const all = list.flatMap(([unit, from, to, pupils]) => Array.from({ length: pupils }, () => ({ unit, from, to })))
  return {
    units: Int32Array.from(all, ({ unit }) => unit),
    from: Int8Array.from(all, ({ from }) => from),
    to: Int8Array.from(all, ({ to }) => to),
  }
}

test('nothing changes when nothing has changed', () => {
  expect(nextRelease(school, line, first(), movesIn())).toMatchObject(first())
})

test('one correction waits, in all sums', () => {
  const found = nextRelease(school, line, first(), movesIn([3, 0, 1, 1]))
  expect(found).toMatchObject(first())
  expect([...found.waiting]).toEqual([1])
})

test('as many as the floor are published, others of the same unit wait', () => {
  const found = nextRelease(school, line, first(), movesIn([3, 0, 1, 10], [3, 1, 0, 2], [5, NOWHERE, 1, 9]))
  expect([...found.counts.subarray(6, 8)]).toEqual([10, 40])
  expect([...found.counts.subarray(0, 2)]).toEqual([87, 113])
  expect(found.waiting.reduce((sum, is) => sum + is, 0)).toBe(11)
  expect(found.shown).toEqual(first().shown)
})

test('small numbers that add up are published in the sum, and their units are withheld', () => {
  const found = nextRelease(school, line, first(), movesIn([3, 0, 1, 6], [4, 0, 1, 5], [5, 0, 1, 9], [6, 0, 1, 3]))
  expect([...found.waiting]).not.toContain(1)
  expect([...found.counts.subarray(0, 2)]).toEqual([74, 126])
  expect(found.shown.map((units) => [...units])).toEqual([
    [1, 0, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 0],
  ])
})

test('whoever knows most of the pupils who moved does not find out about the few others', () => {
  // Both classes know their own pupils: nine and four, as six and five.
  for (const [one, other] of [
    [9, 4],
    [6, 5],
  ] as const) {
    const found = nextRelease(school, line, first(), movesIn([3, 0, 1, one], [4, 0, 1, other]))
    expect(found).toMatchObject(first())
    expect([...found.waiting]).not.toContain(0)
  }
})

test('moves between cells that are not there are refused', () => {
  expect(() => nextRelease(school, line, first(), movesIn([3, 0, 2, 1]))).toThrow(RangeError)
  expect(() => nextRelease(school, line, first(), { ...movesIn([3, 0, 1, 1]), to: new Int8Array() })).toThrow(
    RangeError,
  )
})
