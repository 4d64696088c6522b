import type { Logger } from 'pino'
import { requestFacts } from '../request-facts.server.ts'
import { OutgoingError } from './outgoing-error.server.ts'
import type { OutgoingRequest } from './outgoing-types.ts'
import { shownUrl } from './shown-url.server.ts'

/** One request from its first step to the last byte of its answer: its end, its size and its line in the log. */
export class Exchange {
  readonly #started = performance.now()
  readonly #ending = new AbortController()
  readonly #timer: ReturnType<typeof setTimeout> | undefined
  readonly #caller: AbortSignal | undefined
  readonly #log: Pick<Logger, 'info' | 'warn'>
  readonly #line: Record<string, unknown>
  #bytes = 0
  #hasEnded = false

  /** @throws the signal's reason when it has aborted already */
  constructor(url: URL | undefined, { method, signal, limits }: OutgoingRequest, log: Pick<Logger, 'info' | 'warn'>) {
    signal?.throwIfAborted()
    this.#log = log
    this.#line = { requestId: requestFacts().requestId, method: method ?? 'GET', ...shownUrl(url) }
    this.#caller = signal
    signal?.addEventListener('abort', this.#leave)
    const { whole } = limits
    if (whole === undefined) return
    const late = () => this.#ending.abort(new OutgoingError('time', url?.host ?? '', `not finished within ${whole} ms`))
    this.#timer = setTimeout(late, whole)
  }

  /** Aborts when the caller leaves or the time is over; with the reason. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** What is known of the answer, for the log. */
  note(facts: Record<string, unknown>): void {
    Object.assign(this.#line, facts)
  }

  /** Counts bytes of the body. @returns all so far */
  count(bytes: number): number {
    this.#bytes += bytes
    return this.#bytes
  }

  /** Ends the exchange once, with the error that broke it off. */
  end(error?: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#leave)
    const ms = Math.round((performance.now() - this.#started) * 10) / 10
    const line = { ...this.#line, ms, bytes: this.#bytes }
    const detail = error instanceof Error ? error.message : String(error)
    if (error === undefined) this.#log.info(line, 'outgoing request')
    else if (error instanceof OutgoingError)
      this.#log.warn({ ...line, reason: error.reason, detail }, 'outgoing request failed')
    else this.#log.info({ ...line, detail }, 'outgoing request abandoned')
  }

  readonly #leave = () => this.#ending.abort(this.#caller?.reason)
}
