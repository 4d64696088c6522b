import { addCounts, addUp } from './add-up.ts'
import { countingColumn, type MarkColumn, totalColumn } from './columns.ts'
import { addDoubleLines, type DoubleLine, doubleLineWithin } from './double-line.ts'
import { type Frame, type UnitOfRow, unitCount } from './frame.ts'
import { effectiveFactor, effectiveLine, lineMark, passerSums, passersWithin } from './lines.ts'
import type { CutLine, Params } from './params.ts'
import type { StepTable } from './step-table.ts'

/** A subject under a line of the total. */
export type SubjectLine = {
  subject: number
  /** The index of the column whose marks are compared. */
  column: number
  /** c = T0 / P1. */
  factor: number | null
  /** Hundredths; null when nobody who passes has a mark in the subject. */
  line: number | null
  /** By level of the frame; empty without a line. */
  levels: DoubleLine[]
}

export type LineResult = {
  /** The index of the column whose totals are compared. */
  column: number
  /** The lowest total that passes; null when nobody has one. */
  line: number | null
  /** Those who pass, by level and unit; empty without a line. */
  passers: Int32Array[]
  /** The subjects that count; empty unless the line asks for them. */
  subjects: SubjectLine[]
}

type Column = { column: MarkColumn; steps: StepTable }

/** Computes a line: who passes it, and the double line of each subject. */
export function lineResult(
  frame: Frame,
  params: Params,
  results: readonly Column[],
  wanted: CutLine,
  classOf: UnitOfRow,
): LineResult {
  const columns = results.map(({ column }) => column)
  const at = totalColumn(columns, wanted.track)
  const own = results[at]
  const line = own ? lineMark(wanted, own.steps) : null
  if (own === undefined || line === null) return { column: at, line: null, passers: [], subjects: [] }
  const totals = own.column.marks
  const classes = unitCount(frame.levels.at(-1))
  const passers = addUp(frame.levels, passersWithin(totals, line, classOf, classes), addCounts)
  const subjects = params.subjects.flatMap(({ counts }, subject): SubjectLine[] => {
    if (!counts || !wanted.effective) return []
    const column = countingColumn(columns, subject)
    const marks = columns[column]?.marks ?? new Int32Array()
    const sums = passerSums(totals, line, marks)
    const subjectLine = effectiveLine(line, sums)
    const levels =
      subjectLine === null
        ? []
        : addUp(frame.levels, doubleLineWithin(totals, line, marks, subjectLine, classOf, classes), addDoubleLines)
    return [{ subject, column, factor: effectiveFactor(line, sums), line: subjectLine, levels }]
  })
  return { column: at, line, passers, subjects }
}

/**
 * What would become of a line if it were moved: the mark, and who would pass in each unit of a level. Quick enough for
 * a slider: one walk over the totals.
 */
export function movedLine(
  results: readonly Column[],
  wanted: CutLine,
  unitOf: UnitOfRow,
  units: number,
): { line: number | null; passers: Int32Array } {
  const columns = results.map(({ column }) => column)
  const own = results[totalColumn(columns, wanted.track)]
  const line = own ? lineMark(wanted, own.steps) : null
  if (own === undefined || line === null) return { line: null, passers: new Int32Array(units) }
  return { line, passers: passersWithin(own.column.marks, line, unitOf, units) }
}
