import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import * as tar from 'tar'
import * as v from 'valibot'
import { MIGRATION_LOCK } from '#src/db/migrate.server.ts'
import { CACHES_CHANNEL } from '#src/server/cache/cache-signal.server.ts'
import { TABLES_CHANNEL } from '#src/server/cache/table-cache.server.ts'
import { isFull, ScriptError } from '../main.ts'
import { among, connect, copyOut, listTables, listUnlogged, quote, sqlOf, type Table } from './catalogue.ts'
import type { Definition } from './definitions.ts'
import { guardRemade, type Remade, remakeTables } from './described.ts'
import { definitionsHere } from './earlier.ts'
import { placeFiles } from './files.ts'
import { filesBelow, hashFile, type Manifest, manifestSchema, tableFile } from './manifest.ts'
import { isPassing } from './passing.ts'
import { recreate } from './recreate.ts'
import { applyMigrations, beginEmpty, splitMigrations, suspendRules } from './schema.ts'
import { makeStaging } from './staging.ts'

interface Options {
  url: string
  /** The directory of the uploaded files. */
  filesDir: string
  /** The directory for temporary files, on the disk of `filesDir`. */
  workDir: string
  archive: string
  migrationsFolder: string
  /** Whether existing data may be replaced. */
  force: boolean
  /** Tells the operator what to look at. */
  say?: (text: string) => void
}

/**
 * Restores a backup into an empty database and an empty directory of files, and brings the database to this release, in
 * one transaction. When anything fails, nothing changes. Processes that run on the database read everything anew.
 * Nobody is signed in afterwards. @throws ScriptError
 */
export async function readBackup(options: Options): Promise<Manifest> {
  const { url, filesDir, workDir, archive, force } = options
  const client = await connect(url)
  const staging = await makeStaging(workDir)
  const content = staging.path
  try {
    const manifest = await unpack(archive, content)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const schemas = schemasIn(manifest)
    if (!force && ((await hasRows(client, ['public', ...schemas])) || (await filesBelow(filesDir)).length > 0)) {
      throw new ScriptError(
        'This instance is not empty: restore into an empty one, or say --force to replace all it holds.',
      )
    }
    const { had, added } = splitMigrations(options.migrationsFolder, manifest.migrations)
    // A backup of an earlier release has no definitions. The instance that it replaces may still have them.
    const definitions = manifest.definitions ?? (await definitionsHere(client, manifest, [...had, ...added]))
    await beginEmpty(client, schemas)
    await applyMigrations(client, had)
    const remade = await define(client, manifest, definitions, content)
    await load(client, manifest, ['public', ...schemas], content)
    await bringUpToDate(client, added)
    const unprotected = await guardRemade(client, remade)
    await tellProcesses(client, ['public', ...schemas])
    const placed = await placeFiles(join(content, 'files'), filesDir)
    await client.query('commit').catch(async (error) => {
      await placed.undo()
      throw error
    })
    await placed.finish()
    for (const text of notesOf(remade, unprotected)) options.say?.(text)
    return manifest
  } finally {
    await client.end()
    await staging.remove()
  }
}

/** The schemas that a backup holds besides public. */
function schemasIn({ definitions = [] }: Manifest): string[] {
  return definitions.flatMap(({ kind, name }) => (kind === 'schema' ? name : []))
}

async function unpack(archive: string, staging: string): Promise<Manifest> {
  try {
    const wanted = new Set(['File', 'OldFile', 'Directory'])
    await tar.extract({
      file: archive,
      cwd: staging,
      strict: true,
      // A backup contains only plain files and directories. A link could lead out of the backup.
      filter: (_path, entry) => 'type' in entry && wanted.has(entry.type),
    })
  } catch (error) {
    if (isFull(error)) throw error
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new ScriptError(missing ? `There is no file ${archive}.` : `${archive} is damaged or no backup of Yardstick.`)
  }
  const content = await readFile(join(staging, 'manifest.json'), 'utf8').catch(() => 'null')
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), content)
  if (!success) throw new ScriptError(`${archive} is no backup that this release can read.`)
  const parts = [
    ...output.tables.map((table) => ({ file: tableFile(table), sha256: table.sha256 })),
    ...output.files.map(({ path, sha256 }) => ({ file: join('files', path), sha256 })),
  ]
  for (const { file, sha256 } of parts) {
    const actual = await hashFile(join(staging, file)).catch(() => undefined)
    if (actual !== sha256) throw new ScriptError(`${archive} is damaged: ${file} is not what was backed up.`)
  }
  return output
}

async function hasRows(client: pg.Client, schemas: readonly string[]): Promise<boolean> {
  for (const table of await listTables(client, schemas)) {
    const { rowCount } = await client.query(`select from ${sqlOf(table)} limit 1`)
    if (rowCount) return true
  }
  return false
}

/**
 * Makes the tables and everything else that the product or its administrator made, not the migrations.
 * @returns the tables that no definition makes
 */
async function define(
  client: pg.Client,
  manifest: Manifest,
  known: readonly Definition[],
  staging: string,
): Promise<Remade> {
  const tables = [...(await listTables(client)), ...(await listUnlogged(client))]
  // Otherwise nobody empties the ledgers.
  await client.query(`select set_config('app.emptying', 'yes', false)`)
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)
  await recreate(client, known)
  const made = new Set((await listTables(client, ['public', ...schemasIn(manifest)])).map(sqlOf))
  const missing = manifest.tables.filter((table) => !made.has(sqlOf(table)))
  const remade = await remakeTables(client, manifest.definitions ? [] : missing, staging)
  for (const { name } of missing) if (!remade.tables.includes(name)) throw unknownTable(name)
  for (const { name, parent, bound } of manifest.partitions) {
    await client.query(`create table if not exists ${quote(name)} partition of ${quote(parent)} ${bound}`)
  }
  return remade
}

/** What the operator has to look at after tables were made without their definitions. */
function notesOf({ tables, texts }: Remade, unprotected: readonly string[]): string[] {
  if (tables.length === 0) return []
  const notes = [
    `This backup of an earlier release does not say how these tables are made: ${tables.join(', ')}.`,
    'They were made from the descriptions of their resources. Unique names, checks, defaults and indexes that you added yourself have to be added again.',
  ]
  if (texts.length > 0) notes.push(`No description covers these columns, so they hold texts: ${texts.join(', ')}.`)
  if (unprotected.length > 0)
    notes.push(
      `These tables refer to rows that are missing, so what they refer to is not protected: ${unprotected.join(', ')}.`,
    )
  return notes
}

function unknownTable(name: string): ScriptError {
  return new ScriptError(
    `This backup of an earlier release does not say how the table ${name} is made. ` +
      'Make that table in the database first, or restore over an instance that has it, with --force.',
  )
}

async function load(client: pg.Client, manifest: Manifest, schemas: readonly string[], staging: string): Promise<void> {
  const tables = new Map((await listTables(client, schemas)).map((table) => [sqlOf(table), table]))
  const restoreRules = await suspendRules(client, schemas)
  for (const saved of manifest.tables) {
    const table = tables.get(sqlOf(saved))
    if (!table || isPassing(saved)) continue
    await fill(client, saved, join(staging, tableFile(saved)))
    await verify(client, { ...table, columns: saved.columns }, saved)
  }
  for (const { last, ...place } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [sqlOf(place), last])
  await restoreRules()
  const views = await client.query<{ name: string; schema: string }>(`
    select relname as name, nspname as schema from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'm' and relnamespace in ${among(schemas)} order by c.oid`)
  for (const view of views.rows) await client.query(`refresh materialized view ${sqlOf(view)}`)
}

/**
 * Applies this release's migrations to the data of an earlier one.
 * @throws ScriptError when they do not fit the data
 */
async function bringUpToDate(client: pg.Client, migrations: readonly MigrationMeta[]): Promise<void> {
  try {
    await applyMigrations(client, migrations)
    await client.query('select ensure_change_partitions()')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ScriptError(`The backup cannot be brought to this release: ${why}. Nothing was changed.`)
  }
}

/** Lets running processes forget what they keep of the old data, as soon as the new is there. */
async function tellProcesses(client: pg.Client, schemas: readonly string[]): Promise<void> {
  await client.query(`select pg_notify('${CACHES_CHANNEL}', '')`)
  for (const { name, schema } of await listTables(client, schemas)) {
    await client.query('select pg_notify($1, $2)', [TABLES_CHANNEL, schema === undefined ? name : `${schema}.${name}`])
  }
}

async function fill(client: pg.Client, saved: Manifest['tables'][number], file: string): Promise<void> {
  const { columns } = saved
  const target = client.query(copyFrom(`copy ${sqlOf(saved)} (${columns.map(quote).join(', ')}) from stdin`))
  await pipeline(createReadStream(file), target)
}

/** Reads the table back and compares it: rows and contents must be those of the backup. @throws ScriptError */
async function verify(client: pg.Client, table: Table, saved: Manifest['tables'][number]): Promise<void> {
  const source = client.query(copyTo(copyOut(table)))
  const hash = createHash('sha256')
  await pipeline(source, hash)
  if (source.rowCount !== saved.rows || hash.digest('hex') !== saved.sha256) {
    throw new ScriptError(`The table ${saved.name} did not come back as it was backed up; nothing was changed.`)
  }
}
