import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { wordPattern } from '#src/db/text-pattern.server.ts'
import { type Person, REDACTED } from '#src/features/security/person.server.ts'
import { REASON } from './ledger.schema.ts'
import { ledgers } from './ledger-tables.server.ts'

/**
 * Reasons of entries that name the person, and what the history says of this change of them. Entries and amounts stay,
 * because a balance is their sum.
 */
export async function redactLedgers(tx: Db, { all }: Person): Promise<Record<string, number>> {
  await tx.execute(sql`select set_config('app.redacting', 'yes', true)`)
  const counts: Record<string, number> = {}
  for (const { name, table } of Object.values(ledgers)) {
    counts[name] = 0
    for (const value of all.filter(({ length }) => length > 1)) {
      const without = (text: SQL) =>
        sql`left(regexp_replace(${text}, ${wordPattern(value)}, ${REDACTED}, 'g'), ${REASON}::int)`
      const named = await tx.execute(sql`
        update ${table} set memo = ${without(sql`memo`)} where search_grams(memo) @> search_word(${value}) and strpos(memo, ${value}) > 0 and memo ~ ${wordPattern(value)}`)
      counts[name] += named.rowCount ?? 0
      const side = (column: SQL) => sql`case when strpos(${column} ->> 'memo', ${value}) > 0
        then jsonb_set(${column}, '{memo}', to_jsonb(${without(sql`${column} ->> 'memo'`)})) else ${column} end`
      await tx.execute(sql`
        update change set before = ${side(sql`before`)}, after = ${side(sql`after`)}
        where table_name = ${name} and (strpos(before ->> 'memo', ${value}) > 0 or strpos(after ->> 'memo', ${value}) > 0)`)
    }
  }
  await tx.execute(sql`select set_config('app.redacting', '', true)`)
  return counts
}
