// Which counts may be published, so that no subtraction tells anything about a few pupils.
//
// A family of figures is an axis. Each pupil stands in one of its cells (absent, below the line, above it), in order,
// and what is published is how many of a unit are at or above a cut between cells. A unit is shown for a cut or not.
// The group of a shown unit are its pupils who are in no shown unit below it. Whoever knows all shown counts knows the
// counts of all groups, and nothing else but sums of these. So it is enough that every group has, on both sides of a
// cut, no pupil or at least as many as the floor. The proof is in docs/decisions/037-exam-engine.md.

/** Units of all levels. Parents come before their children, the first one has none (-1). */
export type UnitTree = { parents: Int32Array }

export type CountAxis = {
  /** The number of cells. */
  cells: number
  /** The first cell above each cut, the most important cut first: a unit not shown for one is not for the next. */
  cuts: readonly number[]
  /** The fewest pupils that a group may have. */
  floor: number
}

/** One for each unit that is shown: first for the number of its pupils, then for each cut. */
export type ShownUnits = readonly Uint8Array[]

/** Cells from the first up to the last, which is not included. */
export type AxisPart = readonly [from: number, to: number]

/** What becomes known: the whole axis with the number of pupils, then both sides of each cut, up to other cuts. */
export function axisParts({ cells, cuts }: CountAxis): AxisPart[][] {
  const borders = [0, cells]
  const parts: AxisPart[][] = [[[0, cells]]]
  for (const cut of cuts) {
    if (!Number.isInteger(cut) || cut <= 0 || cut >= cells || borders.includes(cut)) {
      throw new RangeError(`${cut} is no new cut of ${cells} cells`)
    }
    const below = Math.max(...borders.filter((border) => border < cut))
    const above = Math.min(...borders.filter((border) => border > cut))
    parts.push([
      [below, cut],
      [cut, above],
    ])
    borders.push(cut)
  }
  return parts
}

/**
 * Chooses the units that may be shown. Where what is left of a parent would be too few pupils, its smallest children
 * are withheld as well.
 * @param counts how many pupils are in each cell, unit after unit; those of a parent are the sum of its children
 * @param within the units that may be shown at all, for example those of the version before
 * @throws RangeError when the counts do not add up, because nothing would be safe then
 */
export function showable(tree: UnitTree, counts: Int32Array, axis: CountAxis, within?: ShownUnits): ShownUnits {
  const children = childrenOf(tree)
  checkSums(tree, children, counts, axis.cells)
  const shown: Uint8Array[] = []
  for (const [at, parts] of axisParts(axis).entries()) {
    const [before, allowed] = [shown[at - 1], within?.[at]]
    const candidates = tree.parents.map((_, unit) => (before?.[unit] === 0 || allowed?.[unit] === 0 ? 0 : 1))
    shown.push(chosen(tree, children, axisPartCounts(counts, axis.cells, parts), parts.length, axis.floor, candidates))
  }
  return shown
}

/** How many pupils of each unit are in each part, unit after unit. */
export function axisPartCounts(counts: Int32Array, cells: number, parts: readonly AxisPart[]): Int32Array {
  const units = counts.length / cells
  const out = new Int32Array(units * parts.length)
  for (let unit = 0; unit < units; unit++) {
    for (const [at, [from, to]] of parts.entries()) {
      let sum = 0
      for (let cell = from; cell < to; cell++) sum += counts[unit * cells + cell] ?? 0
      out[unit * parts.length + at] = sum
    }
  }
  return out
}

/** The group of each unit: the nearest unit from it upwards that is shown, -1 when none is. */
export function shownGroups({ parents }: UnitTree, shown: Uint8Array): Int32Array {
  const groups = new Int32Array(parents.length).fill(-1)
  for (let unit = 0; unit < parents.length; unit++) {
    groups[unit] = shown[unit] === 1 ? unit : (groups[parents[unit] ?? -1] ?? -1)
  }
  return groups
}

/** The children of each unit. */
function childrenOf({ parents }: UnitTree): number[][] {
  const children: number[][] = Array.from(parents, () => [])
  parents.forEach((parent, unit) => {
    if (parent >= unit) throw new RangeError(`unit ${unit} comes before its parent`)
    if (parent >= 0) children[parent]?.push(unit)
  })
  return children
}

function checkSums({ parents }: UnitTree, children: readonly number[][], counts: Int32Array, cells: number): void {
  if (counts.length !== parents.length * cells) throw new RangeError('every unit needs a count for each cell')
  for (const [unit, own] of children.entries()) {
    for (let cell = 0; cell < cells && own.length > 0; cell++) {
      const sum = own.reduce((all, child) => all + (counts[child * cells + cell] ?? 0), 0)
      if (sum !== counts[unit * cells + cell]) throw new RangeError(`unit ${unit} is not the sum of its children`)
    }
  }
}

/** Goes from the classes up. Every group below a unit is safe when its turn comes. */
function chosen(
  { parents }: UnitTree,
  children: readonly (readonly number[])[],
  counts: Int32Array,
  width: number,
  floor: number,
  candidates: Int32Array,
): Uint8Array {
  const shown = new Uint8Array(parents.length)
  // What no shown unit below covers; of a shown unit, this is its group.
  const left = new Int32Array(counts.length)
  const fewIn = (cells: Int32Array, unit: number, more = -1) => {
    let few = 0
    for (let at = 0; at < width; at++) {
      const count = (cells[unit * width + at] ?? 0) + (more < 0 ? 0 : (left[more * width + at] ?? 0))
      if (count > 0 && count < floor) few++
    }
    return few
  }
  const add = (from: number, to: number) => {
    for (let at = 0; at < width; at++)
      left[to * width + at] = (left[to * width + at] ?? 0) + (left[from * width + at] ?? 0)
  }
  for (let unit = parents.length - 1; unit >= 0; unit--) {
    if (children[unit]?.length === 0) left.set(counts.subarray(unit * width, (unit + 1) * width), unit * width)
    if (candidates[unit] === 1 && fewIn(counts, unit) === 0) {
      while (fewIn(left, unit) > 0) {
        const victim = nextToWithhold(unit)
        shown[victim] = 0
        add(victim, unit)
      }
      shown[unit] = 1
    }
    const parent = parents[unit] ?? -1
    if (shown[unit] === 0 && parent >= 0) add(unit, parent)
  }
  return shown

  /** The unit right below that helps most when its group joins that of `unit`; the smallest one of them. */
  function nextToWithhold(unit: number): number {
    let best = { victim: -1, few: 0, useful: false, size: 0 }
    const stack = [...(children[unit] ?? [])]
    for (let victim = stack.pop(); victim !== undefined; victim = stack.pop()) {
      if (shown[victim] === 0) {
        stack.push(...(children[victim] ?? []))
        continue
      }
      const found = { victim, few: fewIn(left, unit, victim), useful: hasMissing(unit, victim), size: sizeOf(victim) }
      if (best.victim < 0 || isBetter(found, best)) best = found
    }
    if (best.victim < 0) throw new RangeError(`unit ${unit} is not the sum of its children`)
    return best.victim
  }

  /** Whether a unit has pupils, in its group or further below, where the group of `unit` has too few. */
  function hasMissing(unit: number, victim: number): boolean {
    for (let at = 0; at < width; at++) {
      const count = left[unit * width + at] ?? 0
      if (count > 0 && count < floor && (counts[victim * width + at] ?? 0) > 0) return true
    }
    return false
  }

  function sizeOf(unit: number): number {
    let size = 0
    for (let at = 0; at < width; at++) size += counts[unit * width + at] ?? 0
    return size
  }
}

type Victim = { victim: number; few: number; useful: boolean; size: number }

function isBetter(one: Victim, other: Victim): boolean {
  if (one.few !== other.few) return one.few < other.few
  if (one.useful !== other.useful) return one.useful
  return one.size !== other.size ? one.size < other.size : one.victim < other.victim
}
