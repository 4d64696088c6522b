import { totalColumn } from '#src/features/exam-engine/columns.ts'
import type { ExamResult } from '#src/features/exam-engine/compute.ts'
import { type Frame, NO_MARK, unitOfRows } from '#src/features/exam-engine/frame.ts'
import { unitsOf } from './facts-of.ts'
import type { NewRun } from './run-task.ts'
import { statsOf } from './stats-of.ts'

// Rows of a run as lines in the text format of COPY.

/** Bytes of a piece. Passing on a small piece costs more than its content. */
const PIECE = 256 * 1024

/** Lines as pieces of bytes. */
export function* packed(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  let held = ''
  for (const line of lines) {
    held += line
    if (held.length < PIECE) continue
    yield encoder.encode(held)
    held = ''
  }
  if (held !== '') yield encoder.encode(held)
}

/** Lines of `run_unit`: `exam_id, run, kind, unit_id, subject_id, parent_id, name, position, candidates`. */
export function* unitLines(frame: Frame, { examId, run, params, names, combos }: NewRun): Generator<string> {
  for (const { kind, unitId, subjectId, parentId, position, candidates } of unitsOf(frame, params)) {
    const known = kind === 'combo' || kind === 'group' ? undefined : names.get(unitId)
    const own = kind === 'combo' ? combos[unitId - 1] : kind === 'group' ? String(unitId) : known?.name
    const cells = [examId, run, kind, unitId, subjectId, parentId, escaped(own ?? ''), known?.position ?? position]
    yield `${cells.join('\t')}\t${candidates}\n`
  }
}

/** Lines of `run_stat`: `exam_id, run, kind, unit_id, col, facts`. */
export function* statLines(frame: Frame, { examId, run, params }: NewRun, result: ExamResult): Generator<string> {
  for (const { kind, unitId, col, facts } of statsOf(frame, params, result)) {
    // Figures have no text in which something would have to be escaped.
    yield `${examId}\t${run}\t${kind}\t${unitId}\t${col}\t${JSON.stringify(facts)}\n`
  }
}

/** The ids of candidates and students, by the number of the candidate less one. */
type Ids = { ids: Float64Array; students: Float64Array }

/**
 * Lines of `exam_result`: `exam_id, candidate_id, run, org_id, school_id, student_id, total, marks, ranks`. Ranks are
 * those of a column at every level, column after column; assigned scores have zeros, because they follow the raw marks.
 */
export function* resultLines(
  frame: Frame,
  { examId, run }: Pick<NewRun, 'examId' | 'run'>,
  { columns }: ExamResult,
  { ids, students }: Ids,
): Generator<string> {
  const schools = frame.levels.find(({ kind }) => kind === 'school')
  const classes = frame.levels.at(-1)
  if (!schools || !classes) return
  const [schoolOf, classOf] = [unitOfRows(schools), unitOfRows(classes)]
  const total =
    columns[
      totalColumn(
        columns.map(({ column }) => column),
        null,
      )
    ]?.column.marks
  const marks = columns.map(({ column }) => column.marks)
  const nothing = new Uint16Array(frame.rows)
  const ranks = columns.flatMap((own) => own.ranks ?? frame.levels.map(() => nothing))
  for (let row = 0; row < frame.rows; row++) {
    const number = (frame.candidates[row] ?? 1) - 1
    const own = total?.[row] ?? NO_MARK
    let line = `${examId}\t${ids[number]}\t${run}\t${classes.ids[classOf[row] ?? 0]}\t${schools.ids[schoolOf[row] ?? 0]}\t`
    line += `${students[number]}\t${own === NO_MARK ? '\\N' : own}\t{`
    for (let at = 0; at < marks.length; at++) line += at === 0 ? marks[at]?.[row] : `,${marks[at]?.[row]}`
    line += '}\t{'
    for (let at = 0; at < ranks.length; at++) line += at === 0 ? ranks[at]?.[row] : `,${ranks[at]?.[row]}`
    yield `${line}}\n`
  }
}

/** Fields of a text row of COPY. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
