import { FLOOR, type PublishedAxes, type PublishedAxis } from '#src/features/exam-run/published-axes.ts'
import { placeOfUnit, type UnitAt } from '#src/features/exam-run/shown-units.ts'

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

/** The classes within a unit of a publication, and the part that each belongs to. */
type Within = { classes: Int32Array; partOf: Int32Array; parts: number; byId: Map<number, number[]> }

/** How many of each class and of each part count, with a mark and without one. */
type AxisCounts = Record<'marked' | 'unmarked', { ofClass: Int32Array; ofPart: Int32Array }>

// A publication never changes and stays in memory, so what follows from it alone is made once: it goes through all
// classes in each column.
const knownWithin = new WeakMap<PublishedAxes['units'], Map<string, Within>>()
const knownCounts = new WeakMap<PublishedAxis, Map<Within, AxisCounts>>()

/** The parts of a unit are its schools, and of a school its classes. */
function withinOf(units: PublishedAxes['units'], of: UnitAt): Within {
  const known = knownWithin.get(units) ?? new Map<string, Within>()
  knownWithin.set(units, known)
  const key = `${of.kind} ${of.id}`
  const found = known.get(key)
  if (found) return found
  const { kinds, ids, parents } = units
  const top = placeOfUnit(units, of)
  const parts = new Int32Array(ids.length).fill(-1)
  const isWithin = new Uint8Array(ids.length)
  // Classes that belong to no part are one together: the first.
  let count = 1
  for (let unit = 0; unit < ids.length; unit++) {
    const parent = parents[unit] ?? -1
    isWithin[unit] = unit === top || isWithin[parent] === 1 ? 1 : 0
    if (isWithin[unit] === 0) continue
    parts[unit] = kinds[unit] === (of.kind === 'school' ? 'class' : 'school') ? count++ : (parts[parent] ?? -1)
  }
  const classes = Int32Array.from(ids.keys()).filter((unit) => kinds[unit] === 'class' && isWithin[unit] === 1)
  const byId = Map.groupBy(classes.keys(), (at) => ids[classes[at] ?? 0] ?? 0)
  const made = { classes, partOf: classes.map((unit) => Math.max(0, parts[unit] ?? 0)), parts: count, byId }
  known.set(key, made)
  return made
}

function countsIn(axis: PublishedAxis, within: Within): AxisCounts {
  const known = knownCounts.get(axis) ?? new Map<Within, AxisCounts>()
  knownCounts.set(axis, known)
  const found = known.get(within)
  if (found) return found
  const { classes, partOf, parts } = within
  const cells = axis.cuts.length + 2
  const empty = () => ({ ofClass: new Int32Array(classes.length), ofPart: new Int32Array(parts) })
  const made = { marked: empty(), unmarked: empty() }
  for (const [at, unit] of classes.entries()) {
    const part = partOf[at] ?? 0
    for (let cell = 0; cell < cells; cell++) {
      // The first cell has those without a mark.
      const { ofClass, ofPart } = cell === 0 ? made.unmarked : made.marked
      const count = axis.counts[unit * cells + cell] ?? 0
      ofClass[at] = (ofClass[at] ?? 0) + count
      ofPart[part] = (ofPart[part] ?? 0) + count
    }
  }
  known.set(within, made)
  return made
}

/**
 * How many count in a unit without some classes: by school, or by class within a school.
 * @return what counts them in an axis: those with a mark, or those without one. Its parameter `own`: the classes whose
 * pupils the reader knows in this column
 */
export function othersWithin(
  { units, axes }: PublishedAxes,
  of: UnitAt,
): (axis: string, own: ReadonlySet<number>, unmarked?: boolean) => number[] {
  const within = withinOf(units, of)
  return (name, own, unmarked = false) => {
    const axis = axes.find((one) => one.name === name)
    if (!axis) return []
    const { ofClass, ofPart } = countsIn(axis, within)[unmarked ? 'unmarked' : 'marked']
    const rest = Array.from(ofPart)
    for (const id of own) {
      // A class that has moved to another school is there twice.
      for (const at of within.byId.get(id) ?? []) {
        const part = within.partOf[at] ?? 0
        rest[part] = (rest[part] ?? 0) - (ofClass[at] ?? 0)
      }
    }
    return rest
  }
}

/**
 * Whether groups of others that are parts of one another have nobody or enough pupils between them.
 * @param groups how many of each part are in each group
 */
export function areApart(groups: readonly (readonly number[])[]): boolean {
  const sorted = groups
    .map((parts) => ({ parts, sum: parts.reduce((sum, count) => sum + count, 0) }))
    .sort((one, other) => one.sum - other.sum)
  return sorted.every(
    ({ parts }, at) => at === 0 || isEnough(parts.map((count, part) => count - (sorted[at - 1]?.parts[part] ?? 0))),
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
