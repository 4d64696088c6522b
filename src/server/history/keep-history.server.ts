import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { transactionWith } from '#src/db/transaction.server.ts'

/** How long a change of the partitions may make writers wait. The next attempt comes by itself. */
const PATIENCE = { lock_timeout: '2s' }

/** Makes the partitions of the months to come, and moves rows of months that had none. @param now a moment, as text */
export function makePartitions(db: Database, now = 'now'): Promise<void> {
  return transactionWith(db, PATIENCE, `''`, async (tx) => {
    await tx.execute(sql`select ensure_change_partitions(${now}::timestamptz), ensure_exam_partitions()`)
  })
}

/**
 * Deletes the history of months that ended more than `months` months ago; 0 keeps all of it. What else wants a month is
 * decided by one function of the database, `history_months`, which the screen shows too: rules of deletions, undos that
 * are still offered, what is published, and legal holds.
 * @param now a moment, as text
 */
export async function pruneHistory(db: Database, months: number, now = 'now'): Promise<void> {
  if (months === 0) return
  await transactionWith(db, PATIENCE, `''`, async (tx) => {
    await tx.execute(sql`select prune_change_partitions(${months}::int, ${now}::timestamptz)`)
  })
  await db.execute(sql`
    delete from change_set s where s.create_time < date_trunc('month', ${now}::timestamptz, 'UTC') - make_interval(months => ${months}::int)
      and not exists (select from change c where c.change_set_id = s.id)
      and not exists (select from change_count n join job j on (j.result ->> 'changeSetId')::bigint = n.change_set_id
        where n.change_set_id = s.id and j.kind in ('import', 'province') and j.state = 'done' and not j.dismissed)
      and not exists (select from legal_holds(${now}::timestamptz) h where h.extent = 'all' or h.extent = 'person' and h.account_id = s.actor_id
        or h.extent = 'resource' and exists (select from change_count n join resource_places p on p.table_name = n.table_name
          where n.change_set_id = s.id and p.resource = h.resource))
      and not exists (select from change_set u where u.undoes_id = s.id)`)
}
