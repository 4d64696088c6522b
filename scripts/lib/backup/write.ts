import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, copyFile, link, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import * as tar from 'tar'
import { root, ScriptError } from '../main.ts'
import {
  appliedMigrations,
  connect,
  copyOut,
  listPartitions,
  listSequences,
  listTables,
  type Table,
} from './catalogue.ts'
import { listDefinitions, listUndefined } from './definitions.ts'
import { filesBelow, hashFile, type Manifest, tableFile } from './manifest.ts'
import { isPassing } from './passing.ts'

interface Options {
  url: string
  /** The uploaded files. */
  filesDir: string
  /** The directory for temporary files. On the disk of `filesDir`, files need no copy. */
  workDir: string
  /** The archive to write. */
  out: string
}

type Written = {
  manifest: Manifest
  /** What the database holds and the backup does not, in words for people. */
  leftOut: string[]
}

/**
 * Writes tables, their definitions and files as they are at one moment, while the application may continue to run. The
 * archive appears complete or not at all. Only its owner can read it. @throws ScriptError when the database is empty
 */
export async function writeBackup({ url, filesDir, workDir, out }: Options): Promise<Written> {
  await mkdir(workDir, { recursive: true })
  await mkdir(dirname(out), { recursive: true })
  const staging = await mkdtemp(join(workDir, 'backup-'))
  const client = await connect(url)
  try {
    // From the first query on, the transaction sees one snapshot of the database.
    await client.query('begin isolation level repeatable read read only')
    const migrations = await appliedMigrations(client)
    if (migrations.length === 0) throw new ScriptError('There is nothing to back up: this database is empty.')
    const files = await takeFiles(filesDir, join(staging, 'files'))
    await mkdir(join(staging, 'tables'))
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) {
      if (isPassing(table.name)) continue
      const copied = await copyTable(client, table, join(staging, tableFile(table.name)))
      tables.push({ name: table.name, columns: table.columns, ...copied })
    }
    const manifest: Manifest = {
      product: 'yardstick',
      format: 1,
      version: await productVersion(),
      createTime: new Date().toISOString(),
      migrations,
      tables,
      partitions: await listPartitions(client),
      sequences: await listSequences(client),
      files,
      definitions: await listDefinitions(client),
    }
    const leftOut = await listUndefined(client)
    await client.query('commit')
    await writeFile(join(staging, 'manifest.json'), JSON.stringify(manifest, null, 2))
    await pack(staging, out)
    return { manifest, leftOut }
  } finally {
    await client.end()
    await rm(staging, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function copyTable(client: pg.Client, table: Table, file: string): Promise<{ rows: number; sha256: string }> {
  const source = client.query(copyTo(copyOut(table)))
  const hash = createHash('sha256')
  const tap = new PassThrough().on('data', (chunk) => hash.update(chunk))
  await pipeline(source, tap, createWriteStream(file))
  return { rows: source.rowCount, sha256: hash.digest('hex') }
}

/**
 * Takes a hard link to each uploaded file. Uploaded files never change, so the link preserves the content even when the
 * file is deleted meanwhile. Without hard links the file is copied.
 */
async function takeFiles(from: string, to: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  await mkdir(to)
  for (const path of await filesBelow(from)) {
    const target = join(to, path)
    await mkdir(dirname(target), { recursive: true })
    const taken = await link(join(from, path), target)
      .catch(() => copyFile(join(from, path), target))
      .then(
        () => true,
        () => false,
      )
    if (taken) files.push({ path, bytes: (await stat(target)).size, sha256: await hashFile(target) })
  }
  return files
}

async function pack(staging: string, out: string): Promise<void> {
  const draft = `${out}.part`
  try {
    await tar.create({ cwd: staging, file: draft, gzip: { level: 6 }, portable: true, strict: true }, [
      'manifest.json',
      'tables',
      'files',
    ])
    await chmod(draft, 0o600)
    await rename(draft, out)
  } finally {
    await rm(draft, { force: true })
  }
}

async function productVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : ''
}
