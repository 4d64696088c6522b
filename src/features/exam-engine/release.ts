import { type CountAxis, type ShownUnits, showable, shownGroups, type UnitTree } from './suppress.ts'

// Counts over versions. Two versions differ by corrections, and the difference of two publications tells about the
// pupils who were corrected. So corrections wait until there are enough of them: all pupils of a group who moved from
// one cell to another are published together, when they are as many as the floor.

/** The counts of an axis as they are published: unit after unit, one for each cell. They add up. */
export type CountRelease = { counts: Int32Array; shown: ShownUnits }

/** The place of somebody who is not among the candidates. */
export const NOWHERE = -1

/**
 * Pupils of whom something has changed since they were last published, in three columns: the unit without children, the
 * cell that is published, the new one. The cells are equal where only the mark has changed, `NOWHERE` for whoever was
 * not there, or is not any more.
 */
export type CountMoves = { units: Int32Array; from: Int8Array; to: Int8Array }

/** `waiting` has one for each move that is not published yet. */
export type NextRelease = CountRelease & { waiting: Uint8Array }

/** The first publication of an axis. */
export function firstRelease(tree: UnitTree, counts: Int32Array, axis: CountAxis): CountRelease {
  return { counts, shown: showable(tree, counts, axis) }
}

/**
 * The next publication: the former one, and all moves that may be told. Of no shown unit do as many pupils wait with
 * the same move as the floor, beside those of the class or school that has most of them: where small groups have so
 * many together, the units below are withheld, and the sum shows the moves. A unit that the version before did not
 * show is not shown. Other figures (means, deviations) must be computed with the former marks of those who wait.
 */
export function nextRelease(tree: UnitTree, axis: CountAxis, before: CountRelease, moves: CountMoves): NextRelease {
  const kinds = moveKinds(axis, moves)
  let within = before.shown
  // Every round takes a unit away, or is the last one.
  for (;;) {
    const groups = shownGroups(tree, within[0] ?? new Uint8Array())
    const waiting = tooFew(tree, moves, kinds, axis, groups)
    const counts = movedCounts(tree, axis, before.counts, moves, waiting)
    const shown = showable(tree, counts, axis, within)
    const isSmaller = shown.some((units, at) => units.some((is, unit) => is !== within[at]?.[unit]))
    const next = isSmaller ? shown : withoutStale(tree, axis, moves, kinds, waiting, shown)
    if (next === null) return { counts, shown, waiting }
    within = next
  }
}

/** A number for each pair of cells. */
function moveKinds({ cells }: CountAxis, { units, from, to }: CountMoves): Int32Array {
  if (from.length !== units.length || to.length !== units.length) throw new RangeError('every move needs its cells')
  return units.map((_, at) => {
    const [old, now] = [(from[at] ?? NOWHERE) + 1, (to[at] ?? NOWHERE) + 1]
    if (old < 0 || now < 0 || old > cells || now > cells) throw new RangeError(`move ${at} is between unknown cells`)
    return old * (cells + 1) + now
  })
}

const kindCount = ({ cells }: CountAxis) => (cells + 1) ** 2

/**
 * Who knows a part of a group: a class knows its own pupils, and above schools the school does. This is the part of a
 * class within a unit above.
 */
const partOf = ({ parents }: UnitTree, unit: number, above: number): number =>
  unit === above || parents[unit] === above ? unit : (parents[unit] ?? -1)

/** Whether moves can be told: as many as the floor, and none or as many without the part that knows most of them. */
const areEnough = (all: number, largest: number, floor: number): boolean =>
  all >= floor && (all === largest || all - largest >= floor)

/** One for each move that too few pupils of its group make. Units in no group tell nothing. */
function tooFew(
  tree: UnitTree,
  { units }: CountMoves,
  kinds: Int32Array,
  axis: CountAxis,
  groups: Int32Array,
): Uint8Array {
  const stride = kindCount(axis)
  const size = groups.length * stride
  const [all, parts, largest] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)]
  const cellIn = (unit: number, at: number) => (unit < 0 ? -1 : unit * stride + (kinds[at] ?? 0))
  const groupOf = (at: number) => groups[units[at] ?? 0] ?? -1
  for (let at = 0; at < units.length; at++) {
    const cell = cellIn(groupOf(at), at)
    if (cell < 0) continue
    all[cell] = (all[cell] ?? 0) + 1
    // A part belongs to one group: the units below it that are shown are groups of their own.
    const part = cellIn(partOf(tree, units[at] ?? 0, groupOf(at)), at)
    parts[part] = (parts[part] ?? 0) + 1
    largest[cell] = Math.max(largest[cell] ?? 0, parts[part] ?? 0)
  }
  return Uint8Array.from(units, (_, at) => {
    const cell = cellIn(groupOf(at), at)
    return cell >= 0 && !areEnough(all[cell] ?? 0, largest[cell] ?? 0, axis.floor) ? 1 : 0
  })
}

/** The former counts with the moves that do not wait. */
function movedCounts(
  { parents }: UnitTree,
  { cells }: CountAxis,
  before: Int32Array,
  { units, from, to }: CountMoves,
  waiting: Uint8Array,
): Int32Array {
  const counts = before.slice()
  const add = (unit: number, cell: number, more: number) => {
    if (cell >= 0) counts[unit * cells + cell] = (counts[unit * cells + cell] ?? 0) + more
  }
  for (let at = 0; at < units.length; at++) {
    if (waiting[at] === 1) continue
    for (let unit = units[at] ?? -1; unit >= 0; unit = parents[unit] ?? -1) {
      add(unit, from[at] ?? NOWHERE, -1)
      add(unit, to[at] ?? NOWHERE, 1)
    }
  }
  return counts
}

/**
 * The units that may be shown when those are taken away that keep too many pupils of a unit above waiting, of several
 * of its parts; null when there are none. The deepest such units go first, so that no more than necessary is withheld.
 */
function withoutStale(
  tree: UnitTree,
  axis: CountAxis,
  { units }: CountMoves,
  kinds: Int32Array,
  waiting: Uint8Array,
  shown: ShownUnits,
): ShownUnits | null {
  const { parents } = tree
  const stride = kindCount(axis)
  const sizes = new Int32Array(parents.length * stride)
  const largest = new Int32Array(parents.length * stride)
  const isStale = new Uint8Array(parents.length)
  for (let at = 0; at < units.length; at++) {
    if (waiting[at] === 0) continue
    const own = units[at] ?? -1
    for (let unit = own; unit >= 0; unit = parents[unit] ?? -1) {
      const cell = unit * stride + (kinds[at] ?? 0)
      sizes[cell] = (sizes[cell] ?? 0) + 1
      const part = partOf(tree, own, unit) * stride + (kinds[at] ?? 0)
      // Those below come first.
      largest[cell] = Math.max(largest[cell] ?? 0, sizes[part] ?? 0)
      isStale[unit] = 1
    }
  }
  const isLate = (unit: number) => {
    if (shown[0]?.[unit] !== 1) return false
    const own = sizes.subarray(unit * stride, (unit + 1) * stride)
    return own.some((size, kind) => size - (largest[unit * stride + kind] ?? 0) >= axis.floor)
  }
  // 1 for a unit that is late, 2 for a unit with a late one below it, which has to wait for the next round.
  const late = new Uint8Array(parents.length)
  for (let unit = parents.length - 1; unit >= 0; unit--) {
    if (late[unit] === 0 && isLate(unit)) late[unit] = 1
    const parent = parents[unit] ?? -1
    if (parent >= 0 && late[unit] !== 0) late[parent] = 2
  }
  const isBelow = new Uint8Array(parents.length)
  for (let unit = 0; unit < parents.length; unit++) {
    const parent = parents[unit] ?? -1
    isBelow[unit] = late[parent] === 1 || isBelow[parent] === 1 ? 1 : 0
  }
  if (!late.includes(1)) return null
  return shown.map((own) => own.map((is, unit) => (isBelow[unit] === 1 && isStale[unit] === 1 ? 0 : is)))
}
