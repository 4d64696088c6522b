import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { classesTaught } from '#src/db/current-term.server.ts'
import { compile, runNamed } from '#src/db/statement.server.ts'

const byAccounts = compile(sql`
  select asked.id::text as id, array(select org_id from ${classesTaught(sql`asked.id`)} taught order by 1) as classes
  from unnest($1::bigint[]) as asked (id)`).text

/**
 * The classes that accounts teach in the current term, by account. It is read for each request, so a change of terms or
 * assignments counts from the next one on. Within a request it stays: a write never widens what its own author sees.
 */
export async function taughtBy(db: Db, accountIds: readonly number[]): Promise<Map<number, readonly number[]>> {
  if (accountIds.length === 0) return new Map()
  const rows = await runNamed<{ id: string; classes: (number | string)[] }>(db, byAccounts, [accountIds])
  return new Map(rows.map(({ id, classes }) => [Number(id), classes.map(Number)]))
}
