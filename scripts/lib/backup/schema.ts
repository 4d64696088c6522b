import { setTimeout as pause } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ScriptError } from '../main.ts'
import { among, listTables, quote, sqlOf } from './catalogue.ts'

/** How often the tables are asked for, and how long one attempt waits for their readers and writers. */
const ATTEMPTS = 12
const LOCK_TIMEOUT = '5s'

/** SQLSTATE of a lock that did not come in time, and of a deadlock. */
const BUSY: readonly unknown[] = ['55P03', '40P01']

/**
 * Begins a transaction in which the database is empty. It waits for those who use the tables, in short turns, so that
 * they do not wait for long either. @throws ScriptError when somebody keeps a table
 */
export async function beginEmpty(client: pg.Client, schemas: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
    try {
      const tables = await listTables(client, ['public', ...schemas])
      if (tables.length > 0) {
        await client.query(`lock table ${tables.map(sqlOf).join(', ')}`)
      }
      for (const name of schemas) await client.query(`drop schema if exists ${quote(name)} cascade`)
      await client.query(`drop schema if exists drizzle cascade; drop schema if exists public cascade;
        create schema public; create schema drizzle;
        create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
        set local lock_timeout = 0`)
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof Error && 'code' in error && BUSY.includes(error.code))) throw error
      if (attempt === ATTEMPTS) {
        throw new ScriptError('The database is in use all the time. Stop the product, then restore again.')
      }
      await pause(500)
    }
  }
}

/**
 * The migrations of a backup, and those that this release adds.
 * @param hashes the backup's migrations
 * @throws ScriptError when this release does not have all of them
 */
export function splitMigrations(folder: string, hashes: string[]): { had: MigrationMeta[]; added: MigrationMeta[] } {
  const known = readMigrationFiles({ migrationsFolder: folder })
  const had = known.slice(0, hashes.length)
  if (had.length < hashes.length || had.some(({ hash }, index) => hash !== hashes[index])) {
    throw new ScriptError(
      'This backup was made by a newer or another release: restore it with the release that made it.',
    )
  }
  return { had, added: known.slice(hashes.length) }
}

/** Runs migrations inside the caller's transaction. Drizzle's own migrator would end that transaction. */
export async function applyMigrations(client: pg.Client, migrations: readonly MigrationMeta[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/**
 * Removes the foreign keys, so that rows can be loaded in any order, and the checks that older rows need not meet.
 * Disables the triggers, because the rows already contain their history. @returns restores all of them
 */
export async function suspendRules(client: pg.Client, schemas: readonly string[]): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where (contype = 'f' and conparentid = 0 or contype = 'c' and conrelid <> 0 and not convalidated and coninhcount = 0)
      and connamespace in ${among(schemas)}`)
  const triggers = await client.query<{ table: string; name: string; enabled: keyof typeof enable }>(`
    select tgrelid::regclass::text as table, tgname as name, tgenabled as enabled from pg_trigger join pg_class c on c.oid = tgrelid
    where relkind in ('r', 'p') and not tgisinternal and tgparentid = 0 and tgenabled <> 'D'`)
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  for (const { table, name } of triggers.rows) await client.query(`alter table ${table} disable trigger ${quote(name)}`)
  return async () => {
    for (const { table, name, definition } of keys.rows) {
      await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
    }
    for (const { table, name, enabled } of triggers.rows) {
      await client.query(`alter table ${table} ${enable[enabled]} trigger ${quote(name)}`)
    }
  }
}

/** The values of pg_trigger.tgenabled, and the SQL words for them. */
const enable = { O: 'enable', A: 'enable always', R: 'enable replica' } as const
