import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, copyFile, link, mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import * as tar from 'tar'
import { INCOMING } from '#src/server/files/storage.server.ts'
import { isFull, root, ScriptError } from '../main.ts'
import { appliedMigrations, connect, copyOut, listPartitions, listSequences, type Table } from './catalogue.ts'
import { listDefinitions, listUndefined } from './definitions.ts'
import { filesBelow, hashFile, type Manifest, tableFile } from './manifest.ts'
import { isPassing } from './passing.ts'
import { makeStaging } from './staging.ts'
import { beginStill } from './still.ts'

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
  if (await isDirectory(out)) throw new ScriptError(`${out} is a directory: name a file in it.`)
  const client = await connect(url)
  // Each backup writes its archive under a name of its own, so that two at once do not write into one file.
  const beside = await makeStaging(dirname(out))
  const staging = await makeStaging(workDir)
  const content = staging.path
  try {
    const { schemas, tables: found } = await beginStill(client)
    const migrations = await appliedMigrations(client)
    if (migrations.length === 0) throw new ScriptError('There is nothing to back up: this database is empty.')
    const files = await takeFiles(filesDir, join(content, 'files'))
    await mkdir(join(content, 'tables'))
    const tables: Manifest['tables'] = []
    for (const { order, parted, ...table } of found) {
      if (isPassing(table)) continue
      const copied = await copyTable(client, { ...table, order, parted }, join(content, tableFile(table)))
      tables.push({ ...table, ...copied })
    }
    const manifest: Manifest = {
      product: 'yardstick',
      format: 1,
      version: await productVersion(),
      createTime: new Date().toISOString(),
      migrations,
      tables,
      partitions: await listPartitions(client),
      sequences: await listSequences(client, schemas),
      files,
      definitions: await listDefinitions(client, schemas),
    }
    const leftOut = await listUndefined(client, schemas)
    await client.query('commit')
    await writeFile(join(content, 'manifest.json'), JSON.stringify(manifest, null, 2))
    await pack(content, join(beside.path, 'draft'), out)
    return { manifest, leftOut }
  } finally {
    await client.end()
    await staging.remove()
    await beside.remove()
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
    // What is on its way still changes.
    if (path.startsWith(`${INCOMING}/`)) continue
    const target = join(to, path)
    await mkdir(dirname(target), { recursive: true })
    if (await take(join(from, path), target)) {
      files.push({ path, bytes: (await stat(target)).size, sha256: await hashFile(target) })
    }
  }
  return files
}

/** @returns false when the file has been deleted meanwhile */
async function take(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(() => copyFile(from, to))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** The archive takes its place when it is complete and on the disk. */
async function pack(content: string, draft: string, out: string): Promise<void> {
  try {
    await tar.create({ cwd: content, file: draft, gzip: { level: 6 }, portable: true, strict: true }, [
      'manifest.json',
      'tables',
      'files',
    ])
    await chmod(draft, 0o600)
    const file = await open(draft, 'r+')
    await file.sync().finally(() => file.close())
    await rename(draft, out)
  } catch (error) {
    if (isFull(error)) throw new ScriptError(`The disk of ${out} is full: no backup was written.`)
    throw error
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function productVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : ''
}
