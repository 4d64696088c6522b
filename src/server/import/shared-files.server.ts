import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { importPart } from '#src/db/import.table.server.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'

/** Bytes of a part. Only one part is in memory. */
const PART_BYTES = 1024 * 1024

/** Stores an uploaded file where the processes on other hosts find it. */
export async function shareFile(db: Db, importId: number, path: string): Promise<void> {
  const file = await open(path)
  try {
    for (let part = 0; ; part += 1) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, part * PART_BYTES)
      if (bytesRead === 0) return
      await db.insert(importPart).values({ importId, part, bytes: buffer.subarray(0, bytesRead) })
    }
  } finally {
    await file.close()
  }
}

/**
 * The import with its file on this host. When another host has received the file, it is copied here.
 * @returns an import without a file when the file exists nowhere any more
 */
export async function withFile(db: Db, files: string, record: ImportRecord): Promise<ImportRecord> {
  if (record.storedAs === '') return record
  const path = importFile(files, record.storedAs)
  const here = await stat(path).catch(() => undefined)
  if (here || (await copyHere(db, record, path))) return record
  return { ...record, storedAs: '' }
}

/** Copies the shared file to this host. @returns whether it is complete */
async function copyHere(db: Db, { id, size }: ImportRecord, path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Several requests may copy the same file. Each writes its own copy, and the complete one takes the name.
  const draft = `${path}.${randomUUID()}`
  let copied = 0
  const file = await open(draft, 'wx', 0o600)
  try {
    for (let part = 0; copied < size; part += 1) {
      const [found] = await db
        .select({ bytes: importPart.bytes })
        .from(importPart)
        .where(and(eq(importPart.importId, id), eq(importPart.part, part)))
      if (!found) return false
      await file.writeFile(found.bytes)
      copied += found.bytes.length
    }
    await rename(draft, path)
    return true
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
}
