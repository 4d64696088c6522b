import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#src/db/client.server.ts'
import { listen } from '#src/db/listen.server.ts'
import { clearProcessCaches } from './process-cache.server.ts'

const CHANNEL = 'yardstick_caches'

/** Empties the caches of this process whenever any process on the database says so. */
export function watchCaches(directUrl: string, log: Logger): void {
  listen({ url: directUrl, channel: CHANNEL, heard: () => clearProcessCaches(), log })
}

/** Empties the caches of every process on the database; this one's are empty when it returns. */
export async function clearCaches(db: Db): Promise<void> {
  clearProcessCaches()
  await db.execute(sql`select pg_notify(${CHANNEL}, '')`)
}
