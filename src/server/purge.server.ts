import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { accountActivation } from '#src/db/activation.table.server.ts'
import type { Database } from '#src/db/client.server.ts'
import { providerFlow } from '#src/db/external-identity.table.server.ts'
import { captcha } from '#src/db/guard.table.server.ts'
import { messageCode } from '#src/db/message.table.server.ts'
import { browserSession } from '#src/db/session.table.server.ts'
import { purgeProofs } from './access/proof.server.ts'
import { purgeTokens } from './access/tokens.server.ts'
import { makeLogPartitions, pruneLog } from './admin-log/keep-log.server.ts'
import { readConfig } from './config.server.ts'
import { purgeFaults } from './faults.server.ts'
import { purgeFiles } from './files/purge-files.server.ts'
import { makePartitions, pruneHistory } from './history/keep-history.server.ts'
import { purgeImports } from './import/import-files.server.ts'
import { purgeJobs } from './jobs/job-store.server.ts'
import { purgeAnnouncementMail } from './notices/announcement-mail.server.ts'
import { purgeDevices } from './notices/devices.server.ts'
import { purgeNotices } from './notices/notify.server.ts'
import { purgeOutbox } from './outbox/outbox-store.server.ts'
import { purgeUses } from './throttle/limited-use.server.ts'
import { purgeThrottle } from './throttle/throttle.server.ts'
import { purgeIdempotency } from './write/idempotency.server.ts'

const PAUSE_MS = 10 * 60 * 1000
/** After the start, and after a step that failed. */
const SHORT_PAUSE_MS = 60 * 1000

type Options = {
  /** The directory of the uploaded files. */
  files: string
  /** What the features delete besides, by the name of the step. */
  more?: PurgeSteps
}

/** What a feature deletes when it has expired, by the name of the step. */
export type PurgeSteps = Readonly<Record<string, (db: Database) => Promise<unknown>>>

type KeepTime = 'historyMonths' | 'adminLogMonths' | 'jobKeepDays' | 'faultKeepDays' | 'outboxKeepDays'

type Failure = { step: string; err: unknown }

/**
 * Deletes expired rows and files: tokens, proofs, browser sessions, stored responses, counters, captchas, activation
 * codes, codes, visits to identity providers, old faults, jobs, imports, notices, devices, sent messages and unused
 * files, and what the features name. Keeps the partitions of the history. A step that fails does not prevent the
 * others.
 * @returns the failures
 */
export async function purge(db: Database, { files, more = {} }: Options): Promise<Failure[]> {
  // Read by each step at each round: a change of the configuration needs no restart, and a database that cannot be
  // reached fails the steps, never the round.
  const timeOf = async (name: KeepTime) => (await readConfig(db, [name]))[name]
  const steps: Record<string, () => Promise<unknown>> = {
    partitions: () => makePartitions(db),
    logPartitions: () => makeLogPartitions(db),
    adminLog: async () => pruneLog(db, await timeOf('adminLogMonths')),
    history: async () => pruneHistory(db, await timeOf('historyMonths')),
    tokens: () => purgeTokens(db),
    proofs: () => purgeProofs(db),
    idempotency: () => purgeIdempotency(db),
    throttle: () => purgeThrottle(db),
    jobs: async () => purgeJobs(db, await timeOf('jobKeepDays')),
    faults: async () => purgeFaults(db, await timeOf('faultKeepDays')),
    notices: () => purgeNotices(db),
    devices: () => purgeDevices(db),
    announcementMail: () => purgeAnnouncementMail(db),
    captchas: () => db.delete(captcha).where(lt(captcha.expireTime, sql`now()`)),
    activations: () => db.delete(accountActivation).where(lt(accountActivation.expireTime, sql`now()`)),
    sessions: () => db.delete(browserSession).where(lt(browserSession.expireTime, sql`now()`)),
    providerFlows: () => db.delete(providerFlow).where(lt(providerFlow.expireTime, sql`now()`)),
    codes: () => db.delete(messageCode).where(lt(messageCode.expireTime, sql`now()`)),
    uses: () => purgeUses(db),
    outbox: async () => purgeOutbox(db, await timeOf('outboxKeepDays')),
    imports: () => purgeImports(db, files),
    files: () => purgeFiles(db, files),
    ...Object.fromEntries(Object.entries(more).map(([step, work]) => [step, () => work(db)])),
  }
  const failures: Failure[] = []
  for (const [step, work] of Object.entries(steps)) {
    await work().catch((err: unknown) => failures.push({ step, err }))
  }
  return failures
}

/**
 * Purges a minute after the start, and then every ten minutes while the process runs; sooner after a failure. The timer
 * does not keep the process alive.
 */
export function keepPurging(db: Database, log: Logger, options: Options): void {
  const round = async () => {
    const failures = await purge(db, options)
    for (const failure of failures) log.warn(failure, 'old rows were not removed')
    next(failures.length > 0 ? SHORT_PAUSE_MS : PAUSE_MS)
  }
  const next = (pause: number) => setTimeout(round, pause).unref()
  next(SHORT_PAUSE_MS)
}
