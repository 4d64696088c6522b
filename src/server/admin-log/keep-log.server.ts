import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { transactionWith } from '#src/db/transaction.server.ts'
import { withChain } from './log-chain.server.ts'
import { sealLog } from './seal-log.server.ts'

/** How long a change of the partitions may make writers wait. The next attempt comes by itself. */
const PATIENCE = { lock_timeout: '2s' }

/** Makes the partitions of the months to come, and moves rows of months that had none. @param now a moment, as text */
export function makeLogPartitions(db: Database, now = 'now'): Promise<void> {
  return transactionWith(db, PATIENCE, `''`, async (tx) => {
    await tx.execute(sql`select ensure_admin_log_partitions(${now}::timestamptz)`)
  })
}

/**
 * Removes the months of the log that ended more than `months` months ago; 0 keeps all of them. Each removal is a link
 * of the chain, and only sealed rows go.
 * @param now a moment, as text
 * @returns the months, as `202611`
 */
export async function pruneLog(db: Database, months: number, now = 'now'): Promise<string[]> {
  if (months === 0) return []
  await sealLog(db)
  return transactionWith(db, PATIENCE, `''`, async (tx) => {
    const { rows } = await withChain(tx, () =>
      tx.execute<{ gone: string[] }>(sql`select prune_admin_log(${months}::int, ${now}::timestamptz) as gone`),
    )
    return rows[0]?.gone ?? []
  })
}
