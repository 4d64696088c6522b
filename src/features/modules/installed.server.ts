import { and, asc, eq } from 'drizzle-orm'
import { fromTable } from '#src/server/cache/table-cache.server.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import { moduleRelease, moduleTable } from './module.table.server.ts'
import { moduleStates } from './store.schema.ts'

/** A module that is installed and not disabled. */
export type InstalledModule = { uid: string; version: string; manifest: ModuleManifest }

/** The modules that are installed and not disabled, by uid. Cached until one changes. */
export const installedModules = fromTable('module', async (db): Promise<readonly InstalledModule[]> => {
  const { uid, version, manifest } = moduleRelease
  return db
    .select({ uid, version, manifest })
    .from(moduleTable)
    .innerJoin(moduleRelease, and(eq(uid, moduleTable.uid), eq(version, moduleTable.version)))
    .where(eq(moduleTable.state, moduleStates.installed))
    .orderBy(asc(uid))
})
