import { ABSENT, CHEAT, EXEMPT, type Frame, NO_FLAG, NO_MARK, NONE } from './frame.ts'
import type { Params } from './params.ts'

// Who counts. A mark counts when its paper has no flag. The policy may count absences and papers that were cancelled
// for cheating as zero.

/** The marks of the takers alone: `NO_MARK` wherever a paper has a flag. The frame's own column when
 * no paper with a flag has a mark. */
export function takersOf(frame: Frame, subject: number): Int32Array {
  const column = frame.subjects[subject]
  if (column === undefined) throw new RangeError(`the frame has no subject ${subject}`)
  const { marks, flags } = column
  let flagged = false
  for (let row = 0; row < flags.length && !flagged; row++) flagged = flags[row] !== NO_FLAG && marks[row] !== NO_MARK
  if (!flagged) return marks
  return marks.map((mark, row) => (flags[row] === NO_FLAG ? mark : NO_MARK))
}

/** The marks of a subject with a zero for the flags that count as zero. The given marks when there is no such flag. */
export function withZeros(frame: Frame, subject: number, marks: Int32Array, { zeroFor }: Params): Int32Array {
  const flags = frame.subjects[subject]?.flags ?? new Uint8Array()
  if (!zeroFor.absent && !zeroFor.cheat) return marks
  const isZero = (flag: number) => (flag === ABSENT && zeroFor.absent) || (flag === CHEAT && zeroFor.cheat)
  if (!flags.some(isZero)) return marks
  return marks.map((mark, row) => (isZero(flags[row] ?? NO_FLAG) ? 0 : mark))
}

/** One for each row that sits a subject: by its combination, or because it has a paper. */
export function sits(frame: Frame, subject: number, params: Params): Uint8Array {
  const column = frame.subjects[subject]
  const out = new Uint8Array(frame.rows)
  if (column === undefined) return out
  const { marks, flags } = column
  const due = dueSubject(params, subject)
  for (let row = 0; row < out.length; row++) {
    const hasPaper = marks[row] !== NO_MARK || flags[row] !== NO_FLAG
    out[row] = hasPaper || isDue(due, frame.combos[row]) ? 1 : 0
  }
  return out
}

/** Whether a subject is to be sat, for no combination and then for each combination. */
function dueSubject({ subjects, combos }: Params, subject: number): readonly boolean[] {
  const isForAll = combos.length === 0 || subjects[subject]?.chosen === false
  return [isForAll, ...combos.map((chosen) => isForAll || chosen.includes(subject))]
}

const isDue = (due: readonly boolean[], combo = NONE) => due[combo + 1] ?? due[0] === true

/**
 * The totals: the sum of the subjects that count and that the candidate has to sit, when all of them have a mark that
 * counts. Whoever has no combination where the chosen subjects depend on it has no total.
 * @param marks the column of each subject that goes into the total; null for those that do not
 */
export function totals(frame: Frame, marks: readonly (Int32Array | null)[], params: Params): Int32Array {
  const sums = new Int32Array(frame.rows).fill(NO_MARK)
  const needed = neededSubjects(params)
  const [fixed = 0] = needed
  for (const [subject, column] of marks.entries()) {
    if (column === null) continue
    const bit = 1 << subject
    for (let row = 0; row < sums.length; row++) {
      const mask = needed[(frame.combos[row] ?? NONE) + 1] ?? fixed
      if ((mask & bit) === 0) continue
      const mark = column[row] ?? NO_MARK
      const sum = sums[row] ?? NO_MARK
      // The first subject that is needed begins the sum; after a missing mark, the sum is lost for good.
      if ((mask & (bit - 1)) === 0) sums[row] = mark
      else if (sum !== NO_MARK) sums[row] = mark === NO_MARK ? NO_MARK : sum + mark
    }
  }
  return sums
}

/** One for each row that is exempt from a subject of its total. */
export function exemptFromTotal(frame: Frame, params: Params): Uint8Array {
  const needed = neededSubjects(params)
  const [fixed = 0] = needed
  const out = new Uint8Array(frame.rows)
  for (const [subject, { flags }] of frame.subjects.entries()) {
    const bit = 1 << subject
    if (!flags.includes(EXEMPT)) continue
    for (let row = 0; row < out.length; row++) {
      if (flags[row] === EXEMPT && ((needed[(frame.combos[row] ?? NONE) + 1] ?? fixed) & bit) !== 0) out[row] = 1
    }
  }
  return out
}

/**
 * The subjects of the total as bits, for no combination and then for each combination. Where there is no choice, the
 * first entry is for everybody.
 * @throws RangeError for more subjects than bits
 */
function neededSubjects({ subjects, combos }: Params): readonly number[] {
  if (subjects.length > 30) throw new RangeError('an exam has 30 subjects at most')
  const bitsOf = (wanted: (subject: number) => boolean) =>
    subjects.reduce((bits, { counts }, at) => (counts && wanted(at) ? bits | (1 << at) : bits), 0)
  const fixed = bitsOf((at) => combos.length === 0 || subjects[at]?.chosen === false)
  const withChoice = combos.map((chosen) => fixed | bitsOf((at) => chosen.includes(at)))
  const hasChoice = combos.length > 0 && subjects.some(({ counts, chosen }) => counts && chosen)
  return [hasChoice ? 0 : fixed, ...withChoice]
}
