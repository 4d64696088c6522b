// How pupils move along an axis from one publication to the next. A pupil counts at one place, or while a correction
// waits at the place of the former publication, at several, or at none.

/** The pupils of a column, in the order of their ids, with their units and marks. */
export type Pupils = { ids: Float64Array; units: Int32Array; marks: Int32Array }

/** Where a pupil counts. The mark is -1 for none, `NOT_THERE` (-2) for nowhere. */
export type AxisPlace = { unit: number; mark: number }
export type Waiting = AxisPlace & { id: number }

/** Somebody who counted with one mark at a unit, and will count with another one. */
export type AxisMove = {
  id: number
  unit: number
  from: number
  to: number
  /** Where the pupil counts when nothing waits any more. */
  place: AxisPlace
}

const ABSENT = -2

/** The places of all pupils. @param held those of the pupils who still count as before, by id */
export function* placesAfter(
  { ids, units, marks }: Pupils,
  held: ReadonlyMap<number, readonly Waiting[]>,
): Generator<AxisPlace> {
  for (const [at, id] of ids.entries()) {
    if (held.size > 0 && held.has(id)) continue
    yield { unit: units[at] ?? -1, mark: marks[at] ?? ABSENT }
  }
  for (const places of held.values()) yield* places
}

/** All moves between the places of a publication and new marks, those of a pupil one after the other. */
export function axisMoves(old: Pupils, held: ReadonlyMap<number, readonly Waiting[]>, now: Pupils): AxisMove[] {
  const moves: AxisMove[] = []
  const others = new Set(held.keys())
  let [at, to] = [0, 0]
  while (at < old.ids.length || to < now.ids.length) {
    const one = old.ids[at] ?? Number.POSITIVE_INFINITY
    const other = now.ids[to] ?? Number.POSITIVE_INFINITY
    const id = Math.min(one, other)
    const place = other <= one ? { unit: now.units[to] ?? -1, mark: now.marks[to] ?? ABSENT } : nowhere
    const before = held.get(id)
    others.delete(id)
    if (before) addMoves(moves, id, before, place)
    else if (one <= other) addOne(moves, id, old.units[at] ?? -1, old.marks[at] ?? ABSENT, place)
    else addMoves(moves, id, [], place)
    if (one <= other) at++
    if (other <= one) to++
  }
  // Who has left, and waits.
  for (const id of others) addMoves(moves, id, held.get(id) ?? [], nowhere)
  return moves
}

const nowhere: AxisPlace = { unit: -1, mark: ABSENT }

/** Almost all pupils stay where they are: this makes no objects for them. */
function addOne(moves: AxisMove[], id: number, unit: number, mark: number, to: AxisPlace): void {
  if (unit === to.unit) {
    if (mark !== to.mark) moves.push({ id, unit, from: mark, to: to.mark, place: to })
  } else addMoves(moves, id, [{ unit, mark }], to)
}

function addMoves(moves: AxisMove[], id: number, before: readonly AxisPlace[], place: AxisPlace): void {
  const { unit, mark } = place
  let stays = false
  for (const own of before) {
    if (own.mark === ABSENT) continue
    const isHere = own.unit === unit && mark !== ABSENT
    if (isHere) stays = true
    const to = isHere ? mark : ABSENT
    if (own.mark !== to) moves.push({ id, unit: own.unit, from: own.mark, to, place })
  }
  if (!stays && mark !== ABSENT && unit >= 0) moves.push({ id, unit, from: ABSENT, to: mark, place })
}
