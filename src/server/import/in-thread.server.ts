import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { sheetError } from '../sheet/sheet-error.server.ts'
import type { FileAnswer, FileOrder, FileTask, FileTasks, RowReasons } from './file-task.ts'

/** Node runs the thread's source, because the built product contains only what requests need. */
const PROGRAM = createRequire(import.meta.url).resolve('#src/server/import/file-thread.mjs')

export type ThreadLimits = {
  /** Seconds until a piece must have arrived. */
  seconds: number
  /**
   * Seconds that all pieces together may be waited for. Otherwise a file could give a little just in time, for days.
   */
  total: number
  /** Megabytes of objects and texts. Packed texts are limited separately. */
  megabytes: number
}

/** A file of a hundred megabytes that unpacks to two gigabytes takes about twenty seconds. */
const LIMITS: ThreadLimits = { seconds: 60, total: 300, megabytes: 256 }

export type ThreadOptions = {
  /** Ends the thread. The reason is thrown. */
  signal?: AbortSignal | undefined
  limits?: ThreadLimits | undefined
  /** Seconds after which a thread whose pieces nobody takes is ended. */
  patience?: number | undefined
  /** Called once, after the thread has ended. */
  onEnd?: (() => void) | undefined
  /** The reasons of the file's rows in their order. The thread asks for each batch. */
  reasons?: AsyncIterator<readonly RowReasons[]> | undefined
}

/**
 * Reads a file in a thread, so that no file stops the process: reading takes no time of the requests, and ends at a
 * limit of time or memory. The thread works ahead by two pieces. It reads no other file at the same time.
 * @throws SheetError for a file that cannot be read, or not within the limits
 */
export async function* inThread<K extends keyof FileTasks>(
  task: Extract<FileTask, { kind: K }>,
  { signal, limits = LIMITS, patience, onEnd, reasons }: ThreadOptions = {},
): AsyncGenerator<FileTasks[K]['gives']> {
  signal?.throwIfAborted()
  const thread = new FileThread(task, limits, onEnd, reasons)
  const end = () => thread.end()
  signal?.addEventListener('abort', end)
  try {
    for (;;) {
      const answer = await thread.next()
      signal?.throwIfAborted()
      if (answer.kind === 'end') return
      if (answer.kind === 'fault') throw sheetError(answer.fault)
      if (answer.kind === 'error') throw unexpected(answer)
      const impatient = patience && setTimeout(end, patience * 1000)
      try {
        // Seam: the thread gives what its task says.
        yield answer.piece as FileTasks[K]['gives']
      } finally {
        clearTimeout(impatient)
      }
      thread.taken()
    }
  } finally {
    signal?.removeEventListener('abort', end)
    await thread.end()
  }
}

/** A missing file may be there at the next attempt. Any other error is a file that we do not understand. */
function unexpected({ message, stack, isMissing }: Extract<Given, { kind: 'error' }>): Error {
  const cause = new Error(message)
  if (stack) cause.stack = stack
  if (isMissing) return cause
  const error = sheetError({ name: 'broken' })
  error.cause = cause
  return error
}

/** An answer that is not for the thread's own use. */
type Given = Exclude<FileAnswer, { kind: 'ask' | 'alive' }>

/** Milliseconds that a thread waits for another file. Starting one takes longer than reading most files. */
const SPARE_MS = 20_000
/** Bytes in use, above which a thread reads no other file: that file would get less memory than its limit. */
const SPARE_USED = 64 << 20

/** A thread with the usual limits that has read its file to the end, and waits for the next one. */
let spare: { worker: Worker; end(): void } | undefined

function startWorker({ megabytes }: ThreadLimits): Worker {
  return new Worker(PROGRAM, {
    // The thread needs no setting of the process, and gets no secret.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
  })
}

function stopListening(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

function takeSpare(): Worker | undefined {
  const worker = spare?.worker
  spare?.end()
  worker?.ref()
  return worker
}

/** Keeps a thread for the next file. It keeps no process alive. */
function keepSpare(worker: Worker): void {
  const end = () => {
    clearTimeout(late)
    stopListening(worker)
    spare = undefined
  }
  const late = setTimeout(() => {
    end()
    void worker.terminate()
  }, SPARE_MS).unref()
  worker.once('error', end)
  worker.once('exit', end)
  worker.unref()
  spare = { worker, end }
}

class FileThread {
  readonly #worker: Worker
  readonly #onEnd: () => void
  #ending: Promise<unknown> | undefined
  /** Whether it can read another file. */
  #isSpare = false
  readonly #seconds: number
  /** What is left of the seconds for all pieces. */
  #left: number
  readonly #answers: Given[] = []
  readonly #reasons: ThreadOptions['reasons']
  /** The language and the other facts of the request hold for its reasons too. */
  readonly #within = AsyncLocalStorage.snapshot()
  #arrived: () => void = () => undefined
  #failed: { error: unknown } | undefined
  #late: NodeJS.Timeout | undefined

  constructor(
    task: FileTask,
    limits: ThreadLimits,
    onEnd: (() => void) | undefined,
    reasons: ThreadOptions['reasons'],
  ) {
    this.#seconds = limits.seconds
    this.#left = limits.total
    this.#reasons = reasons
    this.#onEnd = () => onEnd?.()
    this.#worker = (limits === LIMITS && takeSpare()) || startWorker(limits)
    this.#worker.on('message', (answer: FileAnswer) => {
      if (answer.kind === 'ask') void this.#within(() => this.#tell())
      else if (answer.kind === 'alive') this.#late?.refresh()
      else {
        if (answer.kind === 'end') this.#isSpare = limits === LIMITS && answer.used < SPARE_USED
        this.#add(answer)
      }
    })
    this.#worker.on('error', (error: Error & { code?: string }) =>
      this.#add(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? { kind: 'fault', fault: { name: 'tooMuchMemory' } }
          : { kind: 'error', message: error.message, stack: error.stack, isMissing: false },
      ),
    )
    this.#worker.on('exit', () => {
      this.#onEnd()
      this.#add({ kind: 'fault', fault: { name: 'tooSlow' } })
    })
    this.#order({ kind: 'task', task })
  }

  /** The next answer. A thread that gives none in time is ended. */
  async next(): Promise<Given> {
    const begun = performance.now()
    this.#late = setTimeout(() => void this.end(), this.#seconds * 1000)
    // A sign of life moves only the limit of this piece.
    const over = setTimeout(() => void this.end(), this.#left * 1000)
    try {
      for (;;) {
        if (this.#failed) throw this.#failed.error
        const answer = this.#answers.shift()
        if (answer) return answer
        await new Promise<void>((resolve) => {
          this.#arrived = resolve
        })
      }
    } finally {
      clearTimeout(this.#late)
      clearTimeout(over)
      this.#left -= (performance.now() - begun) / 1000
    }
  }

  /** Lets the thread work ahead by one more piece. */
  taken(): void {
    this.#order({ kind: 'taken' })
  }

  /** Ends the thread, or keeps it for the next file. Nothing happens when it has ended. */
  end(): Promise<unknown> {
    this.#ending ??= this.#isSpare && !spare ? this.#leave() : this.#worker.terminate()
    return this.#ending
  }

  async #leave(): Promise<void> {
    stopListening(this.#worker)
    keepSpare(this.#worker)
    this.#onEnd()
  }

  #add(answer: Given): void {
    this.#answers.push(answer)
    this.#arrived()
  }

  /** Gives the thread the next reasons. */
  async #tell(): Promise<void> {
    try {
      const next = await this.#reasons?.next()
      this.#order({ kind: 'reasons', rows: next && !next.done ? next.value : [] })
    } catch (error) {
      this.#failed = { error }
      this.#arrived()
    }
  }

  #order(order: FileOrder): void {
    this.#worker.postMessage(order)
  }
}
