import { desc, sql } from 'drizzle-orm'
import { adminLogSeal } from '#src/db/admin-log.table.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import { transactionWith } from '#src/db/transaction.server.ts'
import { withChain } from './log-chain.server.ts'
import { isOwnRow } from './log-key.server.ts'

/** Most rows of a segment. */
const SEGMENT_ROWS = 5_000
/** Unsealed rows are sealed when there are so many, or when the oldest is so old. */
const ENOUGH_ROWS = 1_000
const ENOUGH_SECONDS = 60

/** How long one who adds a row may be waited for. The next round tries again. */
const PATIENCE = { lock_timeout: '1s' }

/**
 * Seals the rows that are there, in segments of the chain.
 * @param most most rows of a segment
 * @returns the number of sealed rows
 */
export async function sealLog(db: Database, most = SEGMENT_ROWS): Promise<number> {
  const horizon = await transactionWith(db, PATIENCE, 'admin_log_horizon()::text', async (_tx, upto) => Number(upto))
  let all = 0
  for (;;) {
    const sealed = await db.transaction((tx) => withChain(tx, () => sealNext(tx, horizon, most)))
    if (sealed === 0) return all
    all += sealed
  }
}

/** Seals the next rows. The link tells how many of them the product has not written. */
async function sealNext(tx: Db, horizon: number, most: number): Promise<number> {
  const { rows } = await tx.execute<{ id: string; digest: string | null; mark: string | null }>(sql`
    select id::text, encode(digest, 'hex') as digest, encode(mark, 'hex') as mark from admin_log
    where id > (select coalesce(max(to_id), 0) from admin_log_seal where kind = 'segment') and id <= ${horizon}::bigint
    order by id limit ${most}`)
  const strange = rows.filter(({ digest, mark }) => !isOwnRow(digest, mark)).map(({ id }) => Number(id))
  const { rows: done } = await tx.execute<{ sealed: number }>(
    sql`select seal_admin_log(${horizon}::bigint, ${most}, ${sql.param(strange)}::bigint[]) as sealed`,
  )
  return done[0]?.sealed ?? 0
}

/** The newest link of the chain: what is sent outside, and compared with later. */
export async function newestSeal(db: Db): Promise<{ number: number; hash: string; time: string } | undefined> {
  const [row] = await db.select().from(adminLogSeal).orderBy(desc(adminLogSeal.number)).limit(1)
  return row && { number: row.number, hash: row.hash.toString('hex'), time: row.createTime }
}

/** Whether so many rows wait, or one for so long, that they should be sealed. */
export async function isSealDue(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    with open as (select id, create_time from admin_log
      where id > (select coalesce(max(to_id), 0) from admin_log_seal where kind = 'segment') order by id limit ${ENOUGH_ROWS})
    select count(*) = ${ENOUGH_ROWS} or min(create_time) < now() - make_interval(secs => ${ENOUGH_SECONDS}) as due from open`)
  return rows[0]?.due === true
}
