import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { wordPattern } from '#src/db/text-pattern.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'
import { ANSWER } from '#src/lib/closing-states.ts'

/**
 * What was answered to the person, and the answers to others that name them, also in the history. A request that waits
 * is done: the account is being closed.
 */
export async function redactClosing(tx: Db, { id, all }: Person): Promise<Record<string, number>> {
  const own = await tx.execute(sql`
    update closing_request set answer = '', state = case when state = 'waiting' then 'done' else state end,
      end_time = coalesce(end_time, now()) where account_id = ${id} and (answer <> '' or state = 'waiting')`)
  let count = own.rowCount ?? 0
  await inHistory(
    tx,
    sql`c.row_id in (select id from closing_request where account_id = ${id} union
      select row_id from change p where p.table_name = 'closing_request' and (coalesce(p.before, p.after) ->> 'account_id')::bigint = ${id})`,
    (answer) => sql`case when ${answer} = '' then '' else ${REDACTED} end`,
  )
  for (const value of all.filter(({ length }) => length > 1)) {
    const without = (answer: SQL) =>
      sql`left(regexp_replace(${answer}, ${wordPattern(value)}, ${REDACTED}, 'g'), ${ANSWER}::int)`
    const named = await tx.execute(sql`
      update closing_request set answer = ${without(sql`answer`)}
      where strpos(answer, ${value}) > 0 and answer ~ ${wordPattern(value)}`)
    count += named.rowCount ?? 0
    await inHistory(
      tx,
      sql`(strpos(c.before ->> 'answer', ${value}) > 0 or strpos(c.after ->> 'answer', ${value}) > 0)`,
      without,
    )
  }
  return { closing_request: count }
}

/** Changes the answers that the history has of these changes `c`. */
async function inHistory(tx: Db, which: SQL, without: (answer: SQL) => SQL): Promise<void> {
  const side = (column: SQL) => sql`case when ${column} ? 'answer'
    then jsonb_set(${column}, '{answer}', to_jsonb(${without(sql`(${column} ->> 'answer')`)}::text)) else ${column} end`
  await tx.execute(sql`update change c set before = ${side(sql`c.before`)}, after = ${side(sql`c.after`)}
    where c.table_name = 'closing_request' and ${which} and (c.before ? 'answer' or c.after ? 'answer')`)
}
