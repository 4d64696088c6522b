import type { Db } from '#src/db/client.server.ts'
import type { Node } from '#src/resource/registry.ts'
import type { Resource } from './resource.server.ts'

export type ResourceNodes = Record<'index' | 'add' | 'edit' | 'del', Node>

/** A resource with the nodes of its controller. */
export type RegisteredResource = { resource: Resource; nodes: ResourceNodes }

const byKey = new Map<string, RegisteredResource>()

/** Called by the controller of each resource. */
export function registerResource(registered: RegisteredResource): void {
  byKey.set(registered.resource.description.key, registered)
}

/** Every resource that has a controller in code. */
export function registeredResources(): RegisteredResource[] {
  return [...byKey.values()]
}

/** The resource with a key; undefined when there is none in code. */
export function registeredResource(key: string): RegisteredResource | undefined {
  return byKey.get(key)
}

/** The resource whose rows lie in a table. */
export function registeredTable(table: string): RegisteredResource | undefined {
  return registeredResources().find(({ resource }) => resource.tableName === table)
}

/** Finds resources that are no code: by key, or by the table that their rows lie in. */
type Lookup = (db: Db, by: { key: string } | { table: string }) => Promise<RegisteredResource | undefined>

let lookup: Lookup = async () => undefined

/** Called once by whoever keeps such resources. */
export function lookUpWith(found: Lookup): void {
  lookup = found
}

/** The resource with a key, in code or not. */
export async function findResource(db: Db, key: string): Promise<RegisteredResource | undefined> {
  return registeredResource(key) ?? lookup(db, { key })
}

/** The resource of a table, in code or not. */
export async function findResourceOfTable(db: Db, table: string): Promise<RegisteredResource | undefined> {
  return registeredTable(table) ?? lookup(db, { table })
}
