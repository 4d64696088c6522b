// A frame is an exam as the engine computes it: columns of numbers, without names, sorted by district, school, class
// and candidate. Marks are whole hundredths.

/** A paper without a mark. With `NO_FLAG`, the candidate does not sit the subject at all. */
export const NO_MARK = -1

export const NO_FLAG = 0
export const ABSENT = 1
export const CHEAT = 2
export const EXEMPT = 3

/** A group index of somebody without a teaching group, or without a combination. */
export const NONE = -1

export type LevelKind = 'all' | 'district' | 'school' | 'class'

/** The units of one level, in the order of the rows. A unit's rows are contiguous. */
export type FrameLevel = {
  kind: LevelKind
  /** The organization of each unit; 0 for the whole. */
  ids: Float64Array
  /** The first row of each unit, and at the end the number of rows. */
  starts: Int32Array
  /** The index of each unit's parent in the level above; `NONE` at the top. */
  parents: Int32Array
}

export type FrameSubject = {
  id: number
  /** Hundredths of a mark, or `NO_MARK`. */
  marks: Int32Array
  /** `NO_FLAG` when the mark counts, else the reason why not. Values from 4 on are further reasons. */
  flags: Uint8Array
  /** The index into `groupIds` for each row, or `NONE`; null when the subject has no teaching groups. */
  groups: Int32Array | null
  groupIds: Float64Array
}

/** Levels go from the whole to the class. */
export type Frame = {
  rows: number
  /** The number of each candidate within the exam. */
  candidates: Int32Array
  /** The index of each candidate's combination, or `NONE`. */
  combos: Int16Array
  levels: readonly FrameLevel[]
  subjects: readonly FrameSubject[]
}

/** The index of each row's unit; `NONE` for a row that belongs to none. One type, because loops run faster so. */
export type UnitOfRow = Int32Array

/** The number of units of a level; 0 for a level that is not there. */
export function unitCount(level: FrameLevel | undefined): number {
  return level?.ids.length ?? 0
}

/** The unit of every row at one level. */
export function unitOfRows(level: FrameLevel): UnitOfRow {
  const units = unitCount(level)
  const rows = level.starts[units] ?? 0
  const out = new Int32Array(rows)
  for (let unit = 0; unit < units; unit++) out.fill(unit, level.starts[unit], level.starts[unit + 1])
  return out
}
