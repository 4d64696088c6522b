import type { Db } from '#src/db/client.server.ts'
import { type JobProgress, JobStop } from './job-kind.server.ts'
import { beat, type Claim } from './job-store.server.ts'

/** Milliseconds: the delay until progress is written, and the interval of heartbeats without progress. */
const SOON = 300
const BEAT = 1_000

/** The heartbeats of a running job. They write its progress, and read whether a user wants to stop it. */
export class Heartbeat {
  readonly #db: Db
  readonly #claim: Claim
  readonly #abort = new AbortController()
  readonly #stopping: AbortSignal
  readonly #end = () => this.#abort.abort(new JobStop('shutdown'))
  #progress: JobProgress = {}
  #timer: NodeJS.Timeout | undefined
  #due = 0
  #beating: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(db: Db, claim: Claim, stopping: AbortSignal) {
    this.#db = db
    this.#claim = claim
    this.#stopping = stopping
    stopping.addEventListener('abort', this.#end)
    if (stopping.aborted) this.#end()
    this.#plan(BEAT)
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  report(progress: JobProgress): void {
    Object.assign(this.#progress, progress)
    if (this.#due - Date.now() > SOON) this.#plan(SOON)
  }

  /** Checks in the database whether the job may go on. @throws JobStop */
  async ask(): Promise<void> {
    await this.#beating
    await this.#beat()
    this.signal.throwIfAborted()
  }

  /** Stops the heartbeats and writes the remaining progress. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#stopping.removeEventListener('abort', this.#end)
    await this.#beating
    if (Object.keys(this.#progress).length > 0) await this.#beat()
  }

  #plan(delay: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#due = Date.now() + delay
    this.#timer = setTimeout(() => {
      this.#due = Number.POSITIVE_INFINITY
      this.#beating = this.#beat().finally(() => this.#plan(BEAT))
    }, delay)
  }

  async #beat(): Promise<void> {
    const progress = this.#progress
    this.#progress = {}
    try {
      const answer = await beat(this.#db, this.#claim, progress)
      if (answer !== 'go') this.#abort.abort(new JobStop(answer === 'stop' ? 'cancelled' : 'lost'))
    } catch {
      // The database is unreachable. The job's own statements will fail too. The next heartbeat writes the progress.
      this.#progress = { ...progress, ...this.#progress }
    }
  }
}
