import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ScriptError } from '../main.ts'
import { quote } from './catalogue.ts'

/**
 * Empties the database and builds the schema again with the migrations of these hashes. It works inside the caller's
 * transaction. Drizzle's own migrator would end that transaction.
 * @throws ScriptError when this release does not have these migrations
 */
export async function rebuildSchema(client: pg.Client, folder: string, hashes: string[]): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder })
  const wanted = known.slice(0, hashes.length)
  if (wanted.length < hashes.length || wanted.some(({ hash }, index) => hash !== hashes[index])) {
    throw new ScriptError(
      'This backup was made by a newer or another release: restore it with the release that made it.',
    )
  }
  await client.query(`drop schema if exists drizzle cascade; drop schema public cascade;
    create schema public; create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  for (const { sql, hash, folderMillis } of wanted) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/**
 * Removes the foreign keys, so that rows can be loaded in any order. Disables the triggers, because the rows already
 * contain their history. @returns restores both
 */
export async function suspendRules(client: pg.Client): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  const triggers = await client.query<{ table: string; name: string; enabled: keyof typeof enable }>(`
    select tgrelid::regclass::text as table, tgname as name, tgenabled as enabled from pg_trigger
    where not tgisinternal and tgparentid = 0 and tgenabled <> 'D'`)
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
