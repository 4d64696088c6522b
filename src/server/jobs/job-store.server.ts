import { and, desc, eq, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { type JobRow, job } from '#src/db/job.table.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import type { JsonObject } from '#src/lib/json.ts'
import type { Actor } from '../access/actor.server.ts'
import { notify } from '../notices/notify.server.ts'
import type { JobProgress } from './job-kind.server.ts'
import type { JobWords } from './job-words.server.ts'

const OPEN = ['queued', 'running'] as const

const SILENT_SECONDS = 60

/** The claim of a worker on a job. No other process writes the row as long as worker and attempt match. */
export type Claim = { id: number; worker: string; attempt: number }

/** Takes a job from the queue. Returns undefined when the job is already over. */
export async function claimJob(
  db: Db,
  { id, queueId, worker }: { id: number; queueId: string; worker: string },
): Promise<JobRow | undefined> {
  const [row] = await db
    .update(job)
    .set({
      state: 'running',
      worker,
      message: '',
      step: '',
      done: 0,
      total: null,
      attempt: sql`${job.attempt} + 1`,
      startTime: sql`coalesce(${job.startTime}, now())`,
      heartbeatTime: sql`now()`,
    })
    .where(and(eq(job.id, id), eq(job.queueId, queueId), inArray(job.state, [...OPEN])))
    .returning()
  return row
}

/** Writes a heartbeat and the progress of a job. Returns `lost` when another worker has the job now. */
export async function beat(db: Db, claim: Claim, progress: JobProgress): Promise<'go' | 'stop' | 'lost'> {
  const [row] = await db
    .update(job)
    .set({ ...progress, heartbeatTime: sql`now()` })
    .where(claimed(claim))
    .returning({ stopping: job.stopping })
  return row ? (row.stopping ? 'stop' : 'go') : 'lost'
}

/** How a job ended, or that it returns to the queue. */
export type Ending =
  | { state: 'done'; message: string; result: JsonObject }
  | { state: 'failed' | 'cancelled'; message: string }
  /** `counted`: the job itself caused this failed attempt. */
  | { state: 'queued'; message: string; counted: boolean }

/** What tells the owners of jobs that ended: `wordsOf` says what their notices say. */
type Telling = { secret: string; wordsOf: (row: JobRow) => JobWords }

/**
 * Writes how a job ended. Its owner finds a notice of it.
 */
export async function endJob(db: Database, claim: Claim, ending: Ending, tell: Telling): Promise<void> {
  const { state, message } = ending
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(job)
      .set({
        state,
        message,
        ...(ending.state === 'done' ? { result: ending.result, done: sql`coalesce(${job.total}, ${job.done})` } : {}),
        ...(ending.state === 'queued'
          ? { worker: '', attempt: ending.counted ? claim.attempt : claim.attempt - 1 }
          : { endTime: sql`now()` }),
      })
      .where(claimed(claim))
      .returning()
    await tellOwners(tx, rows, tell)
  })
}

/** A notice for each job that was done or has failed. Who cancels a job knows that it ended. */
async function tellOwners(tx: Db, rows: readonly JobRow[], { secret, wordsOf }: Telling): Promise<void> {
  for (const row of rows) {
    const { id, ownerId, state } = row
    if (state !== 'done' && state !== 'failed') continue
    const { title, text, link, after } = wordsOf(row)
    if (secondsOf(row) < after) continue
    const news = { accountId: ownerId, kind: 'job', data: { id, state, title, text }, link } as const
    await withLocale(row.locale, () => notify(tx, secret, news))
  }
}

function secondsOf({ startTime, endTime }: JobRow): number {
  return startTime && endTime ? (Date.parse(endTime) - Date.parse(startTime)) / 1000 : 0
}

function claimed({ id, worker, attempt }: Claim) {
  return and(eq(job.id, id), eq(job.state, 'running'), eq(job.worker, worker), eq(job.attempt, attempt))
}

/** Whose jobs are asked for. An API token has those alone that it has started itself. */
export type JobOwner = Pick<Actor, 'id' | 'apiToken'>

function ownedBy({ id, apiToken }: JobOwner) {
  return and(eq(job.ownerId, id), apiToken && eq(job.apiTokenId, apiToken.id))
}

/** Requests a job to stop. A job that has not started ends at once. */
export async function stopJob(db: Db, owner: JobOwner, id: number): Promise<JobRow | undefined> {
  const [row] = await db
    .update(job)
    .set({
      stopping: true,
      state: sql`case when ${job.state} = 'queued' then 'cancelled' else ${job.state} end`,
      endTime: sql`case when ${job.state} = 'queued' then now() else ${job.endTime} end`,
    })
    .where(and(eq(job.id, id), ownedBy(owner), inArray(job.state, [...OPEN])))
    .returning()
  return row
}

/** Dismisses finished jobs; without ids, all of them. Returns their number. */
export async function dismissJobs(db: Db, owner: JobOwner, ids: readonly number[] | undefined): Promise<number> {
  const rows = await db
    .update(job)
    .set({ dismissed: true })
    .where(
      and(
        ownedBy(owner),
        eq(job.dismissed, false),
        inArray(job.state, ['done', 'failed', 'cancelled']),
        ids && inArray(job.id, [...ids]),
      ),
    )
    .returning({ id: job.id })
  return rows.length
}

/**
 * The jobs that these users have not dismissed, newest first. It reads only the returned rows.
 * @param most maximum jobs of each user
 * @param apiTokenId only those that this API token has started
 */
export function listJobs(db: Db, owners: readonly number[], most: number, apiTokenId?: number): Promise<JobRow[]> {
  const newest = db
    .select()
    .from(job)
    .where(
      and(
        sql`${job.ownerId} = watching.owner`,
        eq(job.dismissed, false),
        apiTokenId === undefined ? undefined : eq(job.apiTokenId, apiTokenId),
      ),
    )
    .orderBy(desc(job.id))
    .limit(most)
    .as('newest')
  return db
    .select(newest._.selectedFields)
    .from(sql`unnest(${sql.param(owners)}::bigint[]) as watching (owner)`)
    .crossJoinLateral(newest)
    .orderBy(desc(newest.id))
}

export async function findJob(db: Db, owner: JobOwner, id: number): Promise<JobRow | undefined> {
  const [row] = await db
    .select()
    .from(job)
    .where(and(eq(job.id, id), ownedBy(owner)))
  return row
}

/** Stands for a job's number in the message of `failForsaken`. */
export const NUMBER_HERE = '{number}'

/**
 * Ends jobs that no process works on. The queue has given up the job or never had it (a restored backup), or the
 * process of a request has died.
 * @param message the message for the owners, by language, with `NUMBER_HERE` where the job's number belongs
 * @param wordsOf what the notices say
 */
export async function failForsaken(
  db: Database,
  message: Record<JobRow['locale'], string>,
  tell: Telling,
): Promise<void> {
  const dead = lt(job.heartbeatTime, sql`now() - make_interval(secs => ${SILENT_SECONDS})`)
  const inQueue = sql`exists (select from queue.job q where q.id = ${job.queueId} and q.state in ('created', 'retry', 'active'))`
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(job)
      .set({
        state: 'failed',
        message: sql`replace(case when ${job.locale} = 'en' then ${message.en} else ${message['zh-cn']} end,
        ${NUMBER_HERE}, ${job.requestId})`,
        endTime: sql`now()`,
      })
      .where(
        and(
          inArray(job.state, [...OPEN]),
          or(and(isNotNull(job.queueId), not(inQueue)), and(isNull(job.queueId), dead)),
        ),
      )
      .returning()
    await tellOwners(tx, rows, tell)
  })
}

/**
 * Lets the queue look after dead jobs again when a clock that was ahead has been set right. The queue would otherwise
 * wait until the moment of its last look has come once more, which may take months.
 */
export async function forgetFuture(db: Db): Promise<void> {
  await db.execute(sql`update queue.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where greatest(monitor_on, monitor_claim_on, maintain_on) > now() + interval '1 minute'`)
}

/** Removes the records of jobs that ended so many days ago. */
export async function purgeJobs(db: Db, days: number): Promise<void> {
  await db.delete(job).where(lt(job.endTime, sql`now() - make_interval(days => ${days})`))
}
