import { type FrameLevel, NONE, unitCount } from './frame.ts'
import type { UnitTree } from './suppress.ts'

/** All units of a frame as one tree, level after level. `firsts` says where each level begins. */
export function unitTree(levels: readonly FrameLevel[]): { tree: UnitTree; firsts: number[] } {
  const firsts: number[] = []
  let units = 0
  for (const level of levels) {
    firsts.push(units)
    units += unitCount(level)
  }
  const parents = new Int32Array(units).fill(NONE)
  levels.forEach((level, depth) => {
    const [own = 0, above = 0] = [firsts[depth], firsts[depth - 1]]
    for (const [unit, parent] of level.parents.entries()) parents[own + unit] = parent < 0 ? NONE : above + parent
  })
  return { tree: { parents }, firsts }
}

/**
 * The counts of an axis for all units of the tree.
 * @param cells the counts of each cell of the axis: a column for each level
 */
export function axisCounts(cells: readonly (readonly Int32Array[])[]): Int32Array {
  const units = cells[0]?.reduce((sum, column) => sum + column.length, 0) ?? 0
  const counts = new Int32Array(units * cells.length)
  for (const [cell, levels] of cells.entries()) {
    let unit = 0
    for (const column of levels) for (const count of column) counts[unit++ * cells.length + cell] = count
  }
  return counts
}
