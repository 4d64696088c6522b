import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { ModuleContent } from './archive/module-content.server.ts'
import { type ModuleRelease, type ModuleRow, moduleFile, moduleRelease } from './module.table.server.ts'

/** Where a release comes from, and who has signed it. */
export type ReleaseFacts = Pick<ModuleRelease, 'origin' | 'signer' | 'sha256'>

/** Keeps the checked content of an archive. One that waits under this version is replaced. */
export async function keepRelease(tx: Db, { manifest, files }: ModuleContent, facts: ReleaseFacts): Promise<void> {
  const { uid, version } = manifest
  const values = { uid, version, manifest, ...facts }
  await tx
    .insert(moduleRelease)
    .values(values)
    .onConflictDoUpdate({ target: [moduleRelease.uid, moduleRelease.version], set: values })
  await tx.delete(moduleFile).where(and(eq(moduleFile.uid, uid), eq(moduleFile.version, version)))
  if (files.length > 0) await tx.insert(moduleFile).values(files.map((file) => ({ uid, version, ...file })))
}

/** One release. */
export async function releaseOf(db: Db, uid: string, version: string): Promise<ModuleRelease | undefined> {
  const [found] = await db
    .select()
    .from(moduleRelease)
    .where(and(eq(moduleRelease.uid, uid), eq(moduleRelease.version, version)))
  return found
}

/** The releases of modules, by uid and version with a space between them. */
export async function releasesOf(
  db: Db,
  rows: readonly Pick<ModuleRow, 'uid'>[],
): Promise<ReadonlyMap<string, ModuleRelease>> {
  if (rows.length === 0) return new Map()
  const uids = rows.map(({ uid }) => uid)
  const found = await db.select().from(moduleRelease).where(inArray(moduleRelease.uid, uids))
  return new Map(found.map((one) => [`${one.uid} ${one.version}`, one]))
}

/** Forgets the releases of a module but these versions. */
export async function forgetReleases(tx: Db, uid: string, ...kept: (string | null)[]): Promise<void> {
  const versions = kept.filter((one) => one !== null)
  for (const table of [moduleRelease, moduleFile]) {
    await tx.delete(table).where(and(eq(table.uid, uid), ...versions.map((version) => ne(table.version, version))))
  }
}
