import { sql } from 'drizzle-orm'
import type { Database } from './client.server.ts'
import { quotedTable, tableAt } from './statement.server.ts'

/**
 * Counts a table anew when it has grown by a fifth since it was counted last, for example by another import or by a
 * restore just now. Otherwise the database plans for the table as it was, and a check of many rows may take minutes.
 * @param columns those that conditions name; all by default. Values of long arrays take most of the time.
 */
export async function refreshStatistics(db: Database, table: string, columns: readonly string[] = []): Promise<void> {
  // A partitioned table has no pages of its own.
  const { rows } = await db.execute<{ grown: boolean }>(sql`
    select sum(pg_relation_size(oid)) / current_setting('block_size')::int > sum(greatest(relpages, 0)) * 1.2 + 50 as grown
    from pg_class where relkind in ('r', 'p')
      and (oid = to_regclass(${quotedTable(table)}) or oid in (select relid from pg_partition_tree(to_regclass(${quotedTable(table)}))))`)
  if (!rows[0]?.grown) return
  const names = columns.map((name) => sql.identifier(name))
  await db.execute(sql`analyze ${tableAt(table)}${names.length > 0 ? sql` (${sql.join(names, sql`, `)})` : sql``}`)
}
