import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'

/**
 * Counts a table anew when it has grown by a fifth since it was counted last, for example by another import or by a
 * restore just now. Otherwise the database plans for the table as it was, and a check of many rows may take minutes.
 */
export async function refreshStatistics(db: Database, table: string): Promise<void> {
  const { rows } = await db.execute<{ grown: boolean }>(sql`
    select pg_relation_size(oid) / current_setting('block_size')::int > relpages * 1.2 + 50 as grown
    from pg_class where oid = to_regclass(${table}) and relkind in ('r', 'p')`)
  if (rows[0]?.grown) await db.execute(sql`analyze ${sql.identifier(table)}`)
}
