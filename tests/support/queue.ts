import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

// Lets time pass for what waits in the queue, instead of waiting for it.

/** The pause before another attempt is over. */
export async function endPauses(db: Db): Promise<void> {
  await db.execute(sql`update queue.job set start_after = now() where state = 'retry'`)
}

/** Nobody has heard of the processes that work on something for so long that they count as dead. */
export async function passSilence(db: Db): Promise<void> {
  await db.execute(sql`update queue.job
    set heartbeat_on = heartbeat_on - make_interval(secs => heartbeat_seconds + 1) where state = 'active'`)
}
