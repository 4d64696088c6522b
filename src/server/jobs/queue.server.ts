import { sql } from 'drizzle-orm'
import { type Db as BossDb, fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import { type JobLane, jobLanes } from './job-kind.server.ts'

/** The schema of pg-boss's own tables. */
const SCHEMA = 'queue'

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
  for (const lane of jobLanes) {
    if (await boss.getQueue(lane)) await boss.updateQueue(lane, options)
    else await boss.createQueue(lane, options)
  }
  await boss.stop({ graceful: false, close: false })
}

/** Handles one entry of the queue. If it resolves, the entry ends. If it throws, the entry returns to the queue. */
export type QueueHandler = (jobId: number, queueId: string) => Promise<void>

/** The queue of this process. It sends no query to the database until it is used. */
export class Queue {
  readonly #boss: PgBoss
  #started: Promise<unknown> | undefined
  readonly #workers: string[] = []

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
  async send(
    tx: Parameters<typeof fromDrizzle>[0],
    entry: { queueId: string; jobId: number; ownerId: number; lane: JobLane },
  ) {
    await this.#start()
    const { queueId, jobId, ownerId, lane } = entry
    // One job of a group runs at a time: of an owner, of all commands, or of all exams.
    const group = { id: lane === 'job' ? String(ownerId) : lane }
    await this.#boss.send(lane, { jobId }, { id: queueId, group, db: fromDrizzle(tx, sql) })
  }

  /** Wakes this process's worker, so that a new job does not wait for the next poll. */
  wake(): void {
    for (const worker of this.#workers) this.#boss.notifyWorker(worker)
  }

  /** Takes jobs from the queues: at most `concurrency` at once of each, and only one at a time of each group. */
  async work(concurrency: Record<JobLane, number>, handler: QueueHandler): Promise<void> {
    await this.#start()
    for (const lane of jobLanes) {
      const options = { pollingIntervalSeconds: 1, localConcurrency: concurrency[lane], groupConcurrency: 1 }
      const worker = await this.#boss.work<{ jobId: number }>(lane, options, async ([entry]) => {
        if (entry) await handler(entry.data.jobId, entry.id)
      })
      this.#workers.push(worker)
    }
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
