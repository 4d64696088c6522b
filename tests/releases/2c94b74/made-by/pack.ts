import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import * as tar from 'tar'
import * as v from 'valibot'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'

/** Writes everything anew without gaps, and leaves a write-ahead log with next to nothing in it. Returns what was found. */
export async function shrink<T>(dataDir: string, look: (client: pg.Client) => Promise<T>): Promise<T> {
  const settings = { wal_recycle: 'off', min_wal_size: '32MB', max_wal_size: '32MB' }
  const database = await startEmbedded({ dataDir, log: () => undefined, settings })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('vacuum (full, analyze)')
    const found = await look(client)
    // Each turns to a new file of the log; the checkpoint removes those before it.
    for (let at = 0; at < 2; at++) {
      await client.query('select pg_switch_wal()')
      await client.query('checkpoint')
    }
    return found
  } finally {
    await client.end()
    await database.stop()
  }
}

/** Packs a data directory that was stopped in order, without what belongs to a running one. */
export async function pack(dataDir: string, file: string): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), 'release-'))
  try {
    await cp(dataDir, draft, { recursive: true, preserveTimestamps: true })
    for (const name of [
      'postgres.log',
      'yardstick.lock',
      'backups',
      'postgres/postmaster.pid',
      'postgres/postmaster.opts',
    ])
      await rm(join(draft, name), { recursive: true, force: true })
    // Any PostgreSQL 18 starts with settings of its own; the product writes its own at each start.
    await writeFile(join(draft, 'postgres/postgresql.conf'), '# Written at each start of Yardstick.\n', { mode: 0o600 })
    const names = (await readdir(draft)).sort()
    // Without owners: whoever unpacks it owns it. Three databases hold nearly the same, so a wide window makes it small.
    const params = {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    }
    const entries = tar.create({ cwd: draft, portable: true, strict: true }, names)
    await pipeline(Readable.from(entries), createZstdCompress({ params }), createWriteStream(file))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Files below a directory, with their sizes and SHA-256. */
export async function filesIn(directory: string): Promise<{ path: string; bytes: number; sha256: string }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const facts = files.sort().map(async (file) => ({
    path: file.slice(directory.length + 1),
    bytes: (await stat(file)).size,
    sha256: createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  }))
  return Promise.all(facts)
}

/** What the database itself says: the version, the migrations, and how many rows each table has. */
export async function lookInside(client: pg.Client) {
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`)
  const counts: [string, number][] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${pg.escapeIdentifier(name)}`,
    )
    counts.push([name, rows[0]?.count ?? 0])
  }
  const { rows } = await client.query<{ version: string; now: string; migrations: number }>(`
    select current_setting('server_version') as version, to_json(now()) #>> '{}' as now,
      (select count(*)::int from drizzle.__drizzle_migrations) as migrations`)
  const { rows: guards } = await client.query<{ name: string; on: string }>(`
    select conname as name, conrelid::regclass::text as on from pg_constraint where conname like 'guard\\_%'
    union all
    select tgname, tgrelid::regclass::text from pg_trigger where tgname like 'guard\\_%' and not tgisinternal
    order by 2, 1`)
  return { ...rows[0], tables: Object.fromEntries(counts), guards }
}

/** How many rows of each table a backup holds, as it says itself. */
export async function backedUp(archive: string): Promise<Record<string, number>> {
  const draft = await mkdtemp(join(tmpdir(), 'release-'))
  try {
    await tar.extract({ cwd: draft, file: archive, filter: (path) => path === 'manifest.json' })
    const counts = v.object({ tables: v.array(v.object({ name: v.string(), rows: v.number() })) })
    const { tables } = v.parse(counts, JSON.parse(await readFile(join(draft, 'manifest.json'), 'utf8')))
    return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
