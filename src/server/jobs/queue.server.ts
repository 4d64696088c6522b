import { sql } from 'drizzle-orm'
import { type Db as BossDb, fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'

/** The schema of pg-boss's own tables. */
const SCHEMA = 'queue'
const QUEUE = 'job'

/** Seconds without a heartbeat after which a job's process counts as dead, and seconds between two checks. */
const HEARTBEAT = 15
const LOOK = 10

/** Far more than a job needs: `job-worker` decides when to give up. */
const RETRIES = 50

const common = { schema: SCHEMA, schedule: false, monitorVacuum: false } as const

/** Updates the queue's own tables to this release. The caller holds the migration lock. */
export async function installQueue(db: Database): Promise<void> {
  const boss = new PgBoss({ ...common, db: bossDb(db), supervise: false, migrate: true, createSchema: true })
  boss.on('error', () => undefined)
  await boss.start()
  const options = { heartbeatSeconds: HEARTBEAT, retryLimit: RETRIES, retryDelay: 3, expireInSeconds: 12 * 3600 }
  if (await boss.getQueue(QUEUE)) await boss.updateQueue(QUEUE, options)
  else await boss.createQueue(QUEUE, options)
  await boss.stop({ graceful: false, close: false })
}

/** Handles one entry of the queue. If it resolves, the entry ends. If it throws, the entry returns to the queue. */
export type QueueHandler = (jobId: number, queueId: string) => Promise<void>

/** The queue of this process. It sends no query to the database until it is used. */
export class Queue {
  readonly #boss: PgBoss
  #started: Promise<unknown> | undefined
  #worker: string | undefined

  constructor(db: Database, log: Logger) {
    this.#boss = new PgBoss({
      ...common,
      db: bossDb(db),
      migrate: false,
      supervise: true,
      superviseIntervalSeconds: LOOK,
      monitorIntervalSeconds: LOOK,
    })
    this.#boss.on('error', (err) => log.warn({ err }, 'the queue met an error'))
  }

  /** Puts a job in the queue, in the transaction that stores the record for users. */
  async send(tx: Parameters<typeof fromDrizzle>[0], entry: { queueId: string; jobId: number; ownerId: number }) {
    await this.#start()
    const { queueId, jobId, ownerId } = entry
    const options = { id: queueId, group: { id: String(ownerId) }, db: fromDrizzle(tx, sql) }
    await this.#boss.send(QUEUE, { jobId }, options)
  }

  /** Wakes this process's worker, so that a new job does not wait for the next poll. */
  wake(): void {
    if (this.#worker) this.#boss.notifyWorker(this.#worker)
  }

  /** Takes jobs from the queue: at most `concurrency` at once, and only one at a time for each owner. */
  async work(concurrency: number, handler: QueueHandler): Promise<void> {
    await this.#start()
    const options = { pollingIntervalSeconds: 1, localConcurrency: concurrency, groupConcurrency: 1 }
    this.#worker = await this.#boss.work<{ jobId: number }>(QUEUE, options, async ([entry]) => {
      if (entry) await handler(entry.data.jobId, entry.id)
    })
  }

  /** Takes no more jobs. Waits up to 8 seconds for running jobs, whose signals are already aborted. */
  async stop(): Promise<void> {
    if (!this.#started) return
    await this.#started.catch(() => undefined)
    await this.#boss.stop({ graceful: true, close: false, timeout: 8_000 })
  }

  #start(): Promise<unknown> {
    this.#started ??= this.#boss.start().catch((error: unknown) => {
      this.#started = undefined
      throw error
    })
    return this.#started
  }
}

/** Runs the queue's statements on our own pool. */
function bossDb(db: Database): BossDb {
  return { executeSql: (text, values) => db.$client.query(text, values) }
}
