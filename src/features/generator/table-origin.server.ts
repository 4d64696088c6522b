import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

/** How the names of the generator's tables begin. Those of others can begin so too: `res_partner`. */
const BEGIN = 'res_'

/** The tables of others among these. Each call that begins with a table learns anew whose it is. */
const others = new Set<string>()

/** Whether the generator has made a table. What others made, it does not rebuild. */
export function isOwnTable(tableName: string): boolean {
  return tableName.startsWith(BEGIN) && !tableName.includes('.') && !others.has(tableName)
}

/** Learns who has made a table. The generator makes the base columns first; other tables get theirs at the end. */
export async function learnOrigin(db: Db, tableName: string): Promise<void> {
  if (!tableName.startsWith(BEGIN)) return
  const { rows } = await db.execute(sql`select from pg_attribute
    where attrelid = table_named(${tableName}) and attnum = 2 and attname <> 'version'`)
  if (rows.length > 0) others.add(tableName)
  else others.delete(tableName)
}
