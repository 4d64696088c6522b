import type { Frame } from '#src/features/exam-engine/frame.ts'
import type { Params } from '#src/features/exam-engine/params.ts'
import type { RunChanges } from './changes-of.ts'
import type { PublishedAxes } from './published-axes.ts'
import type { RunFacts } from './run.facts.ts'

// What the thread that computes exams is asked for, and what it gives back. It knows no database.

/** A column of a stored frame, compressed. */
export type StoredColumn = { name: string; bytes: Uint8Array }

/** A frame with the ids of its candidates, by their numbers less one. */
export type FrameWithIds = { frame: Frame; ids: Float64Array }

/** A run as it is stored. */
export type StoredRun = { columns: readonly StoredColumn[]; params: Params; engine: string }

export type RunHashes = { dataHash: string; resultHash: string }

/** A new run. Candidates and papers come as pieces of COPY. */
export type NewRun = {
  examId: number
  run: number
  params: Params
  candidates: number
  /** The district of each school; null without districts. */
  districts: ReadonlyMap<number, number> | null
  /** Name and place of each organization. */
  names: ReadonlyMap<number, { name: string; position: number }>
  lines: readonly string[]
  combos: readonly string[]
}

export type RunTasks = {
  run: { given: NewRun; gives: RunPiece }
  /** Computes a stored run again. */
  compare: { given: { stored: StoredRun }; gives: RunHashes }
  /** What is different between two runs. */
  changes: { given: { before: StoredRun; after: StoredRun }; gives: RunChanges }
  /** Which counts a publication may show. `before`: the run of the last publication, and its axes. */
  axes: { given: { before: (StoredRun & { axes: PublishedAxes }) | null; after: StoredRun }; gives: PublishedAxes }
}

export type RunTask = { [K in keyof RunTasks]: { kind: K } & RunTasks[K]['given'] }[keyof RunTasks]

/**
 * What a new run gives, in this order. The tables get rows of COPY: in the binary format for `exam_result`, lines of
 * text for the others.
 */
export type RunPiece =
  | { kind: 'head'; facts: RunFacts }
  | ({ kind: 'frame' } & StoredColumn)
  | { kind: 'run_unit' | 'run_stat' | 'exam_result'; bytes: Uint8Array }
  | ({ kind: 'hashes' } & RunHashes)

export type RunInput = { of: 'candidates' | 'papers'; bytes: Uint8Array }

/** A message to the thread: input, its end, or that a piece was taken. `back`: its memory, to be used again. */
export type RunOrder = { kind: 'input'; input: RunInput } | { kind: 'over' } | { kind: 'taken'; back?: ArrayBuffer }

/** A message of the thread. `want`: it takes one more piece of input. */
export type RunAnswer =
  | { kind: 'want' }
  | { kind: 'piece'; piece: unknown }
  | { kind: 'end' }
  | { kind: 'error'; message: string; stack: string | undefined }
