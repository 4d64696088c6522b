import {
  axisPartCounts,
  axisParts,
  type CountAxis,
  childrenOf,
  type ShownUnits,
  showable,
  type UnitTree,
} from './suppress.ts'

// Counts over versions. Two versions differ by corrections, and a difference of few pupils tells about them. So a group
// whose counts change by few pupils keeps its former counts, in its own figures and in all sums above it. What is
// published always adds up.

/** The counts of a version as they are published. */
export type CountRelease = {
  /** Unit after unit, one for each cell of the axis. */
  counts: Int32Array
  shown: ShownUnits
  /** One for each unit without children that has the counts of the version before. */
  held: Uint8Array
}

/**
 * What to publish of an axis: everything safe, as near to the truth as possible. Each shown figure is off by fewer
 * pupils than the floor. Where small changes add up to more, the units below are withheld, and the sum shows the
 * change. A unit that the version before did not show is not shown.
 * @param counts the true counts of this version
 * @param before the version before, as it was published; null for the first one
 */
export function releaseCounts(
  tree: UnitTree,
  counts: Int32Array,
  axis: CountAxis,
  before: CountRelease | null,
): CountRelease {
  if (before === null) {
    return { counts, shown: showable(tree, counts, axis), held: new Uint8Array(tree.parents.length) }
  }
  let within: ShownUnits = before.shown
  // Every round takes a unit away, or is the last one.
  for (;;) {
    const found = holdBack(tree, counts, axis, before, within)
    const next = withdrawn(tree, counts, axis, found, within)
    if (next === null) return found
    within = next
  }
}

/** Holds groups until no group changes by few pupils. What a round does not show, later rounds do not show either. */
function holdBack(
  tree: UnitTree,
  counts: Int32Array,
  axis: CountAxis,
  before: CountRelease,
  within: ShownUnits,
): CountRelease {
  const children = childrenOf(tree)
  const held = new Uint8Array(tree.parents.length)
  let shown = within
  for (;;) {
    const own = summedUp(tree, children, axis.cells, (unit) => (held[unit] === 1 ? before.counts : counts))
    shown = showable(tree, own, axis, shown)
    const more = changedByFew(tree, children, axis, shown, difference(own, before.counts))
    if (more.length === 0) return { counts: own, shown, held }
    for (const unit of more) held[unit] = 1
  }
}

/** The units without children that are in a group whose counts change by few pupils, for any cut. */
function changedByFew(
  { parents }: UnitTree,
  children: readonly (readonly number[])[],
  axis: CountAxis,
  shown: ShownUnits,
  change: Int32Array,
): number[] {
  const found: number[] = []
  for (const [at, parts] of axisParts(axis).entries()) {
    const width = parts.length
    const changes = axisPartCounts(change, axis.cells, parts)
    const groupOf = new Int32Array(parents.length)
    const groups = new Int32Array(changes.length)
    for (let unit = 0; unit < parents.length; unit++) {
      const parent = parents[unit] ?? -1
      const group = shown[at]?.[unit] === 1 ? unit : parent < 0 ? -1 : (groupOf[parent] ?? -1)
      groupOf[unit] = group
      if (group < 0 || children[unit]?.length !== 0) continue
      for (let part = 0; part < width; part++) {
        groups[group * width + part] = (groups[group * width + part] ?? 0) + (changes[unit * width + part] ?? 0)
      }
    }
    for (let unit = 0; unit < parents.length; unit++) {
      const group = groupOf[unit] ?? -1
      if (group < 0 || children[unit]?.length !== 0) continue
      const own = groups.subarray(group * width, (group + 1) * width)
      if (own.some((count) => isFew(count, axis.floor))) found.push(unit)
    }
  }
  // A group that is held has no change left, so these are new ones.
  return found
}

const isFew = (change: number, floor: number) => change !== 0 && Math.abs(change) < floor

/**
 * The units that may be shown after some are taken away because a figure is off by too many pupils: null when none is.
 * First goes what was not shown anyhow, so that its groups no longer hold anything; then what is held below the figure;
 * then the last cut.
 */
function withdrawn(
  tree: UnitTree,
  counts: Int32Array,
  axis: CountAxis,
  { counts: own, shown, held }: CountRelease,
  within: ShownUnits,
): ShownUnits | null {
  const { parents } = tree
  // Deepest first, so that no more than necessary is withheld.
  const off = offUnits(tree, axis, shown, difference(counts, own)).lastIndexOf(1)
  if (off < 0) return null
  const isSmaller = shown.some((units, at) => units.some((is, unit) => is !== within[at]?.[unit]))
  if (isSmaller) return shown
  const isVictim = staleBelow(tree, held, off).map((is, unit) => (shown[0]?.[unit] === 1 ? is : 0))
  if (isVictim.includes(1)) return shown.map((units) => units.map((is, unit) => (isVictim[unit] === 1 ? 0 : is)))
  for (let at = shown.length - 1; at > 0; at--) {
    const units = shown[at]?.slice()
    let owner = off
    while (owner >= 0 && units?.[owner] !== 1) owner = parents[owner] ?? -1
    if (units === undefined || owner < 0) continue
    units[owner] = 0
    return shown.map((others, index) => (index === at ? units : others))
  }
  return null
}

/** One for each unit with a shown figure that is off by as many pupils as the floor, or more. */
function offUnits({ parents }: UnitTree, axis: CountAxis, shown: ShownUnits, error: Int32Array): Uint8Array {
  const off = new Uint8Array(parents.length)
  for (const [at, parts] of axisParts(axis).entries()) {
    const errors = axisPartCounts(error, axis.cells, parts)
    for (let unit = 0; unit < parents.length; unit++) {
      const own = errors.subarray(unit * parts.length, (unit + 1) * parts.length)
      if (shown[at]?.[unit] === 1 && own.some((count) => Math.abs(count) >= axis.floor)) off[unit] = 1
    }
  }
  return off
}

/** One for each unit below another one that has a held unit in it, or is one. */
function staleBelow({ parents }: UnitTree, held: Uint8Array, above: number): Uint8Array {
  const stale = held.slice()
  for (let unit = parents.length - 1; unit > 0; unit--) if (stale[unit] === 1) stale[parents[unit] ?? 0] = 1
  const below = new Uint8Array(parents.length)
  for (let unit = above + 1; unit < parents.length; unit++) {
    const parent = parents[unit] ?? -1
    below[unit] = parent === above || below[parent] === 1 ? 1 : 0
  }
  return stale.map((is, unit) => (below[unit] === 1 ? is : 0))
}

/** Counts of all units, added up from those without children. */
function summedUp(
  { parents }: UnitTree,
  children: readonly (readonly number[])[],
  cells: number,
  countsOf: (unit: number) => Int32Array,
): Int32Array {
  const out = new Int32Array(parents.length * cells)
  for (let unit = parents.length - 1; unit >= 0; unit--) {
    const from = unit * cells
    if (children[unit]?.length === 0) out.set(countsOf(unit).subarray(from, from + cells), from)
    const parent = parents[unit] ?? -1
    if (parent < 0) continue
    for (let cell = 0; cell < cells; cell++) {
      out[parent * cells + cell] = (out[parent * cells + cell] ?? 0) + (out[from + cell] ?? 0)
    }
  }
  return out
}

function difference(one: Int32Array, other: Int32Array): Int32Array {
  return one.map((count, at) => count - (other[at] ?? 0))
}
