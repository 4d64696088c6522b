import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runMigrations, withMigratedDatabase } from '#src/db/migrate.server.ts'
import { startApi } from '../support/api.ts'

/** The product's migrations and one more. */
async function migrationsWith(statement: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yardstick-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, '../../src/db/migrations'), folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const known: { entries: object[] } = JSON.parse(await readFile(journal, 'utf8'))
  known.entries.push({ idx: 9999, version: '7', when: 9_999_999_999_999, tag: '9999_more', breakpoints: true })
  await writeFile(journal, JSON.stringify(known))
  await writeFile(join(folder, '9999_more.sql'), statement)
  return folder
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('the times of the migrations ascend: an installation leaves out what is older than its last one', async () => {
  const journal = join(import.meta.dirname, '../../src/db/migrations/meta/_journal.json')
  const { entries }: { entries: { when: number; tag: string }[] } = JSON.parse(await readFile(journal, 'utf8'))
  const times = entries.map(({ when }) => when)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(new Set(times).size).toBe(times.length)
})

test('a migration that waits for a long import holds up nobody else, and is done when the import is', async () => {
  const { db, url } = await startApi()
  const folder = await migrationsWith('ALTER TABLE organization ADD COLUMN more text')
  const [holder, reader, migrator] = [await connect(url), await connect(url), await connect(url)]
  await holder.query('begin; lock table organization in row exclusive mode')
  const migrated = runMigrations(migrator, folder)
  const waiting = () =>
    db.execute(sql`select 1 from pg_locks where not granted and relation = 'organization'::regclass`)
  await expect.poll(async () => (await waiting()).rowCount).toBe(1)
  // Queued behind the migration, which gives way.
  await reader.query('select count(*) from organization')
  await holder.query('commit')
  await migrated
  await reader.query('select more from organization')
})

test('a start tells the planner about small tables that nobody has looked at yet', async () => {
  const { db, url } = await startApi()
  const unknown = async () => {
    const { rows } = await db.execute<{ relname: string }>(sql`select relname from pg_stat_user_tables
      where schemaname = 'public' and last_analyze is null and last_autoanalyze is null`)
    return rows.map(({ relname }) => relname)
  }
  expect(await unknown()).toEqual(expect.arrayContaining(['role', 'rule', 'account_role']))
  await withMigratedDatabase(url, async () => undefined)
  const left = await unknown()
  for (const name of ['role', 'rule', 'role_rule', 'account_role', 'token']) expect(left).not.toContain(name)
})
