import { sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import type { Database } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'

/**
 * Returns sort keys behind all top-level organizations, in order. An invalid sort key would block every later insert.
 * Each call adds a random suffix: tests that run at the same time must not use the same key.
 */
export async function topKeys(db: Database, count: number): Promise<string[]> {
  const [last] = await db.select({ key: sql<string | null>`max(sort_key)` }).from(organization).where(sql`pid is null`)
  const own = Math.random().toString(36).slice(2, 8).replaceAll('0', '1')
  return generateNKeysBetween(last?.key ?? null, null, count).map((key) => `${key}${own}`)
}
