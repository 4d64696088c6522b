import type { ExamResult } from '#src/features/exam-engine/compute.ts'
import { type DoubleLine, doubleLineWithin } from '#src/features/exam-engine/double-line.ts'
import { type Frame, NONE } from '#src/features/exam-engine/frame.ts'
import { passersWithin } from '#src/features/exam-engine/lines.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import { type UnitCounts, unitFigures, unitHistogram } from '#src/features/exam-engine/unit-figures.ts'
import { shortened } from './facts-of.ts'
import type { RunUnitKind, StatFacts } from './run.facts.ts'

/** The figures of a unit in a column. Fields as in the table `run_stat`. */
export type StatRow = { kind: RunUnitKind; unitId: number; col: number; facts: StatFacts }

/** The units of a level or a grouping in one column, with what lines say of them. */
type Grouping = {
  kind: RunUnitKind
  ids: ArrayLike<number>
  counts: UnitCounts
  passers: readonly { line: number; of: Int32Array }[]
  double: readonly { line: number; of: DoubleLine }[]
}

/** The figures of all units in all columns. Units without anybody who sits the column are left out. */
export function* statsOf(frame: Frame, params: Params, result: ExamResult): Generator<StatRow> {
  // Rows without a combination go into one more unit, which nobody reads.
  const combos = params.combos.length
  const comboOf = new Int32Array(frame.rows)
  for (let row = 0; row < frame.rows; row++)
    comboOf[row] = frame.combos[row] === NONE ? combos : (frame.combos[row] ?? combos)
  for (const [col, own] of result.columns.entries()) {
    const width = own.column.kind === 'total' ? params.steps.total : params.steps.subject
    for (const { kind, ids, counts, passers, double } of groupingsOf(frame, params, result, col, comboOf)) {
      for (let unit = 0; unit < ids.length; unit++) {
        if (kind !== 'all' && counts.attendance.enrolled[unit] === 0 && counts.tally.counts[unit] === 0) continue
        const facts: StatFacts = {
          ...shortFigures(counts, unit, params),
          histogram: withoutEnd(unitHistogram(counts.tally, unit, width)),
          ...(passers.length > 0 && {
            passers: passers.map(({ line, of }) => ({ line, count: of[unit] ?? 0 })),
          }),
          ...(double.length > 0 && {
            double: double.map(({ line, of }) => ({ line, ...cellsOf(of, unit) })),
          }),
        }
        yield { kind, unitId: ids[unit] ?? 0, col, facts }
      }
    }
  }
}

function* groupingsOf(
  frame: Frame,
  params: Params,
  result: ExamResult,
  col: number,
  comboOf: Int32Array,
): Generator<Grouping> {
  const own = result.columns[col]
  if (!own) return
  const lines = result.lines.flatMap(({ column, line, passers }, at) =>
    column === col && line !== null ? [{ at, mark: line, passers }] : [],
  )
  const doubles = result.lines.flatMap(({ column, line: total, subjects }, at) =>
    subjects.flatMap(({ column: subjectColumn, line, levels }) =>
      subjectColumn === col && line !== null && total !== null ? [{ at, column, total, line, levels }] : [],
    ),
  )
  for (const [depth, { kind, ids }] of frame.levels.entries()) {
    const counts = own.levels[depth]
    if (counts === undefined) continue
    const passers = lines.flatMap(({ at, passers: of }) => (of[depth] ? [{ line: at, of: of[depth] }] : []))
    const double = doubles.flatMap(({ at, levels }) => (levels[depth] ? [{ line: at, of: levels[depth] }] : []))
    yield { kind, ids, counts, passers, double }
  }
  const subject = own.column.subject === null ? undefined : frame.subjects[own.column.subject]
  const groups = subject?.groups
  if (own.groups && subject && groups) {
    // Rows without a group go into one more unit, which nobody reads.
    const units = subject.groupIds.length
    const unitOf = groups.map((group) => (group === NONE ? units : group))
    const double = doubles.map(({ at, column, total, line }) => {
      const totals = result.columns[column]?.column.marks ?? new Int32Array()
      return { line: at, of: doubleLineWithin(totals, total, own.column.marks, line, unitOf, units + 1) }
    })
    yield { kind: 'group', ids: subject.groupIds, counts: own.groups, passers: [], double }
  }
  const combos = params.combos.length
  if (combos === 0) return
  const passers = lines.map(({ at, mark }) => ({
    line: at,
    of: passersWithin(own.column.marks, mark, comboOf, combos + 1),
  }))
  const ids = params.combos.map((_, at) => at + 1)
  yield { kind: 'combo', ids, counts: own.combos, passers, double: [] }
}

function shortFigures(counts: UnitCounts, unit: number, params: Params): Omit<StatFacts, 'histogram'> {
  const figures = unitFigures(counts, unit, params)
  return {
    ...figures,
    mean: shortened(figures.mean),
    deviation: shortened(figures.deviation),
    error: shortened(figures.error),
    percentiles: figures.percentiles.map(shortened),
    bands: figures.bands.map(({ count, rate }) => ({ count, rate: shortened(rate) })),
  }
}

function cellsOf({ both, totalOnly, subjectOnly, neither }: DoubleLine, unit: number) {
  return {
    both: both[unit] ?? 0,
    totalOnly: totalOnly[unit] ?? 0,
    subjectOnly: subjectOnly[unit] ?? 0,
    neither: neither[unit] ?? 0,
  }
}

function withoutEnd(histogram: readonly number[]): number[] {
  return histogram.slice(0, histogram.findLastIndex((count) => count > 0) + 1)
}
