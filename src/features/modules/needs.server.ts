import { satisfies } from 'semver'
import type { Db } from '#src/db/client.server.ts'
import { runtimeNodes } from '#src/features/resources/runtime-resource.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { allNodes } from '#src/resource/registry.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import { moduleTable } from './module.table.server.ts'
import { productVersion } from './product-version.server.ts'
import { releasesOf } from './releases.server.ts'
import { type ModuleDetails, moduleStates } from './store.schema.ts'

type Need = ModuleDetails['needs'][number]

/** The other modules that a module needs, and how they stand here. */
export function needsOf(here: ModulesHere, { needs = {} }: Pick<ModuleManifest, 'needs'>): Need[] {
  return Object.entries(needs).map(([uid, range]) => {
    const found = here.get(uid)
    const fits = found && satisfies(found.version, range)
    const state = !found ? 'missing' : !fits ? 'other' : found.on ? 'fits' : 'disabled'
    return { uid, title: found ? labelText(found.manifest.title) : uid, range, state }
  })
}

/**
 * Why a module cannot stand here, whatever is chosen: the product, other modules, permissions. Whoever installs is a
 * super administrator, and holds every permission that exists.
 */
export async function obstaclesOf(db: Db, here: ModulesHere, manifest: ModuleManifest): Promise<string[]> {
  const { uid, product, excludes = {}, nodes = [] } = manifest
  const problems: string[] = []
  if (product !== undefined && !satisfies(productVersion(), product))
    problems.push(m.modules_product({ range: product, version: productVersion() }))
  for (const [other, range] of Object.entries(excludes)) {
    const found = here.get(other)
    if (found && satisfies(found.version, range))
      problems.push(m.modules_excludes({ title: labelText(found.manifest.title) }))
  }
  for (const [other, { manifest: its }] of here) {
    const range = its.excludes?.[uid]
    if (other !== uid && range !== undefined && satisfies(manifest.version, range))
      problems.push(m.modules_excludedBy({ title: labelText(its.title) }))
  }
  const there = new Set([...allNodes(), ...(await runtimeNodes(db))])
  for (const node of nodes) {
    if (!there.has(node)) problems.push(m.modules_noNode({ node }))
  }
  return problems
}

/** The modules that are on and need this one, in a version that it would no longer be. @param version null: it goes */
export function neededBy(here: ModulesHere, uid: string, version: string | null): string[] {
  return [...here].flatMap(([other, { on, manifest }]) => {
    const range = manifest.needs?.[uid]
    const stays = version !== null && range !== undefined && satisfies(version, range)
    return other !== uid && on && range !== undefined && !stays ? [labelText(manifest.title)] : []
  })
}

/** The modules that are installed, also those that are disabled, by uid. */
export type ModulesHere = ReadonlyMap<string, { version: string; manifest: ModuleManifest; on: boolean }>

/** Reads which modules are here. */
export async function modulesHere(db: Db): Promise<ModulesHere> {
  const rows = await db.select().from(moduleTable)
  const releases = await releasesOf(db, rows)
  return new Map(
    rows.flatMap(({ uid, version, state }) => {
      const manifest = version === null ? undefined : releases.get(`${uid} ${version}`)?.manifest
      return version !== null && manifest
        ? [[uid, { version, manifest, on: state === moduleStates.installed }] as const]
        : []
    }),
  )
}
