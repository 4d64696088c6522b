import { addUp } from './add-up.ts'
import { type Attendance, addAttendance, attendanceOf, attendanceOfTotal } from './attendance.ts'
import type { MarkColumn } from './columns.ts'
import { type Frame, type UnitOfRow, unitCount } from './frame.ts'
import type { Params } from './params.ts'
import { exemptFromTotal, sits } from './policy.ts'

/** The attendance of a column in every grouping. */
export type Attendances = { levels: Attendance[]; combos: Attendance; groups: Attendance | null }

type Shared = {
  frame: Frame
  params: Params
  unitsOf: readonly UnitOfRow[]
  comboOf: UnitOfRow
  attendances: Map<number, Attendances>
}

/** Counts who sat a column, or takes the counts of a subject that are there already. */
export function attendancesOf(shared: Shared, column: MarkColumn): Attendances {
  const { frame, params, unitsOf, comboOf, attendances } = shared
  const { subject, track } = column
  const known = subject === null ? undefined : attendances.get(subject)
  if (known) return known
  const count = subject === null ? countTotal(frame, params, track) : countSubject(frame, params, subject)
  const classes = count(unitsOf.at(-1) ?? new Int32Array(), unitCount(frame.levels.at(-1)))
  const own = subject === null ? undefined : frame.subjects[subject]
  const made: Attendances = {
    levels: addUp(frame.levels, classes, addAttendance),
    combos: count(comboOf, params.combos.length),
    groups: own?.groups ? count(own.groups, own.groupIds.length) : null,
  }
  if (subject !== null) attendances.set(subject, made)
  return made
}

function countSubject(frame: Frame, params: Params, subject: number) {
  const belongs = sits(frame, subject, params)
  return (unitOf: UnitOfRow, units: number) => attendanceOf(frame, subject, belongs, unitOf, units)
}

function countTotal(frame: Frame, params: Params, track: number | null) {
  const belongs = track === null ? null : sits(frame, track, params)
  const exempt = exemptFromTotal(frame, params)
  return (unitOf: UnitOfRow, units: number) => attendanceOfTotal(belongs, exempt, unitOf, units)
}
