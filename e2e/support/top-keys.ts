import { sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import type { Database } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'

/**
 * Places behind all organizations at the top, in order; what stands at a key of another kind would stop everybody.
 * Between two of them is room: tests side by side must not want the same place.
 */
export async function topKeys(db: Database, count: number): Promise<string[]> {
  const [last] = await db.select({ key: sql<string | null>`max(sort_key)` }).from(organization).where(sql`pid is null`)
  const own = Math.random().toString(36).slice(2, 8).replaceAll('0', '1')
  return generateNKeysBetween(last?.key ?? null, null, count).map((key) => `${key}${own}`)
}
