import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

// The key of the advisory lock. Any constant works if every release uses the same one.
export const MIGRATION_LOCK = 4_172_018

/**
 * Migrates the database to this release's schema, then runs `work`. One lock covers both, so processes that start at
 * the same time take turns.
 * @param url a direct connection (not through a transaction pooler), because the lock belongs to the connection
 */
export async function withMigratedDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // When the connection is lost between two statements, the process must not end: the next statement reports the error.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder })
    await client.query('select ensure_change_partitions()')
    return await work()
  } finally {
    await client.end()
  }
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
