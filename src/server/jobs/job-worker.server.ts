import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import type { JobRow } from '#src/db/job.table.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { authorName, findActorById, findActorOfApiToken } from '../access/actor.server.ts'
import { databaseTrouble } from '../database-trouble.server.ts'
import { AppError } from '../errors.server.ts'
import { loggable } from '../loggable.server.ts'
import { Heartbeat } from './heartbeat.server.ts'
import { withNumber } from './job-failure.server.ts'
import { type JobKind, JobStop } from './job-kind.server.ts'
import { type Claim, claimJob, type Ending, endJob } from './job-store.server.ts'
import { jobWords } from './job-words.server.ts'
import type { QueueHandler } from './queue.server.ts'

/** Maximum attempts of a job that fails for a reason that users cannot correct, or whose process dies. */
const MAX_ATTEMPTS = 3

type Options = {
  /** The connections of the jobs themselves. */
  db: Database
  /** The connections that record how the jobs go on. */
  vitalDb: Database
  log: Logger
  files: string
  secret: string
  kinds: ReadonlyMap<string, JobKind>
  stopping: AbortSignal
}

/** Creates the handler of the queue's entries. */
export function jobWorker(options: Options): QueueHandler {
  const worker = `${hostname()}:${process.pid}:${randomId().slice(0, 8)}`
  return async (id, queueId) => {
    const row = await claimJob(options.vitalDb, { id, queueId, worker })
    if (!row) return
    const claim = { id, worker, attempt: row.attempt }
    const ending = await withLocale(row.locale, () => attempt(options, row, claim))
    if (!ending) return
    const wordsOf = (ended: JobRow) => jobWords(ended, options.kinds)
    await endJob(options.vitalDb, claim, ending, { secret: options.secret, wordsOf })
    // The error keeps the entry in the queue for the next attempt.
    if (ending.state === 'queued') throw new Error(ending.message || 'to be done again')
  }
}

/** Returns undefined when another worker has the job now. */
async function attempt(options: Options, row: JobRow, claim: Claim): Promise<Ending | undefined> {
  const { db, vitalDb, log, files, secret, kinds, stopping } = options
  // The process died in each attempt. One more attempt would end in the same way.
  if (claim.attempt > MAX_ATTEMPTS) return { state: 'failed', message: withNumber(m.job_diedOften(), row.requestId) }
  if (row.stopping) return { state: 'cancelled', message: '' }
  const kind = kinds.get(row.kind)
  const token = row.apiTokenId
  const actor = token === null ? await findActorById(db, row.ownerId) : await findActorOfApiToken(db, token)
  if (!kind || !actor) return { state: 'failed', message: kind ? m.job_noAccount() : m.job_unknownKind() }
  const heartbeat = new Heartbeat(vitalDb, claim, stopping)
  try {
    const result = await kind.run({
      id: row.id,
      input: row.input,
      attempt: claim.attempt,
      db,
      files,
      secret,
      actor,
      log: log.child({ job: row.id, kind: row.kind }),
      author: {
        id: actor.id,
        name: authorName(actor),
        address: row.address,
        requestId: row.requestId,
        ...(token === null ? {} : { apiTokenId: token }),
        ...(row.proven ? { proof: 'checked' } : {}),
      },
      signal: heartbeat.signal,
      progress: (progress) => heartbeat.report(progress),
      mayKeep: () => heartbeat.ask(),
    })
    await heartbeat.stop()
    return { state: 'done', message: kind.summary(result), result }
  } catch (error) {
    await heartbeat.stop()
    return endingOf(error, heartbeat.signal, row, claim, log)
  }
}

function endingOf(
  error: unknown,
  signal: AbortSignal,
  { requestId }: JobRow,
  { id, attempt }: Claim,
  log: Logger,
): Ending | undefined {
  const stop = signal.aborted && signal.reason instanceof JobStop ? signal.reason.reason : undefined
  switch (stop) {
    case 'lost':
      return undefined
    case 'cancelled':
      return { state: 'cancelled', message: '' }
    case 'shutdown':
      return { state: 'queued', message: m.job_afterRestart(), counted: false }
    default:
      if (error instanceof AppError) {
        if (error.cause) log.warn({ job: id, attempt, err: loggable(error.cause) }, 'a job was refused')
        return { state: 'failed', message: error.message }
      }
      log.error({ job: id, requestId, attempt, err: loggable(error) }, 'a job failed')
      return attempt < MAX_ATTEMPTS
        ? { state: 'queued', message: m.job_again(), counted: true }
        : { state: 'failed', message: withNumber(databaseTrouble(error, true)?.message ?? m.error_500(), requestId) }
  }
}
