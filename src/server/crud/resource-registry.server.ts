import { getTableName } from 'drizzle-orm'
import type { Node } from '#src/resource/registry.ts'
import type { Db } from '#src/db/client.server.ts'
import type { ServerResource } from './resource.server.ts'

export type ResourceNodes = Record<'index' | 'add' | 'edit' | 'del', Node>

/** A resource with the nodes of its controller. */
export type Served = { resource: ServerResource; nodes: ResourceNodes }

const byKey = new Map<string, Served>()

/** Called by the controller of each resource. */
export function serve(served: Served): void {
  byKey.set(served.resource.description.key, served)
}

/** Every resource that has a controller in code. */
export function servedResources(): Served[] {
  return [...byKey.values()]
}

/** The resource with a key; undefined when there is none in code. */
export function servedResource(key: string): Served | undefined {
  return byKey.get(key)
}

/** The resource whose rows lie in a table. */
export function servedTable(table: string): Served | undefined {
  return servedResources().find(({ resource }) => getTableName(resource.table) === table)
}

/** Finds resources that are no code: by key, or by the table that their rows lie in. */
type Lookup = (db: Db, by: { key: string } | { table: string }) => Promise<Served | undefined>

let lookup: Lookup = async () => undefined

/** Called once by whoever keeps such resources. */
export function lookUpWith(found: Lookup): void {
  lookup = found
}

/** The resource with a key, in code or not. */
export async function findServed(db: Db, key: string): Promise<Served | undefined> {
  return servedResource(key) ?? lookup(db, { key })
}

/** The resource of a table, in code or not. */
export async function findServedTable(db: Db, table: string): Promise<Served | undefined> {
  return servedTable(table) ?? lookup(db, { table })
}
