import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { ServerMiddleware } from 'srvx'
import { staticMiddleware } from 'srvx/static'
import { setCommonHeaders } from '#src/web/security-headers.server.ts'

/** Seconds in a year. */
const year = 31_536_000

/**
 * Serves the built browser files, compressed beforehand where the build did so; only /assets has names that change with
 * the content. The list is read once, so that requests for pages cost no look at the disk.
 */
export function staticFiles(dir: string): ServerMiddleware {
  const paths = new Set(publicPaths(dir))
  const usual = staticMiddleware({ dir, encodings: true, maxAge: 0 })
  const forever = staticMiddleware({ dir, encodings: true, maxAge: year, immutable: true })
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (!paths.has(pathname)) return next()
    const response = await (pathname.startsWith('/assets/') ? forever : usual)(request, next)
    const headers = new Headers(response.headers)
    setCommonHeaders(headers, request)
    // A drawing opened by itself is a document, and none of ours needs a script.
    headers.set(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    // Read to its end: when a visitor leaves in the middle of a file stream, Node closes a stream that is closed already,
    // in a microtask where nobody can catch it, and the process would die. Our files are small.
    const body = response.body === null ? null : await response.arrayBuffer()
    return new Response(body, { status: response.status, headers })
  }
}

function publicPaths(dir: string): string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((file) => `/${relative(dir, join(file.parentPath, file.name)).split(sep).join('/')}`)
  // The compressed variants are not files of their own.
  return paths.filter((path) => !/\.(?:br|gz)$/.test(path) && !path.includes('/.'))
}
