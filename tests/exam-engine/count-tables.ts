import type { CountAxis, ShownUnits, UnitTree } from '#src/features/exam-engine/suppress.ts'
import type { Random } from '../support/random.ts'
import { knownSets, leavesOf, publishedSums, unseenChanges } from './attack.ts'

// Small tables of counts, at random.

/** A tree of at most five units without children, at depths of their own. */
export function randomTree(dice: Random): UnitTree {
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

export function randomAxis(dice: Random): CountAxis {
  const cells = dice.pick([1, 2, 3])
  const cuts = cells === 1 ? [] : cells === 2 ? [1] : dice.pick([[1], [2], [1, 2], [2, 1]])
  return { cells, cuts, floor: dice.pick([3, 10]) }
}

/** Counts of every unit from random ones of those without children, often around the floor. */
export function randomCounts(dice: Random, tree: UnitTree, { cells, floor }: CountAxis): Int32Array {
  const highest = dice.pick([floor, 2 * floor, 6 * floor])
  const unknowns = leavesOf(tree).length * cells
  return summed(
    tree,
    cells,
    Array.from({ length: unknowns }, () => (dice.chance(0.15) ? 0 : dice.below(highest))),
  )
}

/** Counts of all units from those of the units without children. */
export function summed(tree: UnitTree, cells: number, own: readonly number[]): Int32Array {
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

/** The counts of the units without children: what an attacker does not know. */
export const unknownsOf = (tree: UnitTree, counts: Int32Array, { cells }: CountAxis) =>
  leavesOf(tree).flatMap((leaf) => [...counts.subarray(leaf * cells, (leaf + 1) * cells)])

export const isFew = (pupils: number, floor: number) => pupils !== 0 && Math.abs(pupils) < floor

/** Every set of pupils whose number follows from what is shown. */
export function setsKnown(tree: UnitTree, axis: CountAxis, shown: ShownUnits): number[] {
  const unknowns = leavesOf(tree).length * axis.cells
  return knownSets(unseenChanges(publishedSums(tree, axis, shown), unknowns), unknowns)
}
