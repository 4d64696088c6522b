import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { gt } from 'semver'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { manifestProblems } from './archive/check-manifest.server.ts'
import type { ModuleContent } from './archive/module-content.server.ts'
import { readArchive } from './archive/read-archive.server.ts'
import { trustedKeys } from './keys.server.ts'
import { moduleTable } from './module.table.server.ts'
import { oneAtATime } from './module-log.server.ts'
import { nothingMade } from './module-made.server.ts'
import { productModules } from './product-modules.server.ts'
import { forgetReleases, keepRelease, type ReleaseFacts } from './releases.server.ts'
import { moduleStates } from './store.schema.ts'

/** A module that has come here and waits. */
export type Received = { uid: string; version: string }

/**
 * Reads an archive that has arrived in a file, and removes the file.
 * @throws AppError 422 for what no trusted key has signed, or what is wrong with the module
 */
export async function openArchive(
  db: Db,
  path: string,
  origin: 'index' | 'upload',
): Promise<{ content: ModuleContent; facts: ReleaseFacts }> {
  try {
    const { manifest, files, signer, sha256 } = await readArchive(path, { trusted: await trustedKeys(db) })
    const problems = manifestProblems(manifest, files)
    if (problems.length > 0) throw invalid({ file: problems })
    const own = await productModules()
    if (own.some((one) => one.manifest.uid === manifest.uid))
      throw invalid({ file: [m.modules_ofProduct({ uid: manifest.uid })] })
    return { content: { manifest, files }, facts: { origin, signer, sha256 } }
  } finally {
    await rm(path, { force: true })
  }
}

/** A module that comes with the product. @throws AppError 404 */
export async function productModule(uid: string): Promise<{ content: ModuleContent; facts: ReleaseFacts }> {
  const content = (await productModules()).find((one) => one.manifest.uid === uid)
  if (!content) throw new AppError(404, m.modules_unknown())
  return { content, facts: { origin: 'product', signer: '', sha256: '' } }
}

/**
 * Keeps a module until it is installed. One of this uid that waits is replaced.
 * @throws AppError 409 when the same or a newer version is installed
 */
export async function keepWaiting(
  tx: Db,
  { content, facts }: { content: ModuleContent; facts: ReleaseFacts },
): Promise<Received> {
  const { uid, version } = content.manifest
  await oneAtATime(tx)
  const [row] = await tx.select().from(moduleTable).where(eq(moduleTable.uid, uid)).for('update')
  if (row?.version && !gt(version, row.version))
    throw new AppError(409, m.modules_notNewer({ version, installed: row.version }), { reason: 'state' })
  await keepRelease(tx, content, facts)
  const waits = { waiting: version, waitState: moduleStates.waiting, updateTime: new Date().toISOString() }
  if (row) {
    const state = row.version === null ? moduleStates.waiting : row.state
    await tx
      .update(moduleTable)
      .set({ ...waits, state })
      .where(eq(moduleTable.id, row.id))
    await forgetReleases(tx, uid, version, row.version, row.previous)
  } else {
    await tx.insert(moduleTable).values({ uid, state: moduleStates.waiting, made: nothingMade, ...waits })
  }
  return { uid, version }
}
