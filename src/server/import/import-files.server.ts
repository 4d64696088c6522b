import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { dataImport, importPart } from '#src/db/import.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { AppError } from '../errors.server.ts'
import { isDiskFull, localStorage } from '../files/storage.server.ts'
import { SheetError } from '../sheet/sheet-error.server.ts'
import { expiredImports } from './import-store.server.ts'
import { forgetSeen } from './seen.server.ts'
import { forgetRows } from './stage.server.ts'

const FOLDER = 'import'
/** Milliseconds after which a file without an import is removed. */
const ORPHAN_MS = 24 * 3600 * 1000

function keyOf(storedAs: string): string {
  return `${FOLDER}/${storedAs}`
}

/** The path of an import's file on this host, for the thread that reads it. */
export function importFile(files: string, storedAs: string): string {
  return localStorage(files).pathOf(keyOf(storedAs))
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
    await localStorage(files).put(keyOf(storedAs), measured())
  } catch (error) {
    throw isDiskFull(error) ? new AppError(503, m.import_diskFull()) : error
  }
  return { storedAs, path, size, hash: hash.digest('hex') }
}

/** Removes the file of an import, with its stored rows. */
export async function removeImportFile(
  db: Database,
  files: string,
  { id, storedAs }: { id: number; storedAs: string },
): Promise<void> {
  await localStorage(files).remove(keyOf(storedAs))
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
  const storage = localStorage(files)
  const names = await storage.list(FOLDER)
  if (names.length === 0) return
  const rows = await db.select({ storedAs: dataImport.storedAs }).from(dataImport)
  const known = new Set(rows.map((row) => row.storedAs))
  for (const name of names) {
    if (known.has(name)) continue
    const facts = await storage.stat(keyOf(name))
    if (facts && Date.now() - facts.modified.getTime() > ORPHAN_MS) await storage.remove(keyOf(name))
  }
}
