import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

// Any constant will do, as long as every release uses the same.
export const MIGRATION_LOCK = 4_172_018

/**
 * Brings the database to this release's schema, then does `work`, both under one lock: processes that start at once
 * take turns.
 * @param url a direct connection (not through a transaction pooler), because the lock belongs to the connection
 */
export async function withMigratedDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A connection that is lost between two statements must not end the process: the next statement says so.
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
