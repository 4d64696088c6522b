import { expect, test } from 'vitest'
import { releaseCounts } from '#src/features/exam-engine/release.ts'
import {
  axisPartCounts,
  axisParts,
  type CountAxis,
  type ShownUnits,
  showable,
  type UnitTree,
} from '#src/features/exam-engine/suppress.ts'
import { axisCounts, unitTree } from '#src/features/exam-engine/unit-tree.ts'
import { type Random, random } from '../support/random.ts'
import { knownSets, leavesOf, publishedSums, pupilsIn, unseenChanges } from './attack.ts'

const seeds = Array.from({ length: 150 }, (_, seed) => seed)

/** A tree of at most five units without children, at depths of their own. */
function randomTree(dice: Random): UnitTree {
  const parents = [-1]
  const limit = 1 + dice.below(5)
  while (leavesOf({ parents: Int32Array.from(parents) }).length < limit || dice.chance(0.4)) {
    if (parents.length > 11) break
    const parent = dice.below(parents.length)
    parents.push(parent)
    if (dice.chance(0.5) && parents.length < 12) parents.push(parent)
    if (leavesOf({ parents: Int32Array.from(parents) }).length > 5) {
      parents.pop()
      break
    }
  }
  return { parents: Int32Array.from(parents) }
}

function randomAxis(dice: Random): CountAxis {
  const cells = dice.pick([1, 2, 3])
  const cuts = cells === 1 ? [] : cells === 2 ? [1] : dice.pick([[1], [2], [1, 2], [2, 1]])
  return { cells, cuts, floor: dice.pick([3, 10]) }
}

/** Counts of every unit from random ones of those without children, often around the floor. */
function randomCounts(dice: Random, tree: UnitTree, { cells, floor }: CountAxis, like?: readonly number[]): Int32Array {
  const highest = dice.pick([floor, 2 * floor, 6 * floor])
  const one = (at: number) => {
    if (like === undefined) return dice.chance(0.15) ? 0 : dice.below(highest)
    if (dice.chance(0.5)) return like[at] ?? 0
    return Math.max(0, (like[at] ?? 0) + dice.pick([-1, 1, -floor, floor, 3 * floor]))
  }
  return summed(
    tree,
    cells,
    leavesOf(tree).flatMap((_, leaf) => Array.from({ length: cells }, (__, cell) => one(leaf * cells + cell))),
  )
}

function summed(tree: UnitTree, cells: number, own: readonly number[]): Int32Array {
  const counts = new Int32Array(tree.parents.length * cells)
  leavesOf(tree).forEach((leaf, at) => {
    for (let unit = leaf; unit >= 0; unit = tree.parents[unit] ?? -1) {
      for (let cell = 0; cell < cells; cell++) {
        counts[unit * cells + cell] = (counts[unit * cells + cell] ?? 0) + (own[at * cells + cell] ?? 0)
      }
    }
  })
  return counts
}

const unknownsOf = (tree: UnitTree, counts: Int32Array, { cells }: CountAxis) =>
  leavesOf(tree).flatMap((leaf) => [...counts.subarray(leaf * cells, (leaf + 1) * cells)])

const isFew = (pupils: number, floor: number) => pupils !== 0 && Math.abs(pupils) < floor

function setsKnown(tree: UnitTree, axis: CountAxis, shown: ShownUnits): number[] {
  const unknowns = leavesOf(tree).length * axis.cells
  return knownSets(unseenChanges(publishedSums(tree, axis, shown), unknowns), unknowns)
}

test('the attacker computes what follows from sums, and nothing else', () => {
  const tree = { parents: Int32Array.of(-1, 0, 0, 0) }
  const axis = { cells: 1, cuts: [], floor: 10 }
  const sets = (...shown: number[]) =>
    setsKnown(tree, axis, [Uint8Array.from(shown)]).toSorted((one, other) => one - other)
  expect(sets(1, 0, 0, 0)).toEqual([0b111])
  expect(sets(1, 1, 0, 0)).toEqual([0b001, 0b110, 0b111])
  expect(sets(1, 1, 1, 0)).toEqual([0b001, 0b010, 0b011, 0b100, 0b101, 0b110, 0b111])
  expect(sets(0, 0, 0, 0)).toEqual([])
  const two = { cells: 2, cuts: [1], floor: 10 }
  const pair = { parents: Int32Array.of(-1, 0, 0) }
  // All pupils of both units, and one cell of the first: its other cell follows, that of the second unit does not.
  expect(setsKnown(pair, two, [Uint8Array.of(1, 1, 1), Uint8Array.of(0, 1, 0)]).length).toBe(2 ** 3 - 1)
})

test('the attacker breaks a table in which only the small cells are withheld', () => {
  const tree = { parents: Int32Array.of(-1, 0, 0, 0) }
  const axis = { cells: 1, cuts: [], floor: 10 }
  const counts = Int32Array.of(87, 40, 43, 4)
  const naive = [Uint8Array.from(counts, (count) => (count < 10 ? 0 : 1))]
  const unknowns = unknownsOf(tree, counts, axis)
  expect(setsKnown(tree, axis, naive).some((set) => pupilsIn(set, unknowns) === 4)).toBe(true)
  expect([...(showable(tree, counts, axis)[0] ?? [])]).toEqual([1, 0, 1, 0])
})

test.each(seeds)('tree %i: no set of pupils that can be computed is small', (seed) => {
  const dice = random(seed)
  for (let round = 0; round < 4; round++) {
    const [tree, axis] = [randomTree(dice), randomAxis(dice)]
    const counts = randomCounts(dice, tree, axis)
    const shown = showable(tree, counts, axis)
    const unknowns = unknownsOf(tree, counts, axis)
    for (const set of setsKnown(tree, axis, shown)) {
      const pupils = pupilsIn(set, unknowns)
      if (isFew(pupils, axis.floor))
        expect.fail(`${pupils} pupils of ${JSON.stringify({ parents: [...tree.parents], axis, counts: [...counts] })}`)
    }
  }
})

test('what is safe already is shown in full', () => {
  const dice = random(1)
  for (let round = 0; round < 100; round++) {
    const [tree, axis] = [randomTree(dice), randomAxis(dice)]
    const leaves = leavesOf(tree).length * axis.cells
    const counts = summed(
      tree,
      axis.cells,
      Array.from({ length: leaves }, () => (dice.chance(0.2) ? 0 : axis.floor + dice.below(9))),
    )
    expect(showable(tree, counts, axis).every((units) => !units.includes(0))).toBe(true)
  }
})

test('a parent that is safe by itself is always shown, and a unit that is not never', () => {
  const dice = random(2)
  for (let round = 0; round < 500; round++) {
    const [tree, axis] = [randomTree(dice), randomAxis(dice)]
    const counts = randomCounts(dice, tree, axis)
    const shown = showable(tree, counts, axis)
    axisParts(axis).forEach((parts, at) => {
      const own = axisPartCounts(counts, axis.cells, parts)
      for (const [unit, parent] of tree.parents.entries()) {
        const safe = parts.every((_, part) => !isFew(own[unit * parts.length + part] ?? 0, axis.floor))
        if (!safe) expect(shown[at]?.[unit]).toBe(0)
        if (safe && parent < 0 && shown[at - 1]?.[unit] !== 0) expect(shown[at]?.[unit]).toBe(1)
      }
    })
  }
})

test('the units of a frame become a tree, and the columns of its levels its counts', () => {
  const level = (kind: 'all' | 'school' | 'class', parents: number[]) => ({
    kind,
    ids: new Float64Array(parents.length),
    starts: new Int32Array(parents.length + 1),
    parents: Int32Array.from(parents),
  })
  const { tree, firsts } = unitTree([level('all', [-1]), level('school', [0, 0]), level('class', [0, 0, 1])])
  expect([...tree.parents]).toEqual([-1, 0, 0, 1, 1, 2])
  expect(firsts).toEqual([0, 1, 3])
  const column = (...levels: number[][]) => levels.map((own) => Int32Array.from(own))
  const below = column([30], [20, 10], [12, 8, 10])
  const above = column([6], [5, 1], [2, 3, 1])
  expect([...axisCounts([below, above])]).toEqual([30, 6, 20, 5, 10, 1, 12, 2, 8, 3, 10, 1])
})

test.each([
  ['counts that do not add up', Int32Array.of(9, 4, 4), { cells: 1, cuts: [], floor: 3 }],
  ['missing counts', Int32Array.of(8, 4), { cells: 1, cuts: [], floor: 3 }],
  ['a cut outside', Int32Array.of(8, 4, 4), { cells: 1, cuts: [1], floor: 3 }],
])('refused: %s', (_what, counts, axis) => {
  expect(() => showable({ parents: Int32Array.of(-1, 0, 0) }, counts, axis)).toThrow(RangeError)
})

/** Sets that can be computed in both versions, and that have no smaller one in them. */
function comparable(tree: UnitTree, axis: CountAxis, one: ShownUnits, other: ShownUnits): number[] {
  const known = new Set(setsKnown(tree, axis, one))
  const both = setsKnown(tree, axis, other).filter((set) => known.has(set))
  return both.filter((set) => !both.some((part) => part !== set && (part & set) === part))
}

test.each(seeds)('tree %i: versions', (seed) => {
  const dice = random(1_000 + seed)
  const [tree, axis] = [randomTree(dice), randomAxis(dice)]
  let counts = randomCounts(dice, tree, axis)
  let before = releaseCounts(tree, counts, axis, null)
  expect(releaseCounts(tree, counts, axis, before), 'nothing changes when nothing has changed').toEqual(before)
  for (let version = 2; version < 5; version++) {
    counts = randomCounts(dice, tree, axis, unknownsOf(tree, counts, axis))
    const found = releaseCounts(tree, counts, axis, before)
    const [own, former] = [unknownsOf(tree, found.counts, axis), unknownsOf(tree, before.counts, axis)]
    const facts = JSON.stringify({
      parents: [...tree.parents],
      axis,
      former,
      own,
      truth: unknownsOf(tree, counts, axis),
    })
    expect(summed(tree, axis.cells, own), 'what is published adds up').toEqual(found.counts)
    for (const set of setsKnown(tree, axis, found.shown)) {
      if (isFew(pupilsIn(set, own), axis.floor)) expect.fail(`few pupils: ${facts}`)
    }
    for (const set of comparable(tree, axis, before.shown, found.shown)) {
      if (isFew(pupilsIn(set, own) - pupilsIn(set, former), axis.floor)) expect.fail(`a small change: ${facts}`)
    }
    axisParts(axis).forEach((parts, at) => {
      const error = axisPartCounts(
        counts.map((count, index) => count - (found.counts[index] ?? 0)),
        axis.cells,
        parts,
      )
      for (const [unit, is] of (found.shown[at] ?? []).entries()) {
        const errors = error.subarray(unit * parts.length, (unit + 1) * parts.length)
        if (is === 1)
          expect(
            errors.every((off) => Math.abs(off) < axis.floor),
            `near the truth: ${facts}`,
          ).toBe(true)
        expect(is <= (before.shown[at]?.[unit] ?? 0), 'what was withheld stays so').toBe(true)
      }
    })
    before = found
  }
})

test('one correction keeps the former counts of its group, everywhere', () => {
  const tree = { parents: Int32Array.of(-1, 0, 0, 1, 1, 2, 2) }
  const axis = { cells: 2, cuts: [1], floor: 10 }
  const first = releaseCounts(tree, summed(tree, 2, [20, 30, 25, 25, 30, 20, 22, 28]), axis, null)
  const one = releaseCounts(tree, summed(tree, 2, [19, 31, 25, 25, 30, 20, 22, 28]), axis, first)
  expect([...one.counts]).toEqual([...first.counts])
  expect([...one.held]).toEqual([0, 0, 0, 1, 0, 0, 0])
  // Another group changes by more than the floor: it is published, the first one still waits.
  const two = releaseCounts(tree, summed(tree, 2, [19, 31, 25, 25, 30, 20, 42, 68]), axis, one)
  expect([...two.counts.subarray(0, 2)]).toEqual([20 + 25 + 30 + 42, 30 + 25 + 20 + 68])
})

test('small changes that add up are published in the sum, and their units are withheld', () => {
  const tree = { parents: Int32Array.of(-1, 0, 0, 0, 0) }
  const axis = { cells: 2, cuts: [1], floor: 10 }
  const first = releaseCounts(tree, summed(tree, 2, [20, 30, 25, 25, 30, 20, 22, 28]), axis, null)
  const next = releaseCounts(tree, summed(tree, 2, [16, 34, 21, 29, 26, 24, 22, 28]), axis, first)
  expect([...next.counts.subarray(0, 2)]).toEqual([85, 115])
  expect(next.shown.map((units) => [...units])).toEqual([
    [1, 0, 0, 0, 1],
    [1, 0, 0, 0, 1],
  ])
})
