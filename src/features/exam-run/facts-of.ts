import { countingColumn } from '#src/features/exam-engine/columns.ts'
import type { ExamResult } from '#src/features/exam-engine/compute.ts'
import { type Frame, NONE, type UnitOfRow, unitCount } from '#src/features/exam-engine/frame.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import type { RunFacts, RunUnitKind } from './run.facts.ts'

/** A unit of a run without its name. Fields as in the table `run_unit`. */
export type UnitRow = {
  kind: RunUnitKind
  /** The organization; 0 for the whole; the group or the number of the combination. */
  unitId: number
  /** The subject of a teaching group, else 0. */
  subjectId: number
  /** The unit above; 0 for none. */
  parentId: number
  position: number
  /** All candidates of the unit. */
  candidates: number
}

/** What belongs to the whole run. @param names the names of the lines, in the order of the parameters */
export function runFactsOf(frame: Frame, params: Params, result: ExamResult, names: readonly string[]): RunFacts {
  const idOf = (subject: number | null) => (subject === null ? null : (params.subjects[subject]?.id ?? null))
  const columns = result.columns.map(({ column }) => column)
  return {
    candidates: frame.rows,
    levels: frame.levels.map(({ kind }) => kind),
    columns: result.columns.map(({ column, steps }, at) => ({
      kind: column.kind,
      subject: idOf(column.subject),
      track: idOf(column.track),
      fullMark: column.fullMark,
      counts:
        column.subject !== null && counted(params, column.subject) && countingColumn(columns, column.subject) === at,
      steps: { marks: Array.from(steps.marks), counts: Array.from(steps.counts) },
    })),
    assigned: result.assigned.flatMap((outcome, at) => (outcome ? [{ subject: idOf(at) ?? 0, ...outcome }] : [])),
    lines: result.lines.map(({ column, line, subjects }, at) => {
      const { by = 'score', value = 0, track = null } = params.lines[at] ?? {}
      return {
        name: names[at] ?? '',
        by,
        value,
        track: idOf(track),
        column,
        mark: line,
        subjects: subjects.map((own) => ({
          subject: idOf(own.subject) ?? 0,
          column: own.column,
          factor: shortened(own.factor),
          line: own.line,
        })),
      }
    }),
  }
}

const counted = ({ subjects }: Params, subject: number) => subjects[subject]?.counts === true

/**
 * A number with twelve significant digits, as they are hashed. A run has millions, and the engine of the language takes
 * six times as long for one: it is asked only where the last digit lies close between two.
 */
export function shortened(value: number | null): number | null {
  if (value === null) return null
  const size = Math.abs(value)
  const before = POWERS.findIndex((power) => size < power)
  const scale = POWERS[12 - before]
  if (size < 1 || scale === undefined) return Number(value.toPrecision(12))
  const scaled = value * scale
  const whole = Math.round(scaled)
  const between = Math.abs(Math.abs(scaled - whole) - 0.5) < 0.01
  return between ? Number(value.toPrecision(12)) : whole / scale
}

/** Powers of ten, each exact. */
const POWERS = Array.from({ length: 12 }, (_, power) => 10 ** power)

/** The units of a run: those of every level, teaching groups with their subjects, combinations (from 1 up). */
export function* unitsOf(frame: Frame, params: Params): Generator<UnitRow> {
  for (const [depth, { kind, ids, starts, parents }] of frame.levels.entries()) {
    const above = frame.levels[depth - 1]
    for (let unit = 0; unit < ids.length; unit++) {
      const parentId = above?.ids[parents[unit] ?? NONE] ?? 0
      const candidates = (starts[unit + 1] ?? 0) - (starts[unit] ?? 0)
      yield { kind, unitId: ids[unit] ?? 0, subjectId: 0, parentId, position: unit, candidates }
    }
  }
  for (const { id, groups, groupIds } of frame.subjects) {
    if (groups === null) continue
    const sizes = sizesOf(groups, groupIds.length)
    for (const [at, unitId] of groupIds.entries()) {
      const parentId = schoolOf(frame, groups, at)
      yield { kind: 'group', unitId, subjectId: id, parentId, position: at, candidates: sizes[at] ?? 0 }
    }
  }
  const sizes = sizesOf(Int32Array.from(frame.combos), params.combos.length)
  for (const [at, candidates] of sizes.entries()) {
    yield { kind: 'combo', unitId: at + 1, subjectId: 0, parentId: 0, position: at, candidates }
  }
}

function sizesOf(unitOf: UnitOfRow, units: number): Int32Array {
  const sizes = new Int32Array(units)
  for (const unit of unitOf) if (unit >= 0) sizes[unit] = (sizes[unit] ?? 0) + 1
  return sizes
}

/** The school of the first candidate of a teaching group. */
function schoolOf({ levels }: Frame, groups: Int32Array, group: number): number {
  const schools = levels.find(({ kind }) => kind === 'school')
  const row = groups.indexOf(group)
  if (schools === undefined || row < 0) return 0
  let [low, high] = [0, unitCount(schools) - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((schools.starts[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return schools.ids[low] ?? 0
}
