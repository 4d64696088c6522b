import { getTableName } from 'drizzle-orm'
import type { Node } from '#src/crud/registry.ts'
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
