import { type AssignOutcome, applyScores, assignScores } from './assign.ts'
import { type Frame, NO_MARK } from './frame.ts'
import { type Scratch, scratchFor, sortByMark } from './order.ts'
import type { Params } from './params.ts'
import { sits, takersOf, totals, withZeros } from './policy.ts'
import { stepTable } from './step-table.ts'

/** A column of marks that figures are computed for. `marks` has `NO_MARK` for everybody who does not count. */
export type MarkColumn = {
  kind: 'raw' | 'assigned' | 'total'
  /** The index of the subject; null for a total. */
  subject: number | null
  /** The first-choice subject whose candidates alone the total is for; null for all. */
  track: number | null
  /** Hundredths. */
  fullMark: number
  marks: Int32Array
}

export type MarkColumns = {
  /** Raw marks by subject, assigned scores of the subjects that have them, the total, the total of each track. */
  columns: MarkColumn[]
  /** The outcome of assigning by subject; null where nothing is assigned. */
  assigned: (AssignOutcome | null)[]
}

/**
 * Makes the columns of a frame.
 * @throws RangeError when parameters and frame name different subjects, or combinations and tracks name unknown ones
 */
export function markColumns(frame: Frame, params: Params, scratch: Scratch = scratchFor(frame.rows)): MarkColumns {
  check(frame, params)
  const raw: MarkColumn[] = []
  const assigned: MarkColumn[] = []
  const outcomes: (AssignOutcome | null)[] = []
  const counting: (Int32Array | null)[] = []
  for (const [subject, { fullMark, counts, assigned: wanted }] of params.subjects.entries()) {
    const takers = takersOf(frame, subject)
    const own: MarkColumn = {
      kind: 'raw',
      subject,
      track: null,
      fullMark,
      marks: withZeros(frame, subject, takers, params),
    }
    raw.push(own)
    // Absences do not count for the shares of the bands, even where they count as zero.
    const outcome = wanted && params.assign ? assignScores(stepTable(sortByMark(takers, scratch)), params.assign) : null
    outcomes.push(outcome)
    if (outcome) {
      const scores = withZeros(frame, subject, applyScores(takers, outcome), params)
      assigned.push({ ...own, kind: 'assigned', marks: scores })
      counting.push(counts ? scores : null)
    } else counting.push(counts ? own.marks : null)
  }
  const total: MarkColumn = {
    kind: 'total',
    subject: null,
    track: null,
    fullMark: params.fullTotal,
    marks: totals(frame, counting, params),
  }
  const tracks = params.tracks.map((track): MarkColumn => {
    const own = sits(frame, track, params)
    const marks = new Int32Array(frame.rows).fill(NO_MARK)
    for (let row = 0; row < marks.length; row++) if (own[row] === 1) marks[row] = total.marks[row] ?? NO_MARK
    return { ...total, track, marks }
  })
  return { columns: [...raw, ...assigned, total, ...tracks], assigned: outcomes }
}

/** The column that a subject has in the total: its assigned scores where it has them. */
export function countingColumn(columns: readonly MarkColumn[], subject: number): number {
  const found = columns.findLastIndex((column) => column.subject === subject)
  if (found < 0) throw new RangeError(`there is no subject ${subject}`)
  return found
}

/** The total of all candidates, or of those of a track. */
export function totalColumn(columns: readonly MarkColumn[], track: number | null): number {
  const found = columns.findIndex((column) => column.kind === 'total' && column.track === track)
  if (found < 0) throw new RangeError(`there is no total of track ${track}`)
  return found
}

function check(frame: Frame, { subjects, combos, tracks }: Params): void {
  const same = subjects.length === frame.subjects.length
  if (!same || subjects.some(({ id }, at) => id !== frame.subjects[at]?.id)) {
    throw new RangeError('the parameters are for other subjects than the frame')
  }
  const known = (subject: number) => Number.isInteger(subject) && subject >= 0 && subject < subjects.length
  if (![...tracks, ...combos.flat()].every(known)) throw new RangeError('the parameters name an unknown subject')
  if (frame.combos.some((combo) => combo >= combos.length && combo >= 0 && combos.length > 0)) {
    throw new RangeError('the frame has a combination that the parameters do not name')
  }
}
