import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { fileBlob, fileStore } from '#src/db/file.table.server.ts'

/** The file with the id of the directory. It is stored and restored with the other files. */
export const STORE_ID_FILE = 'store-id'

/** How a directory of files and a database fit: `other` is the directory of another database, `none` an empty one. */
export type StoreState = { fits: true } | { fits: false; kind: 'other' | 'none'; wanted: string; hasFiles: boolean }

/**
 * Whether the directory is the one of this database. The first process that asks writes the same id into both; others
 * wait for it.
 * @param directory `DATA_DIR/files`
 */
export async function storeState(db: Database, directory: string): Promise<StoreState> {
  const known = await storedId(db)
  if (known !== undefined && known === (await idIn(directory))) return { fits: true }
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('file-store'))`)
    const here = await idIn(directory)
    const id = (await storedId(tx)) ?? (await claim(tx, directory, here))
    return id === (await idIn(directory)) ? { fits: true } : misfit(tx, id, here)
  })
}

async function idIn(directory: string): Promise<string | undefined> {
  const text = await readFile(join(directory, STORE_ID_FILE), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** Gives a new database the id of the directory that is there, or both a new one. */
async function claim(tx: Db, directory: string, here: string | undefined): Promise<string> {
  const id = here || randomUUID()
  if (here === undefined) {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(join(directory, STORE_ID_FILE), `${id}\n`, { mode: 0o600 })
  }
  await tx.insert(fileStore).values({ id: 1, storeId: id })
  return id
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
export async function isOwnStore(db: Database, directory: string): Promise<boolean> {
  if (fitting.has(directory)) return true
  const { fits } = await storeState(db, directory)
  if (fits) fitting.add(directory)
  return fits
}
