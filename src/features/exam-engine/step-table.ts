import { NO_MARK } from './frame.ts'
import type { MarkOrder } from './order.ts'

/** How many have each mark (一分一段): the marks that occur, best first, in hundredths. */
export type StepTable = { marks: Int32Array; counts: Int32Array }

/** The step table of a sorted column. */
export function stepTable({ marks }: MarkOrder): StepTable {
  let steps = 0
  for (let at = 0; at < marks.length; at++) if (at === 0 || marks[at] !== marks[at - 1]) steps++
  const table = { marks: new Int32Array(steps), counts: new Int32Array(steps) }
  let step = -1
  for (let at = 0; at < marks.length; at++) {
    if (at === 0 || marks[at] !== marks[at - 1]) table.marks[++step] = marks[at] ?? NO_MARK
    table.counts[step] = (table.counts[step] ?? 0) + 1
  }
  return table
}

/** The table in steps of equal width from zero up, each named by its lowest mark. Empty steps are left out. */
export function widerSteps({ marks, counts }: StepTable, width: number): StepTable {
  const found = new Map<number, number>()
  marks.forEach((mark, at) => {
    const step = Math.floor(mark / width) * width
    found.set(step, (found.get(step) ?? 0) + (counts[at] ?? 0))
  })
  return { marks: Int32Array.from(found.keys()), counts: Int32Array.from(found.values()) }
}

/** The number of candidates from each step up. */
export function cumulative({ counts }: StepTable): Int32Array {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum
  })
}

/**
 * The mark at a place, equal marks sharing it: all who reach this mark are at this place or a better one, or equal to
 * it. The lowest mark when there are fewer candidates, null when there are none.
 */
export function markAtPlace({ marks, counts }: StepTable, place: number): number | null {
  let above = 0
  for (let at = 0; at < marks.length; at++) {
    above += counts[at] ?? 0
    if (above >= place) return marks[at] ?? null
  }
  return marks.at(-1) ?? null
}

/** How many are above a mark, and how many have it. */
export function standing({ marks, counts }: StepTable, mark: number): { above: number; equal: number; all: number } {
  const found = { above: 0, equal: 0, all: 0 }
  for (let at = 0; at < marks.length; at++) {
    const [own = 0, count = 0] = [marks[at], counts[at]]
    found.all += count
    if (own > mark) found.above += count
    if (own === mark) found.equal = count
  }
  return found
}

/** The percentile rank of a mark: those below and half of those equal, in percent of all; null when there is nobody. */
export function percentileRank(table: StepTable, mark: number): number | null {
  const { above, equal, all } = standing(table, mark)
  return all === 0 ? null : (100 * (all - above - equal / 2)) / all
}
