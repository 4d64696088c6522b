import type { Hono } from 'hono'
import type { ApiEnv } from './context.server.ts'

/** Finds out which methods a path has, from the routes themselves. */
export function methodsOf(api: Hono<ApiEnv>): (path: string) => string[] {
  let routes: { method: string; pattern: RegExp }[] | undefined
  return (path) => {
    // Read at the first question, when every feature has added its calls.
    routes ??= api.routes
      .filter((route) => route.method !== 'ALL')
      .map((route) => ({ method: route.method, pattern: patternOf(route.path) }))
    const found = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    // What answers GET answers HEAD as well.
    return [...found, ...(found.has('GET') ? ['HEAD'] : []), ...(found.size > 0 ? ['OPTIONS'] : [])]
  }
}

function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}
