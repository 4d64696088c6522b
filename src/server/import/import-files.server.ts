import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { dataImport, importPart } from '#src/db/import.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { AppError } from '../errors.server.ts'
import { SheetError } from '../sheet/sheet-error.server.ts'
import { expiredImports } from './import-store.server.ts'
import { forgetSeen } from './seen.server.ts'
import { forgetRows } from './stage.server.ts'

const FOLDER = 'import'
/** Milliseconds after which a file without an import is removed. */
const ORPHAN_MS = 24 * 3600 * 1000

export function importFile(files: string, storedAs: string): string {
  return join(files, FOLDER, storedAs)
}

export type ReceivedFile = { storedAs: string; path: string; size: number; hash: string }

/**
 * Stores a request body while it arrives. An upload that is aborted or too large leaves no file behind.
 * @param most maximum size in bytes
 * @throws AppError 413 when the body is larger, 503 when the disk is full
 */
export async function receiveFile(
  files: string,
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<ReceivedFile> {
  if (!body) throw new SheetError(m.sheet_empty())
  await mkdir(join(files, FOLDER), { recursive: true, mode: 0o700 })
  const storedAs = randomId()
  const path = importFile(files, storedAs)
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* () {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > most) throw new AppError(413, m.import_tooLarge({ megabytes: Math.floor(most / 1024 ** 2) }))
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(measured()), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    await rm(path, { force: true })
    throw isFull(error) ? new AppError(503, m.import_diskFull()) : error
  }
  return { storedAs, path, size, hash: hash.digest('hex') }
}

/** Bytes of a refused file that are read all the same. */
const MOST_DISCARDED = 1024 ** 3

/** Reads a body and discards it. A browser reads no response while it is still sending. */
export async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > MOST_DISCARDED) return
    }
  } catch {
    // A client that has disconnected needs no response.
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** Removes the file of an import, with its stored rows. */
export async function removeImportFile(
  db: Database,
  files: string,
  { id, storedAs }: { id: number; storedAs: string },
): Promise<void> {
  await rm(importFile(files, storedAs), { force: true })
  await forgetRows(db, id)
  await forgetSeen(db, id)
  await db.delete(importPart).where(eq(importPart.importId, id))
}

/** Removes expired files with their stored rows, and files without an import. */
export async function purgeImports(db: Database, files: string): Promise<void> {
  for (const one of await expiredImports(db)) {
    await removeImportFile(db, files, one)
    await db.update(dataImport).set({ storedAs: '' }).where(eq(dataImport.id, one.id))
  }
  const names = await readdir(join(files, FOLDER)).catch(() => [])
  if (names.length === 0) return
  const rows = await db.select({ storedAs: dataImport.storedAs }).from(dataImport)
  const known = new Set(rows.map((row) => row.storedAs))
  for (const name of names) {
    if (known.has(name)) continue
    const facts = await stat(importFile(files, name)).catch(() => undefined)
    if (facts && Date.now() - facts.mtimeMs > ORPHAN_MS) await rm(importFile(files, name), { force: true })
  }
}
