import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import { loggable } from '../loggable.server.ts'
import { insertLog } from './insert-log.server.ts'
import type { LogRow } from './log-row.server.ts'

/** Rows wait so long for others, and so many go in one statement. */
const GATHER_MS = 150
const BATCH = 200
/** Milliseconds until the next attempt after a trouble with the database, and the rows that are kept meanwhile. */
const TROUBLE_MS = 5_000
const KEPT_MAX = 20_000
/** Failed sign-ins of one address that are listed one by one in a minute. The others are counted. */
const LISTED = 10
const MINUTE_MS = 60_000
const ADDRESSES_MAX = 5_000
const NAMES_MAX = 20
/** A row is never dated further back than this: segments of the chain have been sealed since. */
const AGE_MAX = 60_000

/** `failed`: a failed sign-in that is listed, unless other processes have listed ten already. */
type Waiting = { row: LogRow; since: number; failed?: boolean }
type Counted = { since: number; listed: number; more: number; last: LogRow | undefined; names: Set<string> }

type Options = { db: Database; log: Pick<Logger, 'warn' | 'error'>; minuteMs?: number }

/**
 * Writes the rows of what has no transaction of its own, after the answer, some together: refusals, failed sign-ins,
 * exports. A process that is killed loses those of its last moment.
 */
export class LogGatherer {
  readonly #options: Options
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  readonly #failures = new Map<string, Counted>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Writes a row soon. A failed sign-in may only be counted. */
  add(row: LogRow): void {
    const failed = row.event === 'signInFailed'
    if (failed && this.#isCounted(row)) return
    this.#put(row, failed)
  }

  /** Writes all rows that wait, also the counts of a minute that has not ended. */
  async flush(): Promise<void> {
    // Writing may count more of them.
    while (this.#failures.size > 0 || this.#waiting.length > 0) {
      for (const address of [...this.#failures.keys()]) this.#endMinute(address)
      clearTimeout(this.#timer)
      this.#timer = undefined
      const before = this.#waiting.length
      await this.#write()
      if (before > 0 && this.#waiting.length >= before) return
    }
  }

  #put(row: LogRow, failed = false): void {
    if (this.#waiting.length >= KEPT_MAX) {
      this.#options.log.error({ event: row.event, requestId: row.request_id }, 'a row of the admin log is lost')
      return
    }
    this.#waiting.push({ row, since: performance.now(), failed })
    this.#plan(GATHER_MS)
  }

  #plan(pause: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#write()
    }, pause).unref()
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting())
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    const { db, log } = this.#options
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      try {
        const more = await insertListed(db, batch)
        this.#waiting.splice(0, batch.length)
        for (const row of more) this.#count(row)
      } catch (err) {
        // A pool that has been ended belongs to a process that is ending.
        if (db.$client.ended) this.#waiting = []
        else {
          log.warn({ err: loggable(err), rows: this.#waiting.length }, 'the admin log was not written')
          this.#plan(TROUBLE_MS)
        }
        return
      }
    }
  }

  /** The first failures of an address in a minute are listed. The others become one row at the end of the minute. */
  #isCounted(row: LogRow): boolean {
    const counted = this.#minuteOf(row)
    if (counted.listed < LISTED) {
      counted.listed += 1
      return false
    }
    this.#count(row)
    return true
  }

  #minuteOf(row: LogRow): Counted {
    const key = this.#failures.has(row.address) || this.#failures.size < ADDRESSES_MAX ? row.address : ''
    let counted = this.#failures.get(key)
    if (!counted) {
      counted = { since: performance.now(), listed: 0, more: 0, last: undefined, names: new Set() }
      this.#failures.set(key, counted)
      setTimeout(() => this.#endMinute(key), this.#options.minuteMs ?? MINUTE_MS).unref()
    }
    return counted
  }

  #count(row: LogRow): void {
    const counted = this.#minuteOf(row)
    counted.more += 1
    counted.last = row
    if (counted.names.size < NAMES_MAX) counted.names.add(row.username)
  }

  #endMinute(address: string): void {
    const counted = this.#failures.get(address)
    this.#failures.delete(address)
    if (!counted?.last) return
    const { last, more, names } = counted
    const username = names.size === 1 ? last.username : ''
    this.#put({ ...last, username, body: { username: [...names] }, times: more })
  }
}

/**
 * Adds rows to the log. Of failed sign-ins, all processes together list ten a minute from one address; they take turns.
 * @returns the rows that are not listed
 */
async function insertListed(db: Database, waiting: readonly Waiting[]): Promise<LogRow[]> {
  const failed = waiting.filter((one) => one.failed).map(({ row }) => row)
  if (failed.length === 0) {
    await insertLog(db, waiting.map(aged))
    return []
  }
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('admin_log_failed'))`)
    const { rows: seen } = await tx.execute<{ address: string; count: number }>(sql`
      select address, count(*)::int as count from admin_log where address = any (${sql.param(failed.map(({ address }) => address))}::text[])
        and create_time > now() - interval '1 minute' and event = 'signInFailed' and times = 1 group by address`)
    const listed = new Map(seen.map(({ address, count }) => [address, count]))
    const [kept, more]: [Waiting[], LogRow[]] = [[], []]
    for (const one of waiting) {
      const count = listed.get(one.row.address) ?? 0
      if (one.failed) listed.set(one.row.address, count + 1)
      if (one.failed && count >= LISTED) more.push(one.row)
      else kept.push(one)
    }
    if (kept.length > 0) await insertLog(tx, kept.map(aged))
    return more
  })
}

/** The row with its age of this moment: one that was taken before a wait for a lock would date the row too late. */
function aged({ row, since }: Waiting): LogRow {
  return { ...row, age: Math.min(AGE_MAX, row.age + performance.now() - since) }
}
