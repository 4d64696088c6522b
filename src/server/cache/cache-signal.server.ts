import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#src/db/client.server.ts'
import { listen } from '#src/db/listen.server.ts'
import { clearProcessCaches } from './process-cache.server.ts'

/** The channel for the request to clear the caches. */
export const CACHES_CHANNEL = 'yardstick_caches'

/** Clears the caches of this process when any process on the database calls `clearCaches`. */
export function watchCaches(directUrl: string, log: Logger): void {
  listen({ url: directUrl, channel: CACHES_CHANNEL, heard: () => clearProcessCaches(), log })
}

/** Clears the caches of every process on the database. The caches of this process are empty when it returns. */
export async function clearCaches(db: Db): Promise<void> {
  clearProcessCaches()
  await db.execute(sql`select pg_notify(${CACHES_CHANNEL}, '')`)
}
