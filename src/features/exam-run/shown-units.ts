import type { LevelKind } from '#src/features/exam-engine/frame.ts'
import type { PublishedAxes } from './published-axes.ts'

/** What somebody outside of a unit may see of it in one column. */
export type ShownUnit = {
  /** How many sit the subject, or belong to the total; null when it is not shown. */
  pupils: number | null
  /** How many have a mark; null when it is not shown. */
  counted: number | null
  /** Whether mean and deviation are shown. */
  mean: boolean
  /** How many have this mark or a better one, by cut of the axis in the order of importance; null when not shown. */
  atLeast: readonly (number | null)[]
}

/** The address of a unit that publications show figures of. */
export type UnitAt = { kind: LevelKind; id: number }

// The units of a publication never change, and stay in memory.
const places = new WeakMap<PublishedAxes['units'], Map<string, number>>()

/** The place of a unit of a publication; -1 for one that is not there. */
export function placeOfUnit(units: PublishedAxes['units'], { kind, id }: UnitAt): number {
  const known = places.get(units) ?? new Map<string, number>()
  if (known.size === 0) {
    // A class that has moved is there twice: the first place counts.
    for (const [at, one] of units.kinds.entries()) {
      const key = `${one} ${units.ids[at]}`
      if (!known.has(key)) known.set(key, at)
    }
    places.set(units, known)
  }
  return known.get(`${kind} ${id}`) ?? -1
}

/** Whether mean and deviation of a unit are shown. */
export function isMeanShown({ units, axes }: PublishedAxes, name: string, wanted: UnitAt): boolean {
  return axes.find((one) => one.name === name)?.means[placeOfUnit(units, wanted)] === 1
}

/**
 * What an axis of a publication shows of a unit; undefined for a unit or an axis that it does not have. A class is
 * known by its school too.
 */
export function shownUnit({ units, axes }: PublishedAxes, name: string, wanted: UnitAt): ShownUnit | undefined {
  const axis = axes.find((one) => one.name === name)
  const unit = placeOfUnit(units, wanted)
  if (axis === undefined || unit < 0) return undefined
  const cells = axis.cuts.length + 2
  const own = axis.counts.subarray(unit * cells, (unit + 1) * cells)
  const from = (cell: number) => own.subarray(cell).reduce((sum, count) => sum + count, 0)
  const depth = axis.shown[unit] ?? 0
  const sorted = axis.cuts.toSorted((one, other) => one - other)
  return {
    pupils: depth > 0 ? from(0) : null,
    counted: depth > 1 ? from(1) : null,
    mean: axis.means[unit] === 1,
    atLeast: axis.cuts.map((cut, at) => (depth > at + 2 ? from(sorted.indexOf(cut) + 2) : null)),
  }
}
