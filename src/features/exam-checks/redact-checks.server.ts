import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'

/** What the person has asked about papers: the requests stay without the text, and the history forgets it. */
export async function redactChecks(tx: Db, { id }: Person): Promise<Record<string, number>> {
  const checks = await tx.execute(
    sql`update mark_check set account_id = null, text = ${REDACTED} where account_id = ${id}`,
  )
  const said = (side: 'before' | 'after') => {
    const column = sql.identifier(side)
    return sql`${column} = case when ${column} ? 'text' then ${column} || ${JSON.stringify({ text: REDACTED })}::jsonb else ${column} end`
  }
  await tx.execute(sql`
    update change set ${said('before')}, ${said('after')}
    where table_name = 'mark_check' and row_id in (select row_id from change where table_name = 'mark_check'
      and coalesce(before, after) ->> 'account_id' = ${String(id)})`)
  return { mark_check: checks.rowCount ?? 0 }
}
