import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type PoolWork, workOf } from './patient-client.server.ts'
import { PreparingClient } from './prepared-client.server.ts'
import { WorkPool } from './work-pool.server.ts'

/** A database connection or a transaction. Queries take it as their first argument and work on both. */
export type Db = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>

/** The database connection of the application: queries, transactions, and the connection pool. */
export type Database = NodePgDatabase & { $client: pg.Pool & { readonly work: PoolWork } }

// Ids and counts become JSON numbers. All of them are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A statement that sorts on disk must not fill it. A limit of the server's own stays, and so does a missing right. */
const LIMIT_FILES = `select set_config('temp_file_limit', '4GB', false)
  where current_setting('temp_file_limit') = '-1' and has_parameter_privilege('temp_file_limit', 'set')`

/**
 * The server, too, notices within two minutes that a client on the network is gone. Otherwise it keeps the locks of a
 * lost COPY for hours, and the next attempt waits for them. Not every system knows all three settings.
 */
const KEEP_ALIVE = `select set_config('tcp_keepalives_idle', '60', false),
  set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '6', false)`

async function prepareConnection(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  for (const statement of [LIMIT_FILES, KEEP_ALIVE]) await client.query(statement).catch(() => undefined)
}

/**
 * Opens a pool of connections. The caller closes it with `db.$client.end()`.
 * @param max the maximum number of connections
 * @param given the kind of work; the limits of requests by default
 */
export function openDatabase(url: string, max = 10, given: Partial<PoolWork> = {}): Database {
  const work = workOf(given)
  const { limits, pooled } = work
  const sessionLimits: pg.ClientConfig = pooled
    ? {}
    : {
        statement_timeout: limits.read,
        lock_timeout: limits.lock,
        idle_in_transaction_session_timeout: limits.idle,
      }
  const pool = new WorkPool({
    ...sessionLimits,
    Client: PreparingClient,
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.wait,
    work,
    // Seam: the pool waits for the promise, but its types do not say so.
    onConnect: (client) => (pooled ? undefined : prepareConnection(client)),
  })
  // When the server is lost, idle connections end and the next query opens new ones. Without a listener, the error
  // event would end the process.
  pool.on('error', () => {})
  pool.on('release', (_error, client) => client instanceof PreparingClient && client.tidy())
  return drizzle({ client: pool, casing: 'snake_case' })
}

const beside = new WeakMap<Database, Db>()

/**
 * One more connection to the same database, for reads beside a transaction that must not see what it writes. It is not
 * of the pool, which may be empty while many transactions wait for one another. Use it in one transaction at a time.
 */
export function besideOf(db: Database): Db {
  const known = beside.get(db)
  if (known) return known
  const { options, work } = db.$client
  const opened = openDatabase(options.connectionString ?? '', 1, work)
  const end = db.$client.end.bind(db.$client)
  // Seam: the pool's `end` has an older form with a callback, which nobody uses.
  db.$client.end = (async () => {
    await opened.$client.end()
    await end()
  }) as typeof db.$client.end
  beside.set(db, opened)
  return opened
}
