import type { Database } from '#src/db/client.server.ts'
import { whileWanted } from '#src/db/work-pool.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type ApiContext, actorOf } from '../context.server.ts'
import { AppError, tooMany } from '../errors.server.ts'

/** Lists of one person that may run at once while others wait. */
const SHARE = 3
/** Milliseconds that a list waits for its turn, and the seconds to wait after a refusal. */
const WAIT_MS = 15_000
const AGAIN_SECONDS = 5

type Waiting = { person: number; since: number; start(): void }

/**
 * Shares the connections for lists between people. Of the pool, a quarter is left for all other calls. One person gets
 * three turns, and more while nobody waits, but never the last three. However many lists a person has waiting, one more
 * costs nothing: only the first of each person is looked at.
 */
export class ReadTurns {
  readonly #most: number
  readonly #running = new Map<number, number>()
  /** By person, in the order of their arrival. */
  readonly #waiting = new Map<number, Set<Waiting>>()
  #all = 0
  #arrived = 0

  /** @param connections the size of the pool */
  constructor(connections: number) {
    this.#most = Math.max(SHARE, Math.floor(connections * 0.75))
  }

  /**
   * Runs `work` when it is this person's turn.
   * @param wait milliseconds
   * @throws AppError 429 when the turn does not come in time; the signal's reason when the client has left
   */
  async run<T>(person: number, signal: AbortSignal, work: () => Promise<T>, wait = WAIT_MS): Promise<T> {
    signal.throwIfAborted()
    if (this.#waiting.size > 0 || !this.#mayStart(person)) await this.#turn(person, signal, wait)
    else this.#count(person, 1)
    try {
      return await work()
    } finally {
      this.#count(person, -1)
      this.#next()
    }
  }

  #turn(person: number, signal: AbortSignal, wait: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        this.#leave(one)
      }
      const leave = () => {
        over()
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        over()
        reject(tooMany(AGAIN_SECONDS, m.error_tooManyLists()))
      }, wait)
      this.#arrived += 1
      const one: Waiting = {
        person,
        since: this.#arrived,
        start: () => {
          over()
          this.#count(person, 1)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      const own = this.#waiting.get(person)
      if (own) own.add(one)
      else this.#waiting.set(person, new Set([one]))
      this.#next()
    })
  }

  #leave(one: Waiting): void {
    const own = this.#waiting.get(one.person)
    own?.delete(one)
    if (own?.size === 0) this.#waiting.delete(one.person)
  }

  /** Gives free turns to those who wait: first to the person with the fewest, then by time. */
  #next(): void {
    for (let first = this.#first(); first; first = this.#first()) first.start()
  }

  #first(): Waiting | undefined {
    if (this.#all >= this.#most) return undefined
    let best: Waiting | undefined
    for (const [person, [one]] of this.#waiting) {
      if (!one || !this.#mayStart(person)) continue
      const ahead = best ? this.#of(person) - this.#of(best.person) || one.since - best.since : -1
      if (ahead < 0) best = one
    }
    return best
  }

  #mayStart(person: number): boolean {
    if (this.#all >= this.#most) return false
    if (this.#of(person) < SHARE) return true
    const othersWait = this.#waiting.size > (this.#waiting.has(person) ? 1 : 0)
    return !othersWait && this.#all < this.#most - SHARE
  }

  #of(person: number): number {
    return this.#running.get(person) ?? 0
  }

  #count(person: number, by: 1 | -1): void {
    this.#all += by
    const count = this.#of(person) + by
    if (count > 0) this.#running.set(person, count)
    else this.#running.delete(person)
  }
}

const turns = new WeakMap<Database, ReadTurns>()

/**
 * Runs the reading part of a request: in the caller's turn, and only as long as the caller waits for it. A caller that
 * leaves ends its queries in the database.
 * @param signal ends the queries earlier
 */
export function inTurn<T>(
  c: ApiContext,
  read: (db: Database) => Promise<T>,
  signal: AbortSignal = c.req.raw.signal,
): Promise<T> {
  const { db } = c.get('deps')
  const known = turns.get(db) ?? new ReadTurns(db.$client.options.max ?? 10)
  turns.set(db, known)
  return known
    .run(actorOf(c).id, signal, () => whileWanted(signal, () => read(db)))
    .catch((error: unknown) => {
      // The reason of a signal may be any value, but only an error gets an answer.
      throw error instanceof Error ? error : new AppError(503)
    })
}
