import { markColumns, totalColumn } from '#src/features/exam-engine/columns.ts'
import { type FrameSubject, NO_FLAG, NO_MARK, unitOfRows } from '#src/features/exam-engine/frame.ts'
import { lineMark } from '#src/features/exam-engine/lines.ts'
import { rankAll, scratchFor, sortByMark } from '#src/features/exam-engine/order.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import { stepTable } from '#src/features/exam-engine/step-table.ts'
import type { FrameWithIds } from './run-task.ts'

/** How many pupils of a school are concerned. `marks`: a mark or a flag; `lines`: those above lines and below them. */
export type SchoolChanges = {
  schoolId: number
  pupils: number
  marks: number
  totals: number
  ranks: number
  lines: number
  entered: number
  left: number
}

/** What is different between two runs, by school; schools where nothing is are left out. */
export type RunChanges = SchoolChanges[]

/** A frame with its parameters. */
export type ComputedSide = FrameWithIds & { params: Params }

/** Compares two runs pupil by pupil. */
export function runChanges(before: ComputedSide, after: ComputedSide): RunChanges {
  const [old, now] = [sideOf(before), sideOf(after)]
  const found = new Map<number, SchoolChanges>()
  const of = (schoolId: number) => {
    const known = found.get(schoolId) ?? emptyChanges(schoolId)
    found.set(schoolId, known)
    return known
  }
  for (const [oldRow, row] of pairs(old, now)) {
    if (row < 0) {
      const own = of(old.schoolAt(oldRow))
      own.pupils++
      own.left++
    } else if (oldRow < 0) {
      const own = of(now.schoolAt(row))
      own.pupils++
      own.entered++
    } else compare(old, oldRow, now, row, of)
  }
  return [...found.values()].sort((one, other) => one.schoolId - other.schoolId)
}

function compare(old: Side, oldRow: number, now: Side, row: number, of: (school: number) => SchoolChanges): void {
  const marks = !samePapers(old, oldRow, now, row)
  const totals = old.totals[oldRow] !== now.totals[row]
  const ranks = old.ranks[oldRow] !== now.ranks[row]
  const lines = now.passedAt(row) !== old.passedAt(oldRow)
  if (!marks && !totals && !ranks && !lines) return
  const own = of(now.schoolAt(row))
  own.pupils++
  if (marks) own.marks++
  if (totals) own.totals++
  if (ranks) own.ranks++
  if (lines) own.lines++
}

function samePapers(old: Side, oldRow: number, now: Side, row: number): boolean {
  for (const [id, { marks, flags }] of now.subjects) {
    const former = old.subjects.get(id)
    if ((former?.marks[oldRow] ?? NO_MARK) !== marks[row]) return false
    if ((former?.flags[oldRow] ?? NO_FLAG) !== flags[row]) return false
  }
  return true
}

function emptyChanges(schoolId: number): SchoolChanges {
  return { schoolId, pupils: 0, marks: 0, totals: 0, ranks: 0, lines: 0, entered: 0, left: 0 }
}

type Side = {
  ids: Float64Array
  rowOf: Int32Array
  totals: Int32Array
  ranks: Int32Array
  schoolAt(row: number): number
  /** By the id of the subject. */
  subjects: ReadonlyMap<number, Pick<FrameSubject, 'marks' | 'flags'>>
  /** The lines that a pupil passes, as one text. */
  passedAt(row: number): string
}

function sideOf({ frame, ids, params }: ComputedSide): Side {
  const scratch = scratchFor(frame.rows)
  const { columns } = markColumns(frame, params, scratch)
  const total = columns[totalColumn(columns, null)]?.marks ?? new Int32Array()
  const ranks = new Int32Array(frame.rows)
  rankAll(sortByMark(total, scratch), ranks)
  const lines = params.lines.map((line) => {
    const marks = columns[totalColumn(columns, line.track)]?.marks ?? new Int32Array()
    const mark = lineMark(line, stepTable(sortByMark(marks, scratch)))
    return { marks, mark: mark ?? Number.POSITIVE_INFINITY }
  })
  const schools = frame.levels.find(({ kind }) => kind === 'school')
  const schoolOf = schools ? unitOfRows(schools) : new Int32Array(frame.rows)
  return {
    ids,
    rowOf: rowsByNumber(frame.candidates),
    totals: total,
    ranks,
    schoolAt: (row) => schools?.ids[schoolOf[row] ?? 0] ?? 0,
    subjects: new Map(frame.subjects.map((own) => [own.id, own])),
    passedAt: (row) => lines.map(({ marks, mark }) => ((marks[row] ?? NO_MARK) >= mark ? '1' : '0')).join(''),
  }
}

/** The row of each candidate, by number less one. */
export function rowsByNumber(candidates: Int32Array): Int32Array {
  const rows = new Int32Array(candidates.length)
  for (let row = 0; row < rows.length; row++) rows[(candidates[row] ?? 1) - 1] = row
  return rows
}

/** The rows of each pupil in two frames, -1 where the pupil is not there. Ids ascend with numbers. */
export function* pairs(
  old: Pick<Side, 'ids' | 'rowOf'>,
  now: Pick<Side, 'ids' | 'rowOf'>,
): Generator<readonly [oldRow: number, row: number]> {
  let [at, to] = [0, 0]
  while (at < old.ids.length || to < now.ids.length) {
    const one = old.ids[at] ?? Number.POSITIVE_INFINITY
    const other = now.ids[to] ?? Number.POSITIVE_INFINITY
    yield [one <= other ? (old.rowOf[at] ?? -1) : -1, other <= one ? (now.rowOf[to] ?? -1) : -1]
    if (one <= other) at++
    if (other <= one) to++
  }
}
