import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { cancelQuery } from './cancel-query.server.ts'
import { isStatement, type PoolWork } from './patient-client.server.ts'
import { PreparingClient } from './prepared-client.server.ts'

/** Milliseconds in which a cancelled query has to end. Then its connection is given up. */
const END_MS = 5_000

const leaving = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs reading work for a client that may leave. When the signal aborts, the work's queries are cancelled in the
 * database, and the next query of the work throws the signal's reason. It does not concern transactions.
 */
export function whileWanted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return leaving.run(signal, work)
}

/** The connections for one kind of work. */
export class WorkPool extends pg.Pool {
  readonly work: PoolWork

  constructor(config: pg.PoolConfig & { work: PoolWork }) {
    super(config)
    this.work = config.work
  }

  // Seam: pg overloads `query` in six forms. Only the form that Drizzle uses can be cancelled; all others pass through.
  override query(...given: unknown[]): never {
    const signal = leaving.getStore()
    const plain = isStatement(given[0]) && typeof given.at(-1) !== 'function'
    if (!signal || !plain) return Reflect.apply(super.query, this, given) as never
    return this.#cancellable(signal, given) as never
  }

  async #cancellable(signal: AbortSignal, given: unknown[]): Promise<unknown> {
    signal.throwIfAborted()
    const client = await this.connect()
    let timer: NodeJS.Timeout | undefined
    let broken: boolean | Error | undefined
    const leave = () => {
      // The connection is not used again: the cancel request may arrive when the query has already ended.
      broken = true
      cancelQuery(client)
      timer = setTimeout(() => client instanceof PreparingClient && client.giveUp(), END_MS)
    }
    try {
      signal.throwIfAborted()
      signal.addEventListener('abort', leave, { once: true })
      return await Reflect.apply(client.query, client, given)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      broken = error instanceof Error ? error : true
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      client.release(broken)
    }
  }
}
