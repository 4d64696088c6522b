import { FLOOR, type PublishedAxes } from '#src/features/exam-run/published-axes.ts'
import type { ReadUnit } from './report-units.server.ts'

// What somebody who knows the figures of some units could find out about all others, from a figure of a unit above.

/**
 * Whether these pupils of others can be told together: nobody, or as many as the floor. The largest part knows its own
 * pupils, so without it as many are needed once more.
 * @param parts how many count in each part
 */
export function isEnough(parts: readonly number[]): boolean {
  const known = parts.filter((count) => count > 0)
  const all = known.reduce((sum, count) => sum + count, 0)
  const rest = all - Math.max(0, ...known)
  return (all === 0 || all >= FLOOR) && (rest === 0 || rest >= FLOOR)
}

/**
 * How many count in a unit without some classes: by school, or by class within a school.
 * @return what counts them in an axis: those with a mark, or those without one. Its parameter `own`: the classes whose
 * pupils the reader knows in this column
 */
export function othersWithin(
  { units: { kinds, ids, parents }, axes }: PublishedAxes,
  of: Pick<ReadUnit, 'kind' | 'unitId'>,
): (axis: string, own: ReadonlySet<number>, unmarked?: boolean) => number[] {
  const top = kinds.findIndex((kind, at) => kind === of.kind && ids[at] === of.unitId)
  // The part of each unit within the top one: its class in a school, else its school.
  const parts = new Int32Array(ids.length).fill(-1)
  const within = new Uint8Array(ids.length)
  for (let unit = 0; unit < ids.length; unit++) {
    const parent = parents[unit] ?? -1
    within[unit] = unit === top || within[parent] === 1 ? 1 : 0
    if (within[unit] === 0) continue
    const isPart = kinds[unit] === (of.kind === 'school' ? 'class' : 'school')
    parts[unit] = isPart ? unit : (parts[parent] ?? -1)
  }
  const classes = Int32Array.from(ids.keys()).filter((unit) => kinds[unit] === 'class' && within[unit] === 1)
  return (name, own, unmarked = false) => {
    const axis = axes.find((one) => one.name === name)
    if (!axis) return []
    const cells = axis.cuts.length + 2
    const sums = new Map<number, number>()
    for (const unit of classes) {
      if (own.has(ids[unit] ?? 0)) continue
      // The first cell has those without a mark.
      let counted = 0
      for (let cell = unmarked ? 0 : 1; cell < (unmarked ? 1 : cells); cell++)
        counted += axis.counts[unit * cells + cell] ?? 0
      const part = parts[unit] ?? -1
      sums.set(part, (sums.get(part) ?? 0) + counted)
    }
    return [...sums.values()]
  }
}

/**
 * Whether groups of others that are parts of one another have nobody or enough pupils between them.
 * @param groups how many of each part are in each group
 */
export function areApart(groups: readonly (readonly number[])[]): boolean {
  const sumOf = (parts: readonly number[]) => parts.reduce((sum, count) => sum + count, 0)
  const sorted = groups.toSorted((one, other) => sumOf(one) - sumOf(other))
  return sorted.every(
    (parts, at) => at === 0 || isEnough(parts.map((count, part) => count - (sorted[at - 1]?.[part] ?? 0))),
  )
}

/** The mean of a school, with how many count whom the reader does not know. */
export type OtherSchool = { id: number; parent: number; mean: number; counted: number; shown: boolean }

/**
 * The schools whose means may be shown without names. What is withheld of a district, or of all, must be no few pupils:
 * the mean of the district and those that are shown would tell them. It does not depend on the school that is looked
 * at: whoever has several would see what is withheld from one of them at another one.
 */
export function othersToShow(schools: readonly OtherSchool[]): OtherSchool[] {
  const shown = new Set(schools.filter((school) => school.shown))
  const hideWithin = (some: readonly OtherSchool[]) => {
    const bySize = some.filter(({ counted }) => counted > 0).sort((one, other) => one.counted - other.counted)
    for (;;) {
      const hidden = some.filter((school) => !shown.has(school)).map(({ counted }) => counted)
      const next = bySize.find((school) => shown.has(school))
      if (isEnough(hidden) || !next) return
      shown.delete(next)
    }
  }
  for (const district of Map.groupBy(schools, ({ parent }) => parent).values()) hideWithin(district)
  hideWithin(schools)
  return [...shown]
}

/** Hundredths: how far a mean is from no or full marks that are all nearly so, and the deviation of equal marks. */
const EXTREME = 10
const SAME = 5

/**
 * Whether marks can be told from their mean and deviation: nearly all are none, full, or the same.
 * @param full the full mark
 */
export function isPlain(
  { counted, mean, deviation }: { counted: number; mean: number; deviation: number | null },
  full: number,
): boolean {
  if (mean < EXTREME || mean > full - EXTREME) return true
  // No mark is further from the mean than the deviation times the root of all others.
  return deviation !== null && deviation < Math.max(SAME, 50 / Math.sqrt(Math.max(1, counted - 1)))
}
