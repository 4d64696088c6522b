import type { Hono } from 'hono'
import type { ApiEnv } from '../context.server.ts'
import type { Endpoint } from './endpoint.server.ts'

/**
 * Serves endpoints at their paths, but for those that this process does not offer.
 * @param resource the router is mounted at this resource: its paths begin below `/adminApi/<resource>`
 */
export function mountEndpoints(api: Hono<ApiEnv>, endpoints: readonly Endpoint[], resource?: string): void {
  const base = resource === undefined ? '' : `/adminApi/${resource}`
  for (const { method, path, handle, offered } of endpoints) {
    if (!offered()) continue
    if (!path.startsWith(base)) throw new Error(`${path} is not below ${base}`)
    api.on(method.toUpperCase(), [honoPath(path.slice(base.length))], handle)
  }
}

/** A path of OpenAPI in the notation of the router: `/page/{id}` is `/page/:id`. Only `{path}` may contain slashes. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'path' ? ':path{.+}' : `:${name}`))
}
