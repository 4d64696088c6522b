import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { RunAnswer, RunInput, RunOrder, RunTask, RunTasks } from './run-task.ts'

/** Node runs the thread's source, because the built product contains only what requests need. */
const PROGRAM = createRequire(import.meta.url).resolve('#src/features/exam-run/run-thread.mjs')

/** Minutes for the whole work, and megabytes of objects. Columns are limited by the number of candidates alone. */
const MINUTES = 15
const MEGABYTES = 512

type Options = {
  /** Ends the thread. The reason is thrown. */
  signal?: AbortSignal | undefined
  /** What a new run reads. It is taken as fast as the thread works. */
  input?: AsyncIterable<RunInput> | undefined
}

/**
 * Computes an exam in a thread of its own, so that the process goes on answering. The thread works ahead by two pieces.
 * @throws the error of the thread, or of the input
 */
export async function* runInThread<K extends keyof RunTasks>(
  task: Extract<RunTask, { kind: K }>,
  { signal, input }: Options = {},
): AsyncGenerator<RunTasks[K]['gives']> {
  signal?.throwIfAborted()
  const worker = new Worker(PROGRAM, {
    workerData: task,
    // The thread needs no setting of the process, and gets no secret.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 64 },
  })
  const order = (message: RunOrder, own: readonly ArrayBuffer[] = []) => worker.postMessage(message, own)
  const answers = new Inbox<Exclude<RunAnswer, { kind: 'want' }>>()
  const wanted = new Inbox<true>()
  const fail = (error: unknown) => {
    answers.fail(error)
    wanted.fail(error)
  }
  worker.on('message', (answer: RunAnswer) => (answer.kind === 'want' ? wanted.add(true) : answers.add(answer)))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread has ended')))
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort)
  const late = setTimeout(() => fail(new Error('the thread took too long')), MINUTES * 60_000)
  if (input) void feed(input, wanted, order).catch(fail)
  try {
    for (;;) {
      const answer = await answers.next()
      if (answer.kind === 'end') return
      if (answer.kind === 'error')
        throw Object.assign(new Error(answer.message), answer.stack && { stack: answer.stack })
      // Seam: the thread gives what its task says.
      const piece = answer.piece as RunTasks[K]['gives']
      yield piece
      const back = 'kind' in piece && piece.kind === 'exam_result' ? piece.bytes.buffer : undefined
      // Otherwise each piece would be new memory, and collecting it takes longer than making the rows.
      if (back instanceof ArrayBuffer) order({ kind: 'taken', back }, [back])
      else order({ kind: 'taken' })
    }
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

/** Computes something that is one piece. */
export async function oneOfThread<K extends 'compare' | 'changes' | 'axes'>(
  task: Extract<RunTask, { kind: K }>,
  options?: Options,
): Promise<RunTasks[K]['gives']> {
  for await (const piece of runInThread<K>(task, options)) return piece
  throw new Error('the thread gave nothing')
}

async function feed(
  input: AsyncIterable<RunInput>,
  wanted: Inbox<true>,
  order: (message: RunOrder, own?: readonly ArrayBuffer[]) => void,
): Promise<void> {
  for await (const piece of input) {
    await wanted.next()
    const { buffer } = piece.bytes
    order({ kind: 'input', input: piece }, buffer instanceof ArrayBuffer ? [buffer] : [])
  }
  order({ kind: 'over' })
}

/** What has arrived and was not taken yet. After a failure nothing comes any more. */
class Inbox<T> {
  readonly #items: T[] = []
  #failed: { error: unknown } | undefined
  #arrived: () => void = () => undefined

  add(item: T): void {
    this.#items.push(item)
    this.#arrived()
  }

  fail(error: unknown): void {
    this.#failed ??= { error }
    this.#arrived()
  }

  async next(): Promise<T> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) return item
      if (this.#failed) throw this.#failed.error
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
      })
    }
  }
}
