import type { ExamResult } from '#src/features/exam-engine/compute.ts'
import type { Frame } from '#src/features/exam-engine/frame.ts'
import { unitsOf } from './facts-of.ts'
import type { NewRun } from './run-task.ts'
import { statsOf } from './stats-of.ts'

// Rows of a run as lines in the text format of COPY. Results of candidates: `result-rows.ts`.

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

/** Fields of a text row of COPY. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
