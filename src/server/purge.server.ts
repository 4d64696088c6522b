import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import { captcha } from '#src/db/guard.table.server.ts'
import { browserSession } from '#src/db/session.table.server.ts'
import { purgeTokens } from './access/tokens.server.ts'
import { purgeFaults } from './faults.server.ts'
import { purgeImports } from './import/import-files.server.ts'
import { purgeJobs } from './jobs/job-store.server.ts'
import { purgeThrottle } from './throttle/throttle.server.ts'
import { purgeIdempotency } from './write/idempotency.server.ts'

const PAUSE_MS = 10 * 60 * 1000

/** Deletes expired rows: tokens, browser sessions, stored responses, counters, captchas, old faults and jobs. */
export async function purge(db: Database): Promise<void> {
  await purgeTokens(db)
  await purgeIdempotency(db)
  await purgeThrottle(db)
  await purgeJobs(db)
  await purgeFaults(db)
  await db.delete(captcha).where(lt(captcha.expireTime, sql`now()`))
  await db.delete(browserSession).where(lt(browserSession.expireTime, sql`now()`))
}

/** Purges every ten minutes while the process runs. The timer does not keep the process alive. */
export function keepPurging(db: Database, log: Logger, files: string): void {
  const all = async () => {
    await purge(db)
    await purgeImports(db, files)
  }
  setInterval(() => all().catch((err: unknown) => log.warn({ err }, 'old rows were not removed')), PAUSE_MS).unref()
}
