import { countingColumn, type MarkColumn, markColumns } from '#src/features/exam-engine/columns.ts'
import { NO_MARK, unitOfRows } from '#src/features/exam-engine/frame.ts'
import { lineMark } from '#src/features/exam-engine/lines.ts'
import { sortByMark } from '#src/features/exam-engine/order.ts'
import { sits } from '#src/features/exam-engine/policy.ts'
import { rateBandMarks } from '#src/features/exam-engine/rate-bands.ts'
import { firstRelease, NOWHERE, nextRelease } from '#src/features/exam-engine/release.ts'
import { stepTable } from '#src/features/exam-engine/step-table.ts'
import { axisPartCounts, type CountAxis, type ShownUnits, showable } from '#src/features/exam-engine/suppress.ts'
import { type AxisPlace, axisMoves, type Pupils, placesAfter, type Waiting } from './axis-moves.ts'
import { axisName } from './axis-name.ts'
import { type ComputedSide, rowsByNumber } from './changes-of.ts'
import { type PublishedUnits, type UnitIndex, unitIndex } from './published-units.ts'

// Which counts of a publication may be shown outside of their units: docs/decisions/041-publications.md.

/** The fewest pupils of whom something is told. */
export const FLOOR = 10

/** More cuts of one axis than anybody needs; cells are numbered in a byte. */
const MOST_CUTS = 100

export type PublishedAxis = {
  name: string
  /** The marks at which cells begin, after those without a mark: the most important first. */
  cuts: readonly number[]
  /** Unit after unit: those without a mark, then the cells between the cuts, in the order of the marks. */
  counts: Int32Array
  /**
   * How much is shown of each unit: 0 nothing, 1 the number of its pupils, 2 how many have a mark, then one more for
   * each cut.
   */
  shown: Uint8Array
  /**
   * 1 for each unit whose mean is shown. A mean says nothing about those without a mark, so few of them do not matter:
   * the number of marks is not told with it.
   */
  means: Uint8Array
  /** Where pupils still count as before, because their corrections wait. */
  waiting: readonly Waiting[]
}

export type PublishedAxes = { units: PublishedUnits; axes: readonly PublishedAxis[] }

type Former = ComputedSide & { axes: PublishedAxes }

/** Decides for every axis of a publication. @param before the run of the last publication, with what it showed */
export function publishedAxes(before: Former | null, after: ComputedSide): PublishedAxes {
  const index = unitIndex(after.frame, before?.axes.units)
  const formerIndex = before ? unitIndex(before.frame, before.axes.units) : undefined
  const formerColumns = before ? columnsByName(before) : undefined
  const pupilsNow = pupilsBy(after, index.classUnits)
  const pupilsBefore = before && formerIndex ? pupilsBy(before, formerClasses(formerIndex, index)) : undefined
  const axes = [...columnsByName(after)].map(([name, column]): PublishedAxis => {
    const former = before?.axes.axes.find((axis) => axis.name === name)
    const formerColumn = formerColumns?.get(name)
    const cuts = cutsOf(after, column, former?.cuts ?? [])
    const axis = axisOf(cuts)
    const pupils = pupilsNow(column)
    if (!former || !formerColumn || !pupilsBefore) {
      const counts = countsOf(index.units, axis.cells, placesAfter(pupils, new Map()), cellsOf(cuts))
      const { shown } = firstRelease(index.units, counts, axis)
      // Beside those of another scale in a publication before, numbers would count who has come and gone.
      const told = before ? shown.slice(0, 1) : shown
      const means = meansOf(index.units, counts, axis, shown)
      return { name, cuts, counts, shown: depthOf(told), means, waiting: [] }
    }
    const here = (unit: number) => index.formerUnits[unit] ?? NOWHERE
    const waiting = former.waiting.map((one) => ({ ...one, unit: one.unit < 0 ? one.unit : here(one.unit) }))
    return next({ name, cuts, axis, index, former: { ...former, waiting }, old: pupilsBefore(formerColumn), pupils })
  })
  return { units: index.units, axes }
}

/** The units of the former publication's classes, in the units of this one. */
function formerClasses(from: UnitIndex, to: UnitIndex): Int32Array {
  const stored = new Int32Array(from.units.ids.length).fill(NOWHERE)
  for (const [at, unit] of from.formerUnits.entries()) if (unit >= 0) stored[unit] = at
  return from.classUnits.map((unit) => to.formerUnits[stored[unit] ?? NOWHERE] ?? NOWHERE)
}

type Next = {
  name: string
  cuts: readonly number[]
  axis: CountAxis
  index: UnitIndex
  former: PublishedAxis
  old: Pupils
  pupils: Pupils
}

function next({ name, cuts, axis, index, former, old, pupils }: Next): PublishedAxis {
  const cellOf = cellsOf(cuts)
  const held = Map.groupBy(former.waiting, ({ id }) => id)
  const counts = countsOf(index.units, axis.cells, placesAfter(old, held), cellOf)
  const shown = shownBefore(index, former)
  const moves = axisMoves(old, held, pupils)
  const release = nextRelease(
    index.units,
    axis,
    { counts, shown },
    {
      units: Int32Array.from(moves, ({ unit }) => unit),
      from: Int8Array.from(moves, ({ from }) => cellOf(from)),
      to: Int8Array.from(moves, ({ to }) => cellOf(to)),
    },
  )
  const waiting: Waiting[] = []
  for (const own of runsOf(moves)) {
    if (!own.some(({ at }) => release.waiting[at] === 1)) continue
    waiting.push(...placesOf(own, release.waiting))
  }
  const means = meansOf(index.units, release.counts, axis, release.shown, meansBefore(index, former))
  return { name, cuts, counts: release.counts, shown: depthOf(release.shown), means, waiting }
}

/**
 * The units whose means are shown: what is left of each without those below has no marks, or as many as the floor. The
 * number of its pupils is shown too, because corrections are told by the groups of these units.
 * @param before those of the former version: what it withheld stays withheld
 */
function meansOf(
  units: PublishedUnits,
  counts: Int32Array,
  { cells, floor }: CountAxis,
  [pupils = new Uint8Array()]: ShownUnits,
  before?: Uint8Array,
): Uint8Array {
  const marks = axisPartCounts(counts, cells, [[1, cells]])
  const within = pupils.map((is, unit) => (is === 1 && before?.[unit] !== 0 ? 1 : 0))
  const [means = new Uint8Array()] = showable(units, marks, { cells: 1, cuts: [], floor }, [within])
  return means
}

/** Where a pupil counts of whom something waits. */
function placesOf(own: readonly { at: number; move: Move }[], isWaiting: Uint8Array): Waiting[] {
  const [first] = own
  if (first === undefined) return []
  const { id, place } = first.move
  const places = own.flatMap(({ at, move: { unit, from, to } }): Waiting[] => {
    const mark = isWaiting[at] === 1 ? from : to
    return mark === NOT_THERE ? [] : [{ id, unit, mark }]
  })
  const isMoving = own.some(({ move }) => move.unit === place.unit)
  if (!isMoving && place.mark !== NOT_THERE) places.push({ id, ...place })
  return places.length > 0 ? places : [{ id, unit: NOWHERE, mark: NOT_THERE }]
}

/** Stands for the mark of somebody who is not among the candidates of a column. */
export const NOT_THERE = -2

type Move = ReturnType<typeof axisMoves>[number]

/** The moves of each pupil, which follow one another. */
function* runsOf(moves: readonly Move[]): Generator<{ at: number; move: Move }[]> {
  let run: { at: number; move: Move }[] = []
  for (const [at, move] of moves.entries()) {
    if (run.length > 0 && run[0]?.move.id !== move.id) {
      yield run
      run = []
    }
    run.push({ at, move })
  }
  if (run.length > 0) yield run
}

/** The columns that have axes: that of each subject that counts for it, and the totals. */
function columnsByName({ frame, params }: ComputedSide): Map<string, MarkColumn> {
  const { columns } = markColumns(frame, params)
  const idOf = (subject: number | null) => (subject === null ? null : (params.subjects[subject]?.id ?? null))
  const named = (column: MarkColumn) => {
    const { kind, subject, track } = column
    return [axisName({ kind, subject: idOf(subject), track: idOf(track) }), column] as const
  }
  const subjects = params.subjects.flatMap((_, subject) => columns[countingColumn(columns, subject)] ?? [])
  // Totals of all are the sum of the tracks: both together would tell about a small track.
  const totals = columns.filter(({ kind, track }) => kind === 'total' && (track !== null || params.tracks.length === 0))
  return new Map([...subjects, ...totals].map(named))
}

/** The cuts of former versions stay. Lines are more important than bands. */
function cutsOf({ params }: ComputedSide, column: MarkColumn, former: readonly number[]): number[] {
  const steps = column.kind === 'total' ? stepTable(sortByMark(column.marks)) : undefined
  const lines = params.lines.flatMap((line) =>
    steps && line.track === column.track ? (lineMark(line, steps) ?? []) : [],
  )
  const bands = rateBandMarks(params.bands, column.fullMark).map(({ mark }) => mark)
  return [...new Set([...former, ...lines, ...bands])].filter((mark) => mark > 0).slice(0, MOST_CUTS)
}

/** The first cell is that of no mark. */
function axisOf(cuts: readonly number[]): CountAxis {
  const sorted = cuts.toSorted((one, other) => one - other)
  return { cells: cuts.length + 2, cuts: [1, ...cuts.map((cut) => sorted.indexOf(cut) + 2)], floor: FLOOR }
}

function cellsOf(cuts: readonly number[]): (mark: number) => number {
  const sorted = cuts.toSorted((one, other) => one - other)
  return (mark) => {
    if (mark === NOT_THERE) return NOWHERE
    if (mark === NO_MARK) return 0
    const above = sorted.findIndex((cut) => mark < cut)
    return above < 0 ? sorted.length + 1 : above + 1
  }
}

/**
 * Prepares a function that tells the pupils of a column, in the order of their ids. What all columns share stands in
 * memory once.
 * @param classUnits the unit of each class
 */
function pupilsBy({ frame, ids, params }: ComputedSide, classUnits: Int32Array): (column: MarkColumn) => Pupils {
  const classes = frame.levels.at(-1)
  const classOf = classes ? unitOfRows(classes) : new Int32Array(frame.rows)
  const rowOf = rowsByNumber(frame.candidates)
  const units = Int32Array.from(rowOf, (row) => classUnits[classOf[row] ?? 0] ?? NOWHERE)
  return ({ subject, track, marks }) => {
    const own = subject ?? track
    const belongs = own === null ? null : sits(frame, own, params)
    return {
      ids,
      units,
      marks: Int32Array.from(rowOf, (row) =>
        belongs === null || belongs[row] === 1 ? (marks[row] ?? NO_MARK) : NOT_THERE,
      ),
    }
  }
}

/** Counts the places of all pupils, at every unit above them too. */
function countsOf(
  { parents }: PublishedUnits,
  cells: number,
  places: Iterable<AxisPlace>,
  cellOf: (mark: number) => number,
): Int32Array {
  const counts = new Int32Array(parents.length * cells)
  for (const { unit, mark } of places) {
    const cell = cellOf(mark)
    if (cell >= 0 && unit >= 0) counts[unit * cells + cell] = (counts[unit * cells + cell] ?? 0) + 1
  }
  for (let unit = parents.length - 1; unit > 0; unit--) {
    const parent = parents[unit] ?? 0
    for (let cell = 0; cell < cells; cell++) {
      counts[parent * cells + cell] = (counts[parent * cells + cell] ?? 0) + (counts[unit * cells + cell] ?? 0)
    }
  }
  return counts
}

/** What the former version showed, in the units of this one. Units that it did not have may be shown. */
function shownBefore({ units, formerUnits }: UnitIndex, { shown, cuts }: PublishedAxis): ShownUnits {
  const depth = new Uint8Array(units.ids.length).fill(255)
  for (const [unit, own] of formerUnits.entries()) {
    if (own >= 0) depth[own] = Math.min(depth[own] ?? 0, shown[unit] ?? 0)
  }
  return Array.from({ length: cuts.length + 2 }, (_, at) => Uint8Array.from(depth, (own) => (own > at ? 1 : 0)))
}

/** The units whose means the former version showed, and units that it did not have. */
function meansBefore({ units, formerUnits }: UnitIndex, { means }: PublishedAxis): Uint8Array {
  const before = new Uint8Array(units.ids.length).fill(1)
  for (const [unit, own] of formerUnits.entries()) if (own >= 0 && means[unit] !== 1) before[own] = 0
  return before
}

function depthOf(shown: ShownUnits): Uint8Array {
  const depth = new Uint8Array(shown[0]?.length ?? 0)
  for (const own of shown)
    for (let unit = 0; unit < depth.length; unit++) depth[unit] = (depth[unit] ?? 0) + (own[unit] ?? 0)
  return depth
}
