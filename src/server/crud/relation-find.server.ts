import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'

type Where = {
  table: PgTable
  id: PgColumn
  visible: SQL | undefined
  /**
   * The columns that a name is compared with, the most reliable first. A row with this code wins over a row with this
   * title.
   */
  nameColumns: readonly (PgColumn | SQL)[]
}

/** The ids of the rows with the given names, by name. Several rows that match a name equally well are all returned. */
export async function findByName(db: Db, { table, id, visible, nameColumns }: Where, names: readonly string[]) {
  const asked = nameColumns.map((column, rank) => {
    const named = sql`${column} = any (${sql.param([...names])}::text[])`
    return sql`select ${column}::text as name, ${id} as id, ${sql.raw(String(rank))} as rank from ${table} where ${and(visible, named)}`
  })
  const { rows } = await db.execute<{ name: string; id: number }>(sql`
    select name, id from (
      select name, id, min(rank) as rank, min(min(rank)) over (partition by name) as best
      from (${sql.join(asked, sql` union all `)}) as found group by name, id
    ) as ranked where rank = best`)
  const found = new Map<string, number[]>()
  for (const row of rows) found.set(row.name, [...(found.get(row.name) ?? []), Number(row.id)])
  return found
}
