import type { Hono } from 'hono'
import type { ApiEnv } from '../context.server.ts'
import type { Endpoint } from './endpoint.server.ts'

/** Serves endpoints at their paths. */
export function mountEndpoints(api: Hono<ApiEnv>, endpoints: readonly Endpoint[]): void {
  for (const { method, path, handle } of endpoints) {
    api.on(method.toUpperCase(), [path.replaceAll(/\{(\w+)\}/g, ':$1')], handle)
  }
}
