import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

// These helpers move times in the queue, so that tests need not wait.

/** Ends the pause before every retry. */
export async function endPauses(db: Db): Promise<void> {
  await db.execute(sql`update queue.job set start_after = now() where state = 'retry'`)
}

/** Makes every active job's last heartbeat too old, so that its worker counts as dead. */
export async function passSilence(db: Db): Promise<void> {
  await db.execute(sql`update queue.job
    set heartbeat_on = heartbeat_on - make_interval(secs => heartbeat_seconds + 1) where state = 'active'`)
}
