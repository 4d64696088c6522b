import type { Db } from '#src/db/client.server.ts'
import type { ResourceNodes } from '#src/resource/registry.ts'
import type { Resource } from './resource.server.ts'

/** A resource with the permission nodes of its controller. */
export type RegisteredResource = { resource: Resource; nodes: ResourceNodes }

const byKey = new Map<string, RegisteredResource>()

/** Adds a resource to the registry. The controller of each resource in code calls it. */
export function registerResource(registered: RegisteredResource): void {
  byKey.set(registered.resource.description.key, registered)
}

/** Every resource that is defined in code. */
export function registeredResources(): RegisteredResource[] {
  return [...byKey.values()]
}

/** The resource with the given key. Undefined when there is none in code. */
export function registeredResource(key: string): RegisteredResource | undefined {
  return byKey.get(key)
}

/** The resource in code whose rows are in the given table. */
function registeredTable(table: string): RegisteredResource | undefined {
  return registeredResources().find(({ resource }) => resource.tableName === table)
}

/** Finds a runtime resource by its key, or by the table that contains its rows. */
type Lookup = (db: Db, by: { key: string } | { table: string }) => Promise<RegisteredResource | undefined>

type All = (db: Db) => Promise<readonly RegisteredResource[]>

let lookup: Lookup = async () => undefined
let runtime: All = async () => []

/** Sets the lookups for runtime resources: one, and all. The module that stores them calls it once. */
export function lookUpWith(found: Lookup, all: All): void {
  lookup = found
  runtime = all
}

/** Every resource: those in the code, then the runtime resources. */
export async function allResources(db: Db): Promise<RegisteredResource[]> {
  return [...registeredResources(), ...(await runtime(db))]
}

/** The resource with the given key: from the code, or a runtime resource. */
export async function findResource(db: Db, key: string): Promise<RegisteredResource | undefined> {
  return registeredResource(key) ?? lookup(db, { key })
}

/** All resources whose rows are in the given table. Several in code may share one, each with rows of its own. */
export async function findResourcesOfTable(db: Db, table: string): Promise<RegisteredResource[]> {
  const known = registeredResources().filter(({ resource }) => resource.tableName === table)
  if (known.length > 0) return known
  const found = await lookup(db, { table })
  return found ? [found] : []
}

/** The resource of the given table: from the code, or a runtime resource. Of several, the first one. */
export async function findResourceOfTable(db: Db, table: string): Promise<RegisteredResource | undefined> {
  return registeredTable(table) ?? lookup(db, { table })
}
