import { expect, test } from 'vitest'
import { axisPartCounts, axisParts, showable } from '#src/features/exam-engine/suppress.ts'
import { axisCounts, unitTree } from '#src/features/exam-engine/unit-tree.ts'
import { random } from '../support/random.ts'
import { leavesOf, pupilsIn } from './attack.ts'
import { isFew, randomAxis, randomCounts, randomTree, setsKnown, summed, unknownsOf } from './count-tables.ts'

const seeds = Array.from({ length: 150 }, (_, seed) => seed)

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

test('a unit that cannot help is not withheld: its pupils are all on the other side of the cut', () => {
  const tree = { parents: Int32Array.of(-1, 0, 0, 0, 3, 3) }
  const axis = { cells: 2, cuts: [1], floor: 10 }
  const counts = summed(tree, 2, [30, 5, 12, 0, 30, 20, 30, 25])
  expect(showable(tree, counts, axis).map((units) => [...units])).toEqual([
    [1, 1, 1, 1, 1, 1],
    [1, 0, 1, 0, 0, 1],
  ])
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
