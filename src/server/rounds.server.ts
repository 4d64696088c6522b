import type { Logger } from 'pino'
import { loggable } from './loggable.server.ts'

/** Milliseconds until the next round after a trouble with the database. */
const TROUBLE_MS = 10_000

type Options = {
  log: Logger
  /** Milliseconds between two rounds when there is nothing to do. */
  lookMs: number
  /** What the log says when a round fails. */
  trouble: string
}

/** Work that a process repeats while it runs. It does not keep the process alive. */
export abstract class Rounds {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #round: Promise<unknown> = Promise.resolve()
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** One round. @returns whether there may be more to do at once */
  protected abstract work(): Promise<boolean>

  start(): void {
    this.#plan(0)
  }

  /** Begins no more rounds, and waits for the one under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  #plan(pause: number): void {
    if (this.#stopped) return
    const { log, lookMs, trouble } = this.#options
    this.#timer = setTimeout(() => {
      this.#round = this.work().then(
        (more) => this.#plan(more ? 0 : lookMs),
        (err: unknown) => {
          log.warn({ err: loggable(err) }, trouble)
          this.#plan(TROUBLE_MS)
        },
      )
    }, pause).unref()
  }
}
