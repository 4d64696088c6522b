import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

// The key of the advisory lock. Any constant works if every release uses the same one.
export const MIGRATION_LOCK = 4_172_018

/** How long one attempt waits for those who use a table, and how often it is made. Together about ten minutes. */
const LOCK_TIMEOUT = '2s'
const ATTEMPTS = 120
const PAUSE_MS = 3_000

/** SQLSTATE of a lock that did not come in time, and of a deadlock. */
const BUSY: readonly unknown[] = ['55P03', '40P01']

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
    await runMigrations(client, migrationsFolder)
    const result = await work()
    await describeNewTables(client)
    return result
  } finally {
    await client.end()
  }
}

/**
 * Runs the migrations that the database does not have yet, in one transaction. While a migration waits for a table,
 * everybody else waits behind it. So it waits for a short time only, and begins again later.
 * @throws Error 55P03 when a table is in use all the time
 */
export async function runMigrations(client: pg.Client, folder: string): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
  for (let attempt = 1; ; attempt++) {
    try {
      await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder: folder })
      break
    } catch (error) {
      if (attempt === ATTEMPTS || !isBusy(error)) throw error
      await pause(PAUSE_MS)
    }
  }
  await client
    .query('select ensure_change_partitions(), ensure_admin_log_partitions(), ensure_exam_partitions()')
    .catch((error: unknown) => {
      // The clean-up of the running product does it as well.
      if (!isBusy(error)) throw error
    })
  await client.query('reset lock_timeout')
}

/**
 * Gives the planner the numbers of small tables that it knows nothing about. By itself PostgreSQL looks at a table
 * after fifty changes, and many tables of a new site have fewer rows for months. Until then it expects many more, and
 * the token check of each request takes twice as long.
 */
async function describeNewTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables where schemaname = 'public' and last_analyze is null and last_autoanalyze is null
      and relid in (select oid from pg_class where relkind = 'r') and pg_relation_size(relid) < 10_000_000`)
  if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && (('code' in error && BUSY.includes(error.code)) || isBusy(error.cause))
}

// The built product reads the same folder.
const migrationsFolder = join(createRequire(import.meta.url).resolve('#src/db/migrations/meta/_journal.json'), '../..')
