import type { AssignOutcome } from './assign.ts'
import { type ColumnResult, type ColumnWork, columnResult } from './column-result.ts'
import { markColumns } from './columns.ts'
import { type Frame, NONE, unitOfRows } from './frame.ts'
import { type LineResult, lineResult } from './line-result.ts'
import { scratchFor } from './order.ts'
import type { Params } from './params.ts'

/** The version of the engine. It goes up whenever the same frame and parameters would give other figures. */
export const ENGINE = '2'

export type ExamResult = {
  engine: string
  /** Raw marks by subject, assigned scores of the subjects that have them, the total, the total of each track. */
  columns: ColumnResult[]
  /** By subject; null where nothing is assigned. */
  assigned: (AssignOutcome | null)[]
  /** In the order of the parameters. */
  lines: LineResult[]
}

/**
 * Computes all figures of an exam. The same frame and parameters always give the same figures.
 * @throws RangeError when the parameters do not fit the frame
 */
export function compute(frame: Frame, params: Params): ExamResult {
  const scratch = scratchFor(frame.rows)
  const { columns, assigned } = markColumns(frame, params, scratch)
  const unitsOf = frame.levels.map(unitOfRows)
  const comboOf = params.combos.length > 0 ? new Int32Array(frame.combos) : new Int32Array(frame.rows).fill(NONE)
  const work: ColumnWork = { frame, params, scratch, unitsOf, comboOf, attendances: new Map() }
  const results = columns.map((column) => columnResult(work, column))
  const classOf = unitsOf.at(-1) ?? new Int32Array()
  const lines = params.lines.map((line) => lineResult(frame, params, results, line, classOf))
  return { engine: ENGINE, columns: results, assigned, lines }
}
