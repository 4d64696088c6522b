import type { Roster } from '#src/features/exam-engine/build-frame.ts'
import { NO_MARK } from '#src/features/exam-engine/frame.ts'
import { BinaryRows, bigAt } from './binary-rows.ts'

/** The columns of the COPY of the candidates, in the order of their ids. */
const CANDIDATE_FIELDS = 5
/** Those of the COPY of the papers, in any order. */
const PAPER_FIELDS = 5

type Columns = { marks: Int32Array; flags: Uint8Array; groups: Float64Array | undefined }

/** Makes the roster of an exam from what the database sends. Candidates come first. */
export class RosterReader {
  /** The ids of candidates and of their students, by the number of the candidate less one. */
  readonly ids: Float64Array
  readonly students: Float64Array
  readonly #schools: Float64Array
  readonly #classes: Float64Array
  readonly #combos: Int16Array
  readonly #subjects: ReadonlyMap<number, Columns>
  readonly #candidates = new BinaryRows(CANDIDATE_FIELDS)
  readonly #papers = new BinaryRows(PAPER_FIELDS)
  #rows = 0
  /** The row of each id from the first one up, where ids lie close together; else they are searched for. */
  #rowOf: Int32Array | undefined

  constructor(candidates: number, subjects: readonly number[]) {
    this.ids = new Float64Array(candidates)
    this.students = new Float64Array(candidates)
    this.#schools = new Float64Array(candidates)
    this.#classes = new Float64Array(candidates)
    this.#combos = new Int16Array(candidates)
    this.#subjects = new Map(
      subjects.map((id) => [
        id,
        { marks: new Int32Array(candidates).fill(NO_MARK), flags: new Uint8Array(candidates), groups: undefined },
      ]),
    )
  }

  /** `id, school_id, org_id, student_id, combination` (its index, -1 for none). */
  takeCandidates(piece: Uint8Array): void {
    this.#candidates.take(piece, (bytes, places) => {
      const row = this.#rows++
      this.ids[row] = bigAt(bytes, places[0] ?? -1)
      this.#schools[row] = bigAt(bytes, places[1] ?? -1)
      this.#classes[row] = bigAt(bytes, places[2] ?? -1)
      this.students[row] = bigAt(bytes, places[3] ?? -1)
      this.#combos[row] = bytes.getInt16(places[4] ?? 0)
    })
  }

  /** `candidate_id, subject_id, mark, flag, group_id`. Papers of others are left out. */
  takePapers(piece: Uint8Array): void {
    this.#rowOf ??= rowsOf(this.ids)
    this.#papers.take(piece, (bytes, places) => {
      const row = this.#find(bigAt(bytes, places[0] ?? -1))
      const own = this.#subjects.get(bigAt(bytes, places[1] ?? -1))
      if (row < 0 || own === undefined) return
      const [mark = -1, flag = -1, group = -1] = [places[2], places[3], places[4]]
      if (mark >= 0) own.marks[row] = bytes.getInt32(mark)
      own.flags[row] = flag < 0 ? 0 : bytes.getInt16(flag)
      if (group < 0) return
      own.groups ??= new Float64Array(this.ids.length)
      own.groups[row] = bigAt(bytes, group)
    })
  }

  /** @param districts the district of each school; undefined without districts */
  roster(districts: ReadonlyMap<number, number> | undefined): Roster {
    if (this.#rows !== this.ids.length) throw new RangeError(`${this.#rows} candidates came, not ${this.ids.length}`)
    return {
      candidates: Int32Array.from(this.ids, (_, row) => row + 1),
      schools: this.#schools,
      classes: this.#classes,
      combos: this.#combos,
      ...(districts && { districts }),
      subjects: Array.from(this.#subjects, ([id, { marks, flags, groups }]) => ({
        id,
        marks,
        flags,
        ...(groups && { groups }),
      })),
    }
  }

  #find(id: number): number {
    const first = this.ids[0] ?? 0
    if (this.#rowOf && this.#rowOf.length > 0) return (this.#rowOf[id - first] ?? 0) - 1
    let [low, high] = [0, this.ids.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.ids[middle] ?? 0
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

/** Each id's row plus one, 0 for ids between them; empty when they lie too far apart. */
function rowsOf(ids: Float64Array): Int32Array {
  const [first = 0, last = -1] = [ids[0], ids.at(-1)]
  const span = last - first + 1
  if (span > 8 * ids.length) return new Int32Array()
  const rows = new Int32Array(span)
  for (let row = 0; row < ids.length; row++) rows[(ids[row] ?? 0) - first] = row + 1
  return rows
}
