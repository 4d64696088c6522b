import type { Logger } from 'pino'
import type { Database, Db } from '#src/db/client.server.ts'
import { job } from '#src/db/job.table.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { type Locale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { withNumber } from './job-failure.server.ts'
import { JobFeed } from './job-feed.server.ts'
import type { JobKind } from './job-kind.server.ts'
import { failForsaken, forgetFuture, NUMBER_HERE } from './job-store.server.ts'
import { jobWords } from './job-words.server.ts'
import { jobWorker } from './job-worker.server.ts'
import { Queue } from './queue.server.ts'

/** Maximum parallel jobs of one process. They share its processor with all requests. */
const CONCURRENCY = { job: 2, command: 1, exam: 1 } as const
const SWEEP_MS = 20_000

type Options = {
  db: Database
  /** Connections for heartbeats and the queue, which must not wait for the jobs. By default those of the jobs. */
  vitalDb?: Database
  log: Logger
  files: string
  secret: string
  kinds: readonly JobKind[]
}

/** The background jobs of a process: the known kinds, the queue, and the listeners. */
export class Jobs {
  readonly kinds: ReadonlyMap<string, JobKind>
  readonly feed: JobFeed
  /** That of the members, who are many: whoever waits for a job of the office does not wait for their turns. */
  readonly memberFeed: JobFeed
  readonly #options: Options
  readonly #queue: Queue
  readonly #stopping = new AbortController()
  #sweep: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
    this.kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]))
    const { vitalDb = options.db } = options
    this.#queue = new Queue(vitalDb, options.log)
    this.feed = new JobFeed(vitalDb, this.kinds)
    this.memberFeed = new JobFeed(vitalDb, this.kinds)
  }

  /**
   * Puts a job in the queue, in the caller's transaction: both are stored, or neither.
   * @returns the id of the job
   */
  async enqueue<TInput>(
    tx: Db,
    kind: JobKind<TInput>,
    input: TInput,
    { author, locale }: { author: Author & { id: number }; locale: Locale },
  ): Promise<number> {
    const queueId = randomId()
    const { id: ownerId, address, requestId, apiTokenId } = author
    const [row] = await tx
      .insert(job)
      .values({
        queueId,
        kind: kind.kind,
        input,
        ownerId,
        locale,
        address,
        requestId,
        apiTokenId,
        proven: author.proof === 'checked',
      })
      .returning({ id: job.id })
    if (!row) throw new Error('no job')
    await this.#queue.send(tx, { queueId, jobId: row.id, ownerId, lane: kind.lane })
    return row.id
  }

  /** Checks the queue now. Call it after the transaction that added a job. */
  wake(): void {
    this.#queue.wake()
    this.feed.hurry()
  }

  /** Starts to work on the jobs in the queue, whichever process added them. */
  async start(): Promise<void> {
    const { db, vitalDb = db, log, files, secret } = this.#options
    await this.#queue.work(
      CONCURRENCY,
      jobWorker({ db, vitalDb, log, files, secret, kinds: this.kinds, stopping: this.#stopping.signal }),
    )
    const lost = { 'zh-cn': withLocale('zh-cn', lostText), en: withLocale('en', lostText) }
    const sweep = () =>
      forgetFuture(vitalDb)
        .then(() => failForsaken(vitalDb, lost, { secret, wordsOf: (row) => jobWords(row, this.kinds) }))
        .catch((err: unknown) => log.warn({ err }, 'jobs were not looked after'))
    this.#sweep = setInterval(sweep, SWEEP_MS).unref()
    await sweep()
  }

  /** Stops running jobs so that they continue at the next start, and closes every event stream. */
  async stop(): Promise<void> {
    clearInterval(this.#sweep)
    this.#stopping.abort()
    this.feed.stop()
    this.memberFeed.stop()
    await this.#queue.stop()
  }
}

/** Each job has another number, and all are ended in one statement. */
const lostText = () => withNumber(m.job_lost(), NUMBER_HERE)
