import { parentPort, workerData } from 'node:worker_threads'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import { type ComputedSide, runChanges } from './changes-of.ts'
import { runFactsOf } from './facts-of.ts'
import { publishedAxes } from './published-axes.ts'
import { resultPieces } from './result-rows.ts'
import { RosterReader } from './roster-reader.ts'
import { packed, statLines, unitLines } from './run-rows.ts'
import type { NewRun, RunAnswer, RunHashes, RunInput, RunOrder, RunPiece, RunTask, StoredRun } from './run-task.ts'
import { hashResult, ResultHash, readFrame, storeFrame } from './stored-frame.server.ts'

/** Pieces that may wait to be taken, and pieces of input that may be on their way. */
const AHEAD = 2
const WANTED = 4

/** Parts of the figures that are hashed after each piece of results: most are a few numbers. */
const HASHED = 256

/** The work of a thread that computes an exam. Nothing here imports messages or the database. */
export async function computeExam(): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('This is the work of a thread.')
  const answer = (message: RunAnswer, own: readonly ArrayBuffer[] = []) => port.postMessage(message, own)
  const inputs: RunInput[] = []
  const spares: ArrayBuffer[] = []
  let [waiting, isOver] = [0, false]
  let happened: () => void = () => undefined
  const something = () =>
    new Promise<void>((resolve) => {
      happened = resolve
    })
  port.on('message', (order: RunOrder) => {
    if (order.kind === 'input') inputs.push(order.input)
    else if (order.kind === 'over') isOver = true
    else {
      waiting -= 1
      if (order.back) spares.push(order.back)
    }
    happened()
  })
  async function* input(): AsyncGenerator<RunInput> {
    for (let at = 0; at < WANTED; at++) answer({ kind: 'want' })
    for (;;) {
      const next = inputs.shift()
      if (next) {
        yield next
        answer({ kind: 'want' })
      } else if (isOver) return
      else await something()
    }
  }
  try {
    // Seam: `runInThread` passes a task.
    for await (const piece of pieces(workerData as RunTask, input, spares)) {
      answer({ kind: 'piece', piece }, 'bytes' in piece ? [ownBuffer(piece)] : [])
      waiting += 1
      while (waiting >= AHEAD) await something()
    }
    answer({ kind: 'end' })
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error))
    answer({ kind: 'error', message: known.message, stack: known.stack })
  }
  port.close()
}

/** Makes the bytes of a piece a buffer that can be handed over. Rows of results have one that is longer than they. */
function ownBuffer(piece: { kind: string; bytes: Uint8Array }): ArrayBuffer {
  const { buffer, byteLength } = piece.bytes
  const isOwn = piece.kind === 'exam_result' || buffer.byteLength === byteLength
  if (buffer instanceof ArrayBuffer && isOwn) return buffer
  const own = new Uint8Array(piece.bytes)
  piece.bytes = own
  return own.buffer
}

type Pieces = AsyncGenerator<RunPiece | RunHashes | ReturnType<typeof runChanges> | ReturnType<typeof publishedAxes>>

async function* pieces(task: RunTask, input: () => AsyncGenerator<RunInput>, spares: ArrayBuffer[]): Pieces {
  switch (task.kind) {
    case 'run':
      yield* newRun(task, input(), spares)
      return
    case 'compare':
      yield compared(task.stored)
      return
    case 'changes':
      yield runChanges(sideOf(task.before), sideOf(task.after))
      return
    case 'axes':
      yield publishedAxes(task.before && { ...sideOf(task.before), axes: task.before.axes }, sideOf(task.after))
      return
  }
}

async function* newRun(task: NewRun, input: AsyncGenerator<RunInput>, spares: ArrayBuffer[]): AsyncGenerator<RunPiece> {
  const { params } = task
  const { frame, ids, students } = await frameOf(task, input)
  const { columns, dataHash } = storeFrame({ frame, ids }, params)
  const result = compute(frame, params)
  yield { kind: 'head', facts: runFactsOf(frame, params, result, task.lines) }
  for (const column of columns) yield { kind: 'frame', ...column }
  for (const bytes of packed(unitLines(frame, task))) yield { kind: 'run_unit', bytes }
  for (const bytes of packed(statLines(frame, task, result))) yield { kind: 'run_stat', bytes }
  // The database takes longer to write the results than this thread to make them. The hash is made in that time.
  const hash = new ResultHash(result, params)
  for (const bytes of resultPieces(frame, task, result, { ids, students }, spares)) {
    yield { kind: 'exam_result', bytes }
    for (let part = 0; part < HASHED && hash.goOn(); part++);
  }
  yield { kind: 'hashes', dataHash, resultHash: hash.hex() }
}

async function frameOf({ candidates, params, districts }: NewRun, input: AsyncGenerator<RunInput>) {
  const reader = new RosterReader(
    candidates,
    params.subjects.map(({ id }) => id),
  )
  for await (const { of, bytes } of input) {
    if (of === 'candidates') reader.takeCandidates(bytes)
    else reader.takePapers(bytes)
  }
  const { ids, students } = reader
  return { frame: buildFrame(reader.roster(districts ?? undefined)), ids, students }
}

function compared({ columns, params, engine }: StoredRun): RunHashes {
  const side = readFrame(columns)
  const { dataHash } = storeFrame(side, params, engine)
  return { dataHash, resultHash: hashResult(compute(side.frame, params), params) }
}

function sideOf({ columns, params }: StoredRun): ComputedSide {
  return { ...readFrame(columns), params }
}
