import { Socket } from 'node:net'
import pg from 'pg'
import { cancelQuery } from './cancel-query.server.ts'
import { DatabasePulse } from './database-pulse.server.ts'
import { TextQuery } from './text-query.server.ts'
import { type WorkLimits, workLimits } from './work-limits.server.ts'

/** What the connections of a pool know about their work. The pool hands its options to each new connection. */
export type PoolWork = {
  limits: WorkLimits
  /** A transaction pooler is in between: what a session sets, another client would get. */
  pooled: boolean
  /** Whether statements are prepared under a name. */
  prepare: boolean
  pulse: DatabasePulse
}

/** The work with its defaults: requests, on a direct connection. */
export function workOf({
  limits = workLimits.request,
  pooled = false,
  prepare = true,
  pulse = new DatabasePulse(),
}: Partial<PoolWork> = {}): PoolWork {
  return { limits, pooled, prepare, pulse }
}

/** Milliseconds for a new connection, and before the first keep-alive packet on a quiet one. */
const CONNECT_MS = 5_000
const KEEP_ALIVE_MS = 10_000
/**
 * Milliseconds after the limit of a statement. The server ends it at the limit. Later this side asks for it, because
 * through a pooler the server knows no limit. Then the connection is given up.
 */
const ASK_MS = 500
const GIVE_UP_MS = 2_000
/** Milliseconds for the farewell to the server. */
const FAREWELL_MS = 2_000

/**
 * A connection that does not wait for ever. When the server does not answer in time, for example because the network
 * loses packets, the connection is destroyed, and the pool opens another one.
 */
export class PatientClient extends pg.Client {
  readonly work: PoolWork
  readonly #lost = () => this.giveUp()
  #limit: number

  constructor(config: pg.ClientConfig & { work?: PoolWork } = {}) {
    super({
      ...config,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    this.work = config.work ?? workOf()
    this.#limit = this.work.limits.read
    // A connection may be lost between two statements of a transaction. The next statement reports it.
    this.on('error', () => undefined)
  }

  /** Sets the limit of the following statements, in milliseconds. */
  allow(limit: number): void {
    this.#limit = limit
  }

  /** Destroys the connection. Its statements fail at once. */
  giveUp(): void {
    this.connection.stream.destroy(new Error('Connection terminated: the database did not answer in time'))
  }

  // Seam: pg overloads its methods in several forms. They pass through; only the time is limited.
  override connect(...given: unknown[]): never {
    const { pulse } = this.work
    const note = (error?: unknown) => (error ? pulse.failed() : pulse.answered())
    const [callback] = given
    if (typeof callback === 'function') {
      const noted = (error?: unknown) => {
        note(error)
        callback(error)
      }
      return Reflect.apply(super.connect, this, [noted]) as never
    }
    const connected: Promise<void> = Reflect.apply(super.connect, this, given)
    return connected.then(
      () => note(),
      (error: unknown) => {
        note(error)
        throw error
      },
    ) as never
  }

  override query(...given: unknown[]): never {
    const [statement] = given
    // A stream, for example of COPY, takes as long as its reader. But something must move.
    if (typeof statement !== 'string' && !isStatement(statement)) {
      this.#endSilence(this.work.limits.silence)
      return Reflect.apply(super.query, this, given) as never
    }
    const callback = typeof given.at(-1) === 'function' ? given.pop() : undefined
    const answer = this.run(given)
    if (typeof callback !== 'function') return answer as never
    answer.then(
      (result) => process.nextTick(callback, undefined, result),
      (error: unknown) => process.nextTick(callback, error),
    )
    return undefined as never
  }

  override end(...given: unknown[]): never {
    // On a dead network the farewell never arrives, and the pool would wait for it.
    const timer = setTimeout(() => this.connection.stream.destroy(), FAREWELL_MS).unref()
    this.connection.once('end', () => clearTimeout(timer))
    return Reflect.apply(super.end, this, given) as never
  }

  /** Sends a statement and waits for the answer up to the limit. */
  protected async run(given: unknown[]): Promise<unknown> {
    this.#endSilence(0)
    let timer = setTimeout(() => {
      cancelQuery(this)
      timer = setTimeout(() => this.giveUp(), GIVE_UP_MS)
    }, this.#limit + ASK_MS)
    try {
      const sent: unknown = Reflect.apply(super.query, this, given)
      const result: unknown = await (sent instanceof TextQuery ? sent.answer : sent)
      this.work.pulse.answered()
      return result
    } catch (error) {
      if (this.connection.stream.destroyed) this.work.pulse.failed()
      // The driver does the same for its own queries: the stack says who has asked, and not how the answer was read.
      if (given[0] instanceof TextQuery && error instanceof Error) Error.captureStackTrace(error)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Gives the connection up when it is silent for so many milliseconds; 0 lets it be silent. */
  #endSilence(milliseconds: number): void {
    const { stream } = this.connection
    if (stream instanceof Socket) stream.setTimeout(milliseconds, this.#lost)
  }
}

/** `anew`: the statement is planned for the values that it has this time. */
export type Statement = { text: string; name?: string; values?: readonly unknown[]; types?: unknown; anew?: boolean }

/** Whether a query is a text with parameters, and not an object that talks to the server itself. */
export function isStatement(query: unknown): query is Statement {
  return (
    typeof query === 'object' &&
    query !== null &&
    'text' in query &&
    typeof query.text === 'string' &&
    !('submit' in query)
  )
}
