import { lt, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { throttleUse } from '#src/db/message.table.server.ts'
import { tooManyAttempts } from './throttle.server.ts'

/** At most so many uses of a key in any time of so many seconds. */
export type UseLimit = { key: string; most: number; seconds: number }

/** Hours after which no limit looks at a use any more. */
const KEEP_HOURS = 24

/**
 * Takes a use of every key, or none. Several at once take turns, so that none slips through.
 * @param tx a transaction, which holds the keys until its end
 * @throws AppError 429 with the seconds until the longest limit lets one through
 */
export async function takeUse(tx: Db, limits: readonly UseLimit[]): Promise<void> {
  // One order for all, so that two of them never wait for each other.
  const keys = [...new Set(limits.map(({ key }) => key))].sort()
  for (const key of keys) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`)
  await checkUse(tx, limits)
  await tx.insert(throttleUse).values(keys.map((key) => ({ key })))
}

/** Whether a use of every key is free. It takes none. @throws AppError 429 */
export async function checkUse(db: Db, limits: readonly UseLimit[]): Promise<void> {
  let wait = 0
  for (const { key, most, seconds } of limits) {
    // The use that has to be over before the next one.
    const { rows } = await db.execute<{ wait: number }>(sql`
      select extract(epoch from use_time + make_interval(secs => ${seconds}) - clock_timestamp())::float8 as wait
      from throttle_use where key = ${key} and use_time > clock_timestamp() - make_interval(secs => ${seconds})
      order by use_time desc offset ${most - 1} limit 1`)
    wait = Math.max(wait, rows[0]?.wait ?? 0)
  }
  if (wait > 0) throw tooManyAttempts(wait)
}

/** Removes uses that no limit counts any more. */
export async function purgeUses(db: Db): Promise<void> {
  await db.delete(throttleUse).where(lt(throttleUse.useTime, sql`now() - make_interval(hours => ${KEEP_HOURS})`))
}
