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
 * @return what counts them in an axis. Its parameter `own`: the classes whose pupils the reader knows in this column
 */
export function othersWithin(
  { units: { kinds, ids, parents }, axes }: PublishedAxes,
  of: Pick<ReadUnit, 'kind' | 'unitId'>,
): (axis: string, own: ReadonlySet<number>) => number[] {
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
  return (name, own) => {
    const axis = axes.find((one) => one.name === name)
    if (!axis) return []
    const cells = axis.cuts.length + 2
    const sums = new Map<number, number>()
    for (const unit of classes) {
      if (own.has(ids[unit] ?? 0)) continue
      // The first cell has those without a mark.
      let counted = 0
      for (let cell = 1; cell < cells; cell++) counted += axis.counts[unit * cells + cell] ?? 0
      const part = parts[unit] ?? -1
      sums.set(part, (sums.get(part) ?? 0) + counted)
    }
    return [...sums.values()]
  }
}

/** The mean of another school, with how many of its pupils count. */
export type OtherSchool = { parent: number; mean: number; counted: number; shown: boolean }

/**
 * The means of other schools that may be shown without names. What is withheld of a district, or of all, must be no
 * few pupils: the mean of the district and those that are shown would tell them.
 */
export function othersToShow(schools: readonly OtherSchool[]): number[] {
  const shown = new Set(schools.filter((school) => school.shown))
  const hideWithin = (some: readonly OtherSchool[]) => {
    const bySize = some.toSorted((one, other) => one.counted - other.counted)
    for (;;) {
      const hidden = some.filter((school) => !shown.has(school)).map(({ counted }) => counted)
      const next = bySize.find((school) => shown.has(school))
      if (isEnough(hidden) || !next) return
      shown.delete(next)
    }
  }
  for (const district of Map.groupBy(schools, ({ parent }) => parent).values()) hideWithin(district)
  hideWithin(schools)
  return [...shown].map(({ mean }) => mean).sort((one, other) => one - other)
}
