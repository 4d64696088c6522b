import { sql } from 'drizzle-orm'
import { type Db as BossDb, fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'

/** Of pg-boss's own tables. */
const SCHEMA = 'queue'
const QUEUE = 'job'

/** Seconds without a sign of life after which a job's process counts as dead; and how often somebody looks. */
const HEARTBEAT = 15
const LOOK = 10

/** Far beyond what jobs take by themselves: `job-worker` decides when it is enough. */
const RETRIES = 50

const common = { schema: SCHEMA, schedule: false, monitorVacuum: false } as const

/** Brings the queue's own tables to this release. Called under the migration lock. */
export async function installQueue(db: Database): Promise<void> {
  const boss = new PgBoss({ ...common, db: bossDb(db), supervise: false, migrate: true, createSchema: true })
  boss.on('error', () => undefined)
  await boss.start()
  const options = { heartbeatSeconds: HEARTBEAT, retryLimit: RETRIES, retryDelay: 3, expireInSeconds: 12 * 3600 }
  if (await boss.getQueue(QUEUE)) await boss.updateQueue(QUEUE, options)
  else await boss.createQueue(QUEUE, options)
  await boss.stop({ graceful: false, close: false })
}

/** One unit of work as the queue hands it out: ends it by resolving, gives it back by throwing. */
export type QueueHandler = (jobId: number, queueId: string) => Promise<void>

/** The queue of this process: asks nothing of the database until it is used. */
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

  /** Puts a job in the queue, in the transaction that stores what people see of it. */
  async send(tx: Parameters<typeof fromDrizzle>[0], entry: { queueId: string; jobId: number; ownerId: number }) {
    await this.#start()
    const { queueId, jobId, ownerId } = entry
    const options = { id: queueId, group: { id: String(ownerId) }, db: fromDrizzle(tx, sql) }
    await this.#boss.send(QUEUE, { jobId }, options)
  }

  /** Wakes this process's worker: what was just sent need not wait for the next look. */
  wake(): void {
    if (this.#worker) this.#boss.notifyWorker(this.#worker)
  }

  /** Takes jobs from the queue, so many at once, of one owner one at a time. */
  async work(concurrency: number, handler: QueueHandler): Promise<void> {
    await this.#start()
    const options = { pollingIntervalSeconds: 1, localConcurrency: concurrency, groupConcurrency: 1 }
    this.#worker = await this.#boss.work<{ jobId: number }>(QUEUE, options, async ([entry]) => {
      if (entry) await handler(entry.data.jobId, entry.id)
    })
  }

  /** Takes no more jobs, and waits for those under way, whose signals have fired. */
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

/** The queue's statements on our own pool. */
function bossDb(db: Database): BossDb {
  return { executeSql: (text, values) => db.$client.query(text, values) }
}
