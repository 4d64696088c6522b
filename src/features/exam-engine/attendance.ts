import { addCounts } from './add-up.ts'
import { ABSENT, CHEAT, EXEMPT, type Frame, type FrameLevel, NO_FLAG, type UnitOfRow } from './frame.ts'

/** Who sat a subject, for each unit. `enrolled` has everybody who sits it, also those whose paper is missing. */
export type Attendance = {
  enrolled: Int32Array
  absent: Int32Array
  cheat: Int32Array
  exempt: Int32Array
  /** Papers with further flags. */
  other: Int32Array
}

export function emptyAttendance(units: number): Attendance {
  const cells = () => new Int32Array(units)
  return { enrolled: cells(), absent: cells(), cheat: cells(), exempt: cells(), other: cells() }
}

/**
 * Counts the papers of a subject by unit. Rows with a negative unit are left out.
 * @param belongs has the rows that sit the subject
 */
export function attendanceOf(
  frame: Frame,
  subject: number,
  belongs: Uint8Array,
  unitOf: UnitOfRow,
  units: number,
): Attendance {
  const out = emptyAttendance(units)
  const column = frame.subjects[subject]
  if (column === undefined) return out
  const { flags } = column
  const { enrolled } = out
  for (let row = 0; row < flags.length; row++) {
    const flag = flags[row] ?? NO_FLAG
    const unit = unitOf[row] ?? -1
    if (unit < 0 || belongs[row] !== 1) continue
    enrolled[unit] = (enrolled[unit] ?? 0) + 1
    if (flag === NO_FLAG) continue
    const cells = flag === ABSENT ? out.absent : flag === CHEAT ? out.cheat : flag === EXEMPT ? out.exempt : out.other
    cells[unit] = (cells[unit] ?? 0) + 1
  }
  return out
}

/**
 * The candidates of a total by unit: those of the rows that `belongs` has, exempt when any subject of the total is.
 * Why somebody else has no total is not counted, as it may differ from subject to subject.
 */
export function attendanceOfTotal(
  belongs: Uint8Array | null,
  exempt: Uint8Array,
  unitOf: UnitOfRow,
  units: number,
): Attendance {
  const out = emptyAttendance(units)
  for (let row = 0; row < exempt.length; row++) {
    const unit = unitOf[row] ?? -1
    if (unit < 0 || belongs?.[row] === 0) continue
    out.enrolled[unit] = (out.enrolled[unit] ?? 0) + 1
    if (exempt[row] === 1) out.exempt[unit] = (out.exempt[unit] ?? 0) + 1
  }
  return out
}

/** The attendance of the level above. */
export function addAttendance(below: Attendance, level: FrameLevel, units: number): Attendance {
  return {
    enrolled: addCounts(below.enrolled, level, units),
    absent: addCounts(below.absent, level, units),
    cheat: addCounts(below.cheat, level, units),
    exempt: addCounts(below.exempt, level, units),
    other: addCounts(below.other, level, units),
  }
}
