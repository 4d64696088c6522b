import { and, eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import { removeImportFile } from './import-files.server.ts'

type Wanted = { owner: number; size: number; quota: number }

/** Minutes in which the file of an import that is not done is kept in any case. */
const PATIENCE = 60

/** Bytes of the uploads that this process is receiving, by person. */
const arriving = new Map<number, number>()

/**
 * Receives a file for which there is room, together with the files that are on their way.
 * @throws AppError 413 when there is none
 */
export async function whileArriving<T>(db: Db, { owner, size, quota }: Wanted, receive: () => Promise<T>): Promise<T> {
  const before = arriving.get(owner) ?? 0
  arriving.set(owner, before + size)
  try {
    const { used, removable } = await usage(db, owner)
    const free = quota - used + removable.reduce((sum, one) => sum + one.size, 0)
    if (before + size > free) throw full(quota)
    return await receive()
  } finally {
    const rest = (arriving.get(owner) ?? 0) - size
    if (rest > 0) arriving.set(owner, rest)
    else arriving.delete(owner)
  }
}

/**
 * Makes room for a file that has arrived, and stores its record. Files of earlier imports give way when that is enough:
 * first of those that are done, then of those that were left, the oldest first.
 * @throws AppError 413 when there is no room
 */
export async function inRoom<T>(
  db: Database,
  files: string,
  { owner, size, quota }: Wanted,
  store: (tx: Db) => Promise<T>,
): Promise<T> {
  const { stored, gone } = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import quota'), ${owner}::int)`)
    const { used, removable } = await usage(tx, owner)
    const gone: Kept[] = []
    let excess = used + size - quota
    for (const one of removable) {
      if (excess <= 0) break
      gone.push(one)
      excess -= one.size
    }
    if (excess > 0) throw full(quota)
    for (const { id } of gone) await tx.update(dataImport).set({ storedAs: '' }).where(eq(dataImport.id, id))
    return { stored: await store(tx), gone }
  })
  for (const one of gone) await removeImportFile(db, files, one)
  return stored
}

type Kept = { id: number; storedAs: string; size: number }

/** The bytes of a person's files, and the files that may give way. */
async function usage(db: Db, owner: number): Promise<{ used: number; removable: Kept[] }> {
  const rows = await db
    .select({
      id: dataImport.id,
      storedAs: dataImport.storedAs,
      size: dataImport.size,
      mayGo: sql<boolean>`(${dataImport.applied} is not null or ${dataImport.createTime} < now() - make_interval(mins => ${PATIENCE}))
        and not exists (select from job where owner_id = ${owner} and state in ('queued', 'running')
          and (input ->> 'importId')::bigint = data_import.id)`,
    })
    .from(dataImport)
    .where(and(eq(dataImport.ownerId, owner), sql`${dataImport.storedAs} <> ''`))
    .orderBy(sql`${dataImport.applied} is null`, dataImport.id)
  const used = rows.reduce((sum, { size }) => sum + size, 0)
  return { used, removable: rows.filter(({ mayGo }) => mayGo) }
}

function full(quota: number): AppError {
  return new AppError(413, m.import_quota({ megabytes: Math.floor(quota / 1024 ** 2) }))
}
