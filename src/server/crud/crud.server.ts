import { Hono } from 'hono'
import type { Description } from '#src/resource/description.ts'
import { nodesOf } from '#src/resource/registry.ts'
import { type ApiEnv, actorOf } from '../context.server.ts'
import type { Endpoint } from '../endpoint/endpoint.server.ts'
import { honoPath, mountEndpoints } from '../endpoint/mount-endpoints.server.ts'
import type { KitCall } from './kit-call.server.ts'
import { kitCalls, kitEndpoints, runtimeResourceOf } from './kit-calls.server.ts'
import type { Resource } from './resource.server.ts'
import { registerResource } from './resource-registry.server.ts'
import { seenBy } from './seen-by.server.ts'
import { nameResource } from './table-names.server.ts'

/**
 * Registers a resource and returns its controller: the kit's calls that its verbs offer, at paths below the resource.
 * Every call checks its permission node and applies the actor's scope.
 */
export function crud(resource: Resource): Hono<ApiEnv> {
  nameResource(resource)
  const registered = { resource, nodes: nodesOf(resource.description) }
  registerResource(registered)
  const api = new Hono<ApiEnv>()
  mountEndpoints(
    api,
    [...kitEndpoints(resource.description, (c) => seenBy(registered, actorOf(c))).values()],
    resource.description.key,
  )
  return api
}

const known = new WeakMap<Description, ReadonlyMap<KitCall, Endpoint>>()

/**
 * The kit's calls for the runtime resource of each request, at paths below it. What a resource does not offer is not
 * found.
 */
export function runtimeCrud(): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  for (const call of kitCalls) {
    api.on(call.method.toUpperCase(), [`/${honoPath(call.action)}`], async (c) => {
      const { description } = runtimeResourceOf(c).resource
      const endpoints = known.get(description) ?? kitEndpoints(description, runtimeResourceOf)
      known.set(description, endpoints)
      return (await endpoints.get(call)?.handle(c)) ?? c.notFound()
    })
  }
  return api
}
