import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { invalid } from '#src/server/errors.server.ts'

/** @param value what the rows will have, as SQL. @throws AppError 422 when several rows have the same value */
export async function refuseDoubles(tx: Db, table: string, value: string, name: string): Promise<void> {
  const { rows } = await tx.execute<{ count: number; sample: string | null }>(sql`
    select count(*)::int as count, min(value) as sample from (
      select value::text from (select ${sql.raw(value)} as value from ${tableAt(table)}) held
      where value is not null group by value having count(*) > 1) doubled`)
  const [{ count, sample } = { count: 0, sample: null }] = rows
  if (count > 0)
    throw invalid({ [`columns.${name}.unique`]: [m.generator_doubles({ count, sample: (sample ?? '').slice(0, 60) })] })
}
