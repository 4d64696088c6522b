import { addUp } from './add-up.ts'
import { type Attendances, attendancesOf } from './attendances.ts'
import type { MarkColumn } from './columns.ts'
import { type Frame, type UnitOfRow, unitCount } from './frame.ts'
import { addTallies, type Tally, type TallySpec, tallyOf, tallySpec } from './moments.ts'
import { type MarkOrder, type Ranks, rankAll, roomForRanks, type Scratch, sortByMark, walkUnits } from './order.ts'
import type { Params } from './params.ts'
import { percentilesOf } from './percentile.ts'
import { type RateBandMark, rateBandMarks } from './rate-bands.ts'
import { type StepTable, stepTable } from './step-table.ts'
import type { UnitCounts } from './unit-figures.ts'

/** All figures of a column. */
export type ColumnResult = {
  column: MarkColumn
  /** How many have each mark, of all. */
  steps: StepTable
  /** By level of the frame. */
  levels: UnitCounts[]
  /** By level, an entry for each row, 0 for rows without one. Assigned scores follow the raw marks: null. */
  ranks: Ranks[] | null
  /** By combination, of all. */
  combos: UnitCounts
  /** By teaching group of the subject; null when there are none. */
  groups: UnitCounts | null
}

/** What the columns of one computation share. */
export type ColumnWork = {
  frame: Frame
  params: Params
  scratch: Scratch
  /** By level. */
  unitsOf: readonly UnitOfRow[]
  comboOf: UnitOfRow
  /** By subject, because its raw marks and its assigned scores have the same. */
  attendances: Map<number, Attendances>
}

/** Computes the figures of a column. */
export function columnResult(work: ColumnWork, column: MarkColumn): ColumnResult {
  const { frame, params, scratch, unitsOf } = work
  const order = sortByMark(column.marks, scratch)
  const bands = rateBandMarks(params.bands, column.fullMark)
  const spec = specOf(column, params, bands, order)
  const attendance = attendancesOf(work, column)
  const percentiles = (unitOf: UnitOfRow, { counts }: Tally, ranks: Ranks | null) => {
    walkUnits(order, unitOf, counts, scratch.sorted, ranks)
    return percentilesOf(scratch.sorted, counts)
  }
  const ranks = column.kind === 'assigned' ? null : frame.levels.map((level) => roomForRanks(frame.rows, level))
  if (ranks?.[0]) rankAll(order, ranks[0])
  const classes = tallyOf(column.marks, unitsOf.at(-1) ?? nobody, unitCount(frame.levels.at(-1)), spec)
  const levels = addUp(frame.levels, classes, addTallies).map(
    (tally, depth): UnitCounts => ({
      tally,
      attendance: attendance.levels[depth] ?? attendance.combos,
      bands,
      percentiles:
        depth === 0
          ? percentilesOf(order.marks, tally.counts)
          : percentiles(unitsOf[depth] ?? nobody, tally, ranks?.[depth] ?? null),
    }),
  )
  const grouped = (unitOf: UnitOfRow, own: UnitCounts['attendance']): UnitCounts => {
    const tally = tallyOf(column.marks, unitOf, own.enrolled.length, spec)
    return { tally, attendance: own, bands, percentiles: percentiles(unitOf, tally, null) }
  }
  const groups = column.subject === null ? null : (frame.subjects[column.subject]?.groups ?? null)
  return {
    column,
    steps: stepTable(order),
    levels,
    ranks,
    combos: grouped(work.comboOf, attendance.combos),
    groups: groups && attendance.groups ? grouped(groups, attendance.groups) : null,
  }
}

const nobody: UnitOfRow = new Int32Array()

function specOf(
  { kind, fullMark }: MarkColumn,
  params: Params,
  bands: RateBandMark[],
  { marks }: MarkOrder,
): TallySpec {
  const width = kind === 'total' ? params.steps.total : params.steps.subject
  const steps = Array.from({ length: Math.floor(fullMark / width) + 1 }, (_, at) => at * width)
  // The median of all is a whole number near the mean.
  const pivot = marks[marks.length >> 1] ?? 0
  return tallySpec(pivot, [...steps, ...bands.map(({ mark }) => mark)], marks[0] ?? 0)
}
