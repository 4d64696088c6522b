import { totalColumn } from '#src/features/exam-engine/columns.ts'
import type { ExamResult } from '#src/features/exam-engine/compute.ts'
import { type Frame, NO_MARK, unitOfRows } from '#src/features/exam-engine/frame.ts'
import type { NewRun } from './run-task.ts'

// Results of candidates as rows in the binary format of COPY: numbers with the highest byte first, each field after its
// length. Text would take the database and this thread twice the time.

/** Bytes of a piece at the least. Passing on a small piece costs more than its content. */
const PIECE = 512 * 1024

/** What a binary COPY begins with: its signature, and 8 bytes that are zero. */
const HEADER = [...new TextEncoder().encode('PGCOPY\n'), 0xff, 0x0d, 0x0a, 0x00, 0, 0, 0, 0, 0, 0, 0, 0]

/** The type of the elements of an array: `int4`. */
const INT4 = 23

/** The ids of candidates and students, by the number of the candidate less one. */
type Ids = { ids: Float64Array; students: Float64Array }

/**
 * Rows of `exam_result`: `exam_id, candidate_id, run, org_id, school_id, student_id, total, marks, ranks`. Ranks are
 * those of a column at every level, column after column; assigned scores have zeros, because they follow the raw marks.
 * They are the most numbers of a row, and only sheets of one pupil read them, so they are bytes (`ranksOf`).
 * @param spares memory of earlier pieces, which is used again
 */
export function* resultPieces(
  frame: Frame,
  { examId, run }: Pick<NewRun, 'examId' | 'run'>,
  { columns }: ExamResult,
  { ids, students }: Ids,
  spares: ArrayBuffer[],
): Generator<Uint8Array> {
  const schools = frame.levels.find(({ kind }) => kind === 'school')
  const classes = frame.levels.at(-1)
  if (!schools || !classes) return
  const [schoolOf, classOf] = [unitOfRows(schools), unitOfRows(classes)]
  const kinds = columns.map(({ column }) => column)
  const total = columns[totalColumn(kinds, null)]?.column.marks
  const marks = kinds.map((column) => column.marks)
  const nothing = new Uint16Array(frame.rows)
  const ranks = columns.flatMap((own) => own.ranks ?? frame.levels.map(() => nothing))
  const bytes = new RowBytes(bytesOfRow(marks.length, ranks.length), spares)
  for (let row = 0; row < frame.rows; row++) {
    const number = (frame.candidates[row] ?? 1) - 1
    bytes.row(9)
    bytes.big(examId)
    bytes.big(ids[number] ?? 0)
    bytes.int(run)
    bytes.big(classes.ids[classOf[row] ?? 0] ?? 0)
    bytes.big(schools.ids[schoolOf[row] ?? 0] ?? 0)
    bytes.big(students[number] ?? 0)
    const own = total?.[row] ?? NO_MARK
    bytes.int(own === NO_MARK ? null : own)
    bytes.array(marks, row)
    bytes.packed(ranks, row)
    const piece = bytes.full()
    if (piece) yield piece
  }
  yield bytes.last()
}

/** The ranks of a stored result. */
export function ranksOf(packed: Uint8Array): number[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: packed.length / 4 }, (_, at) => view.getInt32(4 * at))
}

/** Five numbers of eight bytes, two of four, an array and packed numbers, each after four bytes for its length. */
const bytesOfRow = (marks: number, ranks: number) => 2 + 5 * 12 + 2 * 8 + (4 + 20 + 8 * marks) + (4 + 4 * ranks)

/** Rows of COPY as they are made. */
class RowBytes {
  readonly #size: number
  readonly #spares: ArrayBuffer[]
  #view: DataView
  #at = 0

  /** @param most the most bytes of a row */
  constructor(most: number, spares: ArrayBuffer[]) {
    // A piece, one more row, the header and the mark of the end.
    this.#size = PIECE + most + HEADER.length + 2
    this.#spares = spares
    this.#view = this.#empty()
    for (const byte of HEADER) this.#view.setUint8(this.#at++, byte)
  }

  row(fields: number): void {
    this.#view.setInt16(this.#at, fields)
    this.#at += 2
  }

  int(value: number | null): void {
    this.#raw(value === null ? -1 : 4)
    if (value !== null) this.#raw(value)
  }

  big(value: number): void {
    this.#raw(8)
    this.#raw(Math.floor(value / 2 ** 32))
    this.#raw(value)
  }

  /** An array of the elements of the columns in a row. */
  array(columns: readonly ArrayLike<number>[], row: number): void {
    this.#raw(20 + 8 * columns.length)
    // One dimension, no nulls, the type, the length, the first index.
    for (const value of [1, 0, INT4, columns.length, 1]) this.#raw(value)
    for (const column of columns) {
      this.#raw(4)
      this.#raw(column[row] ?? 0)
    }
  }

  /** The elements of the columns in a row as bytes, four for each. */
  packed(columns: readonly ArrayLike<number>[], row: number): void {
    this.#raw(4 * columns.length)
    for (const column of columns) this.#raw(column[row] ?? 0)
  }

  /** The rows so far, when they are worth passing on. */
  full(): Uint8Array | undefined {
    return this.#at < PIECE ? undefined : this.#taken()
  }

  /** The rest, with the mark of the end. */
  last(): Uint8Array {
    this.#view.setInt16(this.#at, -1)
    this.#at += 2
    return this.#taken()
  }

  #raw(value: number): void {
    this.#view.setInt32(this.#at, value)
    this.#at += 4
  }

  #taken(): Uint8Array {
    const taken = new Uint8Array(this.#view.buffer, 0, this.#at)
    this.#view = this.#empty()
    this.#at = 0
    return taken
  }

  #empty(): DataView {
    return new DataView(this.#spares.pop() ?? new ArrayBuffer(this.#size))
  }
}
