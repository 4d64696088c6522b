import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { PreparingClient } from './prepared-client.server.ts'

/** A connection to the database or a transaction on it: queries take it as their first argument and work on either. */
export type Db = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>

/** The database as the application holds it: queries, transactions, and the pool underneath. */
export type Database = NodePgDatabase & { $client: pg.Pool }

// Ids and counts are JSON numbers; none of them comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a pool of connections. The caller ends it with `db.$client.end()`.
 * @param max connections at the most
 */
export function openDatabase(url: string, max = 10): Database {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 30_000,
  })
  // A lost server ends idle connections; the next query opens new ones. Without a listener node would die of it.
  pool.on('error', () => {})
  return drizzle({ client: pool, casing: 'snake_case' })
}
