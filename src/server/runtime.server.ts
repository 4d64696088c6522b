import type { Logger } from 'pino'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { DatabasePulse } from '#src/db/database-pulse.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { allowedHostOf } from '#src/lib/allowed-hosts.ts'
import { type Env, renewEnv } from '#src/lib/env.ts'
import { LogGatherer } from './admin-log/log-gatherer.server.ts'
import { LogKeeper } from './admin-log/log-keeper.server.ts'
import { createApi, type Mount } from './api.server.ts'
import { watchCaches } from './cache/cache-signal.server.ts'
import { watchTables } from './cache/table-cache.server.ts'
import type { ApiSettings } from './context.server.ts'
import type { JobKind } from './jobs/job-kind.server.ts'
import { Jobs } from './jobs/jobs.server.ts'
import { AnnouncementMailer } from './notices/announcement-mail.server.ts'
import { openLog } from './open-log.server.ts'
import { Outbox } from './outbox/outbox.server.ts'
import { outgoingClient } from './outgoing/outgoing-client.server.ts'
import type { Outgoing } from './outgoing/outgoing-types.ts'
import { keepPurging, type PurgeSteps } from './purge.server.ts'
import type { Rounds } from './rounds.server.ts'

export type Api = ReturnType<typeof createApi>
export type Runtime = {
  env: Env
  /** For requests. */
  db: Database
  /** For sign-in, sessions and heartbeats. They go on when requests hold every other connection. */
  vitalDb: Database
  /**
   * For health checks. They tell of the database itself, also when a lock on one table holds every other connection.
   */
  probeDb: Database
  lockDb: Database
  pulse: DatabasePulse
  log: Logger
  jobs: Jobs
  /** Asks other machines. */
  outgoing: Outgoing
  outbox: Outbox
  announcementMailer: AnnouncementMailer
  logGatherer: LogGatherer
  logKeeper: LogKeeper
  rounds: readonly Rounds[]
  api: Api
}

/** What the rounds of a feature work with. */
export type RoundsDeps = { db: Database; log: Logger; secret: string }

/** The endpoints, the job kinds and the repeated work that the features add to this process. */
export type Features = {
  mounts: readonly Mount[]
  jobKinds: readonly JobKind[]
  rounds?: readonly ((deps: RoundsDeps) => Rounds)[]
  /** What they delete when it has expired. */
  purges?: PurgeSteps
}

let features: Features | undefined
let current: Runtime | undefined

/** Sets the features. The entry calls it before the first request, because src/server imports no feature. */
export function handInFeatures(given: Features): void {
  features = given
  // The development server runs the entry again when a feature changes.
  current = undefined
}

/** The services of this process, created at the first call. */
export function runtime(): Runtime {
  if (current) return current
  current = start()
  const { env, log } = current
  // The development server has no hook of its own for the background work.
  if (env.NODE_ENV === 'development') startWork().catch((err: unknown) => log.error({ err }, 'no background work'))
  return current
}

function start(): Runtime {
  const settings = renewEnv()
  if (!features) throw new Error('The features are not handed in: call handInFeatures first.')
  const { mounts, jobKinds, rounds: begun = [], purges = {} } = features
  if (!settings.DATABASE_URL)
    throw new Error('DATABASE_URL is not set. Start the product with npm start or npm run dev.')
  const log = openLog(settings.LOG_LEVEL)
  const url = settings.DATABASE_URL
  const directUrl = settings.DATABASE_DIRECT_URL ?? url
  const pulse = new DatabasePulse()
  const common = {
    pooled: directUrl !== url || !settings.DATABASE_PREPARE,
    prepare: settings.DATABASE_PREPARE,
    pulse,
  }
  const db = openDatabase(url, 12, { limits: workLimits.request, ...common })
  const vitalDb = openDatabase(url, 4, { limits: workLimits.vital, ...common })
  const probeDb = openDatabase(url, 1, { limits: workLimits.vital, ...common })
  // Two jobs run at once. Each has a transaction and reads beside it. A command writes its output beside them.
  const jobDb = openDatabase(url, 7, { limits: workLimits.job, ...common })
  // Refreshing a session holds a row lock while it calls the API, and the API needs connections of its own. With one
  // pool, many refreshes at once would deadlock.
  const lockDb = openDatabase(url, 4, { limits: workLimits.refresh, ...common })
  watchCaches(directUrl, log)
  watchTables([db, vitalDb, jobDb], directUrl, log)
  const files = `${settings.DATA_DIR}/files`
  keepPurging(jobDb, log, { files, more: purges })
  const secret = settings.SESSION_SECRET ?? ''
  const jobs = new Jobs({ db: jobDb, vitalDb, log, files, secret, kinds: jobKinds })
  const { BACKEND_URL, OUTGOING_ALLOW } = settings
  const allowed = BACKEND_URL ? [...OUTGOING_ALLOW, allowedHostOf(BACKEND_URL)] : OUTGOING_ALLOW
  const outgoing = outgoingClient({ allowed, log })
  const outbox = new Outbox({ db: jobDb, log, secret, folder: `${settings.DATA_DIR}/outbox`, ask: outgoing })
  const announcementMailer = new AnnouncementMailer({ db: jobDb, log, secret })
  const logGatherer = new LogGatherer({ db, log })
  const logKeeper = new LogKeeper({ db: jobDb, log, secret, ask: outgoing })
  const rounds = begun.map((begin) => begin({ db: jobDb, log, secret }))
  const deps = {
    db,
    vitalDb,
    settings: apiSettings(settings),
    log,
    jobs,
    files,
    secret,
    outgoing,
    allowed,
    logGatherer,
  }
  const api = createApi(deps, mounts)
  const work = { jobs, outgoing, outbox, announcementMailer, logGatherer, logKeeper, rounds }
  return { env: settings, db, vitalDb, probeDb, lockDb, pulse, log, ...work, api }
}

/** Starts the background work, unless another process is the back end. */
export async function startWork(): Promise<void> {
  const { env, jobs, outbox, announcementMailer, logKeeper, rounds } = runtime()
  if (env.BACKEND_URL) return
  await jobs.start()
  outbox.start()
  announcementMailer.start()
  logKeeper.start()
  for (const one of rounds) one.start()
}

/** Stops the background work cleanly. */
export async function stopWork(): Promise<void> {
  await Promise.all([
    current?.jobs.stop(),
    current?.announcementMailer.stop(),
    current?.outbox.stop(),
    current?.logKeeper.stop(),
    ...(current?.rounds.map((one) => one.stop()) ?? []),
  ])
  // The last answers have been given: their rows are written before the database closes.
  await current?.logGatherer.flush()
}

function apiSettings(env: Env): ApiSettings {
  return {
    adminClient: env.OAUTH_ADMIN_CLIENT,
    userClient: env.OAUTH_USER_CLIENT,
    accessSeconds: env.ACCESS_TOKEN_SECONDS,
    refreshSeconds: env.REFRESH_TOKEN_SECONDS,
    refreshKeepSeconds: env.REFRESH_TOKEN_KEEP_SECONDS,
  }
}
