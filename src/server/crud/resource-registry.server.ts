import type { Db } from '#src/db/client.server.ts'
import type { ResourceNodes } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
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

/**
 * Makes resources on demand, each for one row of something: `exam-score:12`. No list of resources has them.
 * `sees`: whether an actor may know of it.
 */
type Maker = {
  make(db: Db, id: number): Promise<RegisteredResource | undefined>
  sees(db: Db, actor: Actor, id: number): Promise<boolean>
}

const makers = new Map<string, Maker>()

/** Has resources with the keys `<name>:<id>` made when they are asked for. */
export function makeOnDemand(name: string, maker: Maker): void {
  makers.set(name, maker)
}

/** A resource that is made on demand. @param actor asks; without one, nobody does who might not see it */
export async function findMade(db: Db, key: string, actor?: Actor): Promise<RegisteredResource | undefined> {
  const [, name = '', id = ''] = /^([a-z-]+):([1-9]\d{0,14})$/.exec(key) ?? []
  const maker = makers.get(name)
  if (!maker || (actor && !(await maker.sees(db, actor, Number(id))))) return undefined
  return maker.make(db, Number(id))
}

/** Every resource: those in the code, then the runtime resources. */
export async function allResources(db: Db): Promise<RegisteredResource[]> {
  return [...registeredResources(), ...(await runtime(db))]
}

/** The resource with the given key: from the code, made on demand, or a runtime resource. */
export async function findResource(db: Db, key: string): Promise<RegisteredResource | undefined> {
  return registeredResource(key) ?? (await findMade(db, key)) ?? lookup(db, { key })
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
