import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { fileBlob, fileStore } from '#src/db/file.table.server.ts'

/** The file with the id of the directory. It is stored and restored with the other files. */
export const STORE_ID_FILE = 'store-id'

/** How a directory of files and a database fit: `other` is the directory of another database, `none` an empty one. */
export type StoreState = { fits: true } | { fits: false; kind: 'other' | 'none'; wanted: string; hasFiles: boolean }

/**
 * Whether the directory is the one of this database. The first process that asks writes the same id into both.
 * @param directory `DATA_DIR/files`
 */
export async function storeState(db: Db, directory: string): Promise<StoreState> {
  const path = join(directory, STORE_ID_FILE)
  const read = () =>
    readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => undefined,
    )
  const here = await read()
  const known = await storedId(db)
  if (known !== undefined && known === here) return { fits: true }
  if (known === undefined) {
    await db
      .insert(fileStore)
      .values({ id: 1, storeId: here || randomUUID() })
      .onConflictDoNothing()
    const now = await storedId(db)
    if (here === undefined && now !== undefined) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(path, `${now}\n`, { flag: 'wx', mode: 0o600 }).catch(() => undefined)
    }
    if (now !== undefined && (await read()) === now) return { fits: true }
    return misfit(db, now ?? '', await read())
  }
  return misfit(db, known, here)
}

async function misfit(db: Db, wanted: string, here: string | undefined): Promise<StoreState> {
  const [blob] = await db.select({ id: fileBlob.id }).from(fileBlob).limit(1)
  return { fits: false, kind: here === undefined ? 'none' : 'other', wanted, hasFiles: blob !== undefined }
}

async function storedId(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ storeId: fileStore.storeId }).from(fileStore).where(eq(fileStore.id, 1))
  return row?.storeId
}

/** What the log says of a directory that does not fit. Undefined when it does. */
export function storeProblem(state: StoreState, directory: string): string | undefined {
  if (state.fits) return undefined
  const { kind, wanted } = state
  const found = kind === 'none' ? 'is not the directory with the files of this database' : 'belongs to another database'
  return (
    `${directory} ${found}. Every host needs the same directory: mount the one of the other hosts there, or restore the files of a backup. ` +
    `If these files are lost for good, write ${wanted} into ${join(directory, STORE_ID_FILE)}.`
  )
}

const fitting = new Set<string>()

/** Whether files may be stored in the directory. What fits once is not asked again. */
export async function isOwnStore(db: Db, directory: string): Promise<boolean> {
  if (fitting.has(directory)) return true
  const { fits } = await storeState(db, directory)
  if (fits) fitting.add(directory)
  return fits
}
