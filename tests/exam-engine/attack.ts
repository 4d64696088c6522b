import type { CountAxis, ShownUnits, UnitTree } from '#src/features/exam-engine/suppress.ts'

// Somebody who knows everything that is published, and that pupils add up: which sums over pupils can be computed from
// it? The pupils of each unit without children and each cell are an unknown number. Every published count is a sum of
// them. A sum follows from the published ones exactly when no change of the unknowns that leaves all published counts
// alone would change it.

/** The units without children. */
export function leavesOf({ parents }: UnitTree): number[] {
  const inner = new Set(parents)
  return [...parents.keys()].filter((unit) => !inner.has(unit))
}

/** What is published, as sums of the unknowns: all pupils of a unit, and those at or above a cut. */
export function publishedSums(tree: UnitTree, axis: CountAxis, shown: ShownUnits): number[][] {
  const leaves = leavesOf(tree)
  const isBelow = (unit: number, above: number): boolean =>
    unit === above || (unit >= 0 && isBelow(tree.parents[unit] ?? -1, above))
  return [0, ...axis.cuts].flatMap((cut, at) =>
    [...tree.parents.keys()]
      .filter((unit) => shown[at]?.[unit] === 1)
      .map((unit) =>
        leaves.flatMap((leaf) =>
          Array.from({ length: axis.cells }, (_, cell) => (cell >= cut && isBelow(leaf, unit) ? 1 : 0)),
        ),
      ),
  )
}

/**
 * The changes of the unknowns that nobody would see: a basis of the null space, in whole numbers.
 * @throws RangeError when numbers become too large to be exact
 */
export function unseenChanges(rows: readonly (readonly number[])[], unknowns: number): number[][] {
  const { reduced, pivots } = eliminated(rows, unknowns)
  const free = [...Array(unknowns).keys()].filter((at) => !pivots.includes(at))
  return free.map((own) => {
    // Every pivot row says: pivot × its unknown + entry × this unknown = 0.
    const scale = reduced.reduce((all, row, at) => multiple(all, row[pivots[at] ?? 0] ?? 1), 1)
    const change = Array<number>(unknowns).fill(0)
    change[own] = scale
    reduced.forEach((row, at) => {
      const pivot = pivots[at] ?? 0
      change[pivot] = exact((-(row[own] ?? 0) * scale) / (row[pivot] ?? 1))
    })
    return change
  })
}

/** Rows in reduced form, without fractions: each has a pivot that all others have not. */
function eliminated(rows: readonly (readonly number[])[], unknowns: number) {
  let reduced: number[][] = rows.map((row) => [...row])
  const pivots: number[] = []
  for (let column = 0; column < unknowns; column++) {
    const at = reduced.findIndex((row, index) => index >= pivots.length && row[column] !== 0)
    const pivotRow = reduced[at]
    if (pivotRow === undefined) continue
    reduced.splice(at, 1)
    reduced.splice(pivots.length, 0, pivotRow)
    const pivot = pivotRow[column] ?? 1
    reduced = reduced.map((row) => {
      const own = row[column] ?? 0
      if (row === pivotRow || own === 0) return row
      return smallest(row.map((value, index) => exact(value * pivot - (pivotRow[index] ?? 0) * own)))
    })
    pivots.push(column)
  }
  return { reduced: reduced.slice(0, pivots.length), pivots }
}

function smallest(row: number[]): number[] {
  const divisor = row.reduce((all, value) => common(all, Math.abs(value)), 0)
  return divisor > 1 ? row.map((value) => value / divisor) : row
}

const common = (one: number, other: number): number => (other === 0 ? one : common(other, one % other))
const multiple = (one: number, other: number) => Math.abs((one / common(Math.abs(one), Math.abs(other))) * other)

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not exact`)
  return value
}

/**
 * Every set of unknowns whose sum follows from what is published, as bits. Goes through all sets, one unknown in or out
 * at a time.
 */
export function knownSets(changes: readonly (readonly number[])[], unknowns: number): number[] {
  const sums = changes.map(() => 0)
  const known: number[] = []
  let set = 0
  for (let step = 1; step < 2 ** unknowns; step++) {
    const at = 31 - Math.clz32(step & -step)
    set ^= 1 << at
    const sign = (set >> at) & 1 ? 1 : -1
    let left = 0
    for (const [index, change] of changes.entries()) {
      const sum = (sums[index] ?? 0) + sign * (change[at] ?? 0)
      sums[index] = sum
      if (sum !== 0) left++
    }
    if (left === 0) known.push(set)
  }
  return known
}

/** The number of pupils in a set of unknowns. */
export function pupilsIn(set: number, counts: readonly number[]): number {
  return counts.reduce((sum, count, at) => ((set >> at) & 1 ? sum + count : sum), 0)
}
