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
  const words = all.filter(({ length }) => length > 1)
  const pattern = words.map(wordPattern).join('|')
  for (const { name, table } of Object.values(ledgers)) {
    counts[name] = 0
    if (words.length === 0) continue
    const without = (text: SQL) => sql`left(regexp_replace(${text}, ${pattern}, ${REDACTED}, 'g'), ${REASON}::int)`
    for (const word of words) {
      const named = await tx.execute(sql`
        update ${table} set memo = ${without(sql`memo`)}
        where search_grams(memo) @> search_word(${word}) and strpos(memo, ${word}) > 0 and memo ~ ${wordPattern(word)}`)
      counts[name] += named.rowCount ?? 0
    }
    const says = (column: SQL) => sql`coalesce(${column} ->> 'memo' ~ ${pattern}, false)`
    const side = (column: SQL) => sql`case when ${says(column)}
      then jsonb_set(${column}, '{memo}', to_jsonb(${without(sql`${column} ->> 'memo'`)})) else ${column} end`
    await tx.execute(sql`
      update change set before = ${side(sql`before`)}, after = ${side(sql`after`)}
      where table_name = ${name} and (${says(sql`before`)} or ${says(sql`after`)})`)
  }
  await tx.execute(sql`select set_config('app.redacting', '', true)`)
  return counts
}
