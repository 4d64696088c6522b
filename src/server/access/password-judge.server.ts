import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { tooMany } from '../errors.server.ts'
import type { Judgement, JudgeOrder } from './password-work.server.ts'

/** Node runs the thread's source, because the built product contains only what requests need. */
const PROGRAM = createRequire(import.meta.url).resolve('#src/server/access/password-thread.mjs')

/** Milliseconds without a password, after which the thread ends and gives its 65 MB back. */
const IDLE_MS = 60_000
/** Milliseconds for one password and those before it. The slowest takes 0.3 s. */
const LATE_MS = 20_000
/** Passwords that wait. More at once are an attack, or a fault. */
const MOST_WAITING = 50
const MEGABYTES = 256

type Waiting = { resolve(found: Judgement): void; reject(error: unknown): void; late: NodeJS.Timeout }

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last = 0
const waiting = new Map<number, Waiting>()

/**
 * How hard a password is to guess, and whether it is a common one. A thread of its own does it, because it can take a
 * third of a second. It starts with the first password and ends when nobody has asked for a minute.
 * @throws AppError 429 when too many passwords wait
 */
export function judgePassword(password: string, names: readonly string[]): Promise<Judgement> {
  if (waiting.size >= MOST_WAITING) throw tooMany(1)
  clearTimeout(idle)
  thread ??= start()
  thread.ref()
  const order: JudgeOrder = { id: ++last, password, names }
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => end(new Error('a password was not judged in time')), LATE_MS)
    waiting.set(order.id, { resolve, reject, late })
    thread?.postMessage(order)
  })
}

function start(): Worker {
  const worker = new Worker(PROGRAM, {
    // The thread needs no setting of the process, and gets no secret.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 32 },
  })
  worker.on('message', ({ id, ...found }: Judgement & { id: number }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.late)
    one?.resolve(found)
    if (waiting.size > 0) return
    // A thread that only waits keeps no process alive.
    worker.unref()
    idle = setTimeout(() => end(), IDLE_MS).unref()
  })
  worker.once('error', (error) => end(error))
  return worker
}

function end(error: unknown = new Error('the thread has ended')): void {
  clearTimeout(idle)
  void thread?.terminate()
  thread = undefined
  for (const { reject, late } of waiting.values()) {
    clearTimeout(late)
    reject(error)
  }
  waiting.clear()
}
