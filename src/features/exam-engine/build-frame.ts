import { type Frame, type FrameLevel, type FrameSubject, type LevelKind, NO_MARK, NONE } from './frame.ts'

export type RosterSubject = {
  id: number
  /** Hundredths of a mark, or `NO_MARK`. */
  marks: Int32Array
  flags: Uint8Array
  /** The teaching group of each row, 0 for none. */
  groups?: Float64Array
}

/** Candidates as they are read, in any order. All columns have an entry for each candidate. */
export type Roster = {
  candidates: Int32Array
  schools: Float64Array
  classes: Float64Array
  /** The index of the combination, `NONE` for none. */
  combos?: Int16Array
  /** The district of each school. Without it, the frame has no level of districts. */
  districts?: ReadonlyMap<number, number>
  subjects: readonly RosterSubject[]
}

type Place = { district: number; school: number; id: number }

/**
 * Sorts candidates by district, school, class and number, all ascending, so that the same candidates always give the
 * same frame. Columns that are sorted already are taken over, not copied.
 * @throws RangeError when columns differ in length, a candidate is there twice, or a mark is no hundredth
 */
export function buildFrame(roster: Roster): Frame {
  const rows = roster.candidates.length
  check(roster, rows)
  const { classOf, places } = placesOf(roster, rows)
  const order = sortedRows(roster.candidates, classOf, places.length)
  const candidates = pick(roster.candidates, order, new Int32Array(order?.length ?? 0))
  const combos = roster.combos ?? new Int16Array(rows).fill(NONE)
  return {
    rows,
    candidates,
    combos: pick(combos, order, new Int16Array(order?.length ?? 0)),
    levels: levelsOf(classOf, places, roster.districts !== undefined, rows),
    subjects: roster.subjects.map((subject) => sortedSubject(subject, order)),
  }
}

function check(roster: Roster, rows: number): void {
  const columns: { length: number }[] = [roster.schools, roster.classes, roster.combos ?? roster.candidates]
  for (const { marks, flags, groups } of roster.subjects) columns.push(marks, flags, groups ?? marks)
  if (columns.some((column) => column.length !== rows)) throw new RangeError('all columns need an entry for each row')
  for (const { id, marks } of roster.subjects) {
    if (marks.some((mark) => mark < NO_MARK)) throw new RangeError(`subject ${id} has a mark below zero`)
  }
  const twice = repeatedNumber(roster.candidates)
  if (twice !== undefined) throw new RangeError(`candidate ${twice} is there twice`)
}

/** Numbers go from 1 to the number of candidates, so a byte for each is enough; others need a set. */
function repeatedNumber(candidates: Int32Array): number | undefined {
  const seen = new Uint8Array(candidates.length + 1)
  const others = new Set<number>()
  for (const number of candidates) {
    const small = number >= 0 && number < seen.length
    if (small ? seen[number] === 1 : others.has(number)) return number
    if (small) seen[number] = 1
    else others.add(number)
  }
  return undefined
}

/** The classes in their final order, and the class of each row. A class is known by its school and its own id. */
function placesOf({ schools, classes, districts }: Roster, rows: number): { classOf: Int32Array; places: Place[] } {
  const found: Place[] = []
  const bySchool = new Map<number, Map<number, number>>()
  const firstIndex = new Int32Array(rows)
  for (let row = 0; row < rows; row++) {
    const school = schools[row] ?? 0
    const id = classes[row] ?? 0
    const known = bySchool.get(school) ?? new Map<number, number>()
    if (known.size === 0) bySchool.set(school, known)
    let index = known.get(id)
    if (index === undefined) {
      index = found.push({ district: districts?.get(school) ?? 0, school, id }) - 1
      known.set(id, index)
    }
    firstIndex[row] = index
  }
  const order = found.map((_, index) => index)
  const placeAt = (index: number) => found[index] ?? { district: 0, school: 0, id: 0 }
  order.sort((one, other) => compare(placeAt(one), placeAt(other)))
  const rank = new Int32Array(order.length)
  order.forEach((index, at) => {
    rank[index] = at
  })
  for (let row = 0; row < rows; row++) firstIndex[row] = rank[firstIndex[row] ?? 0] ?? 0
  return { classOf: firstIndex, places: order.map(placeAt) }
}

function compare(one: Place, other: Place): number {
  return one.district - other.district || one.school - other.school || one.id - other.id
}

/** The rows in their final order; null when they are in order. */
function sortedRows(candidates: Int32Array, classOf: Int32Array, classes: number): Int32Array | null {
  const rows = candidates.length
  let inOrder = true
  for (let row = 1; row < rows && inOrder; row++) {
    const [one = 0, other = 0] = [classOf[row - 1], classOf[row]]
    inOrder = one < other || (one === other && (candidates[row - 1] ?? 0) < (candidates[row] ?? 0))
  }
  if (inOrder) return null
  const byNumber = new Int32Array(rows)
  for (let row = 0; row < rows; row++) byNumber[row] = row
  byNumber.sort((one, other) => (candidates[one] ?? 0) - (candidates[other] ?? 0))
  const next = startsOf(classOf, classes)
  const order = new Int32Array(rows)
  for (const row of byNumber) {
    const own = classOf[row] ?? 0
    const place = next[own] ?? 0
    order[place] = row
    next[own] = place + 1
  }
  return order
}

/** Where each class begins, and the number of rows at the end. */
function startsOf(classOf: Int32Array, classes: number): Int32Array {
  const starts = new Int32Array(classes + 1)
  for (const own of classOf) starts[own + 1] = (starts[own + 1] ?? 0) + 1
  for (let own = 0; own < classes; own++) starts[own + 1] = (starts[own + 1] ?? 0) + (starts[own] ?? 0)
  return starts
}

type GrowingLevel = { kind: LevelKind; ids: number[]; starts: number[]; parents: number[] }

function levelsOf(classOf: Int32Array, places: readonly Place[], districts: boolean, rows: number): FrameLevel[] {
  const starts = startsOf(classOf, places.length)
  const kinds: readonly LevelKind[] = districts ? ['district', 'school', 'class'] : ['school', 'class']
  // The whole is there even without candidates.
  const whole: GrowingLevel = { kind: 'all', ids: [0], starts: [0], parents: [NONE] }
  const levels = [whole, ...kinds.map((kind): GrowingLevel => ({ kind, ids: [], starts: [], parents: [] }))]
  const idAt = ({ district, school, id }: Place, kind: LevelKind) =>
    kind === 'class' ? id : kind === 'school' ? school : district
  places.forEach((place, at) => {
    const before = places[at - 1]
    let isNew = before === undefined
    for (const [depth, level] of levels.entries()) {
      const above = levels[depth - 1]
      if (above === undefined) continue
      // A unit below a new unit is new. Every place is a class of its own, even when two schools share its id.
      isNew ||= level.kind === 'class' || (before !== undefined && idAt(before, level.kind) !== idAt(place, level.kind))
      if (!isNew) continue
      level.ids.push(idAt(place, level.kind))
      level.starts.push(starts[at] ?? 0)
      level.parents.push(above.ids.length - 1)
    }
  })
  return levels.map(({ kind, ids, starts: first, parents }) => ({
    kind,
    ids: Float64Array.from(ids),
    starts: Int32Array.from([...first, rows]),
    parents: Int32Array.from(parents),
  }))
}

function sortedSubject({ id, marks, flags, groups }: RosterSubject, order: Int32Array | null): FrameSubject {
  const rows = marks.length
  const sorted = {
    id,
    marks: pick(marks, order, new Int32Array(order === null ? 0 : rows)),
    flags: pick(flags, order, new Uint8Array(order === null ? 0 : rows)),
  }
  if (groups === undefined) return { ...sorted, groups: null, groupIds: new Float64Array() }
  const groupIds = Float64Array.from(new Set(groups))
    .filter((group) => group !== 0)
    .sort()
  const indexes = new Map(Array.from(groupIds, (group, index) => [group, index]))
  const indexOf = new Int32Array(rows)
  for (let row = 0; row < rows; row++) indexOf[row] = indexes.get(groups[row] ?? 0) ?? NONE
  return { ...sorted, groups: pick(indexOf, order, new Int32Array(order === null ? 0 : rows)), groupIds }
}

function pick<T extends Int32Array | Int16Array | Uint8Array>(from: T, order: Int32Array | null, into: T): T {
  if (order === null) return from
  for (let at = 0; at < order.length; at++) into[at] = from[order[at] ?? 0] ?? 0
  return into
}
