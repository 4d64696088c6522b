import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { signatureOf } from './log-key.server.ts'

/**
 * Lets `work` add links to the chain, in the caller's transaction, and signs them. Until the commit, others who want to
 * add one wait. Only links of this work are signed: others may have been added by hand.
 */
export async function withChain<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('admin_log_chain'))`)
  const { rows } = await tx.execute<{ last: string }>(
    sql`select coalesce(max(number), 0)::text as last from admin_log_seal`,
  )
  const answer = await work()
  const { rows: added } = await tx.execute<{ number: string; hash: string }>(sql`
    select number::text, encode(hash, 'hex') as hash from admin_log_seal where number > ${rows[0]?.last ?? '0'}::bigint order by number`)
  for (const { number, hash } of added)
    await tx.execute(
      sql`update admin_log_seal set signature = ${signatureOf('seal', hash)} where number = ${number}::bigint`,
    )
  const newest = added.at(-1)
  if (newest) await noteNewest(tx, newest)
  return answer
}

/** The note of which seal is the newest. Without it, the last seals could be removed and nobody would miss them. */
async function noteNewest(tx: Db, { number, hash }: { number: string; hash: string }): Promise<void> {
  const signature = signatureOf('newest', hash)
  await tx.execute(sql`insert into admin_log_newest (id, number, hash, signature)
    values (1, ${number}::bigint, decode(${hash}, 'hex'), ${signature})
    on conflict (id) do update set number = excluded.number, hash = excluded.hash, signature = excluded.signature`)
}
