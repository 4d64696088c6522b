import type { Hono } from 'hono'
import type { ApiEnv } from './context.server.ts'

/** Returns a function that finds the methods of a path in the routes themselves. */
export function methodsOf(api: Hono<ApiEnv>): (path: string) => string[] {
  let routes: { method: string; pattern: RegExp }[] | undefined
  return (path) => {
    // The routes are read at the first call, when every feature has added its own.
    routes ??= api.routes
      .filter(({ method, path }) => method !== 'ALL' && !isOfRuntimeResource(path))
      .map((route) => ({ method: route.method, pattern: patternOf(route.path) }))
    const found = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    // A GET route also responds to HEAD.
    return [...found, ...(found.has('GET') ? ['HEAD'] : []), ...(found.size > 0 ? ['OPTIONS'] : [])]
  }
}

function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) =>
      part.startsWith(':') ? (part.endsWith('{.+}') ? '.+' : '[^/]+') : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${parts.join('/')}$`)
}

/** Routes of any runtime resource. Whether a path is one of them depends on the database, so they are left out. */
export function isOfRuntimeResource(path: string): boolean {
  return path.startsWith('/adminApi/:key/')
}
