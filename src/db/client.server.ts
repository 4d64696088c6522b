import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { PreparingClient } from './prepared-client.server.ts'

/** A database connection or a transaction. Queries take it as their first argument and work on both. */
export type Db = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>

/** The database connection of the application: queries, transactions, and the connection pool. */
export type Database = NodePgDatabase & { $client: pg.Pool }

// Ids and counts become JSON numbers. All of them are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a pool of connections. The caller closes it with `db.$client.end()`.
 * @param max the maximum number of connections
 */
export function openDatabase(url: string, max = 10): Database {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 30_000,
  })
  // When the server is lost, idle connections end and the next query opens new ones. Without a listener, the error
  // event would end the process.
  pool.on('error', () => {})
  return drizzle({ client: pool, casing: 'snake_case' })
}
